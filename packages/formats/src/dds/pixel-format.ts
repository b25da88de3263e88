import { hexOffset } from '../binary/hex.ts';
import { formatError } from '../diagnostics/format-error.ts';
import {
  type BlockCodec,
  type BlockFormat,
  type DdsHeader,
  type MaskFormat,
  PIXEL_FLAGS,
  type PixelFormat,
} from './types.ts';

/** Position of `dwFourCC` and its neighbours in the file, for messages. */
const AT = { flags: 0x50, fourCC: 0x54, bitCount: 0x58, redMask: 0x5c, dxgi: 0x80 } as const;

/** Block formats by FourCC (svo.md §7). BC4S and BC5S have known sizes and no decoder. */
const FOUR_CC: { readonly [name: string]: BlockCodec } = {
  DXT1: 'bc1',
  DXT2: 'bc2',
  DXT3: 'bc2',
  DXT4: 'bc3',
  DXT5: 'bc3',
  ATI1: 'bc4',
  BC4U: 'bc4',
  BC4S: 'bc4s',
  ATI2: 'bc5',
  BC5U: 'bc5',
  BC5S: 'bc5s',
};

/** Block formats by DXGI number: typeless, unorm, unorm_srgb (or typeless, unorm, snorm). sRGB stays as stored. */
const DXGI_BLOCKS: { readonly [dxgi: number]: BlockCodec } = {
  70: 'bc1',
  71: 'bc1',
  72: 'bc1',
  73: 'bc2',
  74: 'bc2',
  75: 'bc2',
  76: 'bc3',
  77: 'bc3',
  78: 'bc3',
  79: 'bc4',
  80: 'bc4',
  81: 'bc4s',
  82: 'bc5',
  83: 'bc5',
  84: 'bc5s',
  94: 'bc6h',
  95: 'bc6h',
  96: 'bc6h',
  97: 'bc7',
  98: 'bc7',
  99: 'bc7',
};

/** Uncompressed DXGI formats by their layout in the terms of a legacy header. */
const DXGI_MASKS: { readonly [dxgi: number]: string } = {
  23: 'A2B10G10R10',
  24: 'A2B10G10R10',
  27: 'A8B8G8R8',
  28: 'A8B8G8R8',
  29: 'A8B8G8R8',
  65: 'A8',
  85: 'R5G6B5',
  86: 'A1R5G5B5',
  87: 'A8R8G8B8',
  88: 'X8R8G8B8',
  90: 'A8R8G8B8',
  91: 'A8R8G8B8',
  92: 'X8R8G8B8',
  93: 'X8R8G8B8',
  115: 'A4R4G4B4',
};

/** The characters of a FourCC for display; bytes that are no ASCII letters show as hex. */
export function fourCcText(fourCC: number): string {
  const codes = [fourCC & 0xff, (fourCC >>> 8) & 0xff, (fourCC >>> 16) & 0xff, fourCC >>> 24];
  if (codes.every((c) => c >= 0x20 && c < 0x7f)) return String.fromCharCode(...codes);
  return hexOffset(fourCC >>> 0);
}

export function fourCcOf(text: string): number {
  let value = 0;
  for (let i = 3; i >= 0; i--) value = value * 256 + text.charCodeAt(i);
  return value;
}

export const DX10_FOUR_CC = fourCcOf('DX10');

/**
 * The pixel format that a header describes: by its DX10 header, else by a known FourCC, else by its masks.
 * @throws FormatError `dds/format`, naming the field.
 */
export function pixelFormatOf(header: DdsHeader, base = 0): PixelFormat {
  if (header.dx10) return dxgiFormat(header.dx10.dxgiFormat, base);
  const { flags, fourCC } = header.pixelFormat;
  const codec = FOUR_CC[fourCcText(fourCC)];
  if (codec) return blockFormat(fourCcText(fourCC), codec);
  if (flags & PIXEL_FLAGS.fourCC) {
    throw formatError(
      'dds/format',
      { field: 'dwFourCC', value: `"${fourCcText(fourCC)}"`, why: 'unknown' },
      base + AT.fourCC,
      'header.pixelFormat.fourCC',
    );
  }
  return maskFormatOf(header, base);
}

function dxgiFormat(dxgi: number, base: number): PixelFormat {
  const codec = DXGI_BLOCKS[dxgi];
  if (codec) return blockFormat(codec.toUpperCase(), codec);
  const masks = DXGI_MASKS[dxgi];
  const format = masks === undefined ? undefined : parseMaskFormat(masks);
  if (format) return format;
  throw formatError(
    'dds/format',
    { field: 'dxgiFormat', value: `${dxgi}`, why: 'not one of the formats that are read' },
    base + AT.dxgi,
    'header.dx10.dxgiFormat',
  );
}

function blockFormat(name: string, codec: BlockCodec): BlockFormat {
  return { kind: 'block', name, codec, blockBytes: codec === 'bc1' || codec === 'bc4' || codec === 'bc4s' ? 8 : 16 };
}

function maskFormatOf(header: DdsHeader, base: number): MaskFormat {
  const { flags, rgbBitCount: bitCount, redMask, greenMask, blueMask, alphaMask } = header.pixelFormat;
  if (bitCount !== 8 && bitCount !== 16 && bitCount !== 24 && bitCount !== 32) {
    throw formatError(
      'dds/format',
      { field: 'dwRGBBitCount', value: `${bitCount}`, why: 'only 8, 16, 24 and 32 bits a texel are stored' },
      base + AT.bitCount,
      'header.pixelFormat.rgbBitCount',
    );
  }
  const luminance = (flags & PIXEL_FLAGS.luminance) !== 0;
  const alphaOnly = (flags & (PIXEL_FLAGS.alpha | PIXEL_FLAGS.rgb | PIXEL_FLAGS.luminance)) === PIXEL_FLAGS.alpha;
  const hasAlpha = alphaOnly || (flags & PIXEL_FLAGS.alphaPixels) !== 0;
  const red = alphaOnly ? 0 : redMask;
  const green = luminance ? red : alphaOnly ? 0 : greenMask;
  const blue = luminance ? red : alphaOnly ? 0 : blueMask;
  const alpha = hasAlpha ? alphaMask : 0;
  if (red === 0 && green === 0 && blue === 0 && alpha === 0) {
    throw formatError(
      'dds/format',
      { field: 'dwFlags', value: hexOffset(flags), why: 'no known FourCC and no masks' },
      base + AT.flags,
      'header.pixelFormat.flags',
    );
  }
  const masks = [red, green, blue, alpha];
  for (let i = 0; i < 4; i++) {
    const mask = masks[i]!;
    const why =
      mask >= 2 ** bitCount ? `reaches beyond the ${bitCount} bits of a texel` : 'its bits are not contiguous';
    if (mask >= 2 ** bitCount || !isContiguous(mask)) {
      const field = ['dwRBitMask', 'dwGBitMask', 'dwBBitMask', 'dwABitMask'][i]!;
      throw formatError(
        'dds/format',
        { field, value: hexOffset(mask), why },
        base + AT.redMask + 4 * i,
        'header.pixelFormat',
      );
    }
  }
  const grey = luminance || (red !== 0 && red === green && red === blue);
  return { kind: 'mask', name: maskName(bitCount, grey, masks), bitCount, luminance: grey, red, green, blue, alpha };
}

/** Lowest set bit of a mask, 0 for none. */
export function maskShift(mask: number): number {
  return mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
}

/** How many bits a contiguous mask has. */
export function maskBits(mask: number): number {
  return mask === 0 ? 0 : 32 - Math.clz32(mask >>> maskShift(mask));
}

function isContiguous(mask: number): boolean {
  const low = mask >>> maskShift(mask);
  return (low & (low + 1)) === 0;
}

/** `A8R8G8B8`: channels from the top bit down, `X` for bits of no channel; masks in hex where they overlap. */
function maskName(bitCount: number, luminance: boolean, masks: readonly number[]): string {
  const letters = luminance ? ['L', '', '', 'A'] : ['R', 'G', 'B', 'A'];
  let name = '';
  let top = bitCount;
  const bits = masks.map((mask, i) => ({ mask, letter: letters[i]! })).filter((c) => c.mask !== 0 && c.letter !== '');
  bits.sort((a, b) => b.mask - a.mask);
  for (const { mask, letter } of bits) {
    const end = maskShift(mask) + maskBits(mask);
    if (end > top) return `RGBA${bitCount}(${masks.map(hexOffset).join(',')})`;
    if (end < top) name += `X${top - end}`;
    name += `${letter}${maskBits(mask)}`;
    top = maskShift(mask);
  }
  return top > 0 ? `${name}X${top}` : name;
}

/** The layout that a name such as `A1R5G5B5` spells; undefined when it spells none of 8, 16, 24 or 32 bits. */
function parseMaskFormat(name: string): MaskFormat | undefined {
  if (!/^(?:[ARGBLX]\d{1,2})+$/.test(name)) return undefined;
  const parts = [...name.matchAll(/([ARGBLX])(\d+)/g)].map((m) => ({ letter: m[1]!, bits: Number(m[2]) }));
  const bitCount = parts.reduce((sum, part) => sum + part.bits, 0);
  if (bitCount !== 8 && bitCount !== 16 && bitCount !== 24 && bitCount !== 32) return undefined;
  const masks = new Map<string, number>();
  let top = bitCount;
  for (const { letter, bits } of parts) {
    if (bits === 0 || (letter !== 'X' && masks.has(letter))) return undefined;
    top -= bits;
    masks.set(letter, (2 ** bits - 1) * 2 ** top);
  }
  const light = masks.get('L');
  const colour = ['R', 'G', 'B'].some((letter) => masks.has(letter));
  if (light !== undefined ? colour : !colour && !masks.has('A')) return undefined;
  return {
    kind: 'mask',
    name,
    bitCount,
    luminance: light !== undefined,
    red: light ?? masks.get('R') ?? 0,
    green: light ?? masks.get('G') ?? 0,
    blue: light ?? masks.get('B') ?? 0,
    alpha: masks.get('A') ?? 0,
  };
}

/** The format of a name that a legacy header can hold: a FourCC such as `DXT5`, or a layout such as `A8R8G8B8`. */
export function parsePixelFormat(name: string): PixelFormat | undefined {
  const codec = FOUR_CC[name];
  return codec ? blockFormat(name, codec) : parseMaskFormat(name);
}
