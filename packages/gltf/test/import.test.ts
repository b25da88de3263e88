import { FormatError } from '@unbake/formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exportGlb, exportGltf, glbToScene, gltfToScene } from '../src/index.ts';
import {
  comparable,
  decodeImage,
  encodeImage,
  identities,
  material,
  mesh,
  node,
  picture,
  quad,
  sceneOf,
  texture,
} from './scenes.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A .gltf of one buffer, given as typed arrays that become its buffer views in order, as a data URI. */
function gltf(json: Record<string, unknown>, views: { buffer: ArrayBufferLike; byteStride?: number }[]) {
  const parts: Buffer[] = [];
  let at = 0;
  const bufferViews = views.map(({ buffer, byteStride }) => {
    const view = { buffer: 0, byteOffset: at, byteLength: buffer.byteLength, ...(byteStride ? { byteStride } : {}) };
    const padded = Buffer.alloc(Math.ceil(buffer.byteLength / 4) * 4);
    padded.set(new Uint8Array(buffer));
    parts.push(padded);
    at += padded.length;
    return view;
  });
  const uri = `data:application/octet-stream;base64,${Buffer.concat(parts).toString('base64')}`;
  const whole = { asset: { version: '2.0' }, buffers: [{ uri, byteLength: at }], bufferViews, ...json };
  return new Map([['a.gltf', bytesOf(JSON.stringify(whole))]]);
}

const FLOAT = 5126;
const POSITIONS = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 2, 0, 0);

const full = () =>
  sceneOf({
    name: 'full',
    nodes: [
      node('root', { children: [1, 2], translation: [1, 2, 3], raw: { id: 1 } }),
      node('joint', { rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] }),
      node('body', { mesh: 0, skin: 0, lods: [3] }),
      node('far', { mesh: 1 }),
    ],
    roots: [0],
    meshes: [
      mesh('skinned', [
        quad({
          material: 0,
          joints: new Uint16Array(16),
          weights: new Float32Array(16).map((_, i) => (i % 4 ? 0 : 1)),
        }),
      ]),
      mesh('far', [quad()]),
    ],
    materials: [
      material('m', {
        baseColorTexture: { texture: 0, uv: 0 },
        blend: 'additive',
        emissive: [-1, 0, 0],
        baseColor: [2, 1, 1, 1],
      }),
    ],
    textures: [texture('t', 0)],
    images: [picture('p')],
    skins: [{ name: 's', joints: [0, 1], inverseBindMatrices: identities(2) }],
    animations: [
      {
        name: 'spin',
        raw: { fps: 30 },
        channels: [
          {
            node: 2,
            path: 'scale',
            times: Float32Array.of(0, 1),
            values: new Float32Array(6),
            interpolation: 'LINEAR',
          },
        ],
      },
    ],
  });

describe('import of glTF', () => {
  test('what the exporter wrote comes back, levels of detail and values outside 0..1 too', async () => {
    const { bytes } = await exportGlb(full(), { encodeImage, allLods: true });
    expect(comparable(await glbToScene(bytes, { decodeImage }))).toEqual(comparable(full()));
  });

  test('the bytes may start anywhere in a dirty buffer', async () => {
    const { bytes } = await exportGlb(full(), { encodeImage });
    const expected = comparable(await glbToScene(bytes, { decodeImage }));
    for (const shift of [1, 2, 3, 8]) {
      const dirty = new Uint8Array(bytes.length + 32).fill(0xa5);
      dirty.set(bytes, shift);
      expect(comparable(await glbToScene(dirty.subarray(shift, shift + bytes.length), { decodeImage }))).toEqual(
        expected,
      );
    }
  });

  test('a skinned mesh finds its node again after another program renumbered the nodes', async () => {
    const { files } = await exportGltf(full(), { textures: 'none' });
    const name = [...files.keys()][0]!;
    const json = JSON.parse(new TextDecoder().decode(files.get(name)));
    const order = [3, 2, 1, 0];
    const renumber = (list: number[]) => list.map((old) => order.indexOf(old));
    json.nodes = order.map((old) => json.nodes[old]);
    for (const n of json.nodes) if (n.children) n.children = renumber(n.children);
    json.scenes[0].nodes = renumber(json.scenes[0].nodes);
    json.skins[0].joints = renumber(json.skins[0].joints);
    for (const c of json.animations[0].channels) c.target.node = order.indexOf(c.target.node);
    const scene = await gltfToScene(new Map([...files, [name, bytesOf(JSON.stringify(json))]]));
    expect(scene.nodes.map((n) => [n.name, n.mesh, n.skin])).toEqual([
      ['body', 0, 0],
      ['joint', undefined, undefined],
      ['root', undefined, undefined],
    ]);
  });

  test('strips, fans, lists without indices, and points', async () => {
    const position = { bufferView: 0, componentType: FLOAT, type: 'VEC3', count: 5 };
    const primitive = (mode: number, indices?: number) => ({
      attributes: { POSITION: 0 },
      mode,
      ...(indices ? { indices } : {}),
    });
    const files = gltf(
      {
        accessors: [position, { bufferView: 1, componentType: 5121, type: 'SCALAR', count: 4 }],
        meshes: [{ primitives: [primitive(5, 1), primitive(6, 1), primitive(4), primitive(0)] }],
        nodes: [{ mesh: 0 }],
      },
      [{ buffer: POSITIONS.buffer }, { buffer: Uint8Array.of(0, 1, 2, 3).buffer }],
    );
    const scene = await gltfToScene(files);
    expect(scene.meshes[0]!.primitives.map((p) => [...p.indices])).toEqual([
      [0, 1, 2, 2, 1, 3],
      [1, 2, 0, 2, 3, 0],
      [0, 1, 2],
    ]);
    expect(scene.roots).toEqual([0]);
    expect(scene.losses).toContainEqual(expect.objectContaining({ kind: 'left-out', what: 'mesh parts', count: 1 }));
  });

  test('normalised and interleaved integers, RGB colours, sparse values', async () => {
    const interleaved = Uint8Array.of(255, 0, 51, 9, 0, 255, 0, 9, 0, 0, 255, 9);
    const files = gltf(
      {
        accessors: [
          {
            bufferView: 0,
            componentType: FLOAT,
            type: 'VEC3',
            count: 3,
            sparse: { count: 1, indices: { bufferView: 1, componentType: 5121 }, values: { bufferView: 2 } },
          },
          { bufferView: 3, componentType: 5121, type: 'VEC3', count: 3, normalized: true },
          { bufferView: 4, componentType: 5123, type: 'VEC2', count: 3, normalized: true },
        ],
        meshes: [{ primitives: [{ attributes: { POSITION: 0, COLOR_0: 1, TEXCOORD_0: 2 } }] }],
        nodes: [{ mesh: 0, matrix: [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1] }],
      },
      [
        { buffer: POSITIONS.slice(0, 9).buffer },
        { buffer: Uint8Array.of(1).buffer },
        { buffer: Float32Array.of(7, 8, 9).buffer },
        { buffer: interleaved.buffer, byteStride: 4 },
        { buffer: Uint16Array.of(0, 65535, 0, 0, 65535, 0).buffer },
      ],
    );
    const scene = await gltfToScene(files);
    const [p] = scene.meshes[0]!.primitives;
    expect([...p!.positions]).toEqual([0, 0, 0, 7, 8, 9, 0, 1, 0]);
    expect([...p!.colors!]).toEqual([1, 0, Math.fround(0.2), 1, 0, 1, 0, 1, 0, 0, 1, 1]);
    expect([...p!.uvs[0]!]).toEqual([0, 1, 0, 0, 1, 0]);
    const [n] = scene.nodes;
    expect([n!.translation, n!.scale]).toEqual([
      [1, 2, 3],
      [2, 2, 2],
    ]);
    [0, 0, Math.SQRT1_2, Math.SQRT1_2].forEach((c, i) => {
      expect(n!.rotation[i]).toBeCloseTo(c, 12);
    });
  });

  test('fault 044: of eight weights a vertex the largest four are kept, with the sum 1', async () => {
    const files = gltf(
      {
        accessors: [
          { bufferView: 0, componentType: FLOAT, type: 'VEC3', count: 1 },
          { bufferView: 1, componentType: 5121, type: 'VEC4', count: 1 },
          { bufferView: 2, componentType: FLOAT, type: 'VEC4', count: 1 },
          { bufferView: 3, componentType: 5121, type: 'VEC4', count: 1 },
          { bufferView: 4, componentType: FLOAT, type: 'VEC4', count: 1 },
        ],
        meshes: [
          { primitives: [{ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2, JOINTS_1: 3, WEIGHTS_1: 4 } }] },
        ],
      },
      [
        { buffer: new Float32Array(3).buffer },
        { buffer: Uint8Array.of(0, 1, 2, 3).buffer },
        { buffer: Float32Array.of(0.0625, 0.25, 0.0625, 0.125).buffer },
        { buffer: Uint8Array.of(4, 5, 6, 7).buffer },
        { buffer: Float32Array.of(0.25, 0.125, 0.0625, 0.0625).buffer },
      ],
    );
    const [p] = (await gltfToScene(files)).meshes[0]!.primitives;
    expect([...p!.joints!]).toEqual([1, 4, 3, 5]);
    expect([...p!.weights!]).toEqual([1 / 3, 1 / 3, 1 / 6, 1 / 6].map(Math.fround));
  });

  test('CUBICSPLINE keys keep their tangents', async () => {
    const values = new Float32Array(18).map((_, i) => i);
    const files = gltf(
      {
        accessors: [
          { bufferView: 0, componentType: FLOAT, type: 'SCALAR', count: 2 },
          { bufferView: 1, componentType: FLOAT, type: 'VEC3', count: 6 },
        ],
        nodes: [{ name: 'n' }],
        animations: [
          {
            samplers: [{ input: 0, output: 1, interpolation: 'CUBICSPLINE' }],
            channels: [
              { sampler: 0, target: { node: 0, path: 'translation' } },
              { sampler: 0, target: { path: 'scale' } },
            ],
          },
        ],
      },
      [{ buffer: Float32Array.of(0, 2).buffer }, { buffer: values.buffer }],
    );
    const scene = await gltfToScene(files);
    expect(scene.animations[0]!.channels).toEqual([
      { node: 0, path: 'translation', times: Float32Array.of(0, 2), values, interpolation: 'CUBICSPLINE' },
    ]);
    expect(scene.losses).toContainEqual(expect.objectContaining({ what: 'animation channels', count: 1 }));
  });

  test('materials of other programs: roughness becomes an exponent, metalness is named as lost', async () => {
    const files = gltf(
      {
        materials: [
          {
            pbrMetallicRoughness: { roughnessFactor: 0.5, metallicFactor: 1 },
            alphaMode: 'MASK',
            alphaCutoff: 0.25,
            doubleSided: true,
          },
          {
            alphaMode: 'BLEND',
            extras: { unbake: { blend: 'nonsense', shininess: 'x', raw: 3 } },
            pbrMetallicRoughness: { metallicFactor: 0 },
          },
        ],
      },
      [],
    );
    const { materials, losses } = await gltfToScene(files);
    expect(materials[0]).toMatchObject({ shininess: 6, alphaCutoff: 0.25, blend: 'opaque', doubleSided: true });
    expect(materials[1]).toMatchObject({ blend: 'alpha', raw: {} });
    expect(materials[1]).not.toHaveProperty('shininess');
    expect(losses).toContainEqual(expect.objectContaining({ kind: 'left-out', what: 'metalness', count: 1 }));
  });

  test('a picture without a decoder, or whose file is missing, is a FormatError on decode', async () => {
    const { files } = await exportGltf(full(), { encodeImage });
    const undecoded = await gltfToScene(files);
    expect(undecoded.images[0]).toMatchObject({ width: 4, height: 4, encoded: { mimeType: 'image/png' } });
    expect(() => undecoded.images[0]!.decode()).toThrow(/gltf\/picture.*"p": no decoder was given/);
    const missing = await gltfToScene(new Map([...files].filter(([name]) => !name.endsWith('.png'))), { decodeImage });
    expect(() => missing.images[0]!.decode()).toThrow(/its file p\.png is missing/);
    await expect(gltfToScene(new Map([...files].filter(([name]) => !name.endsWith('.bin'))))).rejects.toThrow(
      /full\.bin is missing/,
    );
  });
});

describe('malformed glTF', () => {
  const accessor = { bufferView: 0, componentType: FLOAT, type: 'VEC3', count: 3 };
  const view = [{ buffer: POSITIONS.slice(0, 9).buffer }];
  test.each<[string, Record<string, unknown>, RegExp]>([
    ['a count beyond the view', { accessors: [{ ...accessor, count: 4 }] }, /accessors\[0\]: outside its buffer view/],
    ['a count of 2^53', { accessors: [{ ...accessor, count: 2 ** 53 }] }, /type or count/],
    [
      'a huge count without data',
      { accessors: [{ componentType: FLOAT, type: 'VEC3', count: 2 ** 40 }] },
      /values without data/,
    ],
    ['a negative offset', { accessors: [{ ...accessor, byteOffset: -4 }] }, /outside its buffer view/],
    ['an unknown type', { accessors: [{ ...accessor, type: 'VEC9' }] }, /type or count/],
    [
      'a view beyond its buffer',
      { bufferViews: [{ buffer: 0, byteOffset: 4, byteLength: 36 }] },
      /bufferViews\[0\]: outside its buffer/,
    ],
    ['a view of no buffer', { bufferViews: [{ buffer: 7, byteLength: 4 }] }, /outside its buffer/],
    [
      'sparse values outside',
      {
        accessors: [
          {
            ...accessor,
            sparse: {
              count: 3,
              indices: { bufferView: 0, componentType: 5121 },
              values: { bufferView: 0, byteOffset: 8 },
            },
          },
        ],
      },
      /sparse values/,
    ],
    ['version 1', { asset: { version: '1.0' } }, /no glTF 2.x asset/],
  ])('%s', async (_, json, message) => {
    const error = await gltfToScene(gltf(json, view)).then(
      () => undefined,
      (e) => e,
    );
    expect(error).toBeInstanceOf(FormatError);
    expect(error.message).toMatch(message);
  });

  test('a part whose positions are missing is left out', async () => {
    const scene = await gltfToScene(gltf({ meshes: [{ primitives: [{ attributes: { POSITION: 5 } }] }] }, view));
    expect(scene.meshes[0]!.primitives).toEqual([]);
    expect(scene.losses).toContainEqual(expect.objectContaining({ what: 'mesh parts', count: 1 }));
  });

  test('every truncation and any flipped byte of a GLB is read or refused as gltf/invalid', async () => {
    const { bytes } = await exportGlb(full(), { encodeImage });
    for (let length = 0; length < bytes.length; length += 97) {
      await expect(glbToScene(bytes.subarray(0, length))).rejects.toThrow(/^gltf\/invalid/);
    }
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), async (at, value) => {
        const broken = bytes.slice();
        broken[at] = value;
        await glbToScene(broken).catch((error) => expect(error.message).toMatch(/^gltf\/invalid/));
      }),
      { numRuns: 200 },
    );
  });

  test('circles of nodes end, when read and when exported again', async () => {
    const files = gltf({ nodes: [{ children: [1] }, { children: [0] }], scenes: [{ nodes: [0] }], scene: 0 }, []);
    const scene = await gltfToScene(files);
    expect(scene.roots).toEqual([0]);
    expect(scene.nodes.map((n) => n.children)).toEqual([[1], []]);
    scene.nodes[1]!.children = [0];
    const { bytes } = await exportGlb(scene);
    expect((await glbToScene(bytes)).nodes.map((n) => n.children)).toEqual([[1], []]);
  });
});
