import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import {
  type BuildSvoOptions,
  buildSvo,
  EditError,
  emptyScene,
  encodeDds,
  math,
  openAsset,
  type RgbaImage,
  readDds,
  type Scene,
  type SceneImage,
  type SceneNode,
  type ScenePrimitive,
  type SvoAsset,
} from '../src/index.ts';
import { modelClasses } from '../src/svo/build/schema.ts';

const sample = (name: string) => samplesIn('svo', '.svo').find((s) => s.name === `${name}.svo`)!;
const opened = (name: string) => openAsset(sample(name).bytes, { name }) as SvoAsset;

function node(name: string, fields: Partial<SceneNode> = {}): SceneNode {
  return { name, children: [], translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1], raw: {}, ...fields };
}

function triangle(fields: Partial<ScenePrimitive> = {}): ScenePrimitive {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  return { vertexCount: 3, indices: Uint32Array.of(0, 1, 2), positions, uvs: [], targets: [], raw: {}, ...fields };
}

/** A triangle on each node. */
function sceneOf(nodes: SceneNode[], fields: Partial<Scene> = {}): Scene {
  const meshes = [{ name: 'mesh', primitives: [triangle()], targetNames: [], raw: {} }];
  const children = new Set(nodes.flatMap((n) => n.children));
  const roots = nodes.map((_, i) => i).filter((i) => !children.has(i));
  return { ...emptyScene('scene'), nodes, roots, meshes, ...fields };
}

function material(name: string, fields: Partial<Scene['materials'][number]> = {}): Scene['materials'][number] {
  return {
    name,
    baseColor: [1, 1, 1, 1],
    emissive: [0, 0, 0],
    blend: 'opaque',
    doubleSided: false,
    unlit: false,
    raw: {},
    ...fields,
  };
}

function imageOf(rgba: RgbaImage, fields: Partial<SceneImage> = {}): SceneImage {
  const { width, height } = rgba;
  return { name: 'image', width, height, format: 'image/png', decode: () => rgba, raw: {}, ...fields };
}

function flat(width: number, height: number, texel: readonly number[] = [10, 20, 30, 255]): RgbaImage {
  return { width, height, rgba: Uint8Array.from({ length: width * height * 4 }, (_, i) => texel[i & 3]!) };
}

function built(scene: Scene, options: Partial<BuildSvoOptions> = {}): SvoAsset {
  const asset = openAsset(buildSvo(scene, { baseName: 'model', ...options }).bytes, { name: 'model.svo' }) as SvoAsset;
  expect(asset.check().diagnostics).toEqual([]);
  return asset;
}

function refusal(scene: Scene, options: Partial<BuildSvoOptions> = {}): EditError {
  try {
    buildSvo(scene, { baseName: 'model', ...options });
  } catch (error) {
    if (error instanceof EditError) return error;
    throw error;
  }
  return expect.fail('it was built');
}

test('the schema of a new model is that of the published files', () => {
  const { classes } = opened('chu_barline_blue_v10').svo.yabx!;
  expect(modelClasses()).toEqual(classes);
});

describe('nodes', () => {
  test('matrices, links and order of a turned and mirrored hierarchy', () => {
    const turn: [number, number, number, number] = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
    const scene = sceneOf([
      node('root', { children: [2, 1], translation: [1, 2, 3], rotation: turn }),
      node('second', { mesh: 0, scale: [-1, 1, 1] }),
      node('first', { translation: [0, 5, 0] }),
    ]);
    const { stevia } = built(scene).svo;
    const [root, second, first] = stevia.all('Node');
    expect([root!.name, second!.name, first!.name]).toEqual(['root', 'second', 'first']);
    // Ids go depth first: the first child before its sibling.
    expect([root!.id, first!.id, second!.id]).toEqual([root!.id, root!.id + 1, root!.id + 2]);
    expect(root).toMatchObject({ parent: 0, child: first!.id, sibling: 0 });
    expect(first).toMatchObject({ parent: root!.id, child: 0, sibling: second!.id });
    // The root turns y to -x: (0, 5, 0) stands at (1 - 5, 2, 3).
    const near = (values: readonly number[] | undefined) => values!.map((v) => Number(v.toFixed(5)) + 0);
    expect(near(first!.mtxWorld)).toEqual([0, -1, 0, -4, 1, 0, 0, 2, 0, 0, 1, 3]);
    expect(near(first!.mtxWorldInv)).toEqual([0, 1, 0, -2, -1, 0, 0, -4, 0, 0, 1, -3]);
    expect(near(second!.mtxLocal)).toEqual([-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
  });

  test('the layout of matrices and quaternions of an earlier export', () => {
    const scene = sceneOf([node('n', { mesh: 0, translation: [1, 2, 3] })], {
      raw: { inferred: { matrixLayout: '4x3', quaternionOrder: 'wxyz' } },
    });
    const [n] = built(scene).svo.stevia.all('Node');
    expect(n!.mtxLocal).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3]);
    expect(n!.quaternion).toEqual([1, 0, 0, 0]);
  });

  test('a scale of 0 and huge transforms give finite matrices, and the losses say so', () => {
    const nodes = [
      node('flat', { mesh: 0, scale: [0, 1, 1] }),
      node('far', { children: [2], scale: [1e30, 1, 1] }),
      node('farther', { mesh: 0, scale: [1e30, 1, 1] }),
    ];
    const { losses } = buildSvo(sceneOf(nodes), { baseName: 'x' });
    expect(losses.filter((l) => l.what === 'node matrices').map((l) => l.count)).toEqual([1, 1]);
    built(sceneOf(nodes));
  });

  test('5,000 nodes in a row and a node that two parents list', () => {
    const count = 5_000;
    const chain = Array.from({ length: count }, (_, i) => node(`n${i}`, i + 1 < count ? { children: [i + 1] } : {}));
    chain[0]!.mesh = 0;
    expect(built(sceneOf(chain)).svo.stevia.all('Node')).toHaveLength(count);
    const twice = sceneOf([node('a', { children: [2], mesh: 0 }), node('b', { children: [2] }), node('c')]);
    expect(
      built(twice)
        .svo.stevia.all('Node')
        .map((n) => n.parent !== 0),
    ).toEqual([false, false, true]);
  }, 30_000);
});

/** A scene with a skin over the first `joints` nodes, whose triangle follows the joint `used`. */
function skinned(nodeCount: number, joints: number[], used: number): Scene {
  const nodes = [node('body', { mesh: 0, skin: 0 }), ...Array.from({ length: nodeCount }, (_, i) => node(`j${i}`))];
  const inverseBindMatrices = new Float32Array(joints.length * 16);
  joints.forEach((_, i) => {
    inverseBindMatrices.set(math.identity(), i * 16);
  });
  const primitive = triangle({
    joints: Uint16Array.of(used, 0, 0, 0, used, 0, 0, 0, used, 0, 0, 0),
    weights: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
  });
  return sceneOf(nodes, {
    meshes: [{ name: 'mesh', primitives: [primitive], targetNames: [], raw: {} }],
    skins: [{ name: 'skin', joints, inverseBindMatrices }],
  });
}

describe('skins', () => {
  test('joints that lie past the 256th node come first in the Tree', () => {
    const scene = skinned(300, [3, 290], 1);
    const { svo } = built(scene);
    const tree = svo.stevia.all('Tree')[0]!.node!.map((id) => svo.stevia.get('Node', id)!.name);
    expect([tree.length, tree[0], tree[1]]).toEqual([301, 'j289', 'body']);
    const read = built(scene).scene!();
    const shown = read.nodes.find((n) => n.skin !== undefined)!;
    const p = read.meshes[shown.mesh!]!.primitives[0]!;
    expect(read.nodes[read.skins[shown.skin!]!.joints[p.joints![0]!]!]!.name).toBe('j289');
  });

  test('more than 256 joints that move something are refused, with the skin', () => {
    const joints = Array.from({ length: 257 }, (_, i) => i + 1);
    const scene = skinned(257, joints, 0);
    const p = scene.meshes[0]!.primitives[0]!;
    const count = 87 * 3;
    const all = triangle({
      vertexCount: count,
      indices: Uint32Array.from({ length: count }, (_, i) => i),
      positions: Float32Array.from({ length: count * 3 }, (_, i) => i % 7),
      joints: Uint16Array.from({ length: count * 4 }, (_, i) => (i % 4 === 0 ? Math.min(256, i / 4) : 0)),
      weights: Float32Array.from({ length: count * 4 }, (_, i) => (i % 4 === 0 ? 1 : 0)),
    });
    expect(p.joints).toBeDefined();
    scene.meshes[0]!.primitives = [all];
    expect(refusal(scene)).toMatchObject({
      path: 'skins[0]',
      reason: 'the skins move vertices with 257 joints',
      expected: expect.stringContaining('256'),
    });
  });

  test('a second skin whose bind pose differs by one matrix moves its vertices; another one is refused', () => {
    const scene = skinned(2, [1, 2], 1);
    const moved = new Float32Array(32);
    for (const at of [0, 16]) moved.set(math.compose([10, 0, 0], [0, 0, 0, 1], [2, 2, 2]), at);
    scene.skins.push({ name: 'second', joints: [1, 2], inverseBindMatrices: moved });
    scene.meshes.push({ ...scene.meshes[0]!, name: 'second' });
    scene.nodes.push(node('second body', { mesh: 1, skin: 1 }));
    scene.roots.push(3);
    const read = built(scene).scene!();
    const second = read.meshes.find((m) => m.name === 'second')!;
    expect([...second.primitives[0]!.positions]).toEqual([10, 0, 0, 12, 0, 0, 10, 2, 0]);
    const weights = second.primitives[0]!;
    expect(weights.weights![0]).toBe(1);

    moved.set(math.compose([0, 0, 7], [0, 0, 0, 1], [1, 1, 1]), 0);
    const both = scene.meshes[1]!.primitives[0]!;
    scene.meshes[1]!.primitives = [
      {
        ...both,
        joints: Uint16Array.of(0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0),
        weights: Float32Array.of(0.5, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0.5, 0.5, 0, 0),
      },
    ];
    scene.meshes[0]!.primitives = scene.meshes[1]!.primitives;
    expect(refusal(scene)).toMatchObject({ path: 'skins[1]', reason: expect.stringContaining('another bind pose') });
  });

  test('fault 045: a vertex that no joint moves follows the first joint, and the losses count it', () => {
    const scene = skinned(2, [1, 2], 1);
    scene.meshes[0]!.primitives[0]!.weights!.fill(0, 4, 8);
    const { bytes, losses } = buildSvo(scene, { baseName: 'x' });
    expect(losses.find((l) => l.what === 'weights')).toMatchObject({ kind: 'approximated', count: 1 });
    const read = (openAsset(bytes) as SvoAsset).scene!();
    const p = read.meshes[0]!.primitives[0]!;
    const jointOf = (v: number) => read.nodes[read.skins[0]!.joints[p.joints![v * 4]!]!]!.name;
    expect([jointOf(0), jointOf(1), jointOf(2)]).toEqual(['j1', 'j0', 'j1']);
  });

  test('fault 044: weights of any sum, a joint twice and a joint that does not exist', () => {
    const scene = skinned(2, [1, 2], 1);
    const p = scene.meshes[0]!.primitives[0]!;
    p.joints = Uint16Array.of(0, 1, 0, 9, 1, 1, 0, 0, 0, 1, 0, 0);
    p.weights = Float32Array.of(100, 50, 100, 4, 0.5, 0.25, 0, 0, 0.25, 0.25, 0, 0);
    const q = built(scene).scene!().meshes[0]!.primitives[0]!;
    expect([...q.weights!].map((w) => Math.fround(w).toFixed(6)).map(Number)).toEqual([
      0.8, 0.2, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0,
    ]);
  });
});

describe('materials and templates', () => {
  const template = opened('ntt_ahact_01').svo;

  test('a template gives schema, prefix, shader and parameters; the values of the model win', () => {
    const scene = sceneOf([node('n', { mesh: 0 })], {
      materials: [material('lambert3', { baseColor: [0.5, 0.25, 0, 0.75] }), material('new', { blend: 'additive' })],
    });
    const { svo } = built(scene, { template });
    expect(svo.yabx!.classes).toEqual(template.yabx!.classes);
    const [own, other] = svo.stevia.all('State');
    const parametersOf = (ids: readonly number[] | undefined) =>
      ids!
        .map((id) => svo.stevia.get('Parameter', id)!)
        .map((p) => [p.name, svo.stevia.get('Variant', p.value)!] as const);
    const values = new Map(parametersOf(own!.userParameter));
    expect(values.size).toBe(70);
    expect(values.get('diffuse')!.valueColor).toEqual([0.5, 0.25, 0, 1]);
    expect(values.get('opacity')!.valueF32).toBe(0.75);
    expect(values.get('seaRimColor')!.valueColor).toEqual([0.5, 0.5, 0.25, 1]);
    expect(own).toMatchObject({ shaderName: 'seaStandard', blendFactorSrc: 1, blendFactorDst: 0, cullMode: 2 });
    // Not of that name: the first that is made for such vertices.
    expect(other).toMatchObject({ shaderName: 'seaStandard', blendFactorSrc: 4, blendFactorDst: 1 });
    expect(other!.userParameter).toHaveLength(70);
  });

  test('skinned parts take the shader of a skinned material; one material on both becomes two States', () => {
    const scene = skinned(2, [1, 2], 1);
    scene.materials = [material('both')];
    const [p] = scene.meshes[0]!.primitives;
    p!.material = 0;
    scene.meshes.push({ name: 'rigid', primitives: [triangle({ material: 0 })], targetNames: [], raw: {} });
    scene.nodes[1]!.mesh = 1;
    const { svo } = built(scene, { template: opened('oracle_hero').svo });
    expect(svo.stevia.all('State').map((s) => [s.name, s.shaderName, s.maxInfluence])).toEqual([
      ['both', 'seaSkin', 0],
      ['both', 'seaSkin', 1],
    ]);
    expect(
      built(scene)
        .svo.stevia.all('State')
        .map((s) => s.shaderName),
    ).toEqual(['seaStandard', 'seaSkin']);
  });

  test('a big-endian template gives a big-endian graph with geometry of its order', () => {
    const { yabx } = opened('chu_barline_blue_v10').svo;
    const big = { ...template, yabx: { ...yabx!, bigEndian: true } };
    const scene = sceneOf([node('n', { mesh: 0, translation: [1, 2, 3] })]);
    const { bytes } = buildSvo(scene, { baseName: 'x', template: big });
    const asset = openAsset(bytes) as SvoAsset;
    expect(asset.svo.yabx!.bigEndian).toBe(true);
    expect(asset.check().totals.error).toBe(0);
    expect([...asset.scene!().meshes[0]!.primitives[0]!.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  });

  test('a font as template, and one without a graph, are refused', () => {
    const font = openAsset(samplesIn('font', '.svo')[0]!.bytes) as SvoAsset;
    const scene = sceneOf([node('n', { mesh: 0 })]);
    expect(refusal(scene, { template: font.svo })).toMatchObject({ path: 'template' });
    expect(refusal(scene, { template: { ...font.svo, yabx: undefined } })).toMatchObject({ path: 'template' });
  });

  test('raw values of an edited or hostile export never break the file', () => {
    const hostile = {
      _cullMode: 1e20,
      _shaderName: 7,
      _alphaRef: -1,
      _blendFactorSrc: 'x',
      _texture: [{}, 'a', 5],
      __proto__: 1,
    };
    const parameters = [
      null,
      5,
      { _name: 3, variant: { _valueF32: 'NaN', _valueColor: [1] } },
      { _name: 'a', variant: null },
    ];
    const raw = { id: 'x', state: hostile, parameters, shape: { _sortDistanceOffset: 'Infinity' }, skinOf: {} };
    const scene = sceneOf([node('n', { mesh: 0, raw: { ...raw, rootOf: 'me', _blendIndex: 2 ** 40 } })], {
      materials: [material('m', { raw })],
      raw: { inferred: 5, trees: 'no', databases: [[]] },
    });
    scene.meshes[0]!.primitives = [triangle({ material: 0, raw: { ...raw, batch: [], vertexBuffers: { 0: 1 } } })];
    expect(built(scene).svo.stevia.all('State')[0]).toMatchObject({
      cullMode: 2,
      alphaRef: 0,
      shaderName: 'seaStandard',
    });
  });
});

describe('textures', () => {
  const withImage = (image: SceneImage): Scene => {
    const scene = sceneOf([node('n', { mesh: 0 })], { images: [image] });
    scene.textures = [
      {
        name: 'texture',
        image: 0,
        wrapU: 'mirror',
        wrapV: 'repeat',
        minFilter: 'linear',
        magFilter: 'linear',
        mipFilter: 'linear',
        raw: {},
      },
    ];
    scene.materials = [material('m', { baseColorTexture: { texture: 0, uv: 0 } })];
    scene.meshes[0]!.primitives = [triangle({ material: 0, uvs: [new Float32Array(6)] })];
    return scene;
  };
  const ddsIn = (scene: Scene, options: Partial<BuildSvoOptions> = {}) => {
    const asset = built(scene, options);
    return readDds(asset.svo.avts.chunks[1]!.data);
  };

  test('a DDS file stays byte for byte, odd sizes are not compressed, alpha decides the rest', () => {
    const dds = encodeDds(flat(8, 8), { format: 'R5G6B5' });
    const kept = built(withImage(imageOf(flat(8, 8), { dds })));
    expect(kept.svo.avts.chunks[1]!.data).toEqual(dds);
    expect(ddsIn(withImage(imageOf(flat(8, 8))))).toMatchObject({ format: { name: 'DXT1' }, mips: 4 });
    expect(ddsIn(withImage(imageOf(flat(8, 8, [1, 2, 3, 4]))))).toMatchObject({ format: { name: 'DXT5' } });
    expect(ddsIn(withImage(imageOf(flat(6, 4))))).toMatchObject({ format: { name: 'A8R8G8B8' }, mips: 3 });
  });

  test('a format and levels that are asked for count, for DDS files too', () => {
    const dds = encodeDds(flat(8, 8), { format: 'R5G6B5' });
    const options = { textureFormat: 'A4R4G4B4', mips: 'none' } as const;
    expect(ddsIn(withImage(imageOf(flat(8, 8), { dds })), options)).toMatchObject({
      format: { name: 'A4R4G4B4' },
      mips: 1,
    });
    expect(ddsIn(withImage(imageOf(flat(8, 8), { dds })), { mips: 'full' })).toMatchObject({ mips: 4 });
  });

  test('the format of an earlier export while the picture still fits it', () => {
    const grey = imageOf(flat(8, 8, [7, 7, 7, 255]), { format: 'L8' });
    expect(ddsIn(withImage(grey))).toMatchObject({ format: { name: 'L8' } });
    const red = imageOf(flat(8, 8, [255, 0, 0, 255]), { format: 'L8' });
    expect(ddsIn(withImage(red))).toMatchObject({ format: { name: 'DXT1' } });
    const levels = imageOf(flat(8, 8), { raw: { sources: [{ _maxMipmapLevel: 2, _format: 10 }] } });
    expect(ddsIn(withImage(levels)).mips).toBe(2);
  });

  test('fault 058: names with blanks, signs and paths give chunk names that are found, without folders', () => {
    for (const name of ['10% #1 テ', '../../etc/x', 'a\\b', 'CON', '']) {
      const asset = built(withImage(imageOf(flat(4, 4), { name })));
      expect(asset.svo.avts.chunks[1]!.entry.name).toMatch(/^__HndToSvo__[^/\\]+\.dds$/);
      expect(asset.scene!().images).toHaveLength(1);
    }
    const two = withImage(imageOf(flat(4, 4), { name: 'T' }));
    two.images.push(imageOf(flat(8, 8), { name: 't' }));
    expect(new Set(built(two).svo.avts.chunks.map((c) => c.entry.name.toLowerCase())).size).toBe(5);
  });

  test('pictures that cannot be decoded or are too large are refused with their place', () => {
    expect(refusal(withImage(imageOf({ width: 20000, height: 1, rgba: new Uint8Array(80000) })))).toMatchObject({
      path: 'images[0]',
    });
    expect(refusal(withImage(imageOf(flat(4, 4))), { textureFormat: 'BC7' })).toMatchObject({ path: 'images[0]' });
  });
});

describe('what does not fit is refused', () => {
  test('a name too long for its 16-bit length, with the longest that fits', () => {
    const fits = sceneOf([node('n'.repeat(32766), { mesh: 0 })]);
    expect(built(fits).svo.stevia.all('Node')[0]!.name).toHaveLength(32766);
    const long = sceneOf([node('n'.repeat(32767), { mesh: 0 })]);
    expect(refusal(long)).toMatchObject({ path: 'nodes[0]._name', expected: expect.stringContaining('32766') });
    expect(refusal(sceneOf([node('a\0b', { mesh: 0 })]))).toMatchObject({ path: 'nodes[0]._name' });
    expect(refusal(sceneOf([node('\ud800', { mesh: 0 })]))).toMatchObject({ path: 'nodes[0]._name' });
  });

  test('a file name too long for the name of the graph', () => {
    const scene = sceneOf([node('n', { mesh: 0 })]);
    expect(built(scene, { baseName: 'b'.repeat(114) }).svo.yabx!.name.text).toHaveLength(126);
    expect(refusal(scene, { baseName: 'b'.repeat(115) })).toMatchObject({ path: 'baseName' });
  });

  test('more objects than ids can name', () => {
    const nodes = Array.from({ length: 55_534 }, () => node(''));
    nodes[0]!.mesh = 0;
    expect(refusal(sceneOf(nodes))).toMatchObject({ path: 'objects', expected: expect.stringContaining('55534') });
  }, 30_000);

  test('numbers that 32 bits do not hold', () => {
    const scene = sceneOf([node('n', { mesh: 0, translation: [1e39, 0, 0] })]);
    expect(refusal(scene)).toMatchObject({ path: 'nodes[0]._translation' });
  });
});

describe('geometry', () => {
  test('fault 030: triangles of positions that are not finite are left out and counted', () => {
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, Number.NaN, 0, 0, 5, Number.POSITIVE_INFINITY, 0);
    const scene = sceneOf([node('n', { mesh: 0 })]);
    scene.meshes[0]!.primitives = [
      triangle({ vertexCount: 5, indices: Uint32Array.of(0, 1, 2, 0, 1, 3, 4, 1, 2, 0, 1, 9), positions }),
    ];
    const { losses } = buildSvo(scene, { baseName: 'x' });
    expect(losses.find((l) => l.what === 'triangles' && l.kind === 'left-out')).toMatchObject({ count: 3 });
    expect(built(scene).svo.stevia.all('Batch')[0]).toMatchObject({ indexNumber: 3, vertexNumber: 3, endNumber: 2 });
  });

  test('fault 032: a mesh without a triangle leaves its node; nothing of length 0 is written', () => {
    const scene = sceneOf([node('empty', { mesh: 0 }), node('full', { mesh: 1 })]);
    scene.meshes.push({ name: 'full', primitives: [triangle()], targetNames: [], raw: {} });
    scene.meshes[0]!.primitives = [triangle({ indices: new Uint32Array(0) })];
    const { svo } = built(scene);
    expect(svo.stevia.all('Mesh').map((m) => m.name)).toEqual(['full']);
    expect(svo.stevia.all('Node').map((n) => n.mesh !== 0)).toEqual([false, true]);
    expect(svo.avts.chunks.every((c) => c.data.length > 0)).toBe(true);
  });

  test('fault 033: a part that would use vertex 65535 gets 32-bit indices', () => {
    const parts = [65_535, 65_536].map((count) => {
      const indices = Uint32Array.from({ length: count - (count % 3) + 3 }, (_, i) => Math.min(i, count - 1));
      return triangle({ vertexCount: count, indices, positions: new Float32Array(count * 3) });
    });
    const scene = sceneOf([node('n', { mesh: 0 })]);
    scene.meshes[0]!.primitives = parts;
    const { svo } = built(scene);
    expect(svo.stevia.all('IndexBuffer').map((b) => b.indexType)).toEqual([2, 4]);
    expect(svo.stevia.all('Batch').map((b) => b.endNumber)).toEqual([65_534, 65_535]);
    expect(svo.avts.chunks.map((c) => c.entry.name).slice(1)).toEqual([
      '__HndToSvo__model__P_0000.VBO',
      '__HndToSvo__model__P_0001.VBO',
      '__HndToSvo__model__P.IBO',
      '__HndToSvo__model__P-2.IBO',
    ]);
  }, 30_000);

  test('parts of one declaration share buffers until 16-bit indices end', () => {
    const scene = sceneOf([node('n', { mesh: 0 })]);
    scene.meshes[0]!.primitives = [triangle(), triangle(), triangle({ normals: new Float32Array(9) })];
    const { stevia } = built(scene).svo;
    expect(stevia.all('VertexBuffer').map((b) => [b.name, b.vertexNumber])).toEqual([
      ['P', 6],
      ['PN', 3],
    ]);
    expect(stevia.all('Batch').map((b) => [b.indexStart, b.startNumber, b.endNumber, b.vertexNumber])).toEqual([
      [0, 0, 2, 6],
      [3, 3, 5, 6],
      [0, 0, 2, 3],
    ]);
  });

  test('fault 048: a part that no target moves has none; names and targets of the mesh stay', () => {
    const still = { positions: new Float32Array(9) };
    const moved = { positions: Float32Array.of(0, 0, 1, 0, 0, 0, 0, 0, 0) };
    const scene = sceneOf([node('n', { mesh: 0 })]);
    scene.meshes[0] = {
      name: 'face',
      targetNames: ['あ', 'a', 'a', '', 'b.c'],
      primitives: [
        triangle({ targets: [still, still, still, still, still] }),
        triangle({ targets: [still, moved, still, still, still] }),
      ],
      raw: {},
    };
    const asset = built(scene);
    expect(asset.svo.stevia.all('Shape').map((s) => s.blendTargetName?.length)).toEqual([0, 5]);
    const [mesh] = asset.scene!().meshes;
    // fault 049 is the same list: repeated, empty and Japanese names.
    expect(mesh!.targetNames).toEqual(['あ', 'a', 'a', '', 'b.c']);
    expect(mesh!.primitives[1]!.targets.map((t) => t.positions[2])).toEqual([0, 1, 0, 0, 0]);
  });

  test('tangents are stored with a normal map only, and come back with it', () => {
    const tangents = Float32Array.of(1, 0, 0, -1, 0, 1, 0, 1, 0, 0, 1, 1);
    const normals = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 1, 0);
    const scene = sceneOf([node('n', { mesh: 0 })], { images: [imageOf(flat(4, 4))] });
    scene.textures = [
      {
        name: 't',
        image: 0,
        wrapU: 'repeat',
        wrapV: 'repeat',
        minFilter: 'point',
        magFilter: 'point',
        mipFilter: 'none',
        raw: {},
      },
    ];
    scene.materials = [material('bumpy', { normalTexture: { texture: 0, uv: 0 } }), material('plain')];
    const uvs = [new Float32Array(6)];
    scene.meshes[0]!.primitives = [0, 1].map((index) => triangle({ material: index, normals, tangents, uvs }));
    const read = built(scene).scene!();
    const [bumpy, plain] = read.meshes[0]!.primitives;
    expect([...bumpy!.tangents!].map((v) => Math.round(v))).toEqual([...tangents]);
    expect(plain!.tangents).toBeUndefined();
    expect(read.materials[0]!.normalTexture).toEqual({ texture: 0, uv: 0 });
  });

  test('fault 096: 200,000 vertices', () => {
    const count = 199_998;
    const positions = Float32Array.from({ length: count * 3 }, (_, i) => i % 1000);
    const indices = Uint32Array.from({ length: count }, (_, i) => i);
    const scene = sceneOf([node('n', { mesh: 0 })]);
    scene.meshes[0]!.primitives = [triangle({ vertexCount: count, indices, positions })];
    expect(built(scene).svo.stevia.all('Batch')[0]).toMatchObject({ endNumber: count - 1, primitiveNumber: count / 3 });
  }, 30_000);
});
