import { fourColours, threeColours } from './colour565.ts';
import { FEW, fewColours, fewEnds } from './few-colours.ts';
import { principalEnds } from './principal-axis.ts';

/**
 * Writes the colour part of BC1 to BC3 blocks: the principal axis of the texels gives first endpoints, then least
 * squares for the chosen codes refines them while the error falls, blocks of few colours try every way to place them, and
 * single steps of 5 and 6 bits finish. Errors are of
 * the decoded palette, squared, RGB alike.
 */

/** More than any error of a block. */
const NO_LIMIT = 0x7fffffff;
/** Rounds of least squares; most blocks settle after two. */
const MAX_ROUNDS = 6;

/** Share of the second endpoint in each code. */
const FOUR_SHARES = Float64Array.of(0, 1, 1 / 3, 2 / 3);
const THREE_SHARES = Float64Array.of(0, 1, 1 / 2, 0);

const colours = new Int32Array(4);
/** Texels that count: r, g, b each. */
const points = new Int32Array(48);
/** Place of each point in the block. */
const places = new Int32Array(16);
const codes = new Uint8Array(16);
const bestCodes = new Uint8Array(16);
/** Six endpoint channels, 0 to 255, fractions allowed: r0 g0 b0 r1 g1 b1. */
const ends = new Float64Array(6);

/** Best pair of stored numbers for one value at the third nearer the first: `first << 8 | second`. */
const single5 = singleColourTable(31);
const single6 = singleColourTable(63);

function singleColourTable(max: number): Int32Array {
  const table = new Int32Array(256);
  for (let value = 0; value < 256; value++) {
    let best = Number.POSITIVE_INFINITY;
    for (let first = 0; first <= max; first++) {
      for (let second = Math.max(0, first - 3); second <= Math.min(max, first + 3); second++) {
        const shown = Math.floor((2 * (2 * first + second) * 255 + 3 * max) / (6 * max));
        const error = Math.abs(shown - value) * 256 + Math.abs(first - second);
        if (error < best) {
          best = error;
          table[value] = (first << 8) | second;
        }
      }
    }
  }
  return table;
}

/**
 * Writes the 8 bytes of a four-colour block for 16 RGBA texels; alpha is ignored. c0 >= c1, so that readers which
 * look at the order see four colours too.
 */
export function encodeFourColours(texels: Uint8Array, out: Uint8Array, at: number): void {
  collect(texels, -1);
  writeFour(16, out, at);
}

/**
 * Writes a BC1 block for 16 RGBA texels. Texels with alpha below `cutoff` become transparent black, which takes the
 * three-colour form; a block without any takes the four-colour form.
 */
export function encodeBc1Block(texels: Uint8Array, cutoff: number, out: Uint8Array, at: number): void {
  const count = collect(texels, cutoff);
  if (count === 0) {
    out.fill(0, at, at + 4);
    out.fill(0xff, at + 4, at + 8);
  } else if (count < 16) {
    fit(count, 3);
    writeThree(count, out, at);
  } else writeFour(count, out, at);
}

/** Fills `points` with the texels of at least `cutoff` alpha; their number. */
function collect(texels: Uint8Array, cutoff: number): number {
  let count = 0;
  for (let i = 0; i < 16; i++) {
    if (texels[4 * i + 3]! < cutoff) continue;
    points[3 * count] = texels[4 * i]!;
    points[3 * count + 1] = texels[4 * i + 1]!;
    points[3 * count + 2] = texels[4 * i + 2]!;
    places[count++] = i;
  }
  return count;
}

/** The endpoints of the last `fit`, as stored. */
let fitted0 = 0;
let fitted1 = 0;

function writeFour(count: number, out: Uint8Array, at: number): void {
  fit(count, 4);
  // Exchanged endpoints exchange codes 0 and 1, and 2 and 3.
  const flip = fitted0 < fitted1 ? 1 : 0;
  // Equal endpoints would be three colours with a transparent fourth: all four colours are the same, so code 0 it is.
  const used = fitted0 === fitted1 ? 0 : 3;
  writeBlock(out, at, flip === 1 ? fitted1 : fitted0, flip === 1 ? fitted0 : fitted1);
  for (let i = 0; i < count; i++) setCode(out, at, places[i]!, (bestCodes[i]! ^ flip) & used);
}

function writeThree(count: number, out: Uint8Array, at: number): void {
  const flip = fitted0 > fitted1;
  writeBlock(out, at, flip ? fitted1 : fitted0, flip ? fitted0 : fitted1);
  out.fill(0xff, at + 4, at + 8);
  for (let i = 0; i < count; i++) {
    const code = bestCodes[i]!;
    const place = places[i]!;
    out[at + 4 + (place >>> 2)]! &= ~(3 << (2 * (place & 3)));
    setCode(out, at, place, flip && code < 2 ? code ^ 1 : code);
  }
}

function writeBlock(out: Uint8Array, at: number, c0: number, c1: number): void {
  out[at] = c0;
  out[at + 1] = c0 >>> 8;
  out[at + 2] = c1;
  out[at + 3] = c1 >>> 8;
  out.fill(0, at + 4, at + 8);
}

function setCode(out: Uint8Array, at: number, place: number, code: number): void {
  out[at + 4 + (place >>> 2)]! |= code << (2 * (place & 3));
}

/** Chooses endpoints (`fitted0`, `fitted1`) and codes (`bestCodes`) for `points`. */
function fit(count: number, steps: 3 | 4): void {
  if (steps === 4 && isSingle(count)) {
    fitSingle(count);
    return;
  }
  principalEnds(points, count, ends);
  let bestError = NO_LIMIT;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const c0 = to565(0);
    const c1 = to565(3);
    const error = assign(c0, c1, count, steps, bestError);
    if (error >= bestError) break;
    bestError = error;
    fitted0 = c0;
    fitted1 = c1;
    bestCodes.set(codes);
    if (error === 0 || !leastSquares(count, steps === 4 ? FOUR_SHARES : THREE_SHARES)) break;
  }
  if (bestError > 0) bestError = fitFew(bestError, count, steps);
  climb(bestError, count, steps);
}

/** The colours of `points`, each once, and how many texels have them. */
const distinct = new Int32Array(3 * FEW);
const weights = new Int32Array(FEW);

/** Where a block has few colours: endpoints that no texel need have. The error after it. */
function fitFew(startError: number, count: number, steps: 3 | 4): number {
  const found = collectDistinct(count, steps);
  if (found < 2) return startError;
  const error = fewColours(distinct, weights, found, steps, startError);
  if (error >= startError) return startError;
  fitted0 = fewEnds[0]!;
  fitted1 = fewEnds[1]!;
  const assigned = assign(fitted0, fitted1, count, steps, NO_LIMIT);
  bestCodes.set(codes);
  return assigned;
}

/** Fills `distinct` in the order along the principal axis; how many there are, 0 for more than a block has. */
function collectDistinct(count: number, most: number): number {
  let found = 0;
  weights.fill(0);
  for (let i = 0; i < 3 * count; i += 3) {
    let at = 0;
    while (
      at < found &&
      !(
        distinct[3 * at] === points[i] &&
        distinct[3 * at + 1] === points[i + 1] &&
        distinct[3 * at + 2] === points[i + 2]
      )
    )
      at++;
    if (at === most) return 0;
    if (at === found) {
      for (let c = 0; c < 3; c++) distinct[3 * at + c] = points[i + c]!;
      found++;
    }
    weights[at]!++;
  }
  principalEnds(points, count, ends);
  const along = (i: number): number => {
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += distinct[3 * i + c]! * (ends[c + 3]! - ends[c]!);
    return sum;
  };
  for (let i = 1; i < found; i++) for (let j = i; j > 0 && along(j) < along(j - 1); j--) exchange(j, j - 1);
  return found;
}

function exchange(a: number, b: number): void {
  for (let c = 0; c < 3; c++) {
    const kept = distinct[3 * a + c]!;
    distinct[3 * a + c] = distinct[3 * b + c]!;
    distinct[3 * b + c] = kept;
  }
  const weight = weights[a]!;
  weights[a] = weights[b]!;
  weights[b] = weight;
}

/** One step of each endpoint channel of a stored colour. */
const STEPS = [1 << 11, 1 << 5, 1];
const STEP_MASKS = [31 << 11, 63 << 5, 31];

/** Moves single endpoint channels by a step while that lowers the error: what rounding to 5 and 6 bits lost. */
function climb(startError: number, count: number, steps: 3 | 4): void {
  let error = startError;
  for (let since = 0, move = 0; since < 12 && error > 0; since++, move = (move + 1) % 12) {
    const channel = move >> 2;
    const mask = STEP_MASKS[channel]!;
    const end = move & 2 ? fitted1 : fitted0;
    if ((end & mask) === (move & 1 ? 0 : mask)) continue;
    const moved = move & 1 ? end - STEPS[channel]! : end + STEPS[channel]!;
    const c0 = move & 2 ? fitted0 : moved;
    const c1 = move & 2 ? moved : fitted1;
    const tried = assign(c0, c1, count, steps, error);
    if (tried >= error) continue;
    error = tried;
    fitted0 = c0;
    fitted1 = c1;
    bestCodes.set(codes);
    since = -1;
  }
}

function isSingle(count: number): boolean {
  for (let i = 3; i < 3 * count; i++) if (points[i] !== points[i - 3]) return false;
  return true;
}

/** A block of one colour: the pair whose third comes closest in each channel. */
function fitSingle(count: number): void {
  const r = single5[points[0]!]!;
  const g = single6[points[1]!]!;
  const b = single5[points[2]!]!;
  fitted0 = ((r >>> 8) << 11) | ((g >>> 8) << 5) | (b >>> 8);
  fitted1 = ((r & 31) << 11) | ((g & 63) << 5) | (b & 31);
  assign(fitted0, fitted1, count, 4, NO_LIMIT);
  bestCodes.set(codes);
}

/** The nearest stored colour to `ends[i..i + 2]`. */
function to565(i: number): number {
  return (nearest(ends[i]!, 31) << 11) | (nearest(ends[i + 1]!, 63) << 5) | nearest(ends[i + 2]!, 31);
}

function nearest(value: number, max: number): number {
  return Math.max(0, Math.min(max, Math.floor((value * max) / 255 + 0.5)));
}

/** Gives every point its nearest colour of the decoded palette (`codes`); the squared error, or any from `limit` up. */
function assign(c0: number, c1: number, count: number, steps: 3 | 4, limit: number): number {
  if (steps === 4) fourColours(c0, c1, 0, colours);
  else threeColours(c0, c1, 0, colours);
  let total = 0;
  for (let i = 0; i < count && total < limit; i++) {
    const r = points[3 * i]!;
    const g = points[3 * i + 1]!;
    const b = points[3 * i + 2]!;
    let best = 0x7fffffff;
    let bestCode = 0;
    for (let code = 0; code < steps; code++) {
      const colour = colours[code]!;
      const dr = (colour & 255) - r;
      const dg = ((colour >>> 8) & 255) - g;
      const db = ((colour >>> 16) & 255) - b;
      const error = dr * dr + dg * dg + db * db;
      if (error < best) {
        best = error;
        bestCode = code;
      }
    }
    codes[i] = bestCode;
    total += best;
  }
  return total;
}

/** The endpoints (`ends`) that fit `codes` best; false when the codes do not determine them. */
function leastSquares(count: number, shares: Float64Array): boolean {
  let aa = 0;
  let ab = 0;
  let bb = 0;
  let r0 = 0;
  let g0 = 0;
  let b0 = 0;
  let r1 = 0;
  let g1 = 0;
  let b1 = 0;
  for (let i = 0; i < count; i++) {
    const b = shares[codes[i]!]!;
    const a = 1 - b;
    const red = points[3 * i]!;
    const green = points[3 * i + 1]!;
    const blue = points[3 * i + 2]!;
    aa += a * a;
    ab += a * b;
    bb += b * b;
    r0 += a * red;
    g0 += a * green;
    b0 += a * blue;
    r1 += b * red;
    g1 += b * green;
    b1 += b * blue;
  }
  const determinant = aa * bb - ab * ab;
  if (Math.abs(determinant) < 1e-6) return false;
  const scale = 1 / determinant;
  ends[0] = (r0 * bb - r1 * ab) * scale;
  ends[1] = (g0 * bb - g1 * ab) * scale;
  ends[2] = (b0 * bb - b1 * ab) * scale;
  ends[3] = (r1 * aa - r0 * ab) * scale;
  ends[4] = (g1 * aa - g0 * ab) * scale;
  ends[5] = (b1 * aa - b0 * ab) * scale;
  return true;
}
