/** glTF channels to tracks: what `anim import` does with an edited animation (msh.md §3.5, §5). */
import { formatError } from '../../diagnostics/format-error.ts';
import { NONE } from '../tables.ts';
import { angleBetween, evaluateChannel, keyBefore, type SourceChannel } from './channel.ts';
import {
  type Convention,
  DEFAULT_CONVENTION,
  fromSceneRotation,
  fromSceneTranslation,
  toSceneRotation,
  toSceneTranslation,
} from './convention.ts';
import { curveAt, runsOf } from './curve.ts';
import { fillBlock } from './frame-map.ts';
import { reduceKeys } from './reduce.ts';
import { toChannels } from './to-channels.ts';
import { type Track, type TrackKey, trackRange, tracksOf } from './tracks.ts';
import { type Animation, SAMPLE_SIZE } from './types.ts';

/** A node of the edited scene. */
export interface SourceNode {
  /** Its channels; those of scale and weights have no place in a model and are left out. */
  readonly channels: readonly SourceChannel[];
  /** Scene values: x, y, z. */
  readonly translation: readonly [number, number, number];
  /** Scene values: x, y, z, w. */
  readonly rotation: readonly [number, number, number, number];
}

export interface FromChannelsOptions {
  convention?: Convention;
  /** Frames a second, > 0. Default 30. */
  fps?: number;
  /** Of the key reduction: length units, and radians. Default 1e-4. */
  tolerance?: number;
}

export interface ImportedTracks {
  /** One a node of the model, for `buildAnimation`. */
  readonly tracks: Track[];
  /** For each node whether its track is the model's own, untouched, with the words as stored. */
  readonly unchanged: boolean[];
  /** For each node whether it moves otherwise than the export of `anim` does. */
  readonly edited: boolean[];
}

/** Differences that quantised rotations, or f32 positions (as part of the node's largest, at least 1), cannot show. */
const SAME_ANGLE = 2 / 32767;
const SAME_POSITION = 1e-5;
/** How long before a jump the old value is held, in frames. */
const HOLD = 1 / 64;
/** Of a frame: key times this near to a whole one are on it. */
const ON_FRAME = 1e-3;
const MOST_FRAMES = 2 ** 20;

/**
 * Tracks at whole frames from the channels of an edited scene, `nodes[i]` for model node i; a node that is undefined
 * keeps its track. LINEAR, STEP and CUBICSPLINE are evaluated as glTF defines them, then axes and conjugate are undone
 * and keys within the tolerance left out. A node that moves as the export of `anim` does, within quantisation, keeps its
 * own keys, so that an unedited canonical animation is written byte for byte.
 * @throws FormatError `msh/map-limit` for channels longer than 2^20 frames; RangeError for an fps that is not above 0.
 */
export function tracksFromChannels(
  anim: Animation,
  nodes: readonly (SourceNode | undefined)[],
  options: FromChannelsOptions = {},
): ImportedTracks {
  const { convention = DEFAULT_CONVENTION, fps = 30, tolerance = 1e-4 } = options;
  if (!(fps > 0 && fps < Number.POSITIVE_INFINITY)) throw new RangeError(`fps must be above 0, not ${fps}`);
  const own = tracksOf(anim);
  const exported = exportedNodes(anim, convention, fps);
  const unchanged: boolean[] = [];
  const edited: boolean[] = [];
  const tracks = own.map((track, node) => {
    const source = nodes[node];
    const before = exported[node];
    const alike = !source || (before !== undefined && moveAlike(before, source, fps));
    const keeps = !source || (alike && isCanonicalNode(anim, node));
    unchanged.push(keeps);
    edited.push(!alike);
    return keeps ? track : { keys: reduceKeys(resample(source, convention, fps), tolerance) };
  });
  return { tracks, unchanged, edited };
}

/** Whether the track of a node says all of it: its block is what the canonical writer makes of its keys. */
export function isCanonicalNode(anim: Animation, node: number): boolean {
  const { first, last } = trackRange(anim, node);
  const start = anim.mapStarts[node]!;
  if (last >= anim.keyCount || first > last) return false;
  if (start === NONE) return true;
  if (first === last || start + anim.frameCount > anim.frameMap.length) return false;
  const times = anim.times.subarray(first, last + 1);
  for (let i = 1; i < times.length; i++) if (!(times[i]! > times[i - 1]!)) return false;
  if (!(times[0]! >= 0 && times[times.length - 1]! < anim.frameCount)) return false;
  const block = new Uint16Array(anim.frameCount);
  fillBlock(times, first, block);
  for (let i = 0; i < block.length; i++) if (block[i] !== anim.frameMap[start + i]) return false;
  return true;
}

/** The scene as it is exported, which an unedited one equals: a node each, undefined where there is no finite pose. */
function exportedNodes(anim: Animation, convention: Convention, fps: number): (SourceNode | undefined)[] {
  const channels = toChannels(anim, { convention, fps }).animation?.channels ?? [];
  const sample = new Float64Array(SAMPLE_SIZE);
  const scene = new Float64Array(SAMPLE_SIZE);
  const nodes: (SourceNode | undefined)[] = [];
  for (let node = 0; node < anim.nodeCount; node++) {
    if (!curveAt(anim, node, runsOf(anim, node), 0, sample)) {
      nodes.push(undefined);
      continue;
    }
    toSceneTranslation(sample, 4, convention.axis, scene, 0);
    toSceneRotation(sample, 0, convention, scene, 3);
    nodes.push({
      translation: [scene[0]!, scene[1]!, scene[2]!],
      rotation: [scene[3]!, scene[4]!, scene[5]!, scene[6]!],
      channels: channels.filter((channel) => channel.node === node),
    });
  }
  return nodes;
}

/** Compares two nodes at quarter frames. */
function moveAlike(a: SourceNode, b: SourceNode, fps: number): boolean {
  const one = new Float64Array(SAMPLE_SIZE);
  const two = new Float64Array(SAMPLE_SIZE);
  const largest = Math.max(largestPosition(a), largestPosition(b));
  const end = Math.max(endFrame(a, fps), endFrame(b, fps));
  for (let quarter = 0; quarter <= 4 * end; quarter++) {
    const seconds = quarter / 4 / fps;
    sceneValue(a, () => seconds, one);
    sceneValue(b, () => seconds, two);
    for (let c = 0; c < 3; c++) if (!(Math.abs(one[c]! - two[c]!) <= SAME_POSITION * largest)) return false;
    if (!(angleBetween(one, 3, two, 3) <= SAME_ANGLE)) return false;
  }
  return true;
}

function largestPosition(node: SourceNode): number {
  let largest = 1;
  for (const { path, values } of node.channels) {
    for (let i = 0; path === 'translation' && i < values.length; i++) {
      largest = Math.max(largest, Math.abs(values[i]!));
    }
  }
  return largest;
}

/** The last key of the channels in frames, whole; 0 without channels. */
function endFrame(source: SourceNode, fps: number): number {
  let end = 0;
  for (const { times } of source.channels) {
    if (times.length > 0) end = Math.max(end, Math.ceil(times[times.length - 1]! * fps - ON_FRAME));
  }
  if (!(end <= MOST_FRAMES)) throw formatError('msh/map-limit', { words: end, limit: MOST_FRAMES }, 0, '');
  return end;
}

/** Translation and unit rotation of the scene's node, each channel at the seconds that `when` says. */
function sceneValue(source: SourceNode, when: (channel: SourceChannel) => number, out: Float64Array): void {
  out.set(source.translation, 0);
  out.set(source.rotation, 3);
  for (const channel of source.channels) {
    if (channel.times.length === 0) continue;
    if (channel.path === 'translation') evaluateChannel(channel, when(channel), out.subarray(0, 3));
    if (channel.path === 'rotation') evaluateChannel(channel, when(channel), out.subarray(3, 7));
  }
}

/**
 * A key at every whole frame. Before a jump a key holds the old value, or the engine would blend over the whole frame;
 * but only at an even frame: at an odd one the engine is still on the segment before (§3.2 step 1), so that the held
 * value would show on the frame itself. There it blends.
 */
function resample(source: SourceNode, convention: Convention, fps: number): TrackKey[] {
  const keys: TrackKey[] = [];
  const end = endFrame(source, fps);
  for (let frame = 0; frame <= end; frame++) {
    const jumps =
      frame > 0 && frame % 2 === 0 && source.channels.some((channel) => jumpBefore(channel, frame, fps) !== undefined);
    if (jumps) {
      const time = frame - HOLD;
      keys.push(keyOf(source, time, convention, (channel) => jumpBefore(channel, frame, fps) ?? time / fps));
    }
    keys.push(keyOf(source, frame, convention, (channel) => secondsOn(channel, frame, fps)));
  }
  return keys;
}

/** The seconds of a frame; those of a key where one is on the frame, the last of them at a jump. */
function secondsOn({ times }: SourceChannel, frame: number, fps: number): number {
  const key = times[keyBefore(times, (frame + ON_FRAME) / fps)];
  return key !== undefined && key * fps >= frame - ON_FRAME ? key : frame / fps;
}

/** Where a channel that jumps after frame - 1, at `frame` at the latest, has its old value: at a key, in seconds. */
function jumpBefore({ times, interpolation }: SourceChannel, frame: number, fps: number): number | undefined {
  const start = (frame - 1 + ON_FRAME) / fps;
  for (let i = keyBefore(times, (frame + ON_FRAME) / fps); i > 0 && times[i]! > start; i--) {
    const jumps = interpolation === 'STEP' || (times[i]! - times[i - 1]!) * fps < ON_FRAME;
    if (jumps) return times[i - 1]!;
  }
  return undefined;
}

function keyOf(
  source: SourceNode,
  time: number,
  convention: Convention,
  when: (channel: SourceChannel) => number,
): TrackKey {
  const scene = new Float64Array(SAMPLE_SIZE);
  sceneValue(source, when, scene);
  const position: [number, number, number] = [0, 0, 0];
  const rotation: [number, number, number, number] = [1, 0, 0, 0];
  fromSceneTranslation(scene, 0, convention.axis, position, 0);
  fromSceneRotation(scene, 3, convention, rotation, 0);
  return { time, position, rotation };
}
