import {
  ALPHA_BITS,
  ANCHORS,
  COLOUR_BITS,
  INDEX_BITS,
  P_BITS,
  PARTITION_BITS,
  SECOND_INDEX_BITS,
  SUBSET_COUNT,
  SUBSETS,
  WEIGHTS,
  WEIGHTS_AT,
} from './bc7-tables.ts';

/** Endpoints of the block at hand as 8-bit values: channel * 8 + subset * 2 + end. */
const ends = new Int32Array(32);
/** Colours of the block at hand as RGBA words: subset * 16 + index. */
const palette = new Int32Array(48);

/**
 * BC7: `count` blocks of 16 bytes side by side. Interpolation is that of the standard, `((64 - w) * e0 + w * e1 + 32) >> 6`,
 * which decoders must meet exactly. A block of the reserved mode is transparent black.
 */
export function decodeBc7(
  src: Uint8Array,
  at: number,
  count: number,
  out: Int32Array,
  outAt: number,
  stride: number,
): void {
  for (let end = at + 16 * count; at < end; at += 16, outAt += 4) {
    const w0 = src[at]! | (src[at + 1]! << 8) | (src[at + 2]! << 16) | (src[at + 3]! << 24);
    const w1 = src[at + 4]! | (src[at + 5]! << 8) | (src[at + 6]! << 16) | (src[at + 7]! << 24);
    const w2 = src[at + 8]! | (src[at + 9]! << 8) | (src[at + 10]! << 16) | (src[at + 11]! << 24);
    const w3 = src[at + 12]! | (src[at + 13]! << 8) | (src[at + 14]! << 16) | (src[at + 15]! << 24);
    const unary = w0 & 0xff;
    if (unary === 0) fillTransparent(out, outAt, stride);
    else {
      const mode = 31 - Math.clz32(unary & -unary);
      if (mode === 4 || mode === 5) decodeSeparate(mode, w0, w1, w2, w3, out, outAt, stride);
      else decodeCombined(mode, w0, w1, w2, w3, out, outAt, stride);
    }
  }
}

/** `bits` (1 to 8) bits from bit `at` of the block. */
function field(w0: number, w1: number, w2: number, w3: number, at: number, bits: number): number {
  const shift = at & 31;
  const word = at >>> 5;
  const low = word === 0 ? w0 : word === 1 ? w1 : word === 2 ? w2 : w3;
  let value = low >>> shift;
  if (shift + bits > 32) value |= (word === 0 ? w1 : word === 1 ? w2 : w3) << (32 - shift);
  return value & ((1 << bits) - 1);
}

function fillTransparent(out: Int32Array, outAt: number, stride: number): void {
  for (let row = 0, o = outAt; row < 4; row++, o += stride) {
    out[o] = 0;
    out[o + 1] = 0;
    out[o + 2] = 0;
    out[o + 3] = 0;
  }
}

/** `bits` (4 to 8) bits to 8 by repeating the top bits, as the standard says. */
function widen(value: number, bits: number): number {
  const high = value << (8 - bits);
  return high | (high >>> bits);
}

/** Modes 0 to 3, 6 and 7: one index a texel for all channels, one to three subsets. */
function decodeCombined(
  mode: number,
  w0: number,
  w1: number,
  w2: number,
  w3: number,
  out: Int32Array,
  outAt: number,
  stride: number,
): void {
  const subsetCount = SUBSET_COUNT[mode]!;
  const colourBits = COLOUR_BITS[mode]!;
  const alphaBits = ALPHA_BITS[mode]!;
  const pBits = P_BITS[mode]!;
  const indexBits = INDEX_BITS[mode]!;
  const endCount = 2 * subsetCount;
  const channels = alphaBits > 0 ? 4 : 3;
  const e = ends;
  let at = mode + 1;
  const partitionBits = PARTITION_BITS[mode]!;
  const partition = partitionBits > 0 ? field(w0, w1, w2, w3, at, partitionBits) : 0;
  at += partitionBits;
  for (let channel = 0; channel < channels; channel++) {
    const bits = channel < 3 ? colourBits : alphaBits;
    for (let i = 0; i < endCount; i++, at += bits) e[channel * 8 + i] = field(w0, w1, w2, w3, at, bits);
  }
  for (let i = 0; i < endCount; i++) {
    const p = pBits > 0 ? field(w0, w1, w2, w3, at, 1) : 0;
    if (pBits === 2 || (i & 1) === 1) at += pBits > 0 ? 1 : 0;
    for (let channel = 0; channel < channels; channel++) {
      const bits = channel < 3 ? colourBits : alphaBits;
      const value = e[channel * 8 + i]!;
      e[channel * 8 + i] = pBits > 0 ? widen((value << 1) | p, bits + 1) : widen(value, bits);
    }
    if (channels === 3) e[24 + i] = 255;
  }
  const weights = WEIGHTS_AT[indexBits]!;
  const indexCount = 1 << indexBits;
  for (let subset = 0; subset < subsetCount; subset++) {
    const r0 = e[2 * subset]!;
    const g0 = e[8 + 2 * subset]!;
    const b0 = e[16 + 2 * subset]!;
    const a0 = e[24 + 2 * subset]!;
    const r = e[2 * subset + 1]! - r0;
    const g = e[9 + 2 * subset]! - g0;
    const b = e[17 + 2 * subset]! - b0;
    const a = e[25 + 2 * subset]! - a0;
    for (let index = 0; index < indexCount; index++) {
      const w = WEIGHTS[weights + index]!;
      palette[subset * 16 + index] =
        (r0 + ((r * w + 32) >> 6)) |
        ((g0 + ((g * w + 32) >> 6)) << 8) |
        ((b0 + ((b * w + 32) >> 6)) << 16) |
        ((a0 + ((a * w + 32) >> 6)) << 24);
    }
  }
  let subsets = SUBSETS[64 * (subsetCount - 1) + partition]!;
  let anchors = ANCHORS[64 * (subsetCount - 1) + partition]!;
  for (let row = 0, o = outAt; row < 4; row++, o += stride) {
    for (let x = 0; x < 4; x++, subsets >>>= 2, anchors >>>= 1) {
      const bits = indexBits - (anchors & 1);
      out[o + x] = palette[(subsets & 3) * 16 + field(w0, w1, w2, w3, at, bits)]!;
      at += bits;
    }
  }
}

/** Modes 4 and 5: one subset, separate indices for colour and alpha, and alpha may trade places with a colour. */
function decodeSeparate(
  mode: number,
  w0: number,
  w1: number,
  w2: number,
  w3: number,
  out: Int32Array,
  outAt: number,
  stride: number,
): void {
  const colourBits = COLOUR_BITS[mode]!;
  const alphaBits = ALPHA_BITS[mode]!;
  const e = ends;
  let at = mode + 1;
  const rotation = field(w0, w1, w2, w3, at, 2);
  at += 2;
  const swapped = mode === 4 ? field(w0, w1, w2, w3, at, 1) : 0;
  if (mode === 4) at += 1;
  for (let channel = 0; channel < 4; channel++) {
    const bits = channel < 3 ? colourBits : alphaBits;
    for (let i = 0; i < 2; i++, at += bits) e[channel * 8 + i] = widen(field(w0, w1, w2, w3, at, bits), bits);
  }
  const firstBits = INDEX_BITS[mode]!;
  const secondBits = SECOND_INDEX_BITS[mode]!;
  const firstWeights = WEIGHTS_AT[firstBits]!;
  const secondWeights = WEIGHTS_AT[secondBits]!;
  const alphaTo = rotation === 0 ? 24 : (rotation - 1) * 8;
  const redTo = rotation === 1 ? 24 : 0;
  const greenTo = rotation === 2 ? 24 : 8;
  const blueTo = rotation === 3 ? 24 : 16;
  const r0 = e[0]!;
  const g0 = e[8]!;
  const b0 = e[16]!;
  const a0 = e[24]!;
  const r = e[1]! - r0;
  const g = e[9]! - g0;
  const b = e[17]! - b0;
  const a = e[25]! - a0;
  let second = at + 16 * firstBits - 1;
  for (let i = 0; i < 16; i++) {
    const anchor = i === 0 ? 1 : 0;
    const firstWeight = WEIGHTS[firstWeights + field(w0, w1, w2, w3, at, firstBits - anchor)]!;
    const secondWeight = WEIGHTS[secondWeights + field(w0, w1, w2, w3, second, secondBits - anchor)]!;
    at += firstBits - anchor;
    second += secondBits - anchor;
    const colour = swapped === 1 ? secondWeight : firstWeight;
    const alpha = swapped === 1 ? firstWeight : secondWeight;
    out[outAt + (i >>> 2) * stride + (i & 3)] =
      ((r0 + ((r * colour + 32) >> 6)) << redTo) |
      ((g0 + ((g * colour + 32) >> 6)) << greenTo) |
      ((b0 + ((b * colour + 32) >> 6)) << blueTo) |
      ((a0 + ((a * alpha + 32) >> 6)) << alphaTo);
  }
}
