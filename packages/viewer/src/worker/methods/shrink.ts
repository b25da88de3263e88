import type { Pixels } from '../protocol.ts';

/** A picture with at most `size` texels a side, each the mean of those it stands for, colours weighted by alpha. */
export function shrink(image: Pixels, size: number): Pixels {
  const scale = Math.max(image.width, image.height) / size;
  if (scale <= 1) return image;
  const width = Math.max(1, Math.round(image.width / scale));
  const height = Math.max(1, Math.round(image.height / scale));
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const y0 = Math.floor((y * image.height) / height);
    const y1 = Math.max(y0 + 1, Math.floor(((y + 1) * image.height) / height));
    for (let x = 0; x < width; x++) {
      const x0 = Math.floor((x * image.width) / width);
      const x1 = Math.max(x0 + 1, Math.floor(((x + 1) * image.width) / width));
      average(image, x0, y0, x1, y1, rgba, (y * width + x) * 4);
    }
  }
  return { width, height, rgba };
}

function average(image: Pixels, x0: number, y0: number, x1: number, y1: number, into: Uint8Array, at: number): void {
  let r = 0;
  let g = 0;
  let b = 0;
  let a = 0;
  for (let y = y0; y < y1; y++) {
    for (let i = (y * image.width + x0) * 4; i < (y * image.width + x1) * 4; i += 4) {
      const alpha = image.rgba[i + 3]!;
      r += image.rgba[i]! * alpha;
      g += image.rgba[i + 1]! * alpha;
      b += image.rgba[i + 2]! * alpha;
      a += alpha;
    }
  }
  if (a > 0) {
    into[at] = Math.round(r / a);
    into[at + 1] = Math.round(g / a);
    into[at + 2] = Math.round(b / a);
  }
  into[at + 3] = Math.round(a / ((x1 - x0) * (y1 - y0)));
}
