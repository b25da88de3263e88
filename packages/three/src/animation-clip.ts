import { evaluateChannel, type Scene, type SceneAnimation, type SceneChannel } from '@unbake/formats';
import {
  AnimationClip,
  Interpolant,
  InterpolateDiscrete,
  InterpolateLinear,
  type KeyframeTrack,
  type Mesh,
  NumberKeyframeTrack,
  type Object3D,
  QuaternionKeyframeTrack,
  VectorKeyframeTrack,
} from 'three';

const PROPERTIES = { translation: 'position', rotation: 'quaternion', scale: 'scale' } as const;

/**
 * An animation of the scene as a clip. Tracks name their objects by uuid, since names of a file may be equal, empty, or
 * full of characters that three.js keeps for itself; the clip plays on these objects only, not on clones.
 */
export function makeClip(
  scene: Scene,
  animation: SceneAnimation,
  nodes: readonly Object3D[],
  parts: readonly (readonly Mesh[])[],
): AnimationClip {
  const tracks: KeyframeTrack[] = [];
  for (const channel of animation.channels) {
    const object = nodes[channel.node];
    if (!object || channel.times.length === 0) continue;
    if (channel.path !== 'weights') {
      tracks.push(track(channel, `${object.uuid}.${PROPERTIES[channel.path]}`));
      continue;
    }
    const mesh = scene.meshes[scene.nodes[channel.node]!.mesh ?? -1];
    const values = weightValues(channel, mesh?.targetNames.length ?? 0);
    for (const part of parts[channel.node] ?? []) {
      tracks.push(
        new NumberKeyframeTrack(`${part.uuid}.morphTargetInfluences`, channel.times, values, modeOf(channel)),
      );
    }
  }
  return new AnimationClip(animation.name, -1, tracks);
}

function track(channel: SceneChannel, name: string): KeyframeTrack {
  const Track = channel.path === 'rotation' ? QuaternionKeyframeTrack : VectorKeyframeTrack;
  const cubic = channel.interpolation === 'CUBICSPLINE';
  const size = channel.path === 'rotation' ? 4 : 3;
  const values = cubic ? valuesOnly(channel.values, size) : channel.values;
  const made = new Track(name, channel.times, values, modeOf(channel));
  // three.js knows curves without tangents only.
  if (cubic) {
    Object.assign(made, {
      createInterpolant: (result?: Float32Array<ArrayBuffer>) => new ChannelInterpolant(channel, values, size, result),
    });
  }
  return made;
}

function modeOf(channel: SceneChannel): typeof InterpolateDiscrete | typeof InterpolateLinear {
  return channel.interpolation === 'STEP' ? InterpolateDiscrete : InterpolateLinear;
}

/** Weights are played without tangents. */
function weightValues(channel: SceneChannel, targets: number): Float32Array {
  return channel.interpolation === 'CUBICSPLINE' ? valuesOnly(channel.values, targets) : channel.values;
}

/** The middle of in-tangent, value, out-tangent. */
function valuesOnly(values: Float32Array, size: number): Float32Array {
  const keys = size > 0 ? Math.floor(values.length / (3 * size)) : 0;
  const made = new Float32Array(keys * size);
  for (let key = 0; key < keys; key++) {
    made.set(values.subarray((3 * key + 1) * size, (3 * key + 2) * size), key * size);
  }
  return made;
}

class ChannelInterpolant extends Interpolant {
  readonly #channel: SceneChannel;

  constructor(channel: SceneChannel, values: Float32Array, size: number, result?: Float32Array<ArrayBuffer>) {
    super(channel.times, values, size, result ?? new Float32Array(size));
    this.#channel = channel;
  }

  override interpolate_(): Float32Array {
    return this.resultBuffer as Float32Array;
  }

  override evaluate(time: number): Float32Array {
    const result = this.resultBuffer as Float32Array;
    evaluateChannel(this.#channel, time, result);
    return result;
  }
}
