import { emptyScene, math, type Scene } from '@unbake/formats';
import { describe, expect, test } from 'vitest';
import { exportGlb, exportGltf, glbToScene, sceneToDocument } from '../src/index.ts';
import {
  comparable,
  encodeImage,
  identities,
  material,
  mesh,
  node,
  picture,
  quad,
  sceneOf,
  texture,
  triangle,
} from './scenes.ts';
import { expectClean, readGlb, validate } from './validate.ts';

const skinned = () =>
  quad({
    joints: new Uint16Array(16).map((_, i) => [0, 1, 0, 0][i % 4]!),
    weights: new Float32Array(16).map((_, i) => [0.5, 0.5, 0, 0][i % 4]!),
  });

/** A scene for each feature, and the infos that the validator gives for it. */
const SCENES: Record<string, { scene: Scene; infos?: string[] }> = {
  'nothing at all': { scene: emptyScene('') },
  'nodes only': {
    scene: sceneOf({ nodes: [node('a', { children: [1] }), node('b')], roots: [0] }),
    infos: ['NODE_EMPTY'],
  },
  'positions only': { scene: sceneOf({ meshes: [mesh('m', [triangle()])] }) },
  'UV sets without a texture': {
    scene: sceneOf({
      meshes: [mesh('m', [quad({ uvs: [new Float32Array(8), new Float32Array(8), new Float32Array(8)] })])],
    }),
    infos: ['UNUSED_OBJECT'],
  },
  'vertex colours': {
    scene: sceneOf({
      meshes: [mesh('m', [triangle({ colors: Float32Array.of(1, 0, 0, 1, 0, 2, -1, 1, Number.NaN, 0, 1, 0.5) })])],
    }),
  },
  'a texture in every slot, a missing UV set, no normals': {
    scene: sceneOf({
      meshes: [mesh('m', [quad({ material: 0 }), triangle({ material: 0 })])],
      materials: [
        material('m', {
          baseColorTexture: { texture: 0, uv: 0 },
          normalTexture: { texture: 1, uv: 1 },
          emissiveTexture: { texture: 2, uv: 2 },
          emissive: [3, 1, 0],
          specular: [0.5, 0.25, 1],
          shininess: 40,
        }),
      ],
      textures: [
        texture('a', 0, { wrapU: 'clamp', wrapV: 'mirror', mipFilter: 'none', minFilter: 'point' }),
        texture('b', 1, { mipFilter: 'point', minFilter: 'point' }),
        texture('c', 2, { mipFilter: 'linear', minFilter: 'point', magFilter: 'point' }),
      ],
      images: [picture('a', 1), picture('b', 2), picture('c', 3)],
    }),
  },
  'a picture of 3 x 3 that nothing uses': {
    scene: sceneOf({ textures: [texture('t', 0)], images: [picture('odd', 0, 3)] }),
    infos: ['IMAGE_NPOT_DIMENSIONS', 'UNUSED_OBJECT'],
  },
  'all blend modes, unlit and double-sided': {
    scene: sceneOf({
      meshes: [
        mesh(
          'm',
          (['opaque', 'alpha', 'premultiplied', 'additive', 'multiply', 'other'] as const).flatMap((_, i) => [
            triangle({ material: i }),
          ]),
        ),
      ],
      materials: (['opaque', 'alpha', 'premultiplied', 'additive', 'multiply', 'other'] as const).map((blend, i) =>
        material(blend, {
          blend,
          alphaCutoff: 0.5,
          unlit: i % 2 === 0,
          doubleSided: true,
          specular: [1, 1, 1],
          emissive: [2, 2, 2],
        }),
      ),
    }),
  },
  'a skin on a moved child': {
    scene: sceneOf({
      nodes: [
        node('root', { children: [1, 2], translation: [1, 2, 3] }),
        node('joint', { children: [3] }),
        node('body', { mesh: 0, skin: 0, scale: [2, 2, 2] }),
        node('joint 2'),
      ],
      roots: [0],
      meshes: [mesh('m', [skinned(), triangle()])],
      skins: [{ name: 's', joints: [1, 3], inverseBindMatrices: identities(2) }],
    }),
    infos: ['NODE_EMPTY', 'UNUSED_OBJECT'],
  },
  'a skin with joints in two trees, and its mesh also without it': {
    scene: sceneOf({
      nodes: [node('a'), node('b'), node('body', { mesh: 0, skin: 0 }), node('statue', { mesh: 0 })],
      meshes: [mesh('m', [skinned()])],
      skins: [{ name: '', joints: [0, 1], inverseBindMatrices: identities(2) }],
    }),
    infos: ['UNUSED_OBJECT'],
  },
  'a skinned root that is animated': {
    scene: sceneOf({
      nodes: [node('joint'), node('body', { mesh: 0, skin: 0 })],
      meshes: [mesh('m', [skinned()])],
      skins: [{ name: '', joints: [0, 0], inverseBindMatrices: identities(2) }],
      animations: [
        {
          name: 'move',
          raw: {},
          channels: [
            {
              node: 1,
              path: 'translation',
              times: Float32Array.of(0, 1),
              values: new Float32Array(6),
              interpolation: 'LINEAR',
            },
            {
              node: 0,
              path: 'rotation',
              times: Float32Array.of(0),
              values: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
              interpolation: 'CUBICSPLINE',
            },
          ],
        },
      ],
    }),
    infos: ['NODE_EMPTY', 'UNUSED_OBJECT'],
  },
  'morph targets on a part of the mesh, animated': {
    scene: sceneOf({
      meshes: [
        mesh(
          'm',
          [
            quad({
              targets: [
                { positions: new Float32Array(12).fill(1) },
                { positions: new Float32Array(12), normals: new Float32Array(12) },
              ],
            }),
            triangle(),
          ],
          ['a', 'b'],
        ),
      ],
      animations: [
        {
          name: '',
          raw: {},
          channels: [
            {
              node: 0,
              path: 'weights',
              times: Float32Array.of(0, 0.5),
              values: Float32Array.of(0, 1, 1, 0),
              interpolation: 'LINEAR',
            },
          ],
        },
      ],
    }),
    infos: ['UNUSED_OBJECT'],
  },
  'broken transforms and links': {
    scene: sceneOf({
      nodes: [
        node('a', {
          children: [1, 1, 2],
          rotation: [0, 0, 0, 0],
          translation: [Number.NaN, 0, 0],
          scale: [0, -1, Number.POSITIVE_INFINITY],
        }),
        node('b', { children: [0], rotation: [0, 0, 0, 2] }),
        node('c', { children: [2, 99] }),
        node('unreached'),
      ],
      roots: [0, 0],
    }),
    infos: ['NODE_EMPTY'],
  },
};

describe('the Khronos validator finds no error and no warning', () => {
  test.each(Object.entries(SCENES))('in %s', async (_, { scene, infos }) => {
    const glb = await exportGlb(scene, { encodeImage });
    expect([...(await expectClean(glb.bytes))].sort()).toEqual(infos ?? []);
    const gltf = await exportGltf(scene, { encodeImage });
    expect([...(await expectClean([...gltf.files.values()][0]!, gltf.files))].sort()).toEqual(infos ?? []);
    expect(JSON.stringify(readGlb(glb.bytes).json)).not.toContain('null');
    expect(glb.losses).toEqual(gltf.losses);
  });

  test('in WebP textures', async () => {
    const { scene } = SCENES['a texture in every slot, a missing UV set, no normals']!;
    const { bytes } = await exportGlb(scene, { encodeImage, textures: 'webp' });
    await expectClean(bytes);
    const { json } = readGlb(bytes);
    expect(json.extensionsRequired).toContain('EXT_texture_webp');
    expect(json.images[0].mimeType).toBe('image/webp');
  });
});

describe('levels of detail', () => {
  const scene = sceneOf({
    nodes: [
      node('hero', { mesh: 0, lods: [1, 2] }),
      node('hero far', { mesh: 1 }),
      node('hero farther', { children: [3] }),
      node('part', { mesh: 1 }),
    ],
    roots: [0],
    meshes: [mesh('fine', [quad()]), mesh('coarse', [triangle()])],
  });

  test('only the finest by default, and the report says so', async () => {
    const { bytes, losses } = await exportGlb(scene);
    await expectClean(bytes);
    expect(readGlb(bytes).json.nodes.map((n: { name: string }) => n.name)).toEqual(['hero']);
    expect(losses).toContainEqual(expect.objectContaining({ kind: 'left-out', what: 'levels of detail', count: 2 }));
  });

  test('all through MSFT_lod when asked', async () => {
    const { bytes } = await exportGlb(scene, { allLods: true });
    expect([...(await expectClean(bytes))].sort()).toEqual(['UNSUPPORTED_EXTENSION', 'UNUSED_OBJECT']);
    const { json } = readGlb(bytes);
    expect(json.extensionsUsed).toEqual(['MSFT_lod']);
    expect(json.nodes[0].extensions).toEqual({ MSFT_lod: { ids: [1, 2] } });
    expect(json.scenes[0].nodes).toEqual([0]);
  });
});

describe('skins', () => {
  const joint = (name: string) => node(name, { translation: [1, 0, 0] });
  const body = (name: string, skin: number) => node(name, { mesh: 0, skin, translation: [0, 5, 0] });
  const skin = (...joints: number[]) => ({
    name: joints.join(),
    joints,
    inverseBindMatrices: identities(joints.length),
  });

  test('whose joints lie in overlapping groups of trees share roots, and come back as they were', async () => {
    const scene = sceneOf({
      nodes: [joint('a'), joint('b'), joint('c'), body('one', 0), body('two', 1)],
      meshes: [mesh('m', [skinned()])],
      skins: [skin(0, 1), skin(1, 2)],
    });
    const { bytes } = await exportGlb(scene);
    await expectClean(bytes);
    expect(readGlb(bytes).json.scenes[0].nodes.length).toBe(5);
    expect(comparable(await glbToScene(bytes))).toEqual(comparable(scene));
  });

  test('of a coarser level stay on their node, out of the scene', async () => {
    const scene = sceneOf({
      nodes: [joint('a'), node('fine', { mesh: 0, skin: 0, lods: [2] }), node('coarse', { mesh: 0, skin: 0 })],
      roots: [0, 1],
      meshes: [mesh('m', [skinned()])],
      skins: [skin(0, 0)],
    });
    const { bytes } = await exportGlb(scene, { allLods: true });
    await expectClean(bytes);
    const { json } = readGlb(bytes);
    expect(json.scenes[0].nodes).toEqual([0, 1]);
    expect(json.nodes[2]).toMatchObject({ name: 'coarse', mesh: 0, skin: 0 });
  });
});

describe('DDS textures', () => {
  const dds = new Uint8Array(148);
  dds.set([0x44, 0x44, 0x53, 0x20, 124]);
  dds[28] = 3;
  const scene = sceneOf({
    meshes: [mesh('m', [quad({ material: 0 })])],
    materials: [material('m', { baseColorTexture: { texture: 0, uv: 0 } })],
    textures: [texture('t', 0)],
    images: [{ ...picture('hero.dds'), dds }],
  });

  test('go in as they are through MSFT_texture_dds', async () => {
    const { bytes } = await exportGlb(scene, { textures: 'dds' });
    expect((await validate(bytes)).filter((issue) => issue.severity === 0)).toEqual([]);
    const { json, bin } = readGlb(bytes);
    expect(json.textures).toEqual([{ sampler: 0, extensions: { MSFT_texture_dds: { source: 0 } } }]);
    expect(json.images[0]).toMatchObject({ name: 'hero.dds', mimeType: 'image/vnd-ms.dds' });
    expect(json.extensionsRequired).toEqual(['MSFT_texture_dds']);
    const { byteOffset, byteLength } = json.bufferViews[json.images[0].bufferView];
    expect(bin.subarray(byteOffset, byteOffset + byteLength)).toEqual(dds);
    const { files } = await exportGltf(scene, { textures: 'dds' });
    expect(files.get('hero.dds')).toEqual(dds);
  });

  test('as PNG, the report names the mip levels', async () => {
    const { losses } = await exportGlb(scene, { encodeImage });
    expect(losses).toContainEqual(expect.objectContaining({ kind: 'left-out', what: 'mip levels', count: 1 }));
  });

  test('are left out when switched off, and a missing encoder is named', async () => {
    const { bytes, losses } = await exportGlb(scene, { textures: 'none' });
    expect(readGlb(bytes).json.images).toBeUndefined();
    expect(losses).toContainEqual(expect.objectContaining({ kind: 'left-out', what: 'textures' }));
    await expect(exportGlb(scene)).rejects.toThrow('the image "hero.dds" as png needs options.encodeImage');
  });
});

describe('what stands in the file', () => {
  test('transforms and colours close to their defaults are written as they are', async () => {
    const tiny = node('tiny', { translation: [1e-7, 0, 0], rotation: [0, 0, 1e-6, 1], scale: [1.000001, 1, 1] });
    const { json } = readGlb(
      (await exportGlb(sceneOf({ nodes: [tiny], materials: [material('m', { baseColor: [0.999999, 1, 1, 1] })] })))
        .bytes,
    );
    expect(json.nodes[0]).toMatchObject({
      translation: [1e-7, 0, 0],
      rotation: [0, 0, 1e-6, 1],
      scale: [1.000001, 1, 1],
    });
    expect(json.materials[0].pbrMetallicRoughness.baseColorFactor).toEqual([0.999999, 1, 1, 1]);
  });

  test('raw values go to extras.unbake with a version, numbers that JSON has not as text', async () => {
    const scene = sceneOf({
      meshes: [{ ...mesh('m', [triangle({ raw: { part: 1 }, material: 0 })]), raw: { shape: 'x' } }],
      nodes: [
        node('n', { mesh: 0, raw: { id: 7, far: Number.NaN, deep: { list: [Number.POSITIVE_INFINITY, null] } } }),
      ],
      materials: [material('m', { blend: 'additive', shininess: 8, specular: [1, 0, 0], raw: { _cullMode: 2 } })],
      animations: [
        {
          name: 'a',
          raw: { fps: 30 },
          channels: [
            {
              node: 0,
              path: 'scale',
              times: Float32Array.of(0),
              values: Float32Array.of(1, 1, 1),
              interpolation: 'STEP',
            },
          ],
        },
      ],
      raw: { database: true },
    });
    const { json } = readGlb((await exportGlb(scene)).bytes);
    expect(json.nodes[0].extras).toEqual({
      unbake: { version: 1, raw: { id: 7, far: 'NaN', deep: { list: ['Infinity', null] } } },
    });
    expect(json.meshes[0].extras).toEqual({ unbake: { version: 1, raw: { shape: 'x' } } });
    expect(json.meshes[0].primitives[0].extras).toEqual({ unbake: { version: 1, raw: { part: 1 } } });
    expect(json.materials[0].extras).toEqual({
      unbake: { version: 1, blend: 'additive', specular: [1, 0, 0], shininess: 8, raw: { _cullMode: 2 } },
    });
    expect(json.animations[0].extras).toEqual({ unbake: { version: 1, raw: { fps: 30 } } });
    expect(json.scenes[0].extras).toEqual({ unbake: { version: 1, raw: { database: true } } });
    expect(json.asset).toEqual({ generator: 'Unbake', version: '2.0' });
  });

  test('samplers, roughness and specular', async () => {
    const { scene } = SCENES['a texture in every slot, a missing UV set, no normals']!;
    const { json } = readGlb((await exportGlb(scene, { encodeImage })).bytes);
    const sampler = (slot: { index: number }) => json.samplers[json.textures[slot.index].sampler];
    const [m] = json.materials;
    expect(sampler(m.pbrMetallicRoughness.baseColorTexture)).toEqual({
      magFilter: 9729,
      minFilter: 9728,
      wrapS: 33071,
      wrapT: 33648,
    });
    expect(sampler(m.normalTexture)).toEqual({ magFilter: 9729, minFilter: 9984, wrapS: 10497, wrapT: 10497 });
    expect(sampler(m.emissiveTexture)).toEqual({ magFilter: 9728, minFilter: 9986, wrapS: 10497, wrapT: 10497 });
    expect(m.pbrMetallicRoughness).toMatchObject({ metallicFactor: 0, roughnessFactor: Math.sqrt(2 / 42) });
    expect(m.extensions.KHR_materials_specular.specularColorFactor).toEqual([0.5, 0.25, 1]);
    expect(m.emissiveFactor).toEqual([1, 1 / 3, 0]);
    expect(m.extensions.KHR_materials_emissive_strength).toEqual({ emissiveStrength: 3 });
  });

  test('the document can be used directly', async () => {
    const { document } = await sceneToDocument(
      sceneOf({ nodes: [node('テスト', { rotation: math.quatNormalize([1, 2, 3, 4])! })] }),
    );
    expect(document.getRoot().listNodes()[0]!.getName()).toBe('テスト');
  });
});
