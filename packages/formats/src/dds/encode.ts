import { bytesEqual } from '../binary/bytes.ts';
import { quantiseChannel } from '../binary/expand-bits.ts';
import { DEFAULT_LIMITS } from '../binary/limits.ts';
import { formatError } from '../diagnostics/format-error.ts';
import type { RgbaImage } from '../scene/scene.ts';
import { encodeBc4Block } from './blocks/encode-bc4.ts';
import { encodeBc1Block, encodeFourColours } from './blocks/encode-colour.ts';
import { decodeSurface } from './decode.ts';
import { fullMipCount, levelSide, surfaceSize } from './levels.ts';
import { makeHeader } from './make-header.ts';
import { encodeMasks } from './masks.ts';
import { buildMips, type MipSpace } from './mips.ts';
import { parsePixelFormat } from './pixel-format.ts';
import type { BlockCodec, BlockFormat, Dds, DdsSurface, PixelFormat } from './types.ts';
import { writeDds } from './write.ts';

export interface EncodeDdsOptions {
  /**
   * `DXT1` to `DXT5`, `ATI1`, `BC4U`, `ATI2`, `BC5U`, or a layout of 8, 16, 24 or 32 bits such as `A8R8G8B8`, `X1R5G5B5`,
   * `L8`. Absent: that of `original`, else `A8R8G8B8`.
   */
  format?: string;
  /** Mip levels to write; absent: as many as `original` has, else `none`. Not used when levels are given. */
  mips?: 'none' | 'full' | number;
  /** What mip levels are averaged in; absent: `stored`. */
  space?: MipSpace;
  /**
   * The file that the image replaces. Its header is kept, odd fields included, but for what changes; texels and blocks
   * whose decoded pixels are unchanged keep their bytes.
   */
  original?: Dds;
  /** Which picture of an array or cube map `original` is replaced; absent: 0. */
  layer?: number;
  face?: number;
  /** DXT1: texels of less alpha become transparent black; absent: 128. 0 writes an opaque texture. */
  alphaCutoff?: number;
}

const DEFAULT_CUTOFF = 128;

/**
 * Encodes an image, or its mip levels from the largest on, as a DDS file. A file whose pixels, size, format and mip
 * count are those of `original` comes out byte for byte.
 * @throws FormatError `dds/format` for a format that is not written, `dds/picture` for levels of the wrong size or when
 * a picture of an array or cube map would change size, format or mip count.
 */
export function encodeDds(source: RgbaImage | readonly RgbaImage[], options: EncodeDdsOptions = {}): Uint8Array {
  const { original, alphaCutoff } = options;
  const format = targetFormat(options);
  const levels = isImage(source) ? buildMips(source, mipCount(source, options), options.space) : source;
  checkLevels(levels);
  const { width, height } = levels[0]!;
  const layer = options.layer ?? 0;
  const face = options.face ?? 0;
  const same =
    original?.format?.name === format.name &&
    original.width === width &&
    original.height === height &&
    original.mips === levels.length &&
    original.surfaces.length > 0;
  if (same) {
    const encoded = original.surfaces.map((surface) =>
      surface.layer === layer && surface.face === face
        ? encodeSurface(levels[surface.mip]!, format, { alphaCutoff, original: surface })
        : wholeData(surface),
    );
    const unedited = encoded.every((data, i) => bytesEqual(data, wholeData(original.surfaces[i]!)));
    if (unedited) return writeDds(original);
    return writeDds({ ...original, surfaces: encoded.map((data) => ({ data })) });
  }
  if (original && original.layers * original.faces > 1) {
    const expected = `${original.width}x${original.height}, ${original.mips} mips, ${original.format?.name}: one of an array or cube map`;
    throw pictureError('the picture', `${width}x${height}, ${levels.length} mips, ${format.name}`, expected);
  }
  const kept = original?.format?.name === format.name ? original.surfaces : [];
  return writeDds({
    header: makeHeader(format, width, height, levels.length, original),
    surfaces: levels.map((level, mip) => ({
      data: encodeSurface(level, format, { alphaCutoff, original: kept[mip] }),
    })),
    trailing: new Uint8Array(0),
  });
}

/** Options of `encodeSurface`; `original` is the surface that the image replaces. */
export interface EncodeSurfaceOptions {
  alphaCutoff?: number;
  original?: DdsSurface;
}

/**
 * Encodes one image as the bytes of a surface. Where `original` is given and has its size, texels and blocks whose
 * decoded pixels are unchanged keep its bytes.
 * @throws FormatError `dds/format` for a format that is not written.
 */
export function encodeSurface(image: RgbaImage, format: PixelFormat, options: EncodeSurfaceOptions = {}): Uint8Array {
  const { original } = options;
  const data =
    format.kind === 'mask'
      ? encodeMasks(format, image.rgba)
      : encodeBlocks(image, format, options.alphaCutoff ?? DEFAULT_CUTOFF);
  if (original && original.width === image.width && original.height === image.height) {
    keepUnchanged(data, format, image, original);
  }
  return data;
}

/** Writes one block of 16 RGBA texels. */
type BlockWriter = (texels: Uint8Array, out: Uint8Array, at: number, cutoff: number) => void;

const WRITERS: { readonly [codec in BlockCodec]: BlockWriter | undefined } = {
  bc1: (texels, out, at, cutoff) => encodeBc1Block(texels, cutoff, out, at),
  bc2: encodeBc2Block,
  bc3: (texels, out, at) => {
    encodeBc4Block(texels, 3, out, at);
    encodeFourColours(texels, out, at + 8);
  },
  bc4: (texels, out, at) => encodeBc4Block(texels, 0, out, at),
  bc4s: undefined,
  bc5: (texels, out, at) => {
    encodeBc4Block(texels, 0, out, at);
    encodeBc4Block(texels, 1, out, at + 8);
  },
  bc5s: undefined,
  bc6h: undefined,
  bc7: undefined,
};

function encodeBc2Block(texels: Uint8Array, out: Uint8Array, at: number): void {
  for (let i = 0; i < 8; i++) {
    out[at + i] = quantiseChannel(texels[8 * i + 3]!, 15) | (quantiseChannel(texels[8 * i + 7]!, 15) << 4);
  }
  encodeFourColours(texels, out, at + 8);
}

function encodeBlocks(image: RgbaImage, format: BlockFormat, cutoff: number): Uint8Array {
  const write = WRITERS[format.codec];
  if (!write) throw unwritable(format.name);
  const { width, height, rgba } = image;
  const out = new Uint8Array(surfaceSize(format, width, height));
  const texels = new Uint8Array(64);
  let at = 0;
  for (let by = 0; by < height; by += 4) {
    for (let bx = 0; bx < width; bx += 4, at += format.blockBytes) {
      // Texels beyond an edge repeat the last one inside, so that they ask for no colour of their own.
      for (let i = 0; i < 16; i++) {
        const x = Math.min(bx + (i & 3), width - 1);
        const from = (Math.min(by + (i >>> 2), height - 1) * width + x) * 4;
        texels[4 * i] = rgba[from]!;
        texels[4 * i + 1] = rgba[from + 1]!;
        texels[4 * i + 2] = rgba[from + 2]!;
        texels[4 * i + 3] = rgba[from + 3]!;
      }
      write(texels, out, at, cutoff);
    }
  }
  return out;
}

/** Puts the original's bytes back wherever they decode to the image's pixels. */
function keepUnchanged(data: Uint8Array, format: PixelFormat, image: RgbaImage, original: DdsSurface): void {
  const { rgba } = decodeSurface(format, original);
  const stored = wholeData(original);
  const { width, height } = image;
  const side = format.kind === 'block' ? 4 : 1;
  const unit = format.kind === 'block' ? format.blockBytes : format.bitCount / 8;
  let at = 0;
  for (let by = 0; by < height; by += side) {
    for (let bx = 0; bx < width; bx += side, at += unit) {
      const columns = Math.min(side, width - bx);
      const rows = Math.min(side, height - by);
      if (!sameTexels(image.rgba, rgba, width, bx, by, columns, rows)) continue;
      for (let i = 0; i < unit; i++) data[at + i] = stored[at + i]!;
    }
  }
}

function sameTexels(
  a: Uint8Array,
  b: Uint8Array,
  width: number,
  x: number,
  y: number,
  columns: number,
  rows: number,
): boolean {
  for (let row = 0; row < rows; row++) {
    const start = ((y + row) * width + x) * 4;
    for (let i = start; i < start + 4 * columns; i++) if (a[i] !== b[i]) return false;
  }
  return true;
}

function isImage(source: RgbaImage | readonly RgbaImage[]): source is RgbaImage {
  return 'rgba' in source;
}

function targetFormat(options: EncodeDdsOptions): PixelFormat {
  const name = options.format;
  const { original } = options;
  if (original?.format && (name === undefined || name === original.format.name)) return original.format;
  const format = parsePixelFormat(name ?? 'A8R8G8B8');
  if (!format) throw unwritable(name ?? '');
  return format;
}

function mipCount(image: RgbaImage, { mips, original }: EncodeDdsOptions): number {
  const full = fullMipCount(image.width, image.height);
  if (mips === 'full') return full;
  if (mips === 'none') return 1;
  if (mips !== undefined) return Math.min(Math.max(1, mips), full);
  if (!original || original.mips === 1) return 1;
  return original.mips === fullMipCount(original.width, original.height) ? full : Math.min(original.mips, full);
}

function checkLevels(levels: readonly RgbaImage[]): void {
  const first = levels[0];
  const largest = DEFAULT_LIMITS.maxImageSize;
  if (!first || !isSide(first.width, largest) || !isSide(first.height, largest)) {
    const size = first ? `${first.width}x${first.height}` : 'missing';
    throw pictureError('the picture', size, `1 to ${largest} texels a side`);
  }
  if (levels.length > fullMipCount(first.width, first.height)) {
    throw pictureError(
      'the number of levels',
      `${levels.length}`,
      `${fullMipCount(first.width, first.height)} at most`,
    );
  }
  levels.forEach((level, mip) => {
    const width = levelSide(first.width, mip);
    const height = levelSide(first.height, mip);
    if (level.width !== width || level.height !== height || level.rgba.length !== width * height * 4) {
      const size = `${level.width}x${level.height} of ${level.rgba.length} bytes`;
      throw pictureError(`level ${mip}`, size, `${width}x${height} of ${width * height * 4} bytes`);
    }
  });
}

function isSide(side: number, largest: number): boolean {
  return Number.isInteger(side) && side >= 1 && side <= largest;
}

function wholeData(surface: DdsSurface): Uint8Array {
  if (surface.data.length === surface.size) return surface.data;
  const whole = new Uint8Array(surface.size);
  whole.set(surface.data);
  return whole;
}

function pictureError(what: string, value: string, expected: string) {
  return formatError('dds/picture', { what, value, expected }, 0);
}

function unwritable(name: string) {
  return formatError('dds/format', { field: 'format', value: `"${name}"`, why: 'not a format that is written' }, 0);
}
