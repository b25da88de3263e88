import type { RgbaImage } from '@unbake/formats';
import type { PathCommand } from 'opentype.js';
import { loadSharp } from '../image-encode.ts';

/** An outline and where its pen is on the page. */
export interface PlacedPath {
  path: readonly PathCommand[];
  x: number;
  y: number;
}

/** Draws outlines: white, alpha the share of each texel that they cover. */
export async function rasterise(paths: readonly PlacedPath[], width: number, height: number): Promise<RgbaImage> {
  const sharp = await loadSharp();
  const shapes = paths.map(({ path, x, y }) => `<path d="${pathData(path, x, y)}"/>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="#fff">${shapes}</svg>`;
  const rgba = new Uint8Array(width * height * 4).fill(255);
  const drawn = await sharp(Buffer.from(svg), { unlimited: true })
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer();
  for (let i = 0; i < drawn.length; i++) rgba[4 * i + 3] = drawn[i]!;
  return { width, height, rgba };
}

/** Thousandths of a texel are finer than the 16 steps of alpha that a page has. */
function pathData(path: readonly PathCommand[], dx: number, dy: number): string {
  const point = (x: number | undefined, y: number | undefined): string =>
    x === undefined || y === undefined ? '' : `${(x + dx).toFixed(3)} ${(y + dy).toFixed(3)} `;
  return path.map((c) => c.type + point(c.x1, c.y1) + point(c.x2, c.y2) + point(c.x, c.y)).join('');
}
