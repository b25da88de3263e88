import { expect, test } from 'vitest';
import { compose } from '../../src/scene/math.ts';
import { emptyScene, type SceneNode } from '../../src/scene/scene.ts';
import { jointMatrices, nodeWorldMatrices } from '../../src/scene/world.ts';

function node(children: number[], x: number): SceneNode {
  return { name: '', children, translation: [x, 0, 0], rotation: [0, 0, 0, 2], scale: [2, 2, 2], raw: {} };
}

test('parents before children; nodes that no root reaches have none; circles and deep chains end', () => {
  const scene = { ...emptyScene('s'), nodes: [node([1], 1), node([0, 99], 1), node([], 5)], roots: [0] };
  const world = nodeWorldMatrices(scene);
  expect(world[0]![12]).toBe(1);
  expect([world[1]![12], world[1]![0]]).toEqual([3, 4]);
  expect(world[2]).toBeUndefined();
  const chain = Array.from({ length: 20_000 }, (_, i) => ({
    ...node([i + 1], 1),
    scale: [1, 1, 1] as [number, number, number],
  }));
  expect(nodeWorldMatrices({ ...emptyScene('deep'), nodes: chain, roots: [0] })[19_999]![12]).toBe(20_000);
});

test('a joint moves a vertex by its world matrix after the inverse bind matrix', () => {
  const scene = { ...emptyScene('s'), nodes: [node([], 4)], roots: [0] };
  const bind = Float32Array.from(compose([-1, 0, 0], [0, 0, 0, 1], [1, 1, 1]));
  const [joint, lost] = jointMatrices(
    { name: '', joints: [0, 7], inverseBindMatrices: Float32Array.of(...bind, ...bind) },
    nodeWorldMatrices(scene),
  );
  expect([joint![0], joint![12]]).toEqual([2, 2]);
  expect(lost![12]).toBe(-1);
});
