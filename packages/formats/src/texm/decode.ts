import { expandChannel } from '../binary/expand-bits.ts';
import { formatError } from '../diagnostics/format-error.ts';
import type { RgbaImage } from '../scene/scene.ts';
import { HEADER_SIZE, isTexmFormat, type Texm, type TexmFormat } from './types.ts';

const expandTable = (bits: number) =>
  Uint8Array.from({ length: 1 << bits }, (_, value) => expandChannel(value, (1 << bits) - 1));
const FROM_4 = /* @__PURE__ */ expandTable(4);
const FROM_5 = /* @__PURE__ */ expandTable(5);
const FROM_6 = /* @__PURE__ */ expandTable(6);

/**
 * Decodes a level to RGBA, rows top down; `into` must hold `4 * width * height` bytes where it is given.
 * @throws FormatError `texm/format`, `texm/truncated` for a level that is not there.
 */
export function decodeTexm(texm: Texm, level = 0, into?: Uint8Array): RgbaImage {
  const { format } = texm;
  if (!isTexmFormat(format)) throw formatError('texm/format', { format }, texm.base + 28, 'header.format');
  const source = texm.levels[level];
  if (!source) {
    const size = texm.rest.length;
    throw formatError('texm/truncated', { needed: size + 1, left: size }, texm.base + HEADER_SIZE, `levels[${level}]`);
  }
  const { width, height, data } = source;
  const rgba = into ?? new Uint8Array(width * height * 4);
  if (rgba.length < width * height * 4) throw new RangeError(`${rgba.length} bytes for ${width} x ${height} pixels`);
  decodePixels(format, data, texm.palette, rgba, width * height);
  return { width, height, rgba };
}

function decodePixels(
  format: TexmFormat,
  data: Uint8Array,
  palette: Uint8Array | undefined,
  rgba: Uint8Array,
  count: number,
): void {
  if (format === 0) decodeIndexed(data, palette!, rgba, count);
  else if (format === 88) decodeLuminanceAlpha(data, rgba, count);
  else if (format === 888 || format === 8888) decodeBgr(data, rgba, count, format === 8888);
  else decodeWords(format, data, rgba, count);
}

/** Palette bytes are B, G, R, unused; opaque (msh.md §4). */
function decodeIndexed(data: Uint8Array, palette: Uint8Array, rgba: Uint8Array, count: number): void {
  for (let i = 0, out = 0; i < count; i++, out += 4) {
    const entry = data[i]! * 4;
    rgba[out] = palette[entry + 2]!;
    rgba[out + 1] = palette[entry + 1]!;
    rgba[out + 2] = palette[entry]!;
    rgba[out + 3] = 255;
  }
}

/** Inferred: byte 0 is luminance, byte 1 alpha (msh.md §4). */
export function decodeLuminanceAlpha(data: Uint8Array, rgba: Uint8Array, count: number): void {
  for (let i = 0, at = 0, out = 0; i < count; i++, at += 2, out += 4) {
    const luminance = data[at]!;
    rgba[out] = luminance;
    rgba[out + 1] = luminance;
    rgba[out + 2] = luminance;
    rgba[out + 3] = data[at + 1]!;
  }
}

/** Bytes B, G, R, then alpha or an unused byte. */
function decodeBgr(data: Uint8Array, rgba: Uint8Array, count: number, alpha: boolean): void {
  for (let i = 0, at = 0; i < count; i++, at += 4) {
    rgba[at] = data[at + 2]!;
    rgba[at + 1] = data[at + 1]!;
    rgba[at + 2] = data[at]!;
    rgba[at + 3] = alpha ? data[at + 3]! : 255;
  }
}

/** 16-bit words, little-endian, high bits first: 565, 556, 4444 (A, R, G, B). */
function decodeWords(format: 565 | 556 | 4444, data: Uint8Array, rgba: Uint8Array, count: number): void {
  for (let i = 0, at = 0, out = 0; i < count; i++, at += 2, out += 4) {
    const word = data[at]! | (data[at + 1]! << 8);
    if (format === 4444) {
      rgba[out] = FROM_4[(word >> 8) & 15]!;
      rgba[out + 1] = FROM_4[(word >> 4) & 15]!;
      rgba[out + 2] = FROM_4[word & 15]!;
      rgba[out + 3] = FROM_4[word >> 12]!;
    } else {
      const green6 = format === 565;
      rgba[out] = FROM_5[word >> 11]!;
      rgba[out + 1] = green6 ? FROM_6[(word >> 5) & 63]! : FROM_5[(word >> 6) & 31]!;
      rgba[out + 2] = green6 ? FROM_5[word & 31]! : FROM_6[word & 63]!;
      rgba[out + 3] = 255;
    }
  }
}
