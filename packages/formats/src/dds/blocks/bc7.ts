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

/** Endpoints of the block at hand, two 8-bit channels a word (the second from bit 16), so that one product serves both. */
const redBlue = new Int32Array(6);
const greenAlpha = new Int32Array(6);
/** Colours of the block at hand as RGBA words: subset * 16 + index. */
const palette = new Int32Array(48);

const HALVES = 0x00200020;
const BYTES = 0x00ff00ff;

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
    const unary = src[at]!;
    if (unary === 0) fillTransparent(out, outAt, stride);
    else {
      const mode = 31 - Math.clz32(unary & -unary);
      if (mode === 4 || mode === 5) decodeSeparate(mode, src, at, out, outAt, stride);
      else decodeCombined(mode, src, at, out, outAt, stride);
    }
  }
}

/** `bits` (1 to 8) bits from bit `from` of the block at `at`; not of its last byte. */
function field(src: Uint8Array, at: number, from: number, bits: number): number {
  const byte = at + (from >>> 3);
  return ((src[byte]! | (src[byte + 1]! << 8)) >>> (from & 7)) & ((1 << bits) - 1);
}

/** 32 bits from bit `from` of the block at `at`; zeros beyond its end. */
function word(src: Uint8Array, at: number, from: number): number {
  if (from >= 128) return 0;
  const index = from >>> 5;
  const low = wordAt(src, at + 4 * index) >>> (from & 31);
  return (from & 31) === 0 || index === 3 ? low : low | (wordAt(src, at + 4 * index + 4) << (32 - (from & 31)));
}

function wordAt(src: Uint8Array, at: number): number {
  return src[at]! | (src[at + 1]! << 8) | (src[at + 2]! << 16) | (src[at + 3]! << 24);
}

function fillTransparent(out: Int32Array, outAt: number, stride: number): void {
  for (let row = 0, o = outAt; row < 4; row++, o += stride) {
    out[o] = 0;
    out[o + 1] = 0;
    out[o + 2] = 0;
    out[o + 3] = 0;
  }
}

/** `bits` (5 to 8) bits to 8 by repeating the top bits, as the standard says. */
function widen(value: number, bits: number): number {
  const high = value << (8 - bits);
  return high | (high >>> bits);
}

/** Modes 0 to 3, 6 and 7: one index a texel for all channels, one to three subsets. */
function decodeCombined(
  mode: number,
  src: Uint8Array,
  at: number,
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
  const partitionBits = PARTITION_BITS[mode]!;
  const partition = partitionBits > 0 ? field(src, at, mode + 1, partitionBits) : 0;

  const endsFrom = mode + 1 + partitionBits;
  const colourSize = colourBits * endCount;
  const pFrom = endsFrom + 3 * colourSize + alphaBits * endCount;
  const extra = pBits > 0 ? 1 : 0;
  for (let i = 0; i < endCount; i++) {
    const p = pBits === 0 ? 0 : field(src, at, pFrom + (pBits === 2 ? i : i >>> 1), 1);
    const from = endsFrom + colourBits * i;
    const width = colourBits + extra;
    const red = widen((field(src, at, from, colourBits) << extra) | p, width);
    const green = widen((field(src, at, from + colourSize, colourBits) << extra) | p, width);
    const blue = widen((field(src, at, from + 2 * colourSize, colourBits) << extra) | p, width);
    let alpha = 255;
    if (alphaBits > 0) {
      const raw = field(src, at, endsFrom + 3 * colourSize + alphaBits * i, alphaBits);
      alpha = widen((raw << extra) | p, alphaBits + extra);
    }
    redBlue[i] = red | (blue << 16);
    greenAlpha[i] = green | (alpha << 16);
  }

  const weights = WEIGHTS_AT[indexBits]!;
  const indexCount = 1 << indexBits;
  for (let subset = 0; subset < subsetCount; subset++) {
    const rb0 = redBlue[2 * subset]!;
    const rb1 = redBlue[2 * subset + 1]!;
    const ga0 = greenAlpha[2 * subset]!;
    const ga1 = greenAlpha[2 * subset + 1]!;
    for (let index = 0; index < indexCount; index++) {
      const w = WEIGHTS[weights + index]!;
      const rb = (Math.imul(rb0, 64 - w) + Math.imul(rb1, w) + HALVES) >>> 6;
      const ga = (Math.imul(ga0, 64 - w) + Math.imul(ga1, w) + HALVES) >>> 6;
      palette[subset * 16 + index] = (rb & BYTES) | ((ga & BYTES) << 8);
    }
  }

  // Indices are the last bits of the block, at most 63.
  const indexFrom = pFrom + (pBits === 2 ? endCount : pBits * subsetCount);
  let low = word(src, at, indexFrom);
  let high = word(src, at, indexFrom + 32);
  let subsets = SUBSETS[64 * (subsetCount - 1) + partition]!;
  let anchors = ANCHORS[64 * (subsetCount - 1) + partition]!;
  for (let row = 0, o = outAt; row < 4; row++, o += stride) {
    for (let x = 0; x < 4; x++, subsets >>>= 2, anchors >>>= 1) {
      const bits = indexBits - (anchors & 1);
      out[o + x] = palette[((subsets & 3) << 4) | (low & ((1 << bits) - 1))]!;
      low = (low >>> bits) | (high << (32 - bits));
      high >>>= bits;
    }
  }
}

/** Modes 4 and 5: one subset, separate indices for colour and alpha, and alpha may trade places with a colour. */
function decodeSeparate(
  mode: number,
  src: Uint8Array,
  at: number,
  out: Int32Array,
  outAt: number,
  stride: number,
): void {
  const colourBits = COLOUR_BITS[mode]!;
  const alphaBits = ALPHA_BITS[mode]!;
  const rotation = field(src, at, mode + 1, 2);
  const swapped = mode === 4 && field(src, at, mode + 3, 1) === 1;
  // Mode 4: 5 mode bits, rotation, selector; mode 5: 6 mode bits, rotation.
  const from = 8;
  const r0 = widen(field(src, at, from, colourBits), colourBits);
  const r1 = widen(field(src, at, from + colourBits, colourBits), colourBits);
  const g0 = widen(field(src, at, from + 2 * colourBits, colourBits), colourBits);
  const g1 = widen(field(src, at, from + 3 * colourBits, colourBits), colourBits);
  const b0 = widen(field(src, at, from + 4 * colourBits, colourBits), colourBits);
  const b1 = widen(field(src, at, from + 5 * colourBits, colourBits), colourBits);
  const alphaFrom = from + 6 * colourBits;
  const a0 = widen(field(src, at, alphaFrom, alphaBits), alphaBits);
  const a1 = widen(field(src, at, alphaFrom + alphaBits, alphaBits), alphaBits);
  const rb0 = r0 | (b0 << 16);
  const rb1 = r1 | (b1 << 16);

  const alphaTo = rotation === 0 ? 24 : (rotation - 1) * 8;
  const redTo = rotation === 1 ? 24 : 0;
  const greenTo = rotation === 2 ? 24 : 8;
  const blueTo = rotation === 3 ? 24 : 16;
  const secondBits = SECOND_INDEX_BITS[mode]!;
  const secondWeights = WEIGHTS_AT[secondBits]!;
  const firstWeights = WEIGHTS_AT[2]!;
  const indexFrom = alphaFrom + 2 * alphaBits;
  let first = word(src, at, indexFrom);
  let low = word(src, at, indexFrom + 31);
  let high = word(src, at, indexFrom + 63);
  for (let i = 0; i < 16; i++) {
    // Texel 0 is the anchor: its indices have one bit less.
    const firstSize = i === 0 ? 1 : 2;
    const secondSize = i === 0 ? secondBits - 1 : secondBits;
    const firstWeight = WEIGHTS[firstWeights + (first & ((1 << firstSize) - 1))]!;
    const secondWeight = WEIGHTS[secondWeights + (low & ((1 << secondSize) - 1))]!;
    first >>>= firstSize;
    low = (low >>> secondSize) | (high << (32 - secondSize));
    high >>>= secondSize;
    const c = swapped ? secondWeight : firstWeight;
    const a = swapped ? firstWeight : secondWeight;
    const rb = (Math.imul(rb0, 64 - c) + Math.imul(rb1, c) + HALVES) >>> 6;
    const green = (g0 * (64 - c) + g1 * c + 32) >> 6;
    const alpha = (a0 * (64 - a) + a1 * a + 32) >> 6;
    out[outAt + (i >>> 2) * stride + (i & 3)] =
      ((rb & 255) << redTo) | (green << greenTo) | (((rb >>> 16) & 255) << blueTo) | (alpha << alphaTo);
  }
}
