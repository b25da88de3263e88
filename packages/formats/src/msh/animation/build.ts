/** The canonical writer (msh.md §3.5): tracks to keys, frame map and node fields. Every limit is checked first. */
import { dataView } from '../../binary/bytes.ts';
import { formatError } from '../../diagnostics/format-error.ts';
import { NODE_SIZE, NONE } from '../tables.ts';
import type { QuatOrder } from './convention.ts';
import { fillBlock, packWords } from './frame-map.ts';
import { packKeys, type UnpackedKeys } from './keys.ts';
import { rotationWord, type Track } from './tracks.ts';
import type { AnimationTables } from './types.ts';

/** Where the two animation fields of a node record lie (§2). */
const ANIM_MAP_START_AT = 4;
const FALLBACK_KEY_AT = 6;

/** Above this f32 has no longer every whole frame. */
const LAST_FRAME = 2 ** 24 - 1;

export interface BuildOptions {
  /** Word order of the rotations. Default `wxyz`. */
  order?: QuatOrder;
  /** Write tracks that break a rule (order, finite values) all the same. The limits of the format still hold. */
  force?: boolean;
}

/** A table to be written: payload and attributes. */
export interface BuiltTable {
  readonly bytes: Uint8Array;
  readonly attr1: number;
  readonly attr2: number;
  readonly attr3: number;
}

/** What the writer made. */
export interface BuiltAnimation {
  /** Res8. */
  readonly keys: BuiltTable;
  /** Res19. */
  readonly frameMap: BuiltTable;
  /** For the node records of Res1. */
  readonly nodes: readonly { readonly animMapStart: number; readonly fallbackKey: number }[];
}

/**
 * The tables of `tracks`, one track a node. Throws FormatError before anything is made: `msh/track-empty`,
 * `msh/key-finite`, `msh/track-order`, `msh/key-limit`, `msh/map-limit`, with node and key in its path.
 */
export function buildAnimation(tracks: readonly Track[], options: BuildOptions = {}): BuiltAnimation {
  checkTracks(tracks, options.force ?? false);
  const keys = collectKeys(tracks);
  const frameCount = frameCountOf(tracks);
  const moving = tracks.filter((track) => track.keys.length > 1).length;
  const words = new Uint16Array(moving * frameCount);
  const nodes: { animMapStart: number; fallbackKey: number }[] = [];
  let cursor = 0;
  let first = 0;
  for (const track of tracks) {
    const end = first + track.keys.length;
    const moves = track.keys.length > 1;
    nodes.push({ animMapStart: moves ? cursor : NONE, fallbackKey: end - 1 });
    if (moves) {
      fillBlock(keys.times.subarray(first, end), first, words.subarray(cursor, cursor + frameCount));
      cursor += frameCount;
    }
    first = end;
  }
  return {
    keys: { bytes: packKeys(keys, options.order ?? 'wxyz'), attr1: keys.count, attr2: 0, attr3: 4 },
    frameMap: { bytes: packWords(words), attr1: words.length, attr2: frameCount, attr3: 2 },
    nodes,
  };
}

/** A copy of a Res1 payload with the animation fields of its 38-byte records replaced, the rest byte for byte. */
export function patchNodes(res1: Uint8Array, nodes: BuiltAnimation['nodes']): Uint8Array {
  if (res1.length < nodes.length * NODE_SIZE) {
    throw new RangeError(`${nodes.length} nodes do not fit the ${res1.length} bytes of Res1`);
  }
  const patched = res1.slice();
  const view = dataView(patched);
  for (let i = 0; i < nodes.length; i++) {
    view.setUint16(NODE_SIZE * i + ANIM_MAP_START_AT, nodes[i]!.animMapStart, true);
    view.setUint16(NODE_SIZE * i + FALLBACK_KEY_AT, nodes[i]!.fallbackKey, true);
  }
  return patched;
}

/** The tables that `built` makes of a model: for checks, and for sampling what was just made. */
export function builtTables(built: BuiltAnimation, parents: readonly number[]): AnimationTables {
  return {
    nodes: built.nodes.map((node, i) => ({ parent: parents[i] ?? NONE, ...node })),
    nodesOffset: 0,
    keys: { ...built.keys, offset: 0 },
    frameMap: { ...built.frameMap, offset: 0 },
  };
}

/** The largest last time of the nodes that move, whole frames, plus one; at least 1. */
function frameCountOf(tracks: readonly Track[]): number {
  let count = 1;
  for (const { keys } of tracks) {
    if (keys.length > 1) count = Math.max(count, Math.floor(Math.fround(keys[keys.length - 1]!.time)) + 1);
  }
  return count;
}

function checkTracks(tracks: readonly Track[], force: boolean): void {
  let total = 0;
  for (let node = 0; node < tracks.length; node++) {
    const { keys } = tracks[node]!;
    if (keys.length === 0) throw formatError('msh/track-empty', { node }, 0, `nodes[${node}]`);
    total += keys.length;
    for (let i = 0; i < keys.length && !force; i++) checkKey(tracks[node]!, i, node);
  }
  if (total > NONE) throw formatError('msh/key-limit', { keys: total, limit: NONE }, 0, '');
  checkMap(tracks);
}

function checkKey(track: Track, index: number, node: number): void {
  const key = track.keys[index]!;
  const path = `nodes[${node}].keys[${index}]`;
  for (const value of [key.time, ...key.position]) {
    if (!Number.isFinite(Math.fround(value))) throw formatError('msh/key-finite', { value }, 0, path);
  }
  for (const value of key.rotation) {
    if (!Number.isFinite(value)) throw formatError('msh/key-finite', { value }, 0, path);
  }
  const time = Math.fround(key.time);
  const before = index === 0 ? Number.NEGATIVE_INFINITY : Math.fround(track.keys[index - 1]!.time);
  if (!(time > before)) throw formatError('msh/track-order', { time, before }, 0, path);
}

function checkMap(tracks: readonly Track[]): void {
  const frameCount = frameCountOf(tracks);
  if (!(frameCount <= LAST_FRAME)) {
    throw formatError('msh/map-limit', { words: frameCount, limit: LAST_FRAME }, 0, '');
  }
  let cursor = 0;
  for (let node = 0; node < tracks.length; node++) {
    if (tracks[node]!.keys.length < 2) continue;
    if (cursor >= NONE) throw formatError('msh/map-limit', { words: cursor, limit: NONE }, 0, `nodes[${node}]`);
    cursor += frameCount;
  }
}

function collectKeys(tracks: readonly Track[]): UnpackedKeys {
  let count = 0;
  for (const track of tracks) count += track.keys.length;
  const times = new Float32Array(count);
  const positions = new Float32Array(3 * count);
  const words = new Int16Array(4 * count);
  let at = 0;
  for (const { keys } of tracks) {
    for (const key of keys) {
      times[at] = keys.length > 1 ? key.time : 0;
      positions.set(key.position, 3 * at);
      for (let c = 0; c < 4; c++) words[4 * at + c] = rotationWord(key, c);
      at++;
    }
  }
  return { count, times, positions, words };
}
