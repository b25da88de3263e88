/** The pose of a whole model: samples of all nodes, their matrices, the hierarchy (msh.md §3.3). */
import { type BlendUse, blendNode, blendUse } from './blend.ts';
import { type RotationSense, senseSign } from './convention.ts';
import { round } from './profile.ts';
import { sampleNode } from './sample.ts';
import { type Animation, type Profile, SAMPLE_SIZE, type SampleArray } from './types.ts';

/** Arrays that a pose is computed into, made once. Matrices are rows of 4 for column vectors, translation at 3, 7, 11. */
export interface Pose {
  /** 7 a node: w, x, y, z of the rotation as stored, x, y, z of the position. */
  readonly samples: Float64Array;
  /** 16 a node: node to parent. */
  readonly local: Float64Array;
  /** 16 a node: node to model. */
  readonly world: Float64Array;
}

export function createPose(anim: Animation): Pose {
  return {
    samples: new Float64Array(SAMPLE_SIZE * anim.nodeCount),
    local: new Float64Array(16 * anim.nodeCount),
    world: new Float64Array(16 * anim.nodeCount),
  };
}

/** Samples every node at `time` into `samples`, 7 a node. Allocates nothing; throws as `sampleNode` does. */
export function sampleAll(anim: Animation, time: number, profile: Profile, samples: SampleArray): void {
  for (let node = 0; node < anim.nodeCount; node++) sampleNode(anim, node, time, profile, samples, SAMPLE_SIZE * node);
}

/** The whole model at `time`: samples, local and world matrices. Allocates nothing; throws as `sampleNode` does. */
export function poseAt(
  anim: Animation,
  time: number,
  pose: Pose,
  profile: Profile = 'x87',
  sense: RotationSense = 'conjugate',
): void {
  sampleAll(anim, time, profile, pose.samples);
  poseMatrices(anim, pose, profile, sense);
}

/** The whole model between two times. `none`: no pose, the arrays are left as they are. */
export function blendedPose(
  anim: Animation,
  timeA: number,
  timeB: number,
  blend: number,
  pose: Pose,
  profile: Profile = 'x87',
  sense: RotationSense = 'conjugate',
): BlendUse {
  for (let node = 0; node < anim.nodeCount; node++) {
    blendNode(anim, node, timeA, timeB, blend, profile, pose.samples, SAMPLE_SIZE * node);
  }
  const use = blendUse(timeA, timeB, round(profile === 'x87', blend));
  if (use !== 'none') poseMatrices(anim, pose, profile, sense);
  return use;
}

/** Local and world matrices from `pose.samples`. World = parent's world times local, in double in both profiles. */
export function poseMatrices(anim: Animation, pose: Pose, profile: Profile, sense: RotationSense): void {
  const { samples, local, world } = pose;
  for (let i = 0; i < anim.nodeCount; i++) {
    const node = anim.order[i]!;
    const parent = anim.parents[node]!;
    sampleMatrix(samples, SAMPLE_SIZE * node, profile, sense, local, 16 * node);
    if (parent < 0) for (let k = 16 * node; k < 16 * node + 16; k++) world[k] = local[k]!;
    else multiplyRigid(world, 16 * parent, local, 16 * node, world, 16 * node);
  }
}

/** The matrix of the sample at `sample[at..at+7]` (§3.3): 16 numbers at `out[outAt..]`. */
export function sampleMatrix(
  sample: SampleArray,
  at: number,
  profile: Profile,
  sense: RotationSense,
  out: SampleArray,
  outAt: number,
): void {
  const single = profile === 'x87';
  // The game's formula turns by the conjugate of what it is given.
  const turn = -senseSign(sense);
  const w = sample[at]!;
  const x = turn * sample[at + 1]!;
  const y = turn * sample[at + 2]!;
  const z = turn * sample[at + 3]!;
  const xx = round(single, x * x);
  const yy = round(single, y * y);
  const zz = round(single, z * z);
  const xy = round(single, x * y);
  const xz = round(single, x * z);
  const yz = round(single, y * z);
  const wx = round(single, w * x);
  const wy = round(single, w * y);
  const wz = round(single, w * z);
  out[outAt] = round(single, 1 - 2 * round(single, yy + zz));
  out[outAt + 1] = 2 * round(single, xy + wz);
  out[outAt + 2] = 2 * round(single, xz - wy);
  out[outAt + 3] = sample[at + 4]!;
  out[outAt + 4] = 2 * round(single, xy - wz);
  out[outAt + 5] = round(single, 1 - 2 * round(single, xx + zz));
  out[outAt + 6] = 2 * round(single, yz + wx);
  out[outAt + 7] = sample[at + 5]!;
  out[outAt + 8] = 2 * round(single, xz + wy);
  out[outAt + 9] = 2 * round(single, yz - wx);
  out[outAt + 10] = round(single, 1 - 2 * round(single, xx + yy));
  out[outAt + 11] = sample[at + 6]!;
  out[outAt + 12] = 0;
  out[outAt + 13] = 0;
  out[outAt + 14] = 0;
  out[outAt + 15] = 1;
}

/** a times b for matrices whose last row is 0 0 0 1; `out` may be `a` or `b` only at another place. */
function multiplyRigid(
  a: SampleArray,
  atA: number,
  b: SampleArray,
  atB: number,
  out: SampleArray,
  outAt: number,
): void {
  for (let row = 0; row < 3; row++) {
    const r = atA + 4 * row;
    const a0 = a[r]!;
    const a1 = a[r + 1]!;
    const a2 = a[r + 2]!;
    for (let column = 0; column < 4; column++) {
      const c = atB + column;
      const sum = a0 * b[c]! + a1 * b[c + 4]! + a2 * b[c + 8]!;
      out[outAt + 4 * row + column] = column === 3 ? sum + a[r + 3]! : sum;
    }
  }
  out[outAt + 12] = 0;
  out[outAt + 13] = 0;
  out[outAt + 14] = 0;
  out[outAt + 15] = 1;
}
