import { i32Array } from '../../binary/bytes.ts';
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
  const words = i32Array(src, at, 4 * count);
  for (let i = 0; i < words.length; i += 4, outAt += 4) {
    const head = words[i]!;
    const tail = words[i + 1]!;
    const ends = words[i + 2]!;
    let codes = words[i + 3]!;
    eightValues(head & 0xff, (head >>> 8) & 0xff, 24, alphas);
    fourColours(ends & 0xffff, ends >>> 16, 0, colours);
    let ramp = (head >>> 16) | ((tail & 0xff) << 16);
    for (let half = 0, o = outAt; half < 2; half++, o += stride) {
      out[o] = colours[codes & 3]! | alphas[ramp & 7]!;
      out[o + 1] = colours[(codes >>> 2) & 3]! | alphas[(ramp >>> 3) & 7]!;
      out[o + 2] = colours[(codes >>> 4) & 3]! | alphas[(ramp >>> 6) & 7]!;
      out[o + 3] = colours[(codes >>> 6) & 3]! | alphas[(ramp >>> 9) & 7]!;
      o += stride;
      out[o] = colours[(codes >>> 8) & 3]! | alphas[(ramp >>> 12) & 7]!;
      out[o + 1] = colours[(codes >>> 10) & 3]! | alphas[(ramp >>> 15) & 7]!;
      out[o + 2] = colours[(codes >>> 12) & 3]! | alphas[(ramp >>> 18) & 7]!;
      out[o + 3] = colours[(codes >>> 14) & 3]! | alphas[ramp >>> 21]!;
      codes >>>= 16;
      ramp = tail >>> 8;
    }
  }
}
