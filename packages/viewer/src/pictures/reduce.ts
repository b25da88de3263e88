import type { Pixels } from '../worker/protocol.ts';

/**
 * A picture with one texel for each square of `factor` by `factor`: the mean of each channel by itself, so that colours
 * under transparent texels keep their part. Squares that reach beyond the right or lower edge are of what is there.
 */
export function reduce(image: Pixels, factor: number): Pixels {
  if (factor <= 1) return image;
  const width = Math.ceil(image.width / factor);
  const height = Math.ceil(image.height / factor);
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const y1 = Math.min(image.height, (y + 1) * factor);
    for (let x = 0; x < width; x++) {
      const x0 = x * factor;
      const x1 = Math.min(image.width, x0 + factor);
      let r = 0;
      let g = 0;
      let b = 0;
      let a = 0;
      for (let row = y * factor; row < y1; row++) {
        const end = (row * image.width + x1) * 4;
        for (let at = (row * image.width + x0) * 4; at < end; at += 4) {
          r += image.rgba[at]!;
          g += image.rgba[at + 1]!;
          b += image.rgba[at + 2]!;
          a += image.rgba[at + 3]!;
        }
      }
      const count = (y1 - y * factor) * (x1 - x0);
      const to = (y * width + x) * 4;
      rgba[to] = Math.round(r / count);
      rgba[to + 1] = Math.round(g / count);
      rgba[to + 2] = Math.round(b / count);
      rgba[to + 3] = Math.round(a / count);
    }
  }
  return { width, height, rgba };
}

/** A side that is small enough for any view from far off. */
const SMALL = 256;

/** The picture halved, halved again, and so on, until both sides are small. */
export function halvings(image: Pixels): Pixels[] {
  const levels: Pixels[] = [];
  for (let at = image; Math.max(at.width, at.height) > SMALL; ) {
    at = reduce(at, 2);
    levels.push(at);
  }
  return levels;
}
