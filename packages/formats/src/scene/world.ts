import { compose, type Mat4, multiply, quatNormalize } from './math.ts';
import type { Scene, SceneSkin } from './scene.ts';

/**
 * World matrices of the nodes that the roots reach, by node index; undefined for the others. A node that is listed by
 * several parents belongs to the first, so that circles end.
 */
export function nodeWorldMatrices(scene: Scene): (Mat4 | undefined)[] {
  const world: (Mat4 | undefined)[] = scene.nodes.map(() => undefined);
  const stack = scene.roots.map((index) => ({ index, parent: undefined as Mat4 | undefined })).reverse();
  while (stack.length > 0) {
    const { index, parent } = stack.pop()!;
    const node = scene.nodes[index];
    if (!node || world[index]) continue;
    const local = compose(node.translation, quatNormalize(node.rotation) ?? [0, 0, 0, 1], node.scale);
    const matrix = parent ? multiply(parent, local) : local;
    world[index] = matrix;
    for (let c = node.children.length - 1; c >= 0; c--) stack.push({ index: node.children[c]!, parent: matrix });
  }
  return world;
}

/** What moves a vertex that follows joint i alone: world matrix * inverse bind matrix, by joint. */
export function jointMatrices(skin: SceneSkin, world: readonly (Mat4 | undefined)[]): Mat4[] {
  return skin.joints.map((joint, i) => {
    const bind = Float64Array.from(skin.inverseBindMatrices.subarray(i * 16, i * 16 + 16));
    const matrix = world[joint];
    return matrix ? multiply(matrix, bind) : bind;
  });
}
