/**
 * A channel of `max + 1` steps to 8 bits: the exact rational value rounded to nearest, halves up (svo.md §7). For 5 bits
 * that is `floor((v * 510 + 31) / 62)`, for 4 bits `v * 17`.
 */
export function expandChannel(value: number, max: number): number {
  return Math.floor((value * 510 + max) / (2 * max));
}

/** 8 bits to a channel of `max + 1` steps: the inverse of `expandChannel` wherever the channel has at most 8 bits. */
export function quantiseChannel(value: number, max: number): number {
  return Math.floor((value * max * 2 + 255) / 510);
}
