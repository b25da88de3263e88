import { eightValues } from './ramp8.ts';

/**
 * Writes BC4 blocks (alpha of BC3, channels of BC5): each form that can help is tried, from the range of the values with
 * its endpoints moved while the error falls.
 */

/** More than any error of a block. */
const NO_LIMIT = 0x7fffffff;

const values = new Uint8Array(16);
const ramp = new Int32Array(8);
const codes = new Uint8Array(16);
const bestCodes = new Uint8Array(16);
let bestError = 0;
let best0 = 0;
let best1 = 0;

/** Writes the 8 bytes of a block for one channel (0 to 3) of 16 RGBA texels. */
export function encodeBc4Block(texels: Uint8Array, channel: number, out: Uint8Array, at: number): void {
  let low = 255;
  let high = 0;
  let innerLow = 255;
  let innerHigh = 0;
  for (let i = 0; i < 16; i++) {
    const value = texels[4 * i + channel]!;
    values[i] = value;
    if (value < low) low = value;
    if (value > high) high = value;
    if (value > 0 && value < 255) {
      if (value < innerLow) innerLow = value;
      if (value > innerHigh) innerHigh = value;
    }
  }
  bestError = NO_LIMIT;
  if (high > low) descend(high, low, true);
  // The form of fifths has fewer steps, but 0 and 255 of its own; it also holds a block of one value.
  if (bestError > 0 && (low === 0 || high === 255 || low === high)) {
    if (innerLow <= innerHigh) descend(innerLow, innerHigh, false);
    else descend(low, low, false);
  }
  if (bestError > 0 && isRamp()) {
    spread(low, high, 7);
    if ((low === 0 || high === 255) && innerLow < innerHigh) spread(innerLow, innerHigh, 5);
  }
  writeBlock(out, at);
}

/** Whether the block has no more values than a decoded one. */
function isRamp(): boolean {
  let found = 0;
  for (let i = 0; i < 16; i++) {
    let at = 0;
    while (at < i && values[at] !== values[i]) at++;
    if (at === i && ++found > 8) return false;
  }
  return true;
}

/** Starts from endpoints that no texel has: those with `low` and `high` at some of the `steps` between them. */
function spread(low: number, high: number, steps: 5 | 7): void {
  for (let below = 0; below < steps; below++) {
    for (let above = below === 0 ? 1 : 0; above + below < steps && bestError > 0; above++) {
      const step = (high - low) / (steps - above - below);
      const top = Math.round(high + above * step);
      const bottom = Math.round(low - below * step);
      if (top > 255 || bottom < 0 || top === bottom) continue;
      const [a0, a1] = steps === 7 ? [top, bottom] : [bottom, top];
      // One that is far off does not come close in a few moves.
      const limit = 2 * bestError + 64;
      if (trial(a0, a1, limit) < limit) descend(a0, a1, steps === 7);
    }
  }
}

/** Moves either endpoint by one or two while that lowers the error. `sevens`: the form of a0 > a1. */
function descend(start0: number, start1: number, sevens: boolean): void {
  let a0 = start0;
  let a1 = start1;
  let error = trial(a0, a1, NO_LIMIT);
  for (let moved = true; moved && error > 0; ) {
    moved = false;
    for (let move = 0; move < 8 && !moved; move++) {
      const by = (move & 1 ? -1 : 1) * (move < 4 ? 1 : 2);
      const next0 = move & 2 ? a0 : a0 + by;
      const next1 = move & 2 ? a1 + by : a1;
      if (next0 < 0 || next1 < 0 || next0 > 255 || next1 > 255 || next0 > next1 !== sevens) continue;
      const tried = trial(next0, next1, error);
      if (tried < error) {
        error = tried;
        a0 = next0;
        a1 = next1;
        moved = true;
      }
    }
  }
}

/** The squared error of a pair of endpoints, or any from `limit` up; the best of all is kept. */
function trial(a0: number, a1: number, limit: number): number {
  eightValues(a0, a1, 0, ramp);
  let total = 0;
  for (let i = 0; i < 16 && total < limit; i++) {
    const value = values[i]!;
    let least = 0x7fffffff;
    let leastCode = 0;
    for (let code = 0; code < 8; code++) {
      const difference = ramp[code]! - value;
      const error = difference * difference;
      if (error < least) {
        least = error;
        leastCode = code;
      }
    }
    codes[i] = leastCode;
    total += least;
  }
  if (total < bestError) {
    bestError = total;
    best0 = a0;
    best1 = a1;
    bestCodes.set(codes);
  }
  return total;
}

function writeBlock(out: Uint8Array, at: number): void {
  out[at] = best0;
  out[at + 1] = best1;
  for (let half = 0; half < 2; half++) {
    let bits = 0;
    for (let i = 0; i < 8; i++) bits |= bestCodes[8 * half + i]! << (3 * i);
    const to = at + 2 + 3 * half;
    out[to] = bits;
    out[to + 1] = bits >>> 8;
    out[to + 2] = bits >>> 16;
  }
}
