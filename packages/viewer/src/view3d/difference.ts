import {
  evaluateChannel,
  FormatError,
  SAMPLE_SIZE,
  type Scene,
  type SceneChannel,
  sampleNode,
  toSceneRotation,
  toSceneTranslation,
} from '@unbake/formats';
import type { Engine } from './scene-data.ts';

/** How far a node shown by a glTF player is from where the game puts it. */
export interface NodeDifference {
  readonly node: number;
  /** Length units. */
  readonly position: number;
  /** Radians. */
  readonly angle: number;
}

/**
 * The difference of every node that has channels at a time in frames, largest first. Nodes whose tables lead outside
 * themselves are left out.
 */
export function differencesAt(engine: Engine, scene: Scene, time: number): NodeDifference[] {
  const { animation, convention, fps } = engine;
  const sample = new Float64Array(SAMPLE_SIZE);
  const truth = new Float64Array(7);
  const shown = new Float64Array(7);
  const found: NodeDifference[] = [];
  for (const [node, channels] of channelsByNode(scene)) {
    if (node >= animation.nodeCount) continue;
    try {
      sampleNode(animation, node, time, 'x87', sample);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      continue;
    }
    toSceneTranslation(sample, 4, convention.axis, truth, 0);
    toSceneRotation(sample, 0, convention, truth, 3);
    shown.set(truth);
    for (const channel of channels) evaluate(channel, time / fps, shown);
    const position = Math.hypot(truth[0]! - shown[0]!, truth[1]! - shown[1]!, truth[2]! - shown[2]!);
    found.push({ node, position, angle: angleOf(truth, shown) });
  }
  return found.sort((a, b) => b.position - a.position || b.angle - a.angle);
}

function channelsByNode(scene: Scene): Map<number, SceneChannel[]> {
  const channels = new Map<number, SceneChannel[]>();
  for (const channel of scene.animations.flatMap((animation) => animation.channels)) {
    channels.set(channel.node, [...(channels.get(channel.node) ?? []), channel]);
  }
  return channels;
}

function evaluate(channel: SceneChannel, seconds: number, out: Float64Array): void {
  const part = new Float64Array(4);
  evaluateChannel(channel, seconds, part);
  if (channel.path === 'translation') out.set(part.subarray(0, 3));
  if (channel.path === 'rotation') out.set(part, 3);
}

/** Between the unit quaternions at 3 to 6; exact near 0. */
function angleOf(a: Float64Array, b: Float64Array): number {
  let minus = 0;
  let plus = 0;
  for (let c = 3; c < 7; c++) {
    minus += (a[c]! - b[c]!) ** 2;
    plus += (a[c]! + b[c]!) ** 2;
  }
  return 4 * Math.asin(Math.min(1, Math.sqrt(Math.min(minus, plus)) / 2));
}
