import { int32View } from '../binary/bytes.ts';
import { expandChannel, quantiseChannel } from '../binary/expand-bits.ts';
import { maskBits, maskShift } from './pixel-format.ts';
import type { MaskFormat } from './types.ts';

/** Channels of at most this many bits are expanded by a table. */
const TABLE_BITS = 16;

interface Channel {
  shift: number;
  /** Largest value; 0 when the channel is absent. */
  max: number;
  /** Position in the RGBA word. */
  to: number;
  /** Expanded values in place; undefined for channels too wide for a table. */
  table: Int32Array | undefined;
}

function channelOf(mask: number, to: number): Channel {
  const bits = maskBits(mask);
  const max = 2 ** bits - 1;
  let table: Int32Array | undefined;
  if (bits > 0 && bits <= TABLE_BITS) {
    table = new Int32Array(max + 1);
    for (let v = 0; v <= max; v++) table[v] = expandChannel(v, max) << to;
  }
  return { shift: maskShift(mask), max, to, table };
}

function channelsOf(format: MaskFormat): Channel[] {
  return [
    channelOf(format.red, 0),
    channelOf(format.green, 8),
    channelOf(format.blue, 16),
    channelOf(format.alpha, 24),
  ].filter((channel) => channel.max > 0);
}

/** One texel to an RGBA word; `rest` is what absent channels give. */
function texelToRgba(word: number, channels: readonly Channel[], rest: number): number {
  let rgba = rest;
  for (let i = 0; i < channels.length; i++) {
    const channel = channels[i]!;
    const value = ((word >>> channel.shift) & channel.max) >>> 0;
    rgba |= channel.table ? channel.table[value]! : expandChannel(value, channel.max) << channel.to;
  }
  return rgba;
}

/** Decodes `count` texels of any mask layout into RGBA words. Absent colours are 0, absent alpha is 255 (svo.md §7). */
export function decodeMasks(format: MaskFormat, src: Uint8Array, count: number, out: Int32Array): void {
  const channels = channelsOf(format);
  const rest = format.alpha === 0 ? 0xff000000 | 0 : 0;
  if (format.bitCount === 8 || format.bitCount === 16) decodeNarrow(format.bitCount, channels, rest, src, count, out);
  else if (channels.every((channel) => channel.max === 255)) decodeBytes(format, rest, src, count, out);
  else decodeWide(format.bitCount, channels, rest, src, count, out);
}

/** 8 and 16 bits: by a table of every texel when there are enough of them to pay for it. */
function decodeNarrow(
  bitCount: 8 | 16,
  channels: readonly Channel[],
  rest: number,
  src: Uint8Array,
  count: number,
  out: Int32Array,
): void {
  const values = 2 ** bitCount;
  const wide = bitCount === 16;
  if (count < values / 2) {
    for (let i = 0; i < count; i++) {
      out[i] = texelToRgba(wide ? src[2 * i]! | (src[2 * i + 1]! << 8) : src[i]!, channels, rest);
    }
    return;
  }
  const table = new Int32Array(values);
  for (let word = 0; word < values; word++) table[word] = texelToRgba(word, channels, rest);
  if (wide) for (let i = 0, at = 0; i < count; i++, at += 2) out[i] = table[src[at]! | (src[at + 1]! << 8)]!;
  else for (let i = 0; i < count; i++) out[i] = table[src[i]!]!;
}

/** 24 and 32 bits with every channel 8 bits wide: shifts only. */
function decodeBytes(format: MaskFormat, rest: number, src: Uint8Array, count: number, out: Int32Array): void {
  const redAt = maskShift(format.red);
  const greenAt = maskShift(format.green);
  const blueAt = maskShift(format.blue);
  const alphaAt = maskShift(format.alpha);
  const red = format.red === 0 ? 0 : 255;
  const green = format.green === 0 ? 0 : 255;
  const blue = format.blue === 0 ? 0 : 255;
  const alpha = format.alpha === 0 ? 0 : 255;
  const step = format.bitCount / 8;
  const words = step === 4 ? int32View(src) : undefined;
  const bgr = format.red === 0xff0000 && format.green === 0xff00 && format.blue === 0xff;
  if (words && bgr && (alpha === 0 || alphaAt === 24)) {
    // The common order, BGRA: fixed shifts take half the time of others.
    const kept = alpha === 0 ? 0xff00 : 0xff00ff00 | 0;
    for (let i = 0; i < count; i++) {
      const word = words[i]!;
      out[i] = ((word >>> 16) & 0xff) | ((word & 0xff) << 16) | (word & kept) | rest;
    }
    return;
  }
  for (let i = 0, at = 0; i < count; i++, at += step) {
    const word = words ? words[i]! : wordAt(src, at, step);
    out[i] =
      ((word >>> redAt) & red) |
      (((word >>> greenAt) & green) << 8) |
      (((word >>> blueAt) & blue) << 16) |
      (((word >>> alphaAt) & alpha) << 24) |
      rest;
  }
}

function decodeWide(
  bitCount: 24 | 32,
  channels: readonly Channel[],
  rest: number,
  src: Uint8Array,
  count: number,
  out: Int32Array,
): void {
  const step = bitCount / 8;
  for (let i = 0, at = 0; i < count; i++, at += step) {
    out[i] = texelToRgba(wordAt(src, at, step), channels, rest);
  }
}

/** A texel of 3 or 4 bytes. */
function wordAt(src: Uint8Array, at: number, step: number): number {
  const low = src[at]! | (src[at + 1]! << 8) | (src[at + 2]! << 16);
  return step === 4 ? low | (src[at + 3]! << 24) : low;
}

/** What a channel of a grey format holds of a colour: the ITU-R BT.601 luma, exact for greys. */
function luma(r: number, g: number, b: number): number {
  return Math.floor((299 * r + 587 * g + 114 * b + 500) / 1000);
}

/**
 * Encodes RGBA bytes into texels of a mask layout, the inverse of `decodeMasks` for channels of at most 8 bits.
 * Bits of no channel are written as ones, so that readers which take them for alpha see opaque texels.
 */
export function encodeMasks(format: MaskFormat, rgba: Uint8Array): Uint8Array {
  const step = format.bitCount / 8;
  const count = rgba.length / 4;
  const out = new Uint8Array(count * step);
  const padding = ~(format.red | format.green | format.blue | format.alpha);
  const red = stepsOf(format.red);
  const green = stepsOf(format.luminance ? 0 : format.green);
  const blue = stepsOf(format.luminance ? 0 : format.blue);
  const alpha = stepsOf(format.alpha);
  for (let i = 0, from = 0, at = 0; i < count; i++, from += 4) {
    const g = rgba[from + 1]!;
    const b = rgba[from + 2]!;
    const r = format.luminance ? luma(rgba[from]!, g, b) : rgba[from]!;
    const word = padding | red[r]! | green[g]! | blue[b]! | alpha[rgba[from + 3]!]!;
    for (let byte = 0; byte < step; byte++) out[at++] = word >>> (8 * byte);
  }
  return out;
}

/** What each of the 256 values is in a channel, in its place; zeros for an absent one. */
function stepsOf(mask: number): Int32Array {
  const max = 2 ** maskBits(mask) - 1;
  const shift = maskShift(mask);
  return Int32Array.from({ length: 256 }, (_, value) => quantiseChannel(value, max) << shift);
}
