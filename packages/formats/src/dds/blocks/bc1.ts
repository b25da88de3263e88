import { fourColours, threeColours } from './colour565.ts';

const palette = new Int32Array(4);

/**
 * BC1 (DXT1): `count` blocks of 8 bytes side by side from `at`, to RGBA words from `outAt`, rows `stride` words apart.
 * `fourth` is what code 3 of a three-colour block gives: 0 for transparent black, else an RGBA word.
 */
export function decodeBc1(
  src: Uint8Array,
  at: number,
  count: number,
  out: Int32Array,
  outAt: number,
  stride: number,
  fourth: number,
): void {
  const colours = palette;
  for (let end = at + 8 * count; at < end; at += 8, outAt += 4) {
    const c0 = src[at]! | (src[at + 1]! << 8);
    const c1 = src[at + 2]! | (src[at + 3]! << 8);
    if (c0 > c1) fourColours(c0, c1, 0xff000000 | 0, colours);
    else threeColours(c0, c1, fourth, colours);
    for (let row = 0, o = outAt; row < 4; row++, o += stride) {
      const codes = src[at + 4 + row]!;
      out[o] = colours[codes & 3]!;
      out[o + 1] = colours[(codes >>> 2) & 3]!;
      out[o + 2] = colours[(codes >>> 4) & 3]!;
      out[o + 3] = colours[codes >>> 6]!;
    }
  }
}
