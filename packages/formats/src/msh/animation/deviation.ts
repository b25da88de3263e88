/** How far exported channels are from the engine (msh.md §5), measured over a fine grid of times. */
import type { SceneAnimation, SceneChannel } from '../../scene/scene.ts';
import { angleBetween, evaluateChannel } from './channel.ts';
import { type Convention, DEFAULT_CONVENTION, toSceneRotation, toSceneTranslation } from './convention.ts';
import { runsOf } from './curve.ts';
import { sampleNode } from './sample.ts';
import { type Animation, type Profile, SAMPLE_SIZE } from './types.ts';

export interface DeviationOptions {
  convention?: Convention;
  /** As the channels were made with. Default 30. */
  fps?: number;
  /** Grid points a frame. Default 16. */
  steps?: number;
  /** Default x87. */
  profile?: Profile;
  nodeOf?: (node: number) => number;
}

/** The largest differences found, each with where. */
export interface Deviation {
  /** Length units. */
  position: number;
  /** The same less what f32 cannot tell apart at the size of the node's positions: 2^-20 of the largest. */
  positionBeyondF32: number;
  positionAt: { node: number; time: number } | undefined;
  /** Radians. */
  angle: number;
  angleAt: { node: number; time: number } | undefined;
  /** Distance of the engine's rotations from unit length, which glTF has no place for. */
  length: number;
  /** Times compared. */
  samples: number;
}

/** Up to this, position in length units and angle in radians, an export may be called exact. */
export const EXACT_WITHIN = 1e-4;
const F32_RESOLUTION = 2 ** -20;

/** Whether channels show what the engine shows, as far as f32 can. */
export function isExact(deviation: Deviation): boolean {
  return deviation.positionBeyondF32 <= EXACT_WITHIN && deviation.angle <= EXACT_WITHIN;
}

/**
 * Compares what a glTF player shows with `sampleNode` at `steps` times a frame, whole frames and times next to them
 * included, up to two frames behind the end. Nodes without channels stand as they do at time 0. Times at which the tables
 * lead outside themselves are left out.
 */
export function measureDeviation(
  anim: Animation,
  animation: SceneAnimation | undefined,
  options: DeviationOptions = {},
): Deviation {
  const { convention = DEFAULT_CONVENTION, fps = 30, steps = 16, profile = 'x87' } = options;
  const found: Deviation = {
    position: 0,
    positionBeyondF32: 0,
    positionAt: undefined,
    angle: 0,
    angleAt: undefined,
    length: 0,
    samples: 0,
  };
  const sample = new Float64Array(SAMPLE_SIZE);
  const truth = new Float64Array(SAMPLE_SIZE);
  const shown = new Float64Array(SAMPLE_SIZE);
  const part = new Float64Array(4);
  const trySample = (node: number, time: number): boolean => {
    try {
      sampleNode(anim, node, time, profile, sample);
    } catch {
      return false;
    }
    toSceneTranslation(sample, 4, convention.axis, truth, 0);
    toSceneRotation(sample, 0, convention, truth, 3);
    return true;
  };
  for (let node = 0; node < anim.nodeCount; node++) {
    const runs = runsOf(anim, node);
    const end = runs[runs.length - 1]!.start + 2;
    const target = options.nodeOf?.(node) ?? node;
    const channels = animation?.channels.filter((channel) => channel.node === target) ?? [];
    if (!trySample(node, 0)) continue;
    shown.set(truth);
    const largest = largestCoordinate(channels);
    for (const time of gridOf(end, steps)) {
      if (!trySample(node, time)) continue;
      for (const channel of channels) show(channel, time / fps, part, shown);
      compare(found, node, time, truth, shown, largest);
      found.length = Math.max(found.length, Math.abs(Math.hypot(sample[0]!, sample[1]!, sample[2]!, sample[3]!) - 1));
    }
  }
  return found;
}

function* gridOf(end: number, steps: number): Generator<number> {
  for (let frame = 0; frame < end; frame++) {
    if (frame > 0) yield frame - 1 / 1024;
    for (let i = 0; i < steps; i++) yield Math.fround(frame + i / steps);
    yield frame + 1 / 1024;
  }
}

function show(channel: SceneChannel, seconds: number, part: Float64Array, shown: Float64Array): void {
  evaluateChannel(channel, seconds, part);
  if (channel.path === 'translation') shown.set(part.subarray(0, 3));
  if (channel.path === 'rotation') shown.set(part, 3);
}

function compare(
  found: Deviation,
  node: number,
  time: number,
  truth: Float64Array,
  shown: Float64Array,
  largest: number,
): void {
  const position = Math.hypot(truth[0]! - shown[0]!, truth[1]! - shown[1]!, truth[2]! - shown[2]!);
  const angle = angleBetween(truth, 3, shown, 3);
  found.samples++;
  found.positionBeyondF32 = Math.max(found.positionBeyondF32, position - largest * F32_RESOLUTION);
  if (position > found.position) {
    found.position = position;
    found.positionAt = { node, time };
  }
  if (angle > found.angle) {
    found.angle = angle;
    found.angleAt = { node, time };
  }
}

function largestCoordinate(channels: readonly SceneChannel[]): number {
  let largest = 0;
  for (const { path, values } of channels) {
    if (path !== 'translation') continue;
    for (let i = 0; i < values.length; i++) largest = Math.max(largest, Math.abs(values[i]!));
  }
  return largest;
}
