import { eightValues } from './ramp8.ts';

const palette = new Int32Array(8);

/** BC4 (ATI1): `count` blocks of 8 bytes side by side, shown as grey (v, v, v, 255) (svo.md §7). */
export function decodeBc4(
  src: Uint8Array,
  at: number,
  count: number,
  out: Int32Array,
  outAt: number,
  stride: number,
): void {
  const values = palette;
  for (let end = at + 8 * count; at < end; at += 8, outAt += 4) {
    eightValues(src[at]!, src[at + 1]!, 0, values);
    for (let i = 0; i < 8; i++) values[i] = Math.imul(values[i]!, 0x010101) | (0xff000000 | 0);
    let o = outAt;
    for (let half = 0; half < 2; half++) {
      const a = at + 2 + 3 * half;
      let ramp = src[a]! | (src[a + 1]! << 8) | (src[a + 2]! << 16);
      for (let row = 0; row < 2; row++, o += stride, ramp >>>= 12) {
        out[o] = values[ramp & 7]!;
        out[o + 1] = values[(ramp >>> 3) & 7]!;
        out[o + 2] = values[(ramp >>> 6) & 7]!;
        out[o + 3] = values[(ramp >>> 9) & 7]!;
      }
    }
  }
}
