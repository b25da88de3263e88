import { eightValues } from './ramp8.ts';

const redPalette = new Int32Array(8);
const greenPalette = new Int32Array(8);

/** BC5 (ATI2): `count` blocks of 16 bytes side by side, red then green, shown as (r, g, 0, 255) (svo.md §7). */
export function decodeBc5(
  src: Uint8Array,
  at: number,
  count: number,
  out: Int32Array,
  outAt: number,
  stride: number,
): void {
  const reds = redPalette;
  const greens = greenPalette;
  for (let end = at + 16 * count; at < end; at += 16, outAt += 4) {
    eightValues(src[at]!, src[at + 1]!, 0, reds);
    eightValues(src[at + 8]!, src[at + 9]!, 8, greens);
    for (let i = 0; i < 8; i++) greens[i] = greens[i]! | (0xff000000 | 0);
    let o = outAt;
    for (let half = 0; half < 2; half++) {
      const a = at + 2 + 3 * half;
      let red = src[a]! | (src[a + 1]! << 8) | (src[a + 2]! << 16);
      let green = src[a + 8]! | (src[a + 9]! << 8) | (src[a + 10]! << 16);
      for (let row = 0; row < 2; row++, o += stride, red >>>= 12, green >>>= 12) {
        out[o] = reds[red & 7]! | greens[green & 7]!;
        out[o + 1] = reds[(red >>> 3) & 7]! | greens[(green >>> 3) & 7]!;
        out[o + 2] = reds[(red >>> 6) & 7]! | greens[(green >>> 6) & 7]!;
        out[o + 3] = reds[(red >>> 9) & 7]! | greens[(green >>> 9) & 7]!;
      }
    }
  }
}
