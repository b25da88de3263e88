import { int32View } from '../binary/bytes.ts';
import { formatError } from '../diagnostics/format-error.ts';
import type { RgbaImage } from '../scene/scene.ts';
import { decodeBc1 } from './blocks/bc1.ts';
import { decodeBc2 } from './blocks/bc2.ts';
import { decodeBc3 } from './blocks/bc3.ts';
import { decodeBc4 } from './blocks/bc4.ts';
import { decodeBc5 } from './blocks/bc5.ts';
import { decodeBc7 } from './blocks/bc7.ts';
import { decodeMasks } from './masks.ts';
import type { BlockCodec, BlockFormat, Dds, DdsSurface, PixelFormat } from './types.ts';

export interface DecodeDdsOptions {
  /** Mip level, 0 when absent. */
  level?: number;
  /** Array layer, 0 when absent. */
  layer?: number;
  /** Index among the faces that are present, 0 when absent. */
  face?: number;
  /** Where the pixels go, from its first byte: at least width * height * 4 bytes; a new buffer when absent. */
  into?: Uint8Array;
  /** Shows the fourth code of three-colour BC1 blocks as opaque black, not as transparent black. */
  opaqueBc1?: boolean;
}

/** Decodes `count` blocks side by side from `at`, to RGBA words (R in the low byte); knows 16 texels a block, no edges. */
type BlockKernel = (
  src: Uint8Array,
  at: number,
  count: number,
  out: Int32Array,
  outAt: number,
  stride: number,
  fourth: number,
) => void;

const KERNELS: { readonly [codec in BlockCodec]: BlockKernel | undefined } = {
  bc1: decodeBc1,
  bc2: decodeBc2,
  bc3: decodeBc3,
  bc4: decodeBc4,
  bc4s: undefined,
  bc5: decodeBc5,
  bc5s: undefined,
  bc6h: undefined,
  bc7: decodeBc7,
};

/** Whether `decodeDds` knows the format; the sizes of one that it does not know may be known all the same. */
export function hasDecoder(format: PixelFormat): boolean {
  return format.kind === 'mask' || KERNELS[format.codec] !== undefined;
}

/**
 * Decodes one surface to RGBA (svo.md §7). Channels are exact values rounded to nearest, halves up; missing bytes count
 * as zero; BC4 shows as (v, v, v, 255), BC5 as (r, g, 0, 255), A8 as (0, 0, 0, a); DXT2 and DXT4 stay premultiplied,
 * sRGB stays as stored. `rgba` of the result is exactly width * height * 4 bytes, a view of `into` when given.
 * @throws FormatError `dds/size`, `dds/format` or `dds/oversize`, as `dds.problem`; RangeError for a surface that is not
 * there or an `into` that is too short.
 */
export function decodeDds(dds: Dds, options: DecodeDdsOptions = {}): RgbaImage {
  if (dds.problem) throw dds.problem;
  const surface = surfaceOf(dds, options.layer ?? 0, options.face ?? 0, options.level ?? 0);
  return decodeSurface(dds.format!, surface, options);
}

/** The surface of a layer, face and mip level. Throws RangeError when it is not there. */
export function surfaceOf(dds: Dds, layer: number, face: number, mip: number): DdsSurface {
  const inside = layer >= 0 && layer < dds.layers && face >= 0 && face < dds.faces && mip >= 0 && mip < dds.mips;
  const surface = inside ? dds.surfaces[(layer * dds.faces + face) * dds.mips + mip] : undefined;
  if (!surface) throw new RangeError(`no surface of layer ${layer}, face ${face}, mip ${mip}`);
  return surface;
}

/** Decodes the bytes of one surface, as `decodeDds`. */
export function decodeSurface(
  format: PixelFormat,
  surface: Pick<DdsSurface, 'width' | 'height' | 'size' | 'data' | 'offset'>,
  options: Pick<DecodeDdsOptions, 'into' | 'opaqueBc1'> = {},
): RgbaImage {
  const { width, height } = surface;
  const texels = width * height;
  if (options.into && options.into.length < texels * 4) {
    throw new RangeError(`into has ${options.into.length} bytes, ${texels * 4} are needed`);
  }
  const rgba = options.into ? options.into.subarray(0, texels * 4) : new Uint8Array(texels * 4);
  const direct = int32View(rgba);
  const words = direct ?? new Int32Array(texels);
  const src = surface.data.length < surface.size ? zeroFilled(surface.data, surface.size) : surface.data;
  if (format.kind === 'mask') decodeMasks(format, src, texels, words);
  else decodeBlocks(format, src, width, height, words, options.opaqueBc1 === true, surface.offset);
  if (!direct) copyWords(words, rgba);
  return { width, height, rgba };
}

function zeroFilled(data: Uint8Array, size: number): Uint8Array {
  const whole = new Uint8Array(size);
  whole.set(data);
  return whole;
}

/** RGBA words to bytes, where no view of words is possible. */
function copyWords(words: Int32Array, rgba: Uint8Array): void {
  for (let i = 0, at = 0; i < words.length; i++, at += 4) {
    const word = words[i]!;
    rgba[at] = word;
    rgba[at + 1] = word >>> 8;
    rgba[at + 2] = word >>> 16;
    rgba[at + 3] = word >>> 24;
  }
}

const edgeTexels = new Int32Array(16);

/** Whole blocks go straight to their place; blocks that reach beyond the right or lower edge are clipped, only here. */
function decodeBlocks(
  format: BlockFormat,
  src: Uint8Array,
  width: number,
  height: number,
  out: Int32Array,
  opaqueBc1: boolean,
  offset: number,
): void {
  const kernel = KERNELS[format.codec];
  if (!kernel) throw undecodable(format, offset);
  const fourth = opaqueBc1 ? 0xff000000 | 0 : 0;
  const { blockBytes } = format;
  const across = Math.ceil(width / 4);
  const wholeAcross = Math.floor(width / 4);
  const wholeDown = Math.floor(height / 4);
  const down = Math.ceil(height / 4);
  for (let by = 0; by < down; by++) {
    const rowAt = by * across * blockBytes;
    const whole = by < wholeDown ? wholeAcross : 0;
    if (whole > 0) kernel(src, rowAt, whole, out, by * 4 * width, width, fourth);
    for (let bx = whole; bx < across; bx++) {
      kernel(src, rowAt + bx * blockBytes, 1, edgeTexels, 0, 4, fourth);
      const columns = Math.min(4, width - bx * 4);
      const rows = Math.min(4, height - by * 4);
      for (let y = 0; y < rows; y++) {
        const to = (by * 4 + y) * width + bx * 4;
        for (let x = 0; x < columns; x++) out[to + x] = edgeTexels[y * 4 + x]!;
      }
    }
  }
}

/** The error for a block format whose sizes are known and whose texels are not decoded. */
export function undecodable(format: PixelFormat, offset: number) {
  return formatError(
    'dds/format',
    { field: 'format', value: format.name, why: 'this compression is not decoded' },
    offset,
    'header.pixelFormat',
  );
}
