import type { Accessor, Document } from '@gltf-transform/core';
import { type LossList, math, type Scene, type SceneAnimation, type SceneChannel } from '@unbake/formats';
import { ByteMap } from './byte-map.ts';
import { unbakeExtras } from './extras.ts';
import { accessor } from './mesh.ts';
import type { ExportedNodes } from './node.ts';

type Keys = Pick<SceneChannel, 'times' | 'values' | 'interpolation'>;

const SIZE = { translation: 3, rotation: 4, scale: 3 } as const;

/** All animations. Channels bind to nodes by identity, so that equal names do no harm. */
export function exportAnimations(scene: Scene, document: Document, exported: ExportedNodes, losses: LossList): void {
  const times = new ByteMap<Accessor>();
  for (const animation of scene.animations) exportAnimation(animation, document, exported, times, losses);
}

function exportAnimation(
  animation: SceneAnimation,
  document: Document,
  exported: ExportedNodes,
  times: ByteMap<Accessor>,
  losses: LossList,
): void {
  const out = document.createAnimation(animation.name).setExtras(unbakeExtras(animation.raw));
  const targets = new Set<string>();
  for (const channel of animation.channels) {
    const weights = channel.path === 'weights';
    const node = (weights ? exported.meshNodes : exported.nodes)[channel.node];
    const size = weights ? (node?.getMesh()?.getWeights().length ?? 0) : SIZE[channel.path as keyof typeof SIZE];
    const key = `${channel.node}:${channel.path}`;
    if (!node || size === 0 || targets.has(key)) {
      losses.add(
        'left-out',
        'animation channels',
        'of a node that is not exported, without morph targets, or a second one',
      );
      continue;
    }
    const keys = usableKeys(channel, size, losses);
    if (keys.times.length === 0) continue;
    targets.add(key);
    const bytes = new Uint8Array(keys.times.buffer, keys.times.byteOffset, keys.times.byteLength);
    const input = times.get(bytes) ?? times.getOrSet(bytes, accessor(document, keys.times, 'SCALAR'));
    const sampler = document
      .createAnimationSampler()
      .setInput(input)
      .setOutput(accessor(document, keys.values, weights ? 'SCALAR' : size === 4 ? 'VEC4' : 'VEC3'))
      .setInterpolation(keys.interpolation);
    out
      .addSampler(sampler)
      .addChannel(
        document.createAnimationChannel().setTargetNode(node).setTargetPath(channel.path).setSampler(sampler),
      );
    losses.add('exact', 'animation keys', '', keys.times.length);
  }
  if (out.listChannels().length === 0) {
    losses.add('left-out', 'animations', 'without a channel');
    out.dispose();
  }
}

/**
 * Keys with finite values at strictly increasing times from 0 on; others are dropped. Rotations get unit length and, when
 * interpolated, the sign nearest to the key before, so that players take the short way. A spline of one key, which glTF
 * does not have, becomes a step.
 */
function usableKeys(channel: SceneChannel, size: number, losses: LossList): Keys {
  const cubic = channel.interpolation === 'CUBICSPLINE';
  const stride = cubic ? size * 3 : size;
  const valueAt = cubic ? size : 0;
  const times = new Float32Array(channel.times.length);
  const values = new Float32Array(channel.times.length * stride);
  let count = 0;
  let last = -1;
  for (let k = 0; k < channel.times.length; k++) {
    const time = channel.times[k]!;
    const key = channel.values.subarray(k * stride, k * stride + stride);
    if (!(time > last && time >= 0 && time < Number.POSITIVE_INFINITY)) continue;
    if (key.length < stride || !key.every(Number.isFinite)) continue;
    const at = count * stride;
    values.set(key, at);
    if (channel.path === 'rotation') {
      const q = values.subarray(at + valueAt, at + valueAt + 4);
      const unit = math.quatNormalize(q);
      if (!unit) continue;
      if (Math.abs(Math.hypot(...unit) - Math.hypot(...q)) > 1e-6) q.set(unit);
      if (count > 0 && channel.interpolation === 'LINEAR' && math.quatDot(values.subarray(at - 4, at), q) < 0) {
        for (let c = 0; c < 4; c++) q[c] = 0 - q[c]!;
      }
    }
    times[count] = last = time;
    count++;
  }
  losses.add(
    'left-out',
    'animation keys',
    'not finite, or not later than the key before',
    channel.times.length - count,
  );
  if (cubic && count === 1) {
    return { times: times.slice(0, 1), values: values.slice(size, size * 2), interpolation: 'STEP' };
  }
  return {
    times: times.slice(0, count),
    values: values.slice(0, count * stride),
    interpolation: channel.interpolation,
  };
}
