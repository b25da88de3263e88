import { dot4, round, weighted } from './profile.ts';
import type { SampleArray } from './types.ts';

/** The f32 3727C5AC: up to this distance of the cosine from 1 the game blends linearly, in both profiles. */
const NEARLY_PARALLEL = Math.fround(9.9999997e-6);

/**
 * The game's quaternion interpolation (msh.md §3.2): the short way round, no normalisation at the end, `a` not clamped.
 * Reads w, x, y, z at `q0[at0..]` and `q1[at1..]`, writes at `out[at..]`. `single` is profile x87.
 */
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
  const aw = q0[at0]!;
  const ax = q0[at0 + 1]!;
  const ay = q0[at0 + 2]!;
  const az = q0[at0 + 3]!;
  const bw = q1[at1]!;
  const bx = q1[at1 + 1]!;
  const by = q1[at1 + 2]!;
  const bz = q1[at1 + 3]!;
  let dot = dot4(single, aw, bw, ax, bx, ay, by, az, bz);
  let sign = 1;
  if (dot < 0) {
    dot = -dot;
    sign = -1;
  }
  let w0: number;
  let w1: number;
  if (round(single, 1 - dot) <= NEARLY_PARALLEL) {
    w0 = round(single, 1 - a);
    w1 = a;
  } else {
    const theta = round(single, Math.acos(dot));
    const inverse = round(single, 1 / round(single, Math.sin(theta)));
    const angle = round(single, a * theta);
    w1 = round(single, round(single, Math.sin(angle)) * inverse);
    w0 = round(single, round(single, Math.cos(angle)) - round(single, w1 * dot));
  }
  w1 *= sign;
  out[at] = weighted(single, w0, aw, w1, bw);
  out[at + 1] = weighted(single, w0, ax, w1, bx);
  out[at + 2] = weighted(single, w0, ay, w1, by);
  out[at + 3] = weighted(single, w0, az, w1, bz);
}
