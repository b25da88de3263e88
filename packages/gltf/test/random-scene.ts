import {
  emptyScene,
  math,
  type Scene,
  type SceneAnimation,
  type SceneMaterial,
  type SceneMesh,
  type SceneNode,
  type SceneTexture,
} from '@unbake/formats';
import fc from 'fast-check';
import { material, node, picture } from './scenes.ts';

const f32 = fc.float({ min: -1000, max: 1000, noNaN: true, noDefaultInfinity: true }).map((v) => v + 0);
const unit = fc.constantFrom(0, 0.125, 0.5, 0.75, 1);
const name = fc.string({ unit: 'grapheme', maxLength: 5 });
const raw = fc.oneof(
  fc.constant({}),
  fc.record({ _cullMode: fc.nat(5), list: fc.array(unit, { maxLength: 3 }), text: name }),
);
const vec3 = fc.tuple(f32, f32, f32);
const rotation = fc
  .tuple(f32, f32, f32, f32)
  .map((q) => (math.quatNormalize(q) ?? [0, 0, 0, 1]).map((c) => c + 0) as math.Quat);
const direction = vec3.map((v) => math.normalize(v) ?? [0, 0, 1]);

function array(size: number, value: fc.Arbitrary<number[]>, vertexCount: number): fc.Arbitrary<Float32Array> {
  return fc.array(value, { minLength: vertexCount, maxLength: vertexCount }).map((items) => {
    const values = new Float32Array(vertexCount * size);
    items.forEach((item, i) => {
      values.set(item, i * size);
    });
    return values.map((v) => v + 0);
  });
}

const plainNode: fc.Arbitrary<SceneNode> = fc
  .record({ name, translation: vec3, rotation, scale: vec3, raw })
  .map((fields) => node(fields.name, fields));

const plainMaterial: fc.Arbitrary<SceneMaterial> = fc
  .record(
    {
      name,
      raw,
      baseColor: fc.tuple(unit, unit, unit, unit),
      emissive: fc.constantFrom<[number, number, number]>([0, 0, 0], [1, 0.5, 0.25], [4, 2, 1], [0, 8, 0]),
      specular: fc.tuple(unit, unit, unit),
      shininess: fc.float({ min: 0, max: 500, noNaN: true }),
      alphaCutoff: unit,
      blend: fc.constantFrom('opaque', 'alpha', 'premultiplied', 'additive', 'multiply', 'other'),
      doubleSided: fc.boolean(),
      unlit: fc.boolean(),
    } as const,
    { requiredKeys: ['name', 'raw', 'baseColor', 'emissive', 'blend', 'doubleSided', 'unlit'] },
  )
  .map((fields) => material(fields.name, fields));

const sampler = fc.record({
  wrapU: fc.constantFrom('repeat', 'mirror', 'clamp'),
  wrapV: fc.constantFrom('repeat', 'mirror', 'clamp'),
  minFilter: fc.constantFrom('point', 'linear'),
  magFilter: fc.constantFrom('point', 'linear'),
  mipFilter: fc.constantFrom('none', 'point', 'linear'),
  raw,
} as const);

/** Slots of the materials, a texture each: base colour, emissive and normal maps. */
const slots = fc.array(
  fc.record({ base: fc.boolean(), glow: fc.boolean(), normal: fc.boolean(), sampler, uv: fc.nat(1) }),
  {
    minLength: 3,
    maxLength: 3,
  },
);

function meshOf(materials: SceneMaterial[], jointCount: number | undefined): fc.Arbitrary<SceneMesh> {
  return fc
    .record({ name, raw, targetNames: fc.array(name, { maxLength: 2 }) })
    .chain((fields) =>
      fc
        .array(primitiveOf(materials, jointCount, fields.targetNames.length), { minLength: 1, maxLength: 2 })
        .map((primitives) => ({ ...fields, primitives })),
    );
}

function primitiveOf(materials: SceneMaterial[], jointCount: number | undefined, targetCount: number) {
  return fc
    .record({ vertexCount: fc.integer({ min: 1, max: 5 }), pick: fc.nat(), bare: fc.boolean() })
    .chain(({ vertexCount, pick, bare }) => {
      const index = bare || materials.length === 0 ? undefined : pick % materials.length;
      const normalMap = index !== undefined && materials[index]!.normalTexture !== undefined;
      const target = array(3, vec3, vertexCount);
      return fc.record({
        ...(index === undefined ? {} : { material: fc.constant(index) }),
        vertexCount: fc.constant(vertexCount),
        indices: fc
          .array(fc.nat(vertexCount - 1), { minLength: 3, maxLength: 9 })
          .map((list) => Uint32Array.from(list.slice(0, list.length - (list.length % 3)))),
        positions: array(3, vec3, vertexCount),
        normals: array(3, direction, vertexCount),
        ...(normalMap
          ? {
              tangents: array(
                4,
                direction.map((d) => [...d, 1]),
                vertexCount,
              ),
            }
          : {}),
        ...(pick % 2 ? { colors: array(4, fc.tuple(unit, unit, unit, unit), vertexCount) } : {}),
        uvs: fc.array(array(2, fc.tuple(f32, f32), vertexCount), { minLength: 2, maxLength: 2 }),
        ...(jointCount === undefined ? {} : influences(jointCount, vertexCount)),
        targets: fc.array(fc.record({ positions: target, normals: target }), {
          minLength: targetCount,
          maxLength: targetCount,
        }),
        raw,
      });
    });
}

function influences(jointCount: number, vertexCount: number) {
  return {
    joints: fc
      .array(fc.nat(jointCount - 1), { minLength: vertexCount, maxLength: vertexCount })
      .map((list) => Uint16Array.from(list.flatMap((j) => [j, (j + 1) % jointCount, 0, 0]))),
    weights: fc.constant(new Float32Array(vertexCount * 4).map((_, i) => [0.75, 0.25, 0, 0][i % 4]!)),
  };
}

function animationOf(nodes: SceneNode[], meshes: SceneMesh[]): fc.Arbitrary<SceneAnimation> {
  const targets = nodes.flatMap((n, index) => [
    { node: index, path: 'translation' as const, size: 3 },
    { node: index, path: 'rotation' as const, size: 4 },
    { node: index, path: 'scale' as const, size: 3 },
    ...(n.mesh !== undefined && meshes[n.mesh]!.targetNames.length > 0
      ? [{ node: index, path: 'weights' as const, size: meshes[n.mesh]!.targetNames.length }]
      : []),
  ]);
  const channel = (target: (typeof targets)[number]) =>
    fc
      .record({ keys: fc.integer({ min: 2, max: 4 }), interpolation: fc.constantFrom('STEP', 'CUBICSPLINE') } as const)
      .chain(({ keys, interpolation }) =>
        fc.record({
          node: fc.constant(target.node),
          path: fc.constant(target.path),
          times: fc.constant(Float32Array.from({ length: keys }, (_, k) => k / 4)),
          values:
            target.path === 'rotation'
              ? array(4, rotation, keys * (interpolation === 'CUBICSPLINE' ? 3 : 1))
              : array(
                  target.size,
                  fc.array(f32, { minLength: target.size, maxLength: target.size }),
                  keys * (interpolation === 'CUBICSPLINE' ? 3 : 1),
                ),
          interpolation: fc.constant(interpolation),
        }),
      );
  return fc.record({ name, raw }).chain((fields) =>
    fc
      .subarray(targets, { minLength: 1, maxLength: 5 })
      .chain((picked) => fc.tuple(...picked.map(channel)))
      .map((channels) => ({ ...fields, channels })),
  );
}

/**
 * Scenes that glTF holds without loss: the exporter has nothing to repair, every texture is used once, every node is
 * reached.
 */
export const randomScene: fc.Arbitrary<Scene> = fc
  .record({ name, raw, materials: fc.array(plainMaterial, { maxLength: 3 }), slots })
  .chain(({ name: sceneName, raw: sceneRaw, materials: plainMaterials, slots }) => {
    const materials = plainMaterials.map((m) => ({ ...m }));
    const base = { ...emptyScene(sceneName), raw: sceneRaw, materials };
    const attach = (fields: Omit<SceneTexture, 'name' | 'image'>, uv: number) => {
      const index = base.textures.length;
      base.images.push(picture(`image ${index}`, index));
      base.textures.push({ ...fields, name: `texture ${index}`, image: index });
      return { texture: index, uv };
    };
    materials.forEach((m, i) => {
      const slot = slots[i]!;
      if (slot.base) m.baseColorTexture = attach(slot.sampler, 0);
      if (slot.normal) m.normalTexture = attach(slot.sampler, slot.uv);
      if (slot.glow) m.emissiveTexture = attach(slot.sampler, slot.uv);
    });
    return fc
      .record({
        plainNodes: fc.array(plainNode, { minLength: 3, maxLength: 6 }),
        parents: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
        rigid: fc.array(meshOf(materials, undefined), { maxLength: 2 }),
        skinned: fc.array(meshOf(materials, 2), { maxLength: 1 }),
        bind: array(16, fc.array(f32, { minLength: 16, maxLength: 16 }), 2),
      })
      .chain(({ plainNodes, parents, rigid, skinned, bind }) => {
        // Copies: a generated value is used again while shrinking.
        const nodes = plainNodes.map((n): SceneNode => ({ ...n, children: [] }));
        const matrices = bind.slice();
        const scene = { ...base, nodes, roots: [] as number[] };
        nodes.forEach((_, i) => {
          const parent = parents[i]! % (i + 1);
          if (parent === i) scene.roots.push(i);
          else nodes[parent]!.children.push(i);
        });
        scene.meshes = [...rigid, ...skinned];
        scene.meshes.forEach((_, i) => {
          nodes[nodes.length - 1 - i]!.mesh = i;
        });
        if (skinned.length > 0) {
          for (const at of [3, 7, 11, 19, 23, 27]) matrices[at] = 0;
          matrices[15] = matrices[31] = 1;
          scene.skins = [{ name: 'skin', joints: [0, 1], inverseBindMatrices: matrices }];
          nodes[nodes.length - scene.meshes.length]!.skin = 0;
        }
        return fc
          .array(animationOf(nodes, scene.meshes), { maxLength: 2 })
          .map((animations) => ({ ...scene, animations }));
      });
  });
