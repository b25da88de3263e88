/** Fewer keys for the same movement, as the engine interpolates it. */
import { angleBetween } from './channel.ts';
import { slerpLike } from './slerp.ts';
import type { TrackKey } from './tracks.ts';
import { SAMPLE_SIZE } from './types.ts';

/**
 * The keys that are needed so that every key left out is met within `tolerance` (length units, and radians) by the
 * engine's interpolation between those kept. First and last stay; one key when nothing moves.
 */
export function reduceKeys(keys: readonly TrackKey[], tolerance: number): TrackKey[] {
  if (keys.length < 2) return keys.slice();
  const first = keys[0]!;
  if (keys.every((key) => keyDistance(first, key) <= tolerance)) return [first];
  const kept = new Uint8Array(keys.length);
  kept[0] = 1;
  kept[keys.length - 1] = 1;
  const stretches: [number, number][] = [[0, keys.length - 1]];
  while (stretches.length > 0) {
    const [from, to] = stretches.pop()!;
    const worst = worstBetween(keys, from, to, tolerance);
    if (worst < 0) continue;
    kept[worst] = 1;
    stretches.push([from, worst], [worst, to]);
  }
  return keys.filter((_, i) => kept[i] === 1);
}

/** Larger of the distance in length units and the angle in radians. */
export function keyDistance(a: TrackKey, b: TrackKey): number {
  const [x, y, z] = a.position;
  const distance = Math.hypot(x - b.position[0], y - b.position[1], z - b.position[2]);
  return Math.max(distance, unitAngle(a.rotation, b.rotation));
}

/** Index of the key that the line from `from` to `to` misses most, -1 when it misses none by more than the tolerance. */
function worstBetween(keys: readonly TrackKey[], from: number, to: number, tolerance: number): number {
  let worst = -1;
  let largest = tolerance;
  const between: TrackKey = { time: 0, position: [0, 0, 0], rotation: [1, 0, 0, 0] };
  for (let i = from + 1; i < to; i++) {
    interpolateKey(keys[from]!, keys[to]!, keys[i]!.time, between);
    const distance = keyDistance(between, keys[i]!);
    if (distance > largest) {
      largest = distance;
      worst = i;
    }
  }
  return worst;
}

const q0 = new Float64Array(4);
const q1 = new Float64Array(4);
const q = new Float64Array(SAMPLE_SIZE);

function interpolateKey(k0: TrackKey, k1: TrackKey, time: number, out: TrackKey): void {
  const a = (time - k0.time) / (k1.time - k0.time);
  q0.set(k0.rotation);
  q1.set(k1.rotation);
  slerpLike(q0, 0, q1, 0, a, false, q, 0);
  for (let c = 0; c < 4; c++) out.rotation[c] = q[c]!;
  for (let c = 0; c < 3; c++) out.position[c] = k0.position[c]! + a * (k1.position[c]! - k0.position[c]!);
}

const unitA = new Float64Array(4);
const unitB = new Float64Array(4);

function unitAngle(a: readonly number[], b: readonly number[]): number {
  toUnit(a, unitA);
  toUnit(b, unitB);
  return angleBetween(unitA, 0, unitB, 0);
}

function toUnit(from: readonly number[], into: Float64Array): void {
  const length = Math.hypot(from[0]!, from[1]!, from[2]!, from[3]!);
  for (let c = 0; c < 4; c++) into[c] = length > 0 ? from[c]! / length : Number(c === 0);
}
