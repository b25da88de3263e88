/**
 * A BC7 decoder written for clarity from the format's description, to check the fast one against. It reads the block as
 * one number from its low end, field by field, and keeps every texel's channels apart.
 */

/** Subset of each texel, a partition a word. */
const TWO = `
  0011001100110011 0001000100010001 0111011101110111 0001001100110111
  0000000100010011 0011011101111111 0001001101111111 0000000100110111
  0000000000010011 0011011111111111 0000000101111111 0000000000010111
  0001011111111111 0000000011111111 0000111111111111 0000000000001111
  0000100011101111 0111000100000000 0000000010001110 0111001100010000
  0011000100000000 0000100011001110 0000000010001100 0111001100110001
  0011000100010000 0000100010001100 0110011001100110 0011011001101100
  0001011111101000 0000111111110000 0111000110001110 0011100110011100
  0101010101010101 0000111100001111 0101101001011010 0011001111001100
  0011110000111100 0101010110101010 0110100101101001 0101101010100101
  0111001111001110 0001001111001000 0011001001001100 0011101111011100
  0110100110010110 0011110011000011 0110011010011001 0000011001100000
  0100111001000000 0010011100100000 0000001001110010 0000010011100100
  0110110010010011 0011011011001001 0110001110011100 0011100111000110
  0110110011001001 0110001100111001 0111111010000001 0001100011100111
  0000111100110011 0011001111110000 0010001011101110 0100010001110111
`
  .trim()
  .split(/\s+/);
const THREE = `
  0011001102212222 0001001122112221 0000200122112211 0222002200110111
  0000000011221122 0011001100220022 0022002211111111 0011001122112211
  0000000011112222 0000111111112222 0000111122222222 0012001200120012
  0112011201120112 0122012201220122 0011011211221222 0011200122002220
  0001001101121122 0111001120012200 0000112211221122 0022002200221111
  0111011102220222 0001000122212221 0000001101220122 0000110022102210
  0122012200110000 0012001211222222 0110122112210110 0000011012211221
  0022110211020022 0110011020022222 0011012201220011 0000200022112221
  0000000211221222 0222002200120011 0011001200220222 0120012001200120
  0000111122220000 0120120120120120 0120201212010120 0011220011220011
  0011112222000011 0101010122222222 0000000021212121 0022112200221122
  0022001100220011 0220122102201221 0101222222220101 0000212121212121
  0101010101012222 0222011102220111 0002111200021112 0000211221122112
  0222011101110222 0002111211120002 0110011001102222 0000000021122112
  0110011022222222 0022001100110022 0022112211220022 0000000000002112
  0002000100020001 0222122202221222 0101222222222222 0111201122012220
`
  .trim()
  .split(/\s+/);

/** Anchor texels, a hex digit a partition. */
const ANCHOR_TWO = 'fffffffffffffffff282288f28228822ff6828ff28222ff66268ff22fffff22f';
const ANCHOR_THREE_1 = '33ff83ff88666533338f336a588685ff8f356a8ff3f5ffff3f55585a5a8dfc33';
const ANCHOR_THREE_2 = 'f883ff38fffffff8f8f3f8f83f6affa8f3faa89a6f8f3668f3ffffffffff3ff8';

interface Mode {
  subsets: number;
  partitionBits: number;
  rotationBits: number;
  selectorBits: number;
  colour: number;
  alpha: number;
  pBits: 'none' | 'each end' | 'each subset';
  indices: number;
  second: number;
}

const mode = (
  subsets: number,
  partitionBits: number,
  rotationBits: number,
  selectorBits: number,
  colour: number,
  alpha: number,
  pBits: Mode['pBits'],
  indices: number,
  second: number,
): Mode => ({ subsets, partitionBits, rotationBits, selectorBits, colour, alpha, pBits, indices, second });

const MODES: Mode[] = [
  mode(3, 4, 0, 0, 4, 0, 'each end', 3, 0),
  mode(2, 6, 0, 0, 6, 0, 'each subset', 3, 0),
  mode(3, 6, 0, 0, 5, 0, 'none', 2, 0),
  mode(2, 6, 0, 0, 7, 0, 'each end', 2, 0),
  mode(1, 0, 2, 1, 5, 6, 'none', 2, 3),
  mode(1, 0, 2, 0, 7, 8, 'none', 2, 2),
  mode(1, 0, 0, 0, 7, 7, 'each end', 4, 0),
  mode(2, 6, 0, 0, 5, 5, 'each end', 2, 0),
];

/** `round(64 * index / last)`, as the standard tabulates it. */
const weight = (index: number, bits: number) => Math.round((64 * index) / (2 ** bits - 1));

/** The 16 texels of a block, `[r, g, b, a]` each. */
export function referenceBc7(block: Uint8Array): number[][] {
  let rest = block.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
  const take = (bits: number) => {
    const value = Number(rest & ((1n << BigInt(bits)) - 1n));
    rest >>= BigInt(bits);
    return value;
  };

  let number = 0;
  while (number < 8 && take(1) === 0) number++;
  const m = MODES[number];
  if (!m) return Array.from({ length: 16 }, () => [0, 0, 0, 0]);

  const partition = take(m.partitionBits);
  const rotation = take(m.rotationBits);
  const selector = take(m.selectorBits);
  const widths = [m.colour, m.colour, m.colour, m.alpha];
  const raw = widths.map((bits) => Array.from({ length: 2 * m.subsets }, () => take(bits)));
  const count = { none: 0, 'each end': 2 * m.subsets, 'each subset': m.subsets }[m.pBits];
  const p = Array.from({ length: count }, () => take(1));
  const ends = raw.map((values, channel) =>
    values.map((value, end) => {
      const bits = widths[channel]!;
      if (bits === 0) return 255;
      if (m.pBits === 'none') return repeat(value, bits);
      return repeat(2 * value + p[m.pBits === 'each end' ? end : end >> 1]!, bits + 1);
    }),
  );

  const subsetOf = (texel: number) =>
    m.subsets === 1 ? 0 : Number((m.subsets === 2 ? TWO : THREE)[partition]![texel]);
  const anchors = [0];
  if (m.subsets === 2) anchors.push(Number.parseInt(ANCHOR_TWO[partition]!, 16));
  if (m.subsets === 3) {
    anchors.push(Number.parseInt(ANCHOR_THREE_1[partition]!, 16), Number.parseInt(ANCHOR_THREE_2[partition]!, 16));
  }
  const readIndices = (bits: number, short: number[]) =>
    Array.from({ length: 16 }, (_, texel) => take(short.includes(texel) ? bits - 1 : bits));
  const first = readIndices(m.indices, anchors).map((index) => weight(index, m.indices));
  const second = m.second > 0 ? readIndices(m.second, [0]).map((index) => weight(index, m.second)) : first;
  const [colourWeights, alphaWeights] = selector === 1 ? [second, first] : [first, second];

  return Array.from({ length: 16 }, (_, texel) => {
    const subset = subsetOf(texel);
    const rgba = ends.map((values, channel) => {
      const w = (channel === 3 ? alphaWeights : colourWeights)[texel]!;
      return ((64 - w) * values[2 * subset]! + w * values[2 * subset + 1]! + 32) >> 6;
    });
    if (rotation > 0) [rgba[3], rgba[rotation - 1]] = [rgba[rotation - 1]!, rgba[3]!];
    return rgba;
  });
}

/** Widens to 8 bits by repeating the number's own bits behind it. */
function repeat(value: number, bits: number): number {
  const text = value.toString(2).padStart(bits, '0');
  return Number.parseInt((text + text).slice(0, 8), 2);
}
