/**
 * Endpoints for a block of two to four colours, such as one that was decoded from a block: each way to give the colours,
 * in their order along the axis, different places between the endpoints is tried. With the places given the channels
 * are apart, and in each the endpoints near the least squares solution are searched for the least error.
 */

/** Most colours of a block that `fewColours` takes. */
export const FEW = 4;

/** Places of the colours between the endpoints, in thirds or halves of the way to the second one. */
const PLACES: { readonly [steps in 3 | 4]: readonly (readonly (readonly number[])[])[] } = {
  4: [[], [], choose(4, 2), choose(4, 3), choose(4, 4)],
  3: [[], [], choose(3, 2), choose(3, 3), []],
};

/** Every ascending choice of `k` numbers below `n`. */
function choose(n: number, k: number, from = 0): number[][] {
  if (k === 0) return [[]];
  const found: number[][] = [];
  for (let first = from; first <= n - k; first++) {
    for (const rest of choose(n, k - 1, first + 1)) found.push([first, ...rest]);
  }
  return found;
}

const MAXES = [31, 63, 31];
const pair = new Int32Array(2);
/** Endpoints of the least error so far, as stored. */
export const fewEnds = new Int32Array(2);

/**
 * Puts the best endpoints into `fewEnds`; their squared error, or `limit` when there is nothing better.
 * @param points r, g, b of each colour, in their order along the axis
 * @param weights how many texels have each
 * @param steps colours of the block: endpoints and two thirds, or their middle
 */
export function fewColours(
  points: Int32Array,
  weights: Int32Array,
  count: number,
  steps: 3 | 4,
  limit: number,
): number {
  let best = limit;
  for (const places of PLACES[steps][count]!) {
    let error = 0;
    let c0 = 0;
    let c1 = 0;
    for (let channel = 0; channel < 3 && error < best; channel++) {
      error += fitChannel(points, weights, count, channel, places, steps - 1);
      const shift = channel === 0 ? 11 : channel === 1 ? 5 : 0;
      c0 |= pair[0]! << shift;
      c1 |= pair[1]! << shift;
    }
    if (error >= best) continue;
    best = error;
    fewEnds[0] = c0;
    fewEnds[1] = c1;
  }
  return best;
}

/** The best pair of stored numbers of a channel for colours at given places; its squared error. */
function fitChannel(
  points: Int32Array,
  weights: Int32Array,
  count: number,
  channel: number,
  places: readonly number[],
  last: number,
): number {
  const max = MAXES[channel]!;
  let aa = 0;
  let ab = 0;
  let bb = 0;
  let v0 = 0;
  let v1 = 0;
  for (let i = 0; i < count; i++) {
    const b = places[i]! / last;
    const a = 1 - b;
    const w = weights[i]!;
    const value = points[3 * i + channel]!;
    aa += w * a * a;
    ab += w * a * b;
    bb += w * b * b;
    v0 += w * a * value;
    v1 += w * b * value;
  }
  // Two places that differ determine both ends.
  const scale = max / (255 * (aa * bb - ab * ab));
  const first = Math.round((v0 * bb - v1 * ab) * scale);
  const second = Math.round((v1 * aa - v0 * ab) * scale);
  let best = Number.POSITIVE_INFINITY;
  for (let e0 = clamped(first - 1, max); e0 <= clamped(first + 1, max); e0++) {
    for (let e1 = clamped(second - 1, max); e1 <= clamped(second + 1, max); e1++) {
      let error = 0;
      for (let i = 0; i < count && error < best; i++) {
        const place = places[i]!;
        const sum = (last - place) * e0 + place * e1;
        const shown = Math.floor((sum * 510 + last * max) / (2 * last * max));
        const d = shown - points[3 * i + channel]!;
        error += weights[i]! * d * d;
      }
      if (error >= best) continue;
      best = error;
      pair[0] = e0;
      pair[1] = e1;
    }
  }
  return best;
}

function clamped(value: number, max: number): number {
  return Math.max(0, Math.min(max, value));
}
