import { quantiseChannel } from '../binary/expand-bits.ts';
import { formatError } from '../diagnostics/format-error.ts';
import type { RgbaImage } from '../scene/scene.ts';
import { fullMipCount, PALETTE_SIZE, type Texm, type TexmFormat, type TexmLevel } from './types.ts';

export interface EncodeTexmOptions {
  format: TexmFormat;
  /** Format 0: 256 colours of 4 bytes B, G, R, unused, to choose from; else the picture's own colours are taken. */
  palette?: Uint8Array | undefined;
}

/** Fields that a new texture takes over from the one it replaces. */
export type TexmTemplate = Pick<Texm, 'flags4' | 'flags5' | 'unknown6' | 'page' | 'rest'>;

const EMPTY: TexmTemplate = { flags4: 0, flags5: 0, unknown6: 0, page: undefined, rest: new Uint8Array(0) };

/**
 * A texture of a picture and its mips, largest first, for `writeTexm`.
 * @throws FormatError `texm/colours` for format 0 without a palette and more than 256 colours; RangeError for levels
 * that are no mip chain.
 */
export function encodeTexm(
  images: readonly RgbaImage[],
  options: EncodeTexmOptions,
  template: TexmTemplate = EMPTY,
): Texm {
  const { format } = options;
  const [first] = images;
  if (!first || images.length > fullMipCount(first.width, first.height)) {
    throw new RangeError(`${images.length} levels are no mip chain`);
  }
  const { width, height } = first;
  const palette = format === 0 ? (options.palette ?? paletteOf(images)) : undefined;
  const levels = images.map((image, i): TexmLevel => {
    if (image.width !== Math.max(1, width >> i) || image.height !== Math.max(1, height >> i)) {
      throw new RangeError(`level ${i} of ${width} x ${height} pixels has ${image.width} x ${image.height}`);
    }
    return { width: image.width, height: image.height, data: encodePixels(image, format, palette) };
  });
  const { flags4, flags5, unknown6, page, rest } = template;
  const mipCount = levels.length;
  return { width, height, mipCount, flags4, flags5, unknown6, format, palette, levels, page, rest, base: 0 };
}

/** The bytes of one level. `palette` is needed for format 0. */
export function encodePixels(image: RgbaImage, format: TexmFormat, palette?: Uint8Array): Uint8Array {
  const count = image.width * image.height;
  if (format === 0) return encodeIndexed(image.rgba, count, palette ?? paletteOf([image]));
  if (format === 888 || format === 8888) return encodeBgr(image.rgba, count, format === 8888);
  const out = new Uint8Array(count * 2);
  for (let i = 0; i < count; i++) {
    const word = encodeWord(format, image.rgba, i * 4);
    out[2 * i] = word & 255;
    out[2 * i + 1] = word >> 8;
  }
  return out;
}

function encodeWord(format: 565 | 556 | 4444 | 88, rgba: Uint8Array, at: number): number {
  const r = rgba[at]!;
  const g = rgba[at + 1]!;
  const b = rgba[at + 2]!;
  const a = rgba[at + 3]!;
  switch (format) {
    case 565:
      return (quantiseChannel(r, 31) << 11) | (quantiseChannel(g, 63) << 5) | quantiseChannel(b, 31);
    case 556:
      return (quantiseChannel(r, 31) << 11) | (quantiseChannel(g, 31) << 6) | quantiseChannel(b, 63);
    case 4444:
      return (
        (quantiseChannel(a, 15) << 12) |
        (quantiseChannel(r, 15) << 8) |
        (quantiseChannel(g, 15) << 4) |
        quantiseChannel(b, 15)
      );
    case 88:
      return luminance(r, g, b) | (a << 8);
  }
}

/** Rec. 601 weights; exact for grey. */
function luminance(r: number, g: number, b: number): number {
  return Math.round((299 * r + 587 * g + 114 * b) / 1000);
}

/** Bytes B, G, R and alpha; 255 in the unused byte of format 888. */
function encodeBgr(rgba: Uint8Array, count: number, alpha: boolean): Uint8Array {
  const out = new Uint8Array(count * 4);
  for (let at = 0; at < count * 4; at += 4) {
    out[at] = rgba[at + 2]!;
    out[at + 1] = rgba[at + 1]!;
    out[at + 2] = rgba[at]!;
    out[at + 3] = alpha ? rgba[at + 3]! : 255;
  }
  return out;
}

/** The colours of all levels in the order they occur, rest 0. Throws `texm/colours` for more than 256. */
function paletteOf(images: readonly RgbaImage[]): Uint8Array {
  const palette = new Uint8Array(PALETTE_SIZE);
  const seen = new Set<number>();
  for (const { rgba } of images) {
    for (let at = 0; at < rgba.length; at += 4) {
      const colour = (rgba[at]! << 16) | (rgba[at + 1]! << 8) | rgba[at + 2]!;
      if (seen.has(colour)) continue;
      if (seen.size === 256) throw formatError('texm/colours', { most: 256 }, 0, 'palette');
      palette[seen.size * 4] = rgba[at + 2]!;
      palette[seen.size * 4 + 1] = rgba[at + 1]!;
      palette[seen.size * 4 + 2] = rgba[at]!;
      seen.add(colour);
    }
  }
  return palette;
}

/** The nearest palette colour for each pixel, the first of equally near ones. */
function encodeIndexed(rgba: Uint8Array, count: number, palette: Uint8Array): Uint8Array {
  const out = new Uint8Array(count);
  const known = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    const colour = (rgba[4 * i]! << 16) | (rgba[4 * i + 1]! << 8) | rgba[4 * i + 2]!;
    let index = known.get(colour);
    if (index === undefined) {
      index = nearest(rgba[4 * i]!, rgba[4 * i + 1]!, rgba[4 * i + 2]!, palette);
      known.set(colour, index);
    }
    out[i] = index;
  }
  return out;
}

function nearest(r: number, g: number, b: number, palette: Uint8Array): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 256; i++) {
    const distance = (palette[4 * i]! - b) ** 2 + (palette[4 * i + 1]! - g) ** 2 + (palette[4 * i + 2]! - r) ** 2;
    if (distance < least) {
      least = distance;
      best = i;
    }
  }
  return best;
}
