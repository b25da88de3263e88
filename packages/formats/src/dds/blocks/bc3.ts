import { fourColours } from './colour565.ts';
import { eightValues } from './ramp8.ts';

const colourPalette = new Int32Array(4);
const alphaPalette = new Int32Array(8);

/** BC3 (DXT4, DXT5): `count` blocks of 16 bytes side by side; alpha is a BC4 block. */
export function decodeBc3(
  src: Uint8Array,
  at: number,
  count: number,
  out: Int32Array,
  outAt: number,
  stride: number,
): void {
  const colours = colourPalette;
  const alphas = alphaPalette;
  for (let end = at + 16 * count; at < end; at += 16, outAt += 4) {
    eightValues(src[at]!, src[at + 1]!, 24, alphas);
    fourColours(src[at + 8]! | (src[at + 9]! << 8), src[at + 10]! | (src[at + 11]! << 8), 0, colours);
    let o = outAt;
    for (let half = 0; half < 2; half++) {
      const a = at + 2 + 3 * half;
      const ramp = src[a]! | (src[a + 1]! << 8) | (src[a + 2]! << 16);
      const codes = src[at + 12 + 2 * half]! | (src[at + 13 + 2 * half]! << 8);
      out[o] = colours[codes & 3]! | alphas[ramp & 7]!;
      out[o + 1] = colours[(codes >>> 2) & 3]! | alphas[(ramp >>> 3) & 7]!;
      out[o + 2] = colours[(codes >>> 4) & 3]! | alphas[(ramp >>> 6) & 7]!;
      out[o + 3] = colours[(codes >>> 6) & 3]! | alphas[(ramp >>> 9) & 7]!;
      o += stride;
      out[o] = colours[(codes >>> 8) & 3]! | alphas[(ramp >>> 12) & 7]!;
      out[o + 1] = colours[(codes >>> 10) & 3]! | alphas[(ramp >>> 15) & 7]!;
      out[o + 2] = colours[(codes >>> 12) & 3]! | alphas[(ramp >>> 18) & 7]!;
      out[o + 3] = colours[codes >>> 14]! | alphas[ramp >>> 21]!;
      o += stride;
    }
  }
}
