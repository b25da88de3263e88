import type { Gap } from './byte-index.ts';

/** The part of each of `columns` equal stretches of a file that is unexplained, 0 to 1. `gaps` in order. */
export function unexplainedByColumn(gaps: readonly Gap[], size: number, columns: number): Float64Array {
  const parts = new Float64Array(columns);
  if (size === 0) return parts;
  const stretch = size / columns;
  for (const { start, end } of gaps) {
    const last = Math.min(columns - 1, Math.ceil(end / stretch) - 1);
    for (let x = Math.floor(start / stretch); x <= last; x++) {
      const inside = Math.min(end, (x + 1) * stretch) - Math.max(start, x * stretch);
      parts[x] = Math.min(1, parts[x]! + Math.max(0, inside) / stretch);
    }
  }
  return parts;
}
