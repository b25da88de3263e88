/**
 * Colours of BC1 to BC3 blocks. Every value is the exact rational one, rounded to nearest, halves up, once (svo.md §7):
 * a third is taken of the exact endpoints n/31 and n/63, not of rounded ones. So it depends only on the weighted sum
 * of the stored numbers, and a table for each sum and channel holds it, shifted to its place in an RGBA word.
 */

/** `floor(255 * sum / max + 1/2)` for sums up to `max`, shifted left. */
function scaled(max: number, shift: number): Int32Array {
  const table = new Int32Array(max + 1);
  for (let sum = 0; sum <= max; sum++) table[sum] = Math.floor((sum * 510 + max) / (2 * max)) << shift;
  return table;
}

const OPAQUE = 0xff000000 | 0;

const red1 = scaled(31, 0);
const green1 = scaled(63, 8);
const blue1 = scaled(31, 16);
const red2 = scaled(62, 0);
const green2 = scaled(126, 8);
const blue2 = scaled(62, 16);
const red3 = scaled(93, 0);
const green3 = scaled(189, 8);
const blue3 = scaled(93, 16);

/**
 * The four colours of a block of which c0 > c1, or that has separate alpha: endpoints and thirds, as RGBA words
 * (R in the low byte) with `alpha` (shifted to the top byte) in each.
 */
export function fourColours(c0: number, c1: number, alpha: number, palette: Int32Array): void {
  const r0 = c0 >>> 11;
  const g0 = (c0 >>> 5) & 63;
  const b0 = c0 & 31;
  const r1 = c1 >>> 11;
  const g1 = (c1 >>> 5) & 63;
  const b1 = c1 & 31;
  palette[0] = red1[r0]! | green1[g0]! | blue1[b0]! | alpha;
  palette[1] = red1[r1]! | green1[g1]! | blue1[b1]! | alpha;
  palette[2] = red3[2 * r0 + r1]! | green3[2 * g0 + g1]! | blue3[2 * b0 + b1]! | alpha;
  palette[3] = red3[r0 + 2 * r1]! | green3[g0 + 2 * g1]! | blue3[b0 + 2 * b1]! | alpha;
}

/** The colours of a BC1 block of which c0 <= c1: endpoints, their middle, and `fourth`. */
export function threeColours(c0: number, c1: number, fourth: number, palette: Int32Array): void {
  const r0 = c0 >>> 11;
  const g0 = (c0 >>> 5) & 63;
  const b0 = c0 & 31;
  const r1 = c1 >>> 11;
  const g1 = (c1 >>> 5) & 63;
  const b1 = c1 & 31;
  palette[0] = red1[r0]! | green1[g0]! | blue1[b0]! | OPAQUE;
  palette[1] = red1[r1]! | green1[g1]! | blue1[b1]! | OPAQUE;
  palette[2] = red2[r0 + r1]! | green2[g0 + g1]! | blue2[b0 + b1]! | OPAQUE;
  palette[3] = fourth;
}
