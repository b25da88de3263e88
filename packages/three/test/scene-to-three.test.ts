import { openAsset, type Scene } from '@unbake/formats';
import {
  AddEquation,
  AnimationMixer,
  BackSide,
  Bone,
  Box3,
  CustomBlending,
  DoubleSide,
  type Material,
  type Mesh,
  MeshBasicMaterial,
  MeshPhongMaterial,
  NormalBlending,
  OneFactor,
  OneMinusSrcAlphaFactor,
  ReverseSubtractEquation,
  type SkinnedMesh,
  SrcAlphaFactor,
  SrcColorFactor,
  Vector3,
  ZeroFactor,
} from 'three';
import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { identities, material, mesh, node, picture, quad, sceneOf, texture, triangle } from '../../gltf/test/scenes.ts';
import { placeOf, sceneToThree } from '../src/index.ts';

const svo = samplesIn('svo', '.svo');

/** By name: the world matrix of the sample's truth, row-major. */
function close(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  for (const [i, value] of expected.entries()) expect(Math.abs(actual[i]! - value)).toBeLessThan(tolerance);
}

describe('samples', () => {
  test.each(svo)('$name: nodes stand where the truth says', ({ bytes, name, expected }) => {
    const model = sceneToThree(openAsset(bytes, { name }).scene!());
    model.scene.updateMatrixWorld(true);
    expect(expected.scene.nodes.length).toBeGreaterThan(0);
    for (const [index, truth] of expected.scene.nodes.entries()) {
      expect(model.nodes[index]!.name).toBe(truth.name);
      close(model.nodes[index]!.matrixWorld.clone().transpose().elements, truth.world, 1e-4);
    }
  });

  test.each(svo)('$name: vertices in the bind pose are those of the file', ({ bytes, name, expected }) => {
    const scene = openAsset(bytes, { name }).scene!();
    const model = sceneToThree(scene);
    model.scene.updateMatrixWorld(true);
    for (const parts of model.parts) {
      for (const part of parts) {
        if (!(part as SkinnedMesh).isSkinnedMesh) continue;
        const raw = scene.meshes[placeOf(part)!.mesh!]!.primitives[placeOf(part)!.primitive!]!.raw;
        const buffer = (raw.vertexBuffers as { id: number }[])[0]!.id;
        const stored = expected.scene.vertexBuffers.find((b: { id: number }) => b.id === buffer);
        const positions = stored.streams.find((s: { usage: string }) => s.usage === 'POSITION').values;
        (part as SkinnedMesh).skeleton.update();
        for (let v = 0; v < part.geometry.attributes.position!.count; v++) {
          const shown = part.getVertexPosition(v, new Vector3()).applyMatrix4(part.matrixWorld);
          close(shown.toArray(), positions[v + (raw.firstVertex as number)].slice(0, 3), 1e-4);
        }
      }
    }
  });

  test('blending, alpha test and sort groups of a stage are those of its file', () => {
    const { bytes, expected } = svo.find((s) => s.name === 'oracle_stage.svo')!;
    const model = sceneToThree(openAsset(bytes).scene!());
    const [glow, cut] = model.materials.map(([first]) => first!);
    expect(glow).toMatchObject({ transparent: true, blending: CustomBlending, blendEquation: AddEquation });
    expect(glow).toMatchObject({ blendSrc: SrcAlphaFactor, blendDst: OneFactor, depthWrite: false, side: DoubleSide });
    expect(cut).toMatchObject({ transparent: false, depthWrite: true, alphaTest: 128 / 255, side: BackSide });
    const truth = expected.scene.meshes as {
      name: string;
      sortGroup: number;
      shapes: { sortDistanceOffset: number }[];
    }[];
    for (const [i, parts] of model.parts.entries()) {
      for (const part of parts) {
        const found = truth.find((m) => m.name === model.source.meshes[model.source.nodes[i]!.mesh!]!.name)!;
        expect(part.renderOrder).toBe(found.sortGroup);
        expect(part.userData.sortDistanceOffset).toBe(found.shapes[0]!.sortDistanceOffset);
      }
    }
    expect(new Set(model.parts.flat().map((p) => p.renderOrder)).size).toBe(3);
  });

  test('a font has no geometry: an empty model with an empty box', () => {
    const [font] = samplesIn('font', '.svo');
    const model = sceneToThree(openAsset(font!.bytes).scene!());
    expect(model.parts.flat()).toEqual([]);
    expect(new Box3().setFromObject(model.scene).isEmpty()).toBe(true);
  });
});

describe('materials', () => {
  function shown(fields: Parameters<typeof material>[1], part = quad({ material: 0 })): Material {
    const model = sceneToThree(sceneOf({ meshes: [mesh('m', [part])], materials: [material('m', fields)] }));
    return model.parts[0]![0]!.material as Material;
  }

  test('colours are what the screen shows, shininess and specular colour are kept', () => {
    const made = shown({ baseColor: [0.5, 1, 0, 0.25], specular: [1, 0.5, 0], shininess: 40, emissive: [0, 0, 0.5] });
    expect(made).toBeInstanceOf(MeshPhongMaterial);
    const phong = made as MeshPhongMaterial;
    const stored = (color: MeshPhongMaterial['color']) => color.clone().convertLinearToSRGB().toArray();
    close(stored(phong.color), [0.5, 1, 0], 1e-5);
    close(stored(phong.specular), [1, 0.5, 0], 1e-5);
    close(stored(phong.emissive), [0, 0, 0.5], 1e-5);
    expect(phong).toMatchObject({ shininess: 40, opacity: 0.25, transparent: false, flatShading: false });
  });

  test('no specular colour is no highlight; unlit is unlit; no normals are flat faces', () => {
    expect((shown({}) as MeshPhongMaterial).specular.toArray()).toEqual([0, 0, 0]);
    expect(shown({ unlit: true })).toBeInstanceOf(MeshBasicMaterial);
    expect((shown({}, triangle({ material: 0 })) as MeshPhongMaterial).flatShading).toBe(true);
  });

  test.each([
    ['alpha', {}, NormalBlending, undefined, undefined],
    ['premultiplied', {}, CustomBlending, OneFactor, OneMinusSrcAlphaFactor],
    ['additive', {}, CustomBlending, SrcAlphaFactor, OneFactor],
    ['additive', { state: { _blendFactorSrc: 1, _blendFactorDst: 1 } }, CustomBlending, OneFactor, OneFactor],
    ['multiply', {}, CustomBlending, ZeroFactor, SrcColorFactor],
    ['other', { state: { _blendFactorSrc: 2, _blendFactorDst: 2 } }, CustomBlending, SrcColorFactor, SrcColorFactor],
    ['other', {}, NormalBlending, undefined, undefined],
  ] as const)('%s blending of %j', (blend, raw, blending, source, destination) => {
    const made = shown({ blend, raw });
    expect(made).toMatchObject({ transparent: true, depthWrite: false, blending });
    if (source !== undefined) expect(made).toMatchObject({ blendSrc: source, blendDst: destination });
  });

  test('blend operations, culled fronts, depth bias and wire fill come from the State', () => {
    const state = {
      _blendFactorSrc: 4,
      _blendFactorDst: 1,
      _blendOperation: 2,
      _cullMode: 1,
      _depthBias: 0.5,
      _depthBiasSlope: 2,
      _fillType: 1,
    };
    const made = shown({ blend: 'other', raw: { state } });
    expect(made).toMatchObject({ blendEquation: ReverseSubtractEquation, side: BackSide, wireframe: true });
    expect(made).toMatchObject({ polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 2 ** 23 });
    expect(shown({ doubleSided: true, raw: { state: { _cullMode: 1 } } }).side).toBe(DoubleSide);
  });

  test('a material used with and without vertex colours has a variant for each', () => {
    const colors = Float32Array.of(1, 1, 1, 1, 0.5, 0, 0, 1, 0, 0.5, 0, 1, 0, 0, 0.5, 0.5);
    const parts = [quad({ material: 0 }), quad({ material: 0, colors })];
    const model = sceneToThree(sceneOf({ meshes: [mesh('m', parts)], materials: [material('m')] }));
    expect(model.materials[0]!.map((m) => (m as MeshPhongMaterial).vertexColors)).toEqual([false, true]);
    const shown = model.parts[0]![1]!.geometry.attributes.color!;
    close([shown.getX(1), shown.getW(3)], [((0.5 + 0.055) / 1.055) ** 2.4, 0.5], 1e-6);
    expect(colors[4]).toBe(0.5);
  });

  test('a UV set that three.js has no attribute for is reported', () => {
    const scene = sceneOf({
      meshes: [mesh('m', [quad({ material: 0 })])],
      materials: [material('m', { baseColorTexture: { texture: 0, uv: 5 } })],
      textures: [texture('t', 0)],
      images: [picture('p')],
    });
    const model = sceneToThree(scene);
    expect(model.notices).toEqual([{ code: 'uv-set', material: 'm', uv: 5 }]);
    expect(model.textures[0]!.channel).toBe(0);
  });
});

describe('objects', () => {
  test('vertex arrays of the scene are used, not copied', () => {
    const part = quad({ uvs: [quad().uvs[0]!, quad().uvs[0]!], colors: new Float32Array(16).fill(1) });
    const { geometry } = sceneToThree(sceneOf({ meshes: [mesh('m', [part])] })).parts[0]![0]!;
    expect(geometry.index!.array).toBe(part.indices);
    expect(geometry.attributes.position!.array).toBe(part.positions);
    expect(geometry.attributes.normal!.array).toBe(part.normals);
    expect(geometry.attributes.uv!.array).toBe(part.uvs[0]);
    expect(geometry.attributes.uv1!.array).toBe(part.uvs[1]);
    expect(geometry.attributes.color!.array).toBe(part.colors);
  });

  test('a mesh on two nodes has one geometry and one material', () => {
    const nodes = [node('a', { mesh: 0 }), node('b', { mesh: 0 })];
    const { parts } = sceneToThree(sceneOf({ meshes: [mesh('m', [quad()])], nodes }));
    expect(parts[0]![0]!.geometry).toBe(parts[1]![0]!.geometry);
    expect(parts[0]![0]!.material).toBe(parts[1]![0]!.material);
  });

  test('every object tells its place, and a node that two parents list belongs to the first', () => {
    const nodes = [node('a', { children: [1] }), node('b', { mesh: 0, children: [0] }), node('c', { children: [1] })];
    const model = sceneToThree(sceneOf({ meshes: [mesh('m', [quad(), quad()])], nodes, roots: [0, 2] }));
    expect(model.nodes[1]!.parent).toBe(model.nodes[0]);
    expect(placeOf(model.parts[1]![1]!)).toEqual({ node: 1, mesh: 0, primitive: 1 });
    expect(placeOf(model.nodes[2]!)).toEqual({ node: 2 });
    expect(placeOf(model.scene)).toBeUndefined();
  });

  test('values that are not finite leave a node at the identity', () => {
    const nodes = [node('a', { translation: [Number.NaN, 0, 0], rotation: [0, 0, 0, 0], scale: [1, Infinity, 1] })];
    const { position, quaternion, scale } = sceneToThree(sceneOf({ nodes })).nodes[0]!;
    expect([position.toArray(), quaternion.toArray(), scale.toArray()]).toEqual([
      [0, 0, 0],
      [0, 0, 0, 1],
      [1, 1, 1],
    ]);
  });

  test('fault 049: morph targets keep their names in order, and weights address the right one', () => {
    const names = ['あ', 'a', 'a', '', 'b.c'];
    const targets = names.map((_, i) => ({ positions: new Float32Array(12).fill(i + 1) }));
    const part = sceneToThree(sceneOf({ meshes: [mesh('m', [quad({ targets })], names)] })).parts[0]![0]!;
    expect(part.userData.targetNames).toEqual(names);
    part.morphTargetInfluences![2] = 1;
    expect(part.getVertexPosition(0, new Vector3()).toArray()).toEqual([3, 3, 3]);
    expect(part.morphTargetInfluences).toHaveLength(5);
  });

  test('normals of morph targets are all there once one has them', () => {
    const targets = [
      { positions: new Float32Array(12) },
      { positions: new Float32Array(12), normals: new Float32Array(12) },
    ];
    const { geometry } = sceneToThree(sceneOf({ meshes: [mesh('m', [quad({ targets })], ['a', 'b'])] })).parts[0]![0]!;
    expect(geometry.morphAttributes.normal).toHaveLength(2);
  });

  test('one level of detail is visible at a time', () => {
    const nodes = [node('l0', { mesh: 0, lods: [1, 2] }), node('l1', { mesh: 0 }), node('l2', { mesh: 0 })];
    const model = sceneToThree(sceneOf({ meshes: [mesh('m', [quad()])], nodes, roots: [0] }));
    const visible = () => model.nodes.map((object) => object.visible);
    expect(visible()).toEqual([true, false, false]);
    model.setLevel(1);
    expect(visible()).toEqual([false, true, false]);
    model.setLevel(7);
    expect(visible()).toEqual([false, false, true]);
  });

  test('joints are bones, and a skinned part follows them, not its node', () => {
    const model = sceneToThree(skinnedScene());
    expect(model.nodes[1]).toBeInstanceOf(Bone);
    model.nodes[1]!.position.x = 3;
    model.scene.updateMatrixWorld(true);
    const part = model.parts[0]![0] as SkinnedMesh;
    part.skeleton.update();
    const at = part.getVertexPosition(0, new Vector3()).applyMatrix4(part.matrixWorld);
    close(at.toArray(), [3, 0, 0], 1e-6);
  });

  test('dispose frees every geometry, material, texture and bone texture', () => {
    const scene = skinnedScene();
    scene.materials = [material('m', { baseColorTexture: { texture: 0, uv: 0 } })];
    scene.textures = [texture('t', 0)];
    scene.images = [picture('p')];
    scene.meshes[0]!.primitives[0]!.material = 0;
    const model = sceneToThree(scene);
    const part = model.parts[0]![0] as SkinnedMesh;
    part.skeleton.computeBoneTexture();
    const freed: string[] = [];
    part.geometry.addEventListener('dispose', () => freed.push('geometry'));
    (part.material as Material).addEventListener('dispose', () => freed.push('material'));
    model.textures[0]!.addEventListener('dispose', () => freed.push('texture'));
    part.skeleton.boneTexture!.addEventListener('dispose', () => freed.push('bones'));
    model.dispose();
    expect(freed.sort()).toEqual(['bones', 'geometry', 'material', 'texture']);
    expect(part.skeleton.boneTexture).toBeNull();
  });
});

describe('animation', () => {
  test('fault 057: equal names, "root" and names with . [ ] : / move the right node', () => {
    const names = ['arm', 'arm', 'root', 'a.b[0]:c/d', ''];
    const channels = names.map((_, i) => ({
      node: i,
      path: 'translation' as const,
      times: Float32Array.of(0, 1),
      values: Float32Array.of(0, 0, 0, i + 1, 0, 0),
      interpolation: 'LINEAR' as const,
    }));
    const model = sceneToThree(
      sceneOf({ nodes: names.map((name) => node(name)), animations: [{ name: 'walk', channels, raw: {} }] }),
    );
    const [clip] = model.animations;
    expect(clip).toMatchObject({ name: 'walk', duration: 1 });
    const mixer = new AnimationMixer(model.scene);
    mixer.clipAction(clip!).play();
    mixer.setTime(0.5);
    expect(model.nodes.map((object) => object.position.x)).toEqual([0.5, 1, 1.5, 2, 2.5]);
    expect(model.nodes.map((object) => object.name)).toEqual(names);
  });

  test('steps, cubic splines and weights play as glTF says', () => {
    const times = Float32Array.of(0, 1);
    const targets = [{ positions: new Float32Array(12) }, { positions: new Float32Array(12) }];
    const cubic = Float32Array.of(0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0);
    const model = sceneToThree(
      sceneOf({
        meshes: [mesh('m', [quad({ targets }), quad({ targets })], ['a', 'b'])],
        animations: [
          {
            name: '',
            raw: {},
            channels: [
              { node: 0, path: 'translation', times, values: cubic, interpolation: 'CUBICSPLINE' },
              { node: 0, path: 'scale', times, values: Float32Array.of(1, 1, 1, 2, 2, 2), interpolation: 'STEP' },
              { node: 0, path: 'weights', times, values: Float32Array.of(0, 1, 1, 0), interpolation: 'LINEAR' },
            ],
          },
        ],
      }),
    );
    const mixer = new AnimationMixer(model.scene);
    mixer.clipAction(model.animations[0]!).play();
    mixer.setTime(0.25);
    // Hermite: 4 * (a^3 - 2 a^2 + a) + (3 a^2 - 2 a^3).
    expect(model.nodes[0]!.position.x).toBeCloseTo(4 * (0.015625 - 0.125 + 0.25) + 0.1875 - 0.03125, 6);
    expect(model.nodes[0]!.scale.x).toBe(1);
    for (const part of model.parts[0]!) close(part.morphTargetInfluences!, [0.25, 0.75], 1e-6);
  });
});

function skinnedScene(): Scene {
  const joints = new Uint16Array(16);
  const weights = Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
  return sceneOf({
    meshes: [mesh('m', [quad({ joints, weights })])],
    nodes: [node('body', { mesh: 0, skin: 0, translation: [100, 0, 0] }), node('joint')],
    skins: [{ name: 's', joints: [1], inverseBindMatrices: identities(1) }],
  });
}

test('the parts of a model are meshes with names', () => {
  const part: Mesh = sceneToThree(sceneOf({ meshes: [mesh('hull', [quad()])] })).parts[0]![0]!;
  expect(part.name).toBe('hull');
});
