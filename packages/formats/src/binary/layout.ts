/** The next multiple of `align` at or after `offset`. */
export function alignUp(offset: number, align: number): number {
  return Math.ceil(offset / align) * align;
}

/** Offsets of parts of the given sizes, one after the other from `start`, each aligned; `end` is after the last part, unaligned. */
export function place(sizes: readonly number[], start: number, align: number): { offsets: number[]; end: number } {
  const offsets: number[] = [];
  let end = start;
  for (const size of sizes) {
    const at = alignUp(end, align);
    offsets.push(at);
    end = at + size;
  }
  return { offsets, end };
}
