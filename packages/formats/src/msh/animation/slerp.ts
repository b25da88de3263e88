/** The game's quaternion interpolation (msh.md §3.2), in two steps: the arc between two rotations, and going along it. */
import { dot4, round, weighted } from './profile.ts';
import type { SampleArray } from './types.ts';

/** The f32 3727C5AC: up to this distance of the cosine from 1 the game blends linearly, in both profiles. */
const NEARLY_PARALLEL = Math.fround(9.9999997e-6);

/** Numbers of an arc: |cosine|, the sign of the cosine, the angle, 1 / sine. The last is 0 for nearly parallel rotations. */
export const ARC_SIZE = 4;

/** The arc from w, x, y, z at `q0[at0..]` to `q1[at1..]`, the short way round, into `arcs[at..]`. `single`: profile x87. */
export function arcBetween(
  q0: SampleArray,
  at0: number,
  q1: SampleArray,
  at1: number,
  single: boolean,
  arcs: Float64Array,
  at: number,
): void {
  const dot = dot4(
    single,
    q0[at0]!,
    q1[at1]!,
    q0[at0 + 1]!,
    q1[at1 + 1]!,
    q0[at0 + 2]!,
    q1[at1 + 2]!,
    q0[at0 + 3]!,
    q1[at1 + 3]!,
  );
  const cosine = dot < 0 ? -dot : dot;
  const linear = round(single, 1 - cosine) <= NEARLY_PARALLEL;
  const theta = linear ? 0 : round(single, Math.acos(cosine));
  arcs[at] = cosine;
  arcs[at + 1] = dot < 0 ? -1 : 1;
  arcs[at + 2] = theta;
  arcs[at + 3] = linear ? 0 : round(single, 1 / round(single, Math.sin(theta)));
}

/**
 * The rotation at part `a` of the way from `q0[at0..]` to `q1[at1..]`, whose arc is at `arcs[arcAt..]`, into `out[at..]`.
 * `a` is not clamped, nothing is normalised.
 */
export function slerpAlong(
  q0: SampleArray,
  at0: number,
  q1: SampleArray,
  at1: number,
  arcs: Float64Array,
  arcAt: number,
  a: number,
  single: boolean,
  out: SampleArray,
  at: number,
): void {
  const inverse = arcs[arcAt + 3]!;
  let w0: number;
  let w1: number;
  if (inverse === 0) {
    w0 = round(single, 1 - a);
    w1 = a;
  } else {
    const angle = round(single, a * arcs[arcAt + 2]!);
    w1 = round(single, round(single, Math.sin(angle)) * inverse);
    w0 = round(single, round(single, Math.cos(angle)) - round(single, w1 * arcs[arcAt]!));
  }
  w1 *= arcs[arcAt + 1]!;
  out[at] = weighted(single, w0, q0[at0]!, w1, q1[at1]!);
  out[at + 1] = weighted(single, w0, q0[at0 + 1]!, w1, q1[at1 + 1]!);
  out[at + 2] = weighted(single, w0, q0[at0 + 2]!, w1, q1[at1 + 2]!);
  out[at + 3] = weighted(single, w0, q0[at0 + 3]!, w1, q1[at1 + 3]!);
}

const arc = new Float64Array(ARC_SIZE);

/** Both steps at once. */
export function slerpLike(
  q0: SampleArray,
  at0: number,
  q1: SampleArray,
  at1: number,
  a: number,
  single: boolean,
  out: SampleArray,
  at: number,
): void {
  arcBetween(q0, at0, q1, at1, single, arc, 0);
  slerpAlong(q0, at0, q1, at1, arc, 0, a, single, out, at);
}

/** The arcs between neighbouring keys, 4 numbers each; the last key has none. They do not depend on the time. */
export function arcsOf(rotations: Float64Array, single: boolean): Float64Array {
  const arcs = new Float64Array(rotations.length);
  for (let at = 0; at + 4 < rotations.length; at += 4) arcBetween(rotations, at, rotations, at + 4, single, arcs, at);
  return arcs;
}
