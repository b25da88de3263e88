/** The editable form of the animation: a list of keys for each node (msh.md §3.1, "Tracks"). */

import { NONE } from '../tables.ts';
import { dequantise, quantise } from './keys.ts';
import type { Animation } from './types.ts';

/** One key of a node. */
export interface TrackKey {
  /** In frames. */
  time: number;
  /** x, y, z, node to parent, axes of the file. */
  position: [number, number, number];
  /** w, x, y, z as stored: mesh to parent is its conjugate (§3.3). */
  rotation: [number, number, number, number];
  /** The words that `rotation` came from. They are written as they are while they still decode to it. */
  words?: readonly [number, number, number, number];
}

/** The keys of one node, times strictly increasing; one key for a node that stands still. */
export interface Track {
  keys: TrackKey[];
}

/**
 * The tracks of a model: node i has the keys after those of node i-1, up to its fallback key; a node without a map has
 * its fallback key only. For a canonical model (`buildAnimation` gives its tables back) this is everything. Where the
 * tables lead outside themselves, a track ends early, or is one key at rest.
 */
export function tracksOf(anim: Animation): Track[] {
  const tracks: Track[] = [];
  for (let node = 0; node < anim.nodeCount; node++) {
    const { first, last } = trackRange(anim, node);
    const keys: TrackKey[] = [];
    const start = anim.mapStarts[node] === NONE ? last : first;
    for (let key = start; key <= last && key < anim.keyCount; key++) keys.push(trackKey(anim, key));
    tracks.push({ keys: keys.length > 0 ? keys : [restKey()] });
  }
  return tracks;
}

/** First and last key of a node by the canonical rule; `first` is above `last` where fallback keys do not increase. */
export function trackRange(anim: Animation, node: number): { first: number; last: number } {
  return { first: node === 0 ? 0 : anim.fallbackKeys[node - 1]! + 1, last: anim.fallbackKeys[node]! };
}

function trackKey(anim: Animation, key: number): TrackKey {
  const { times, positions: p, rotations: q, words: w } = anim;
  return {
    time: times[key]!,
    position: [p[3 * key]!, p[3 * key + 1]!, p[3 * key + 2]!],
    rotation: [q[4 * key]!, q[4 * key + 1]!, q[4 * key + 2]!, q[4 * key + 3]!],
    words: [w[4 * key]!, w[4 * key + 1]!, w[4 * key + 2]!, w[4 * key + 3]!],
  };
}

function restKey(): TrackKey {
  return { time: 0, position: [0, 0, 0], rotation: [1, 0, 0, 0] };
}

/** Component `c` of the rotation of a key as it is written: the raw word while it stands for the value. */
export function rotationWord(key: TrackKey, c: number): number {
  const word = key.words?.[c];
  return word !== undefined && dequantise(word) === key.rotation[c] ? word : quantise(key.rotation[c]!);
}
