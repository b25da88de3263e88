/** The sampler of msh.md §3.2: the pose of one node at one time, as the game computes it. */
import { formatError } from '../../diagnostics/format-error.ts';
import { NONE } from '../tables.ts';
import { frameAt } from './frame-map.ts';
import { lerp, round } from './profile.ts';
import { slerpAlong } from './slerp.ts';
import type { Animation, Profile, SampleArray } from './types.ts';

/** How a sample came about: the fallback key, exactly the key before or after, or between the two. */
export type SampleBranch = 'fallback' | 'k0' | 'k1' | 'interp';

/** What a sample was made of, for those who ask. */
export interface SampleInfo {
  /** The rounded frame, a 64-bit integer of which the engine uses the low 32 bits. */
  frame: number;
  branch: SampleBranch;
  /** The key used; the key before for `interp`; 0xFFFF for a node of a model without keys. */
  key: number;
}

export function createSampleInfo(): SampleInfo {
  return { frame: 0, branch: 'fallback', key: NONE };
}

/**
 * Samples `node` at `time` (frames; profile x87 rounds it to f32) into `out[at..at+7]`: w, x, y, z of the rotation as
 * stored, then x, y, z of the position. Allocates nothing; `info`, where given, is filled. Throws FormatError
 * `msh/sample-time` for a time that is not finite, `msh/fallback-range` and `msh/map-range` where the tables lead outside
 * themselves.
 */
export function sampleNode(
  anim: Animation,
  node: number,
  time: number,
  profile: Profile,
  out: SampleArray,
  at = 0,
  info?: SampleInfo,
): SampleBranch {
  const single = profile === 'x87';
  const t = round(single, time);
  if (t - t !== 0) throw formatError('msh/sample-time', { time }, 0, `nodes[${node}]`);
  const fallback = anim.fallbackKeys[node];
  if (fallback === undefined) throw new RangeError(`node ${node} of ${anim.nodeCount}`);

  // Step 1: the frame.
  const frame = frameAt(t, single);
  const unsigned = frame >>> 0;

  let key = fallback;
  let branch: SampleBranch = 'fallback';
  if (fallback >= anim.keyCount) {
    if (anim.keyCount > 0 || fallback !== NONE) throw fallbackError(anim, node, fallback);
    identity(out, at);
  } else {
    // Step 2: outside the map, or a word that is not below the fallback key, the fallback key as it is.
    const start = anim.mapStarts[node]!;
    if (unsigned < anim.frameCount && start !== NONE) {
      const index = start + unsigned;
      if (index >= anim.frameMap.length) throw mapError(anim, node, index);
      const word = anim.frameMap[index]!;
      if (word < fallback) {
        // Step 3: between two keys. The next one exists, because the fallback key does.
        key = word;
        if (t === anim.times[word]) branch = 'k0';
        else if (t === anim.times[word + 1]) {
          branch = 'k1';
          key = word + 1;
        } else branch = 'interp';
      }
    }
    if (branch === 'interp') interpolateKeys(anim, key, t, single, out, at);
    else copyKey(anim, key, single, out, at);
  }
  if (info !== undefined) {
    info.frame = frame;
    info.branch = branch;
    info.key = key;
  }
  return branch;
}

/** Key `key` as a sample. */
export function copyKey(anim: Animation, key: number, single: boolean, out: SampleArray, at: number): void {
  const rotations = single ? anim.rotationsX87 : anim.rotations;
  out[at] = rotations[4 * key]!;
  out[at + 1] = rotations[4 * key + 1]!;
  out[at + 2] = rotations[4 * key + 2]!;
  out[at + 3] = rotations[4 * key + 3]!;
  out[at + 4] = anim.positions[3 * key]!;
  out[at + 5] = anim.positions[3 * key + 1]!;
  out[at + 6] = anim.positions[3 * key + 2]!;
}

/** The line through key `key` and the next at time `t`, which may lie outside the two: `a` is not clamped (§3.2 step 3). */
export function interpolateKeys(
  anim: Animation,
  key: number,
  t: number,
  single: boolean,
  out: SampleArray,
  at: number,
): void {
  const t0 = anim.times[key]!;
  const a = round(single, round(single, t - t0) / round(single, anim.times[key + 1]! - t0));
  const rotations = single ? anim.rotationsX87 : anim.rotations;
  const arcs = single ? anim.arcsX87 : anim.arcs;
  slerpAlong(rotations, 4 * key, rotations, 4 * key + 4, arcs, 4 * key, a, single, out, at);
  const p = anim.positions;
  const from = 3 * key;
  out[at + 4] = lerp(single, p[from]!, p[from + 3]!, a);
  out[at + 5] = lerp(single, p[from + 1]!, p[from + 4]!, a);
  out[at + 6] = lerp(single, p[from + 2]!, p[from + 5]!, a);
}

/** The rest of a node of a model without keys. */
function identity(out: SampleArray, at: number): void {
  out[at] = 1;
  for (let i = 1; i < 7; i++) out[at + i] = 0;
}

function fallbackError(anim: Animation, node: number, key: number) {
  return formatError('msh/fallback-range', { key, keys: anim.keyCount }, 0, `nodes[${node}].keys[${key}]`);
}

function mapError(anim: Animation, node: number, index: number) {
  const words = anim.frameMap.length;
  return formatError('msh/map-range', { end: index + 1, words }, 0, `nodes[${node}].frameMap[${index}]`);
}
