import type { Animation, Node } from '@gltf-transform/core';
import type { LossList, SceneAnimation, SceneChannel } from '@unbake/formats';
import { floats } from './accessor-values.ts';
import { UnbakeExtras } from './extras.ts';

const SIZE: { [path: string]: number } = { translation: 3, rotation: 4, scale: 3, weights: 1 };

/** An animation; channels without a node, and those of extensions, are left out. */
export function importAnimation(
  animation: Animation,
  nodeIndex: ReadonlyMap<Node, number>,
  losses: LossList,
): SceneAnimation {
  const channels: SceneChannel[] = [];
  for (const channel of animation.listChannels()) {
    const target = channel.getTargetNode();
    const path = channel.getTargetPath();
    const sampler = channel.getSampler();
    const input = sampler?.getInput();
    const output = sampler?.getOutput();
    const node = target ? nodeIndex.get(target) : undefined;
    if (node === undefined || !path || !SIZE[path] || !sampler || !input || !output) {
      losses.add('left-out', 'animation channels', 'without a node that was read, or of an unknown kind');
      continue;
    }
    channels.push({
      node,
      path,
      times: floats(input, 1),
      values: floats(output, SIZE[path]!),
      interpolation: sampler.getInterpolation(),
    });
  }
  return { name: animation.getName(), channels, raw: new UnbakeExtras(animation).raw };
}
