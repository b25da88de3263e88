/** Blending of two samples of a node (msh.md §3.3). */
import { formatError } from '../../diagnostics/format-error.ts';
import { dot4, round, weighted } from './profile.ts';
import { sampleNode } from './sample.ts';
import { slerpLike } from './slerp.ts';
import { type Animation, type Profile, SAMPLE_SIZE, type SampleArray } from './types.ts';

/** Which samples a blend used. `none`: neither was valid, there is no pose. */
export type BlendUse = 'a' | 'b' | 'both' | 'none';

/** Which sides count: a side needs weight and a time that is not negative. Depends on no node. */
export function blendUse(timeA: number, timeB: number, blend: number): BlendUse {
  const hasA = blend < 1 && timeA >= 0;
  const hasB = blend > 0 && timeB >= 0;
  if (hasA) return hasB ? 'both' : 'a';
  return hasB ? 'b' : 'none';
}

const sampleA = new Float64Array(SAMPLE_SIZE);
const sampleB = new Float64Array(SAMPLE_SIZE);

/**
 * The pose of `node` between its samples at `timeA` and `timeB`, `blend` 0 (A) to 1 (B), into `out[at..at+7]`.
 * Times and weight are rounded to f32 in profile x87. `none` leaves `out` as it is. Allocates nothing. `info.flip`,
 * where given, tells whether B's rotation was negated. Throws as `sampleNode` does, also for a `blend` that is not finite.
 */
export function blendNode(
  anim: Animation,
  node: number,
  timeA: number,
  timeB: number,
  blend: number,
  profile: Profile,
  out: SampleArray,
  at = 0,
  info?: { flip: boolean },
): BlendUse {
  const single = profile === 'x87';
  const weight = round(single, blend);
  const sum = timeA + timeB + weight;
  if (sum - sum !== 0) throw formatError('msh/sample-time', { time: sum }, 0, `nodes[${node}]`);
  const use = blendUse(timeA, timeB, weight);
  if (info !== undefined) info.flip = false;
  if (use === 'none') return use;
  if (use === 'a') sampleNode(anim, node, timeA, profile, out, at);
  else if (use === 'b') sampleNode(anim, node, timeB, profile, out, at);
  else {
    sampleNode(anim, node, timeA, profile, sampleA);
    sampleNode(anim, node, timeB, profile, sampleB);
    if (sumIsShorter(sampleA, sampleB, single)) {
      for (let i = 0; i < 4; i++) sampleB[i] = -sampleB[i]!;
      if (info !== undefined) info.flip = true;
    }
    slerpLike(sampleA, 0, sampleB, 0, weight, single, out, at);
    const rest = round(single, 1 - weight);
    for (let i = 4; i < 7; i++) out[at + i] = weighted(single, rest, sampleA[i]!, weight, sampleB[i]!);
  }
  return use;
}

/** |a + b|^2 < |a - b|^2: the two lie more than a quarter turn of the 4-sphere apart. */
function sumIsShorter(a: SampleArray, b: SampleArray, single: boolean): boolean {
  const w = round(single, a[0]! + b[0]!);
  const x = round(single, a[1]! + b[1]!);
  const y = round(single, a[2]! + b[2]!);
  const z = round(single, a[3]! + b[3]!);
  const dw = round(single, a[0]! - b[0]!);
  const dx = round(single, a[1]! - b[1]!);
  const dy = round(single, a[2]! - b[2]!);
  const dz = round(single, a[3]! - b[3]!);
  return dot4(single, w, w, x, x, y, y, z, z) < dot4(single, dw, dw, dx, dx, dy, dy, dz, dz);
}
