/** Engine curves to glTF channels (msh.md §5): what a player of the channels shows is what the engine shows. */
import { nextUp } from '../../binary/float32.ts';
import type { SceneAnimation, SceneChannel } from '../../scene/scene.ts';
import { type Convention, DEFAULT_CONVENTION } from './convention.ts';
import { bakeCurve, type ChannelNotes, type CurvePoint, emptyNotes, traceCurve } from './trace-curve.ts';
import type { Animation } from './types.ts';

export interface ChannelOptions {
  /** Default: conjugate, axes baked. */
  convention?: Convention;
  /** Frames a second, > 0. Default 30. */
  fps?: number;
  /** Largest deviation that needs no extra key: length units, and radians. Default 1e-5. */
  tolerance?: number;
  /** N: a key every 1/N frame instead of following the engine's keys. */
  bake?: number;
  /** Scene node of model node i. Default i. */
  nodeOf?: (node: number) => number;
  name?: string;
}

export interface ExportedChannels {
  /** Undefined when nothing moves. */
  readonly animation: SceneAnimation | undefined;
  readonly notes: ChannelNotes;
}

/**
 * The animation of a model as LINEAR channels, a translation and a rotation for each node that moves. Time runs as in the
 * engine, frame 0 at 0 s: keys before 0 are left out (clip, no shift), and a clip that starts late shows from 0 on what
 * the engine shows there, its fallback key. Times strictly increase; a jump is a pair of keys one f32 apart.
 * @throws RangeError for an fps, a tolerance or a bake rate that is not above 0 and finite.
 */
export function toChannels(anim: Animation, options: ChannelOptions = {}): ExportedChannels {
  const { convention = DEFAULT_CONVENTION, fps = 30, tolerance = 1e-5, bake } = options;
  for (const [what, value] of Object.entries({ fps, tolerance, bake: bake ?? 1 })) {
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) throw new RangeError(`${what} must be above 0, not ${value}`);
  }
  const notes = emptyNotes();
  const channels: SceneChannel[] = [];
  for (let node = 0; node < anim.nodeCount; node++) {
    const points =
      bake === undefined
        ? traceCurve(anim, node, convention, fps, tolerance, notes)
        : bakeCurve(anim, node, convention, fps, bake, notes);
    if (points.length < 2) continue;
    const target = options.nodeOf?.(node) ?? node;
    channels.push(translationChannel(points, target), rotationChannel(points, target));
  }
  const animation = channels.length > 0 ? { name: options.name ?? 'animation', channels, raw: { fps } } : undefined;
  return { animation, notes };
}

/** The times of the points, pushed on to the next f32 where one is not above the one before. */
function timesOf(points: readonly CurvePoint[]): Float32Array {
  const times = new Float32Array(points.length);
  for (let i = 0; i < points.length; i++) {
    const { seconds } = points[i]!;
    times[i] = i > 0 && seconds <= times[i - 1]! ? nextUp(times[i - 1]!) : seconds;
  }
  return times;
}

function translationChannel(points: readonly CurvePoint[], node: number): SceneChannel {
  const kept = points.filter((point) => !point.rotationOnly);
  const values = new Float32Array(3 * kept.length);
  for (let i = 0; i < kept.length; i++) values.set(kept[i]!.value.subarray(0, 3), 3 * i);
  return { node, path: 'translation', times: timesOf(kept), values, interpolation: 'LINEAR' };
}

function rotationChannel(points: readonly CurvePoint[], node: number): SceneChannel {
  const values = new Float32Array(4 * points.length);
  for (let i = 0; i < points.length; i++) values.set(points[i]!.value.subarray(3, 7), 4 * i);
  // Last of all, when nothing turns them any more: neighbours on the same half of the sphere.
  for (let i = 4; i < values.length; i += 4) {
    let dot = 0;
    for (let c = 0; c < 4; c++) dot += values[i + c]! * values[i - 4 + c]!;
    if (dot < 0) for (let c = 0; c < 4; c++) values[i + c] = -values[i + c]!;
  }
  return { node, path: 'rotation', times: timesOf(points), values, interpolation: 'LINEAR' };
}
