import { emptyScene, type MshAsset, openAsset, type Scene } from '@unbake/formats';
import { sceneToThree } from '@unbake/three';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  type Material,
  type Mesh,
  type MeshBasicMaterial,
  Vector3,
} from 'three';
import { afterEach, describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { material, mesh, node, quad, sceneOf } from '../../gltf/test/scenes.ts';
import { tickPath } from '../src/panels/animation/ticks.ts';
import { ancestorsOf, jointsOf, kindOf, outlineRows, parentsOf } from '../src/panels/outline/rows.ts';
import { makeFile } from '../src/state/files.ts';
import { select } from '../src/state/selection.ts';
import { shapeBounds, slotBounds, visibleBox } from '../src/view3d/bounds.ts';
import { differencesAt } from '../src/view3d/difference.ts';
import { MODES } from '../src/view3d/display.ts';
import { DEFAULT_BALL, depthRange, framingDistance, gridOf, usableBall } from '../src/view3d/framing.ts';
import { LineBatch } from '../src/view3d/line-batch.ts';
import { Modes, weightColors } from '../src/view3d/modes.ts';
import { nodeOfSelection, placeOfNode } from '../src/view3d/node-places.ts';
import { attachPoints, Overlays } from '../src/view3d/overlays.ts';
import { stepFrames, togglePlaying } from '../src/view3d/player.ts';
import { engineOf, type SceneData } from '../src/view3d/scene-data.ts';
import { advanced, sceneStateOf, setWeight, toggleHidden } from '../src/view3d/scene-state.ts';

const turret = samplesIn('msh', '.msh').find((s) => s.name === 'turret.msh')!;
const hero = samplesIn('svo', '.svo').find((s) => s.name === 'oracle_hero.svo')!;

function dataOf({ bytes, name }: { bytes: Uint8Array; name: string }): SceneData {
  const asset = openAsset(bytes, { name });
  const scene = asset.scene!();
  return { asset, scene, engine: asset.format === 'msh' ? engineOf((asset as MshAsset).msh, scene) : undefined };
}

const file = () => makeFile('a.svo', 1, async () => ({ kind: 'blob', blob: new Blob([]) }));

describe('framing', () => {
  test('fault 106: bounds that are not there, not finite or absurd give a finite camera', () => {
    const bad = [
      undefined,
      { center: [Number.NaN, 0, 0], radius: 1 },
      { center: [0, Number.POSITIVE_INFINITY, 0], radius: 1 },
      { center: [1e30, 0, 0], radius: 1 },
    ] as const;
    for (const ball of bad) expect(usableBall(ball)).toBe(DEFAULT_BALL);
    for (const radius of [Number.NEGATIVE_INFINITY, Number.NaN, 1e30]) {
      expect(usableBall({ center: [1, 2, 3], radius })).toEqual({ center: [1, 2, 3], radius: 1 });
    }
    expect(usableBall({ center: [1, 2, 3], radius: 0 }).radius).toBeGreaterThan(0);
  });

  test('a ball fills the narrower side of the view', () => {
    const wide = framingDistance(1, 90, 2);
    expect(wide).toBeCloseTo(1.1 * Math.SQRT2, 12);
    expect(framingDistance(1, 90, 1)).toBe(wide);
    expect(framingDistance(1, 90, 0.5)).toBeGreaterThan(wide);
    expect(framingDistance(1, 35, 0)).toBeLessThan(1e3);
  });

  test.each([1e-6, 1, 1e6, 1e14])('planes hold a ball of radius %d from any distance', (radius) => {
    for (const distance of [0, radius / 1e3, radius, radius * 100]) {
      const { near, far } = depthRange(distance, radius);
      expect(near).toBeGreaterThan(0);
      expect(far).toBeGreaterThan(distance + radius);
      if (distance > radius * 3) expect(near).toBeLessThan(distance - radius);
      expect(far / near).toBeLessThan(1.1e5);
    }
  });

  test('the grid has steps of 1, 2, 5', () => {
    expect(gridOf(1).step).toBeCloseTo(0.2, 12);
    expect(gridOf(5).step).toBeCloseTo(1, 12);
    expect(gridOf(12).step).toBeCloseTo(5, 12);
    expect(gridOf(4500).step).toBeCloseTo(1000, 9);
    expect(gridOf(1e-6).step).toBeGreaterThan(0);
  });
});

describe('time', () => {
  test('a clip plays to its end, or begins again', () => {
    expect(advanced(0, 0.1, 10, 30, 1, true)).toBeCloseTo(3, 12);
    expect(advanced(0, 0.1, 10, 30, 0.5, true)).toBeCloseTo(1.5, 12);
    expect(advanced(9, 0.1, 10, 30, 1, true)).toBeCloseTo(2, 12);
    expect(advanced(9, 0.1, 10, 30, 1, false)).toBeUndefined();
    expect(advanced(9, 1 / 30, 10, 30, 1, false)).toBeCloseTo(10, 12);
  });

  test('steps go by whole frames and stay inside; playing from the end begins again', () => {
    const state = sceneStateOf(file());
    state.time.value = 2.5;
    stepFrames(state, 10, 1);
    expect(state.time.value).toBe(3);
    state.time.value = 2.5;
    stepFrames(state, 10, -1);
    expect(state.time.value).toBe(2);
    stepFrames(state, 10, -10);
    expect(state.time.value).toBe(0);
    stepFrames(state, 10, 100);
    expect([state.time.value, state.pose.value, state.playing.value]).toEqual([10, 'time', false]);
    togglePlaying(state, 10);
    expect([state.time.value, state.playing.value]).toEqual([0, true]);
    togglePlaying(state, 10);
    expect(state.playing.value).toBe(false);
  });

  test('ticks stand at their times; those outside are left out, those in one place are one', () => {
    expect(tickPath([0, 2.5, 10, 11, -1, Number.NaN], 10)).toBe('M0 1v8M2.5 1v8M10 1v8');
    expect(tickPath([0, 0.0001, 0.0002], 10)).toBe('M0 1v8');
    expect(
      tickPath(
        Array.from({ length: 60000 }, (_, i) => i),
        60000,
      ).length,
    ).toBeLessThan(60000);
  });

  test('hidden nodes and weights of a file are its own', () => {
    const [a, b] = [sceneStateOf(file()), sceneStateOf(file())];
    toggleHidden(a, 3);
    setWeight(a, 0, 3, 1, 0.5);
    expect([...a.hidden.value]).toEqual([3]);
    expect(a.weights.value.get(0)).toEqual([0, 0.5, 0]);
    toggleHidden(a, 3);
    expect(a.hidden.value.size).toBe(0);
    expect(b.weights.value.size).toBe(0);
  });
});

describe('the engine', () => {
  test('its clip ends with the last frame or key', () => {
    const { engine } = dataOf(turret);
    expect(engine!.animation.frameCount).toBe(turret.expected.frameCount);
    expect(engine!.end).toBe(turret.expected.frameCount - 1);
    expect(dataOf(samplesIn('msh', '.msh').find((s) => s.name === 'legacy24.msh')!).engine).toBeUndefined();
  });

  test('a player with the exported keys is within 1e-4 of it, and far off when the keys are moved', () => {
    const { engine, scene } = dataOf(turret);
    for (const time of [0, 0.5, 7.25, 30, 47]) {
      const found = differencesAt(engine!, scene, time);
      expect(found.map((d) => d.node).sort()).toEqual([1, 3, 4]);
      for (const { position, angle } of found) {
        expect(position).toBeLessThan(1e-4);
        expect(angle).toBeLessThan(1e-4);
      }
    }
    const moved = scene.animations[0]!.channels.find((c) => c.path === 'translation' && c.node === 3)!;
    moved.values.fill(5);
    const [worst] = differencesAt(engine!, scene, 7.25);
    expect(worst!.node).toBe(3);
    expect(worst!.position).toBeGreaterThan(1);
  });

  test('nodes whose tables lead nowhere are left out', () => {
    const { engine, scene } = dataOf(turret);
    engine!.animation.fallbackKeys[3] = 9999;
    expect(differencesAt(engine!, scene, 1).map((d) => d.node)).not.toContain(3);
  });
});

describe('the outline', () => {
  const scene: Scene = {
    ...emptyScene('s'),
    nodes: [
      node('Root', { children: [1, 2] }),
      node('arm', { children: [3] }),
      node('leg', { mesh: 0 }),
      node('hand'),
      node('loose'),
      node('loop', { children: [0, 5] }),
    ],
    roots: [0, 5],
    meshes: [mesh('boot', [quad()])],
  };

  test('open nodes show their children; a node that several list, and circles, are shown once', () => {
    const rows = outlineRows(scene, new Set(), '');
    expect(rows.map(({ node, depth }) => [node, depth])).toEqual([
      [0, 0],
      [1, 1],
      [3, 2],
      [2, 1],
      [5, 0],
    ]);
    expect(outlineRows(scene, new Set([0]), '').map((row) => row.node)).toEqual([0, 5]);
    expect(outlineRows(scene, new Set([1]), '')[1]).toMatchObject({ node: 1, hasChildren: true });
  });

  test('a search finds names, also inside closed nodes, and names of meshes', () => {
    expect(outlineRows(scene, new Set([0]), ' HAND ').map((row) => row.node)).toEqual([3]);
    expect(outlineRows(scene, new Set(), 'boot').map((row) => row.node)).toEqual([2]);
    expect(outlineRows(scene, new Set(), 'nothing')).toEqual([]);
  });

  test('the nodes above a node, nearest first', () => {
    expect(ancestorsOf(parentsOf(scene), 3)).toEqual([1, 0]);
    expect(ancestorsOf(parentsOf(scene), 4)).toEqual([]);
  });

  test('a node that draws nothing and moves nothing is an attach point', () => {
    const { scene } = dataOf(hero);
    const joints = jointsOf(scene);
    const kinds = scene.nodes.map((_, i) => kindOf(scene, i, joints));
    expect(kinds.filter((kind) => kind === 'skinned')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'joint').length).toBe(scene.skins[0]!.joints.length);
    const ahact = samplesIn('svo', '.svo').find((s) => s.name === 'ntt_ahact_01.svo');
    if (!ahact) return;
    const model = sceneToThree(dataOf(ahact).scene);
    expect(attachPoints(model).map((i) => model.nodes[i]!.name)).toEqual(['ntt_ahact_node_3', 'ntt_ahact_node_5']);
  });
});

describe('places', () => {
  afterEach(() => select(undefined));

  test('a node of an SVO is an object, and the object is the node', () => {
    const data = dataOf(hero);
    const opened = file();
    const place = placeOfNode(data, 2);
    expect(place.object).toBe(hero.expected.scene.nodes[2].id);
    select({ file: opened.id, path: '', object: place.object!, from: 'test' });
    expect(nodeOfSelection(opened, data)).toBe(2);
    select({ file: opened.id + 1000, path: '', object: place.object!, from: 'test' });
    expect(nodeOfSelection(opened, data)).toBeUndefined();
  });

  test('a node of an MSH is its record, and any of its bytes is the node', () => {
    const data = dataOf(turret);
    const opened = file();
    const place = placeOfNode(data, 3);
    const table = turret.expected.entries.find((e: { type: number }) => e.type === 1);
    expect(place).toEqual({ start: table.offset + 3 * 38, end: table.offset + 4 * 38 });
    select({ file: opened.id, path: '', start: place.start! + 5, end: place.start! + 6, from: 'test' });
    expect(nodeOfSelection(opened, data)).toBe(3);
    select({ file: opened.id, path: '', start: 0, end: 1, from: 'test' });
    expect(nodeOfSelection(opened, data)).toBeUndefined();
  });
});

describe('bounds', () => {
  test('those of a shape are in its fields, those of a slot turn with the mesh', () => {
    const { scene } = dataOf(hero);
    const part = scene.meshes[0]!.primitives[0]!;
    const shape = hero.expected.scene.meshes[0].shapes[0];
    const { box, sphere } = shapeBounds(part);
    expect(sphere!.radius).toBeCloseTo(shape.sphere[3], 6);
    for (const [axis, size] of shape.boxSize.entries()) {
      expect(box!.getSize(new Vector3()).getComponent(axis)).toBeCloseTo(size, 6);
    }

    const slots = dataOf(turret).scene;
    const stated = slotBounds(slots.meshes[0]!, true);
    const { aabbMin, aabbMax } = turret.expected.slots[0];
    expect(stated.box!.min.toArray()).toEqual([aabbMin[0], aabbMin[2], -aabbMax[1]]);
    expect(stated.box!.max.toArray()).toEqual([aabbMax[0], aabbMax[2], -aabbMin[1]]);
    expect(slotBounds(slots.meshes[0]!, false).box!.min.toArray()).toEqual(aabbMin);
  });

  test('stated bounds that are no numbers are none', () => {
    const part = quad({ raw: { shape: { _boundingSphere: ['NaN', 0, 0, 1], _boundingBoxCenter: [0, 0] } } });
    expect(shapeBounds(part)).toEqual({});
  });

  test('fault 106: what is hidden or not finite does not count; nothing is an empty box', () => {
    const far = quad({ positions: new Float32Array(12).fill(Number.POSITIVE_INFINITY) });
    const model = sceneToThree(sceneOf({ meshes: [mesh('a', [quad()]), mesh('b', [far])] }));
    model.scene.updateMatrixWorld(true);
    const box = visibleBox(model.parts.flat());
    expect([box.min.toArray(), box.max.toArray()]).toEqual([
      [0, 0, 0],
      [1, 1, 0],
    ]);
    model.nodes[0]!.visible = false;
    expect(visibleBox(model.parts.flat()).isEmpty()).toBe(true);
    expect(visibleBox([]).isEmpty()).toBe(true);
  });
});

describe('modes', () => {
  function model() {
    const colors = new Float32Array(16).fill(1);
    const joints = new Uint16Array(16);
    const weights = Float32Array.from({ length: 16 }, (_, i) => (i % 4 === 0 ? 1 : 0));
    return sceneToThree(
      sceneOf({
        meshes: [mesh('m', [quad({ colors, joints, weights, material: 0 }), quad({ normals: undefined, uvs: [] })])],
        nodes: [node('a', { mesh: 0, skin: 0 }), node('j')],
        materials: [material('m', { doubleSided: true, blend: 'additive', alphaCutoff: 0.25 })],
        skins: [
          {
            name: '',
            joints: [1],
            inverseBindMatrices: Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1),
          },
        ],
      }),
    );
  }
  const materials = (parts: readonly Mesh[]) => parts.map((part) => part.material as Material);

  test('every mode gives back the materials and colours that were there', () => {
    const made = model();
    const [parts] = made.parts as [Mesh[]];
    const own = materials(parts);
    const color = parts[0]!.geometry.getAttribute('color');
    const modes = new Modes();
    for (const mode of MODES) {
      modes.apply(made, mode, undefined);
      if (mode !== 'textured') for (const [i, m] of materials(parts).entries()) expect(m, mode).not.toBe(own[i]);
      for (const [i, m] of materials(parts).entries()) expect(m.side).toBe(own[i]!.side);
    }
    modes.apply(made, 'textured', undefined);
    expect(materials(parts)).toEqual(own);
    expect(parts[0]!.geometry.getAttribute('color')).toBe(color);
    expect(parts[1]!.geometry.hasAttribute('color')).toBe(false);
    modes.dispose();
  });

  test('unlit keeps blending and alpha test; materials of a mode are freed with it', () => {
    const made = model();
    const modes = new Modes();
    modes.apply(made, 'unlit', undefined);
    const [shown] = materials(made.parts[0]!);
    const [own] = made.materials[0]!;
    const { blending, blendSrc, blendDst, alphaTest } = own!;
    expect(shown).toMatchObject({ blending, blendSrc, blendDst, alphaTest, transparent: true });
    let freed = false;
    shown!.addEventListener('dispose', () => {
      freed = true;
    });
    modes.restore();
    expect(freed).toBe(true);
  });

  test('a part without what the mode shows is grey, not black', () => {
    const made = model();
    const modes = new Modes();
    for (const mode of ['uv', 'colors', 'weights'] as const) {
      modes.apply(made, mode, undefined);
      const plain = made.parts[0]![1]!.material as MeshBasicMaterial;
      expect(plain.map ?? plain.vertexColors, mode).toBe(false);
      expect(plain.color.r).toBeGreaterThan(0.1);
    }
    modes.dispose();
  });

  test('weights: of one joint from blue to red, of all by the mix of their colours', () => {
    const geometry = new BufferGeometry();
    geometry.setAttribute('skinIndex', new BufferAttribute(Uint16Array.of(0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0), 4));
    geometry.setAttribute(
      'skinWeight',
      new BufferAttribute(Float32Array.of(0.5, 0.5, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), 4),
    );
    const one = weightColors(geometry, 2, 1);
    expect(one.getY(0)).toBeGreaterThan(one.getX(0));
    expect(one.getX(1)).toBeGreaterThan(one.getZ(1));
    const none = weightColors(geometry, 2, 0);
    expect(none.getZ(1)).toBeGreaterThan(none.getX(1));
    const all = weightColors(geometry, 2, -1);
    for (const c of [0, 1, 2]) {
      const mean = (all.getComponent(1, c) + all.getComponent(2, c)) / 2;
      expect(all.getComponent(0, c)).toBeCloseTo(mean, 6);
    }
    expect(all.getX(1)).not.toBe(all.getX(2));
  });
});

describe('overlays', () => {
  const ON = new Set(['skeleton', 'boxes', 'spheres', 'nodeAxes', 'attach'] as const);
  const lines = (overlays: Overlays) =>
    overlays.object.children.map((c) => (c as Mesh).geometry.drawRange.count / 2 || 0);

  test('skeleton, bounds, axes and the selection are lines; off they are none', () => {
    const model = sceneToThree(dataOf(turret).scene);
    model.scene.updateMatrixWorld(true);
    const overlays = new Overlays();
    overlays.setModel(model);
    const colors = { accent: new Color('red'), line: new Color('blue') };
    overlays.update(ON, undefined, 1, colors);
    // A box has 12 lines, a ball three circles of 32; five slots are shown.
    expect(lines(overlays)[0]).toBe(5 * (12 + 96));
    // Four bones, three axes for each of five nodes; every node of the turret draws something.
    expect(lines(overlays)[1]).toBe(4 + 15);
    overlays.update(new Set(), 1, 1, colors);
    expect(lines(overlays)).toEqual([0, 15]);
    overlays.update(new Set(), undefined, 1, colors);
    expect(overlays.object.children.map((c) => c.visible)).toEqual([false, false]);
    overlays.dispose();
  });

  test('lines grow and are drawn anew', () => {
    const batch = new LineBatch({ throughWalls: true });
    const [a, b] = [new Vector3(1, 2, 3), new Vector3(4, 5, 6)];
    const color = new Color('red');
    batch.begin();
    for (let i = 0; i < 1000; i++) batch.line(a, b, color);
    batch.end();
    expect(batch.object.geometry.drawRange.count).toBe(2000);
    const positions = batch.object.geometry.getAttribute('position');
    expect([0, 1, 1998, 1999].map((i) => positions.getX(i))).toEqual([1, 4, 1, 4]);
  });
});
