import { fourColours } from './colour565.ts';

const palette = new Int32Array(4);
/** Four bits to a byte in the top byte of a word: v * 17. */
const alpha4 = Int32Array.from({ length: 16 }, (_, v) => (v * 17) << 24);

/** BC2 (DXT2, DXT3): `count` blocks of 16 bytes side by side; alpha is four bits a texel. */
export function decodeBc2(
  src: Uint8Array,
  at: number,
  count: number,
  out: Int32Array,
  outAt: number,
  stride: number,
): void {
  const colours = palette;
  const alphas = alpha4;
  for (let end = at + 16 * count; at < end; at += 16, outAt += 4) {
    fourColours(src[at + 8]! | (src[at + 9]! << 8), src[at + 10]! | (src[at + 11]! << 8), 0, colours);
    for (let row = 0, o = outAt; row < 4; row++, o += stride) {
      const codes = src[at + 12 + row]!;
      const low = src[at + 2 * row]!;
      const high = src[at + 2 * row + 1]!;
      out[o] = colours[codes & 3]! | alphas[low & 15]!;
      out[o + 1] = colours[(codes >>> 2) & 3]! | alphas[low >>> 4]!;
      out[o + 2] = colours[(codes >>> 4) & 3]! | alphas[high & 15]!;
      out[o + 3] = colours[codes >>> 6]! | alphas[high >>> 4]!;
    }
  }
}
