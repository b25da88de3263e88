import { describe, expect, test } from 'vitest';
import { f32Bytes, type ShapeSpec, SyntheticSvo, TRIANGLE } from '../../../test-support/synthetic-svo.ts';
import { concatBytes } from '../src/binary/bytes.ts';
import { transformPoint } from '../src/scene/math.ts';
import { jointMatrices, nodeWorldMatrices } from '../src/scene/world.ts';
import { openSvo } from '../src/svo/open.ts';
import { completeWeights, mergeJoints } from '../src/svo/skin.ts';
import type { VertexStream } from '../src/svo/streams.ts';
import { svoToScene } from '../src/svo/to-scene.ts';

const joints = (...values: number[]): VertexStream => stream('BLENDINDICES', 4, values);
const weights = (components: number, ...values: number[]): VertexStream => stream('BLENDWEIGHT', components, values);

function stream(usage: VertexStream['usage'], components: number, values: number[], index = 0): VertexStream {
  return { usage, index, components, values: Float32Array.from(values) };
}

function complete(streams: VertexStream[], influences?: number, jointCount = 8) {
  const count = streams[0]!.values.length / streams[0]!.components;
  const skin = completeWeights(streams, 0, count, influences, jointCount)!;
  return { ...skin, joints: Array.from(skin.joints), weights: Array.from(skin.weights) };
}

const near = (values: number[]) => values.map((v) => expect.closeTo(v, 6));

describe('weights', () => {
  test('fault 044: bytes that do not add up to 255 are scaled to a sum of 1', () => {
    const skin = complete([joints(0, 1, 2, 3), weights(4, 100 / 255, 100 / 255, 50 / 255, 4 / 255)], 4);
    expect(skin.weights).toEqual(near([100 / 254, 100 / 254, 50 / 254, 4 / 254]));
    expect(Math.abs(skin.weights.reduce((a, b) => a + b) - 1)).toBeLessThanOrEqual(4 * 2e-7);
    expect(skin.rescaled).toBe(1);
  });

  test('fault 044: the implied last weight is added before anything is scaled', () => {
    const skin = complete([joints(4, 5, 6, 7), weights(3, 0.5, 0.3, 0.1)], 4);
    expect(skin.joints).toEqual([4, 5, 6, 7]);
    expect(skin.weights).toEqual(near([0.5, 0.3, 0.1, 0.1]));
    expect(skin.rescaled).toBe(0);
  });

  test('fault 044: a full set of weights is scaled, and weights beyond the influences are ignored', () => {
    expect(complete([joints(1, 2, 3, 4), weights(4, 0.5, 0.4, 0, 0)], 4).weights).toEqual(near([5 / 9, 4 / 9, 0, 0]));
    const two = complete([joints(1, 2, 3, 4), weights(4, 0.5, 0.25, 0.25, 0)], 2);
    expect(two.joints).toEqual([1, 2, 0, 0]);
    expect(two.weights).toEqual(near([2 / 3, 1 / 3, 0, 0]));
    expect(complete([joints(1, 2, 3, 4), weights(2, 0.5, 0.3)]).weights).toEqual(near([0.625, 0.375, 0, 0]));
  });

  test('fault 044: more than four: the largest four, in their order', () => {
    const second = stream('BLENDINDICES', 4, [4, 5, 6, 7], 1);
    const skin = complete([
      joints(0, 1, 2, 3),
      second,
      weights(4, 0.05, 0.3, 0.1, 0.2),
      stream('BLENDWEIGHT', 4, [0.05, 0.15, 0.1, 0.05], 1),
    ]);
    expect(skin.joints).toEqual([1, 2, 3, 5]);
    expect(skin.weights).toEqual(near([0.4, 0.1 / 0.75, 0.2 / 0.75, 0.2]));
    expect(skin.cut).toBe(1);
  });

  test('fault 045: no weight at all: the first joint with weight 1, counted', () => {
    const skin = complete([joints(0, 1, 2, 3, 5, 6, 0, 0), weights(4, 1, 0, 0, 0, 0, 0, 0, 0)], 4);
    expect(skin.joints.slice(4)).toEqual([5, 0, 0, 0]);
    expect(skin.weights.slice(4)).toEqual([1, 0, 0, 0]);
    expect(skin.unweighted).toEqual({ count: 1, first: 1 });
    const damaged = complete([joints(2, 1, 0, 0), weights(4, Number.NaN, -1, Number.POSITIVE_INFINITY, 0)], 4);
    expect([damaged.joints, damaged.weights]).toEqual([
      [2, 0, 0, 0],
      [1, 0, 0, 0],
    ]);
  });

  test('no stored weight means 1 on the first joint; joints that do not exist pass their weight on', () => {
    expect(complete([joints(3, 0, 0, 0)], 1).joints).toEqual([3, 0, 0, 0]);
    expect(complete([joints(3, 0, 0, 0)], 1).weights).toEqual([1, 0, 0, 0]);
    const skin = complete([joints(1, 200, 0, 0), weights(2, 0.5, 0.5)], 2, 4);
    expect([skin.joints, skin.weights]).toEqual([
      [1, 0, 0, 0],
      [1, 0, 0, 0],
    ]);
    expect(skin.outOfRange).toEqual({ count: 1, joint: 200 });
    expect(completeWeights([weights(1, 1)], 0, 1, 1, 4)).toBeUndefined();
  });

  test('a joint twice becomes one with the sum', () => {
    const skin = complete([joints(6, 7, 6, 0), weights(2, 0.5, 0.25)], 3);
    const merged = mergeJoints({ joints: Uint16Array.from(skin.joints), weights: Float32Array.from(skin.weights) });
    expect([...merged.joints]).toEqual([6, 7, 0, 0]);
    expect([...merged.weights]).toEqual([0.75, 0.25, 0, 0]);
  });
});

/** Three vertices, each on one joint of three; `layout` of the matrices. */
function skinned(layout: '3x4' | '4x3') {
  const b = new SyntheticSvo();
  const vertex = (x: number, joint: number) =>
    concatBytes([f32Bytes(x, x * x, 1), Uint8Array.of(joint, 0, 0, 0), f32Bytes(1)]);
  const state = b.add('State', { _name: 'skin', _maxInfluence: 1 });
  const made = b.shape({
    declaration: [
      'PBW',
      [
        [0, 2],
        [2, 5],
        [1, 0],
      ],
    ],
    stride: 20,
    vertices: [concatBytes([vertex(0, 0), vertex(1, 1), vertex(2, 0)])],
    indices: [0, 1, 2],
    state,
  });
  const mesh = b.add('Mesh', { _name: 'body', _shape: [made.shape] });
  const sheared = [1, 0.5, 0, -2, 0, 1, 0.25, -3, 0, 0, 2, 4];
  const asLayout = (m: number[]) =>
    layout === '3x4' ? m : [0, 1, 2, 3].flatMap((c) => [0, 1, 2].map((r) => m[r * 4 + c]!));
  const node = (name: string, t: number[], more = {}) =>
    b.add('Node', {
      _name: name,
      _translation: t,
      _mtxLocal: asLayout([1, 0, 0, t[0]!, 0, 1, 0, t[1]!, 0, 0, 1, t[2]!]),
      _mtxBind: asLayout(sheared),
      ...more,
    });
  const ids = [node('a', [2, 3, 4]), node('b', [5, 6, 7]), node('unused', [1, 1, 1], { _mesh: mesh })];
  const tree = b.add('Tree', { _name: 'tree', _node: ids });
  return { b, shape: made.shape, mesh, tree, last: ids[2]! };
}

describe('skins', () => {
  test.each(['3x4', '4x3'] as const)('fault 047: inverse bind matrices stored as %s', (layout) => {
    const scene = svoToScene(openSvo(skinned(layout).b.build()));
    expect(scene.raw.inferred).toMatchObject({ matrixLayout: layout, matrixLayoutDecided: true });
    const skin = scene.skins[0]!;
    expect(skin.joints).toEqual([0, 1, 2]);
    expect(skin.inverseBindMatrices.length).toBe(3 * 16);
    const columns = [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0.25, 2, 0, -2, -3, 4, 1];
    for (let i = 0; i < 3; i++) {
      expect(Array.from(skin.inverseBindMatrices.subarray(i * 16, i * 16 + 16))).toEqual(columns);
    }
    const posed = jointMatrices(skin, nodeWorldMatrices(scene));
    // (x, y, z) sheared and moved by the inverse bind matrix, then by joint b.
    expect(transformPoint(posed[1]!, 1, 1, 1)).toEqual([1 + 0.5 - 2 + 5, 1 + 0.25 - 3 + 6, 2 + 4 + 7]);
  });

  test('the skinned mesh stands at the root, its node keeps its place', () => {
    const { b, last } = skinned('3x4');
    const scene = svoToScene(openSvo(b.build()));
    const shown = scene.nodes.filter((n) => n.mesh !== undefined);
    expect(shown.length).toBe(1);
    expect(shown[0]).toMatchObject({ name: 'body', skin: 0, translation: [0, 0, 0], raw: { skinOf: last } });
    expect(scene.nodes[2]).toMatchObject({ name: 'unused', translation: [1, 1, 1] });
    // The three joints have no common root; one node that changes nothing joins them.
    const top = scene.nodes.find((n) => n.raw.rootOf !== undefined)!;
    expect(top.children).toEqual([0, 1, 2]);
    expect(scene.roots.map((r) => scene.nodes[r]!.name).sort()).toEqual(['body', 'tree']);
    expect([...scene.meshes[0]!.primitives[0]!.joints!]).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('skinned and rigid shapes of one mesh are apart', () => {
    const { b, mesh, shape } = skinned('3x4');
    const rigid = b.shape({ stride: 12, vertices: [TRIANGLE], indices: [0, 1, 2] });
    b.set(mesh, { _shape: [shape, rigid.shape] });
    const scene = svoToScene(openSvo(b.build()));
    expect(scene.meshes.map((m) => m.primitives.map((p) => p.joints !== undefined))).toEqual([[false], [true]]);
    expect(scene.nodes[2]!.mesh).toBe(0);
  });

  test('entries of the Tree that repeat or are no Node: each joint once, indices stay right', () => {
    const { b, tree, last } = skinned('3x4');
    b.set(tree, { _node: [last - 1, 10001, last, last - 1, last - 2] });
    const scene = svoToScene(openSvo(b.build()));
    const named = (id: number) => scene.nodes.findIndex((n) => n.raw.id === id);
    expect(scene.skins[0]!.joints).toEqual([last - 1, last, last - 2].map(named));
    expect(scene.skins[0]!.inverseBindMatrices.length).toBe(3 * 16);
    // Blend index 1 is the entry that is no Node.
    expect([...scene.meshes[0]!.primitives[0]!.joints!]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('a skinned mesh on two nodes stands in the scene once', () => {
    const { b, mesh, last } = skinned('3x4');
    b.set(last - 1, { _mesh: mesh });
    expect(svoToScene(openSvo(b.build())).nodes.filter((n) => n.skin !== undefined).length).toBe(1);
  });

  test('without a Tree there is no skin, and the loss is named', () => {
    const { b, tree } = skinned('3x4');
    b.set(tree, { _node: [] });
    const scene = svoToScene(openSvo(b.build()));
    expect(scene.skins).toEqual([]);
    expect(scene.losses.find((l) => l.what === 'skinning')).toMatchObject({ kind: 'left-out', count: 3 });
  });
});

const MOVED = f32Bytes(0, 0, 5, 1, 0, 5, 0, 1, 5);
const SHAPE: ShapeSpec = { stride: 12, vertices: [TRIANGLE], indices: [0, 1, 2] };

function sceneOf(...specs: Partial<ShapeSpec>[]) {
  const b = new SyntheticSvo();
  b.model(...specs.map((spec) => b.shape({ ...SHAPE, ...spec }).shape));
  return svoToScene(openSvo(b.build()));
}

describe('morph targets', () => {
  const morphed: Partial<ShapeSpec> = { vertices: [TRIANGLE, MOVED, TRIANGLE], names: ['up', 'still'] };

  test.each([
    ['first', [morphed, {}]],
    ['second', [{}, morphed]],
  ])('fault 048: every primitive has the same targets, the %s shape moves', (_, specs) => {
    const [mesh] = sceneOf(...specs).meshes;
    expect(mesh!.targetNames).toEqual(['up', 'still']);
    for (const [i, primitive] of mesh!.primitives.entries()) {
      expect(primitive.targets.length).toBe(2);
      const moved = specs[i] === morphed ? [0, 0, 5, 0, 0, 5, 0, 0, 5] : new Array(9).fill(0);
      expect(Array.from(primitive.targets[0]!.positions)).toEqual(moved);
      expect(Array.from(primitive.targets[1]!.positions)).toEqual(new Array(9).fill(0));
    }
  });

  test('fault 048: different lists of names become one', () => {
    const [mesh] = sceneOf(morphed, { vertices: [TRIANGLE, TRIANGLE, MOVED], names: ['still', 'jaw'] }).meshes;
    expect(mesh!.targetNames).toEqual(['up', 'still', 'jaw']);
    expect(mesh!.primitives.map((p) => p.targets.map((t) => t.positions[2]))).toEqual([
      [5, 0, 0],
      [0, 0, 5],
    ]);
  });

  test('fault 049: names are kept as they are, in order, repeated and empty ones too', () => {
    const names = ['あ', 'a', 'a', '', 'b.c'];
    const shifted = names.map((_, i) => f32Bytes(0, 0, i + 1, 1, 0, 0, 0, 1, 0));
    const [mesh] = sceneOf({ vertices: [TRIANGLE, ...shifted], names }).meshes;
    expect(mesh!.targetNames).toEqual(names);
    expect(mesh!.primitives[0]!.targets.map((t) => t.positions[2])).toEqual([1, 2, 3, 4, 5]);
  });

  test('as many buffers as fit nothing: the base is shown, the names stay in raw', () => {
    const scene = sceneOf({ vertices: [TRIANGLE, MOVED], names: ['a', 'b'] });
    expect(scene.meshes[0]!.targetNames).toEqual([]);
    expect(scene.losses.find((l) => l.what === 'morph targets')).toMatchObject({ kind: 'extras', count: 2 });
    expect(JSON.stringify(scene.meshes[0]!.primitives[0]!.raw)).toContain('"_blendTargetName":["a","b"]');
  });
});
