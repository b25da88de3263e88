import { describe, expect, test } from 'vitest';
import {
  type FieldValues,
  f32Bytes,
  type ShapeSpec,
  SyntheticSvo,
  TRIANGLE,
} from '../../../test-support/synthetic-svo.ts';
import { buildAvts } from '../src/avts/write.ts';
import { concatBytes } from '../src/binary/bytes.ts';
import { encodeUtf8 } from '../src/binary/text.ts';
import { coverageOf } from '../src/binary/trace.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { openAsset } from '../src/open.ts';
import type { BlendMode, Scene } from '../src/scene/scene.ts';
import { checkSvo } from '../src/svo/checks.ts';
import { openSvo } from '../src/svo/open.ts';
import { rawFields } from '../src/svo/raw.ts';
import { svoToScene } from '../src/svo/to-scene.ts';
import type { YabxField } from '../src/yabx/types.ts';
import { ddsBytes } from './dds-bytes.ts';

/** 1x1 A8R8G8B8. */
const pixel = (...bgra: number[]) =>
  ddsBytes(
    { width: 1, height: 1, pitch: 4, flags: 0x100f, bitCount: 32, masks: [0xff0000, 0xff00, 0xff, 0xff000000] },
    bgra,
  );

const RED = pixel(0, 0, 255, 255);

const SHAPE: ShapeSpec = { stride: 12, vertices: [TRIANGLE], indices: [0, 1, 2] };

function image(b: SyntheticSvo, name: string, dds: Uint8Array, chunk = `${name}.dds`): number {
  if (chunk === `${name}.dds`) b.chunk(chunk, dds);
  return b.add('Image', { _name: name, _chunkFileName: chunk, _width: 1, _height: 1, _dataSize: dds.length });
}

function findings(b: SyntheticSvo): string[] {
  const svo = openSvo(b.build());
  const report = new Report();
  report.addAll(svo.report);
  checkSvo(svo, report);
  return report.diagnostics.map((d) => `${d.severity} ${d.code}`);
}

const sceneOf = (b: SyntheticSvo): Scene => svoToScene(openSvo(b.build()));

function material(values: FieldValues, fill?: (b: SyntheticSvo) => FieldValues) {
  const b = new SyntheticSvo();
  const state = b.add('State', { _name: 'm' });
  b.set(state, { ...values, ...fill?.(b) });
  return sceneOf(b).materials[0]!;
}

describe('materials', () => {
  test.each<[number, number, number, BlendMode]>([
    [1, 0, 0, 'opaque'],
    [4, 5, 0, 'alpha'],
    [1, 1, 0, 'additive'],
    [4, 1, 0, 'additive'],
    [0, 2, 0, 'multiply'],
    [1, 5, 0, 'premultiplied'],
    [3, 3, 0, 'other'],
    [4, 5, 2, 'other'],
    [77, 99, 0, 'other'],
  ])('blend factors %i, %i with operation %i are %s', (src, dst, operation, blend) => {
    const found = material({ _blendFactorSrc: src, _blendFactorDst: dst, _blendOperation: operation });
    expect(found.blend).toBe(blend);
    expect(found.raw.state).toMatchObject({ _blendFactorSrc: src, _blendFactorDst: dst, _blendOperation: operation });
  });

  test('culling and the alpha test', () => {
    expect(material({ _cullMode: 0 }).doubleSided).toBe(true);
    expect(material({ _cullMode: 2 }).doubleSided).toBe(false);
    expect(material({ _transparentDoubleSide: 1 }).doubleSided).toBe(false);
    expect(material({ _transparentDoubleSide: 1, _blendFactorSrc: 4, _blendFactorDst: 5 }).doubleSided).toBe(true);
    expect(material({}).alphaCutoff).toBeUndefined();
    expect(material({ _alphaRef: 51 }).alphaCutoff).toBe(0.2);
    expect(material({ _alphaRef: 4000 }).alphaCutoff).toBe(1);
  });

  test('known parameters, and every value of the Variants in raw', () => {
    const found = material({}, (b) => ({
      _lighting: [
        b.parameter('diffuse', { _valueColor: [0.25, 0.5, 0.75, 1] }),
        b.parameter('emissive', { _valueColor: [2, 0, -1, 1] }),
        b.parameter('specular', { _valueColor: [0.5, 0.5, 0.5, 1] }),
      ],
      _userParameter: [
        b.parameter('shininess', { _valueF32: 12.5 }),
        b.parameter('opacity', { _valueF32: 0.5 }),
        b.parameter('seaAnything', { _variantType: 9, _valueS32: -3, _valueString: 'x' }),
      ],
    }));
    expect(found).toMatchObject({
      baseColor: [0.25, 0.5, 0.75, 0.5],
      emissive: [1, 0, 0],
      specular: [0.5, 0.5, 0.5],
      shininess: 12.5,
    });
    const parameters = found.raw.parameters as { _name: string; list: string; variant: object }[];
    expect(parameters.map((p) => `${p.list} ${p._name}`)).toEqual([
      '_lighting diffuse',
      '_lighting emissive',
      '_lighting specular',
      '_userParameter shininess',
      '_userParameter opacity',
      '_userParameter seaAnything',
    ]);
    expect(parameters[5]!.variant).toMatchObject({
      _variantType: 9,
      _valueF32: 0,
      _valueS32: -3,
      _valueColor: [0, 0, 0, 0],
      _valueString: 'x',
    });
  });

  test('samplers and texture slots', () => {
    const b = new SyntheticSvo();
    const picture = image(b, 'red', RED);
    const texture = (type: string, more: FieldValues = {}) =>
      b.add('Texture', { _name: type, _textureType: type, _image: picture, ...more });
    const textures = [
      texture('detail'),
      texture('base', { _wrapU: 2, _wrapV: 1, _minFilter: 2, _magFilter: 0, _uvSetIndex: 1 }),
      texture('normal', { _wrapU: 9, _minFilter: 1 }),
    ];
    const state = b.add('State', { _texture: textures });
    const made = b.shape({
      declaration: [
        'PT',
        [
          [0, 2],
          [5, 1],
        ],
      ],
      stride: 20,
      vertices: [concatBytes([0, 1, 2].map((i) => f32Bytes(i, i * i, 0, i / 2, 1)))],
      indices: [0, 1, 2],
      state,
    });
    b.model(made.shape);
    const scene = sceneOf(b);
    expect(scene.materials[0]).toMatchObject({
      baseColorTexture: { texture: 1, uv: 1 },
      normalTexture: { texture: 2, uv: 0 },
    });
    expect(scene.textures[1]).toMatchObject({
      wrapU: 'clamp',
      wrapV: 'mirror',
      minFilter: 'linear',
      magFilter: 'point',
    });
    expect(scene.textures[2]).toMatchObject({ wrapU: 'repeat', minFilter: 'linear', mipFilter: 'point' });
    // The material asks for a second UV set that the vertices do not have.
    expect(scene.meshes[0]!.primitives[0]!.uvs.map((uv) => [...uv])).toEqual(new Array(2).fill([0, 1, 0.5, 1, 1, 1]));
    expect(scene.losses.find((l) => l.what === 'UV sets')).toMatchObject({ count: 1 });
  });
});

describe('images', () => {
  test('fault 040: one image for two textures, and for two images with the same bytes; names kept', () => {
    const b = new SyntheticSvo();
    const [first, second] = [image(b, 'a', RED), image(b, 'b', RED)];
    image(b, 'c', pixel(0, 255, 0, 255));
    for (const [wrap, picture] of [
      [0, first],
      [2, first],
      [0, second],
    ] as const) {
      b.add('Texture', { _wrapU: wrap, _wrapV: wrap, _image: picture });
    }
    const scene = sceneOf(b);
    expect(scene.images.length).toBe(2);
    expect(scene.textures.map((t) => [t.image, t.wrapU])).toEqual([
      [0, 'repeat'],
      [0, 'clamp'],
      [0, 'repeat'],
    ]);
    expect((scene.images[0]!.raw.sources as { _name: string }[]).map((s) => s._name)).toEqual(['a', 'b']);
    expect([...scene.images[0]!.decode().rgba]).toEqual([255, 0, 0, 255]);
  });

  test('fault 066: a chunk is found by its exact name, else in another case, else without its prefix', () => {
    const b = new SyntheticSvo();
    b.chunk('abc.vbo', TRIANGLE);
    b.chunk('__HndToSvo__t.dds', RED);
    const buffer = { _vertexNumber: 3, _dataSize: 36, _stride: 12 };
    const declaration = b.add('VertexDeclaration', {
      _name: 'P',
      _vertexElement: [b.add('VertexElement', { _semantics: 0, _elementType: 2 })],
    });
    b.add('VertexBuffer', { ...buffer, _chunkFileName: 'ABC.VBO', _vertexDeclaration: declaration });
    const pictures = ['T.dds', 't.dds', '__hndtosvo__t.DDS'].map((name) => image(b, 'x', RED, name));
    expect(pictures.length).toBe(3);
    expect(findings(b)).toEqual([]);
    const scene = sceneOf(b);
    expect(scene.images.length).toBe(1);
    expect((scene.images[0]!.raw.sources as unknown[]).length).toBe(3);
  });

  test('fault 066: several chunks that fit in another case are reported, an exact one is not', () => {
    const b = new SyntheticSvo();
    b.chunk('T.dds', RED);
    b.chunk('t.dds', pixel(0, 255, 0, 255));
    image(b, 'x', RED, 't.DDS');
    expect(findings(b)).toEqual(['warning avts/name-duplicate', 'warning svo/chunk-ambiguous']);
    const exact = new SyntheticSvo();
    exact.chunk('T.dds', RED);
    exact.chunk('t.dds', pixel(0, 255, 0, 255));
    image(exact, 'x', RED, 't.dds');
    expect(findings(exact)).toEqual(['warning avts/name-duplicate']);
    expect([...sceneOf(exact).images[0]!.decode().rgba]).toEqual([0, 255, 0, 255]);
  });

  test('fields that differ from the texture, a chunk that is no DDS, an empty one, none', () => {
    const b = new SyntheticSvo();
    b.set(image(b, 'a', RED), { _width: 2, _dataSize: 7 });
    expect(findings(b)).toEqual(['warning svo/texture', 'warning svo/texture']);
    const other = new SyntheticSvo();
    image(other, 'b', encodeUtf8('not a texture'));
    image(other, 'c', new Uint8Array(0));
    image(other, 'd', RED, 'none.dds');
    image(other, 'e', RED, '');
    expect(findings(other)).toEqual([
      'error svo/texture',
      'error svo/texture',
      'warning svo/chunk-missing',
      'warning svo/texture',
    ]);
  });

  test('a texture that no object names is checked and shown too', () => {
    const b = new SyntheticSvo();
    b.chunk('orphan.dds', RED.slice(0, 100));
    b.chunk('fine.dds', RED);
    expect(findings(b)).toEqual(['error dds/truncated']);
    expect(sceneOf(b).images.map((i) => i.name)).toEqual(['fine']);
  });
});

describe('the whole', () => {
  test('meshes, shapes and batches that nothing shows stand at the root', () => {
    const b = new SyntheticSvo();
    const [first, second, third] = [b.shape(SHAPE), b.shape(SHAPE), b.shape(SHAPE)];
    b.add('Mesh', { _name: 'loose', _shape: [first.shape] });
    b.set(second.shape, { _name: 'shape without mesh' });
    b.set(third.shape, { _batch: 0 });
    b.set(third.batch, { _name: 'batch without shape' });
    const scene = sceneOf(b);
    expect(scene.roots.map((r) => scene.nodes[r]!.name)).toEqual([
      'loose',
      'shape without mesh',
      'batch without shape',
    ]);
    expect(scene.meshes.length).toBe(3);
    expect(scene.losses.find((l) => l.what === 'unreferenced meshes')!.count).toBe(4);
  });

  test('vertex colours, tangents with the side of the binormal', () => {
    const b = new SyntheticSvo();
    const vertex = (x: number, y: number) =>
      concatBytes([f32Bytes(x, y, 0, 0, 0, 1, 2, 0, 0, 0, -1, 0), Uint8Array.of(255, 0, 51, 102)]);
    const made = b.shape({
      declaration: [
        '',
        [
          [0, 2],
          [3, 2],
          [6, 2],
          [7, 2],
          [8, 8],
        ],
      ],
      stride: 52,
      vertices: [concatBytes([vertex(0, 0), vertex(1, 0), vertex(0, 1)])],
      indices: [0, 1, 2],
    });
    b.model(made.shape);
    const primitive = sceneOf(b).meshes[0]!.primitives[0]!;
    expect([...primitive.tangents!.subarray(0, 4)]).toEqual([1, 0, 0, -1]);
    expect([...primitive.colors!.subarray(0, 4)]).toEqual([1, 0, 0.2, 0.4].map((v) => expect.closeTo(v, 6)));
  });

  test('the asset of a model: info, entries, trace, JSON', () => {
    const b = new SyntheticSvo();
    image(b, 'red', RED);
    b.model(b.shape({ ...SHAPE, state: b.add('State', { _name: '素材' }) }).shape);
    const bytes = b.build();
    const asset = openAsset(bytes, { name: 'x.svo' });
    expect(asset.info()).toMatchObject({
      kind: 'SVO model',
      name: '__Test__synthetic',
      byteOrder: 'little',
      meshes: 1,
      triangles: 1,
      vertices: 3,
      materials: ['素材'],
      textures: [{ name: 'red', width: 1, height: 1, format: 'A8R8G8B8', mips: 1 }],
      nodes: 1,
      joints: 0,
      morphTargets: [],
    });
    expect(asset.entries().map((e) => [e.name, e.kind, e.size])).toEqual([
      ['__Test__synthetic.svo', 'yabx', asset.entries()[0]!.data.length],
      ['red.dds', 'dds', RED.length],
      ['v1_0.VBO', 'vbo', 36],
      ['i1.IBO', 'ibo', 6],
    ]);
    expect(coverageOf(asset.trace().root, bytes.length)).toMatchObject({ gaps: [], overlaps: [] });
    const json = asset.toJson() as { schema: string; avts: { entries: object[] }; yabx: object };
    expect(json.schema).toBe('unbake-svo-v1');
    expect(json.avts.entries.length).toBe(4);
    expect(JSON.parse(JSON.stringify(json))).toEqual(json);
  });

  test('a file without a graph lists its chunks and decodes its textures', () => {
    const bytes = buildAvts([{ name: encodeUtf8('a.dds'), kind: 1, sequence: 1, data: RED }], true);
    const asset = openAsset(bytes);
    expect(asset.check().diagnostics.map((d) => d.code)).toEqual(['svo/graph-missing']);
    expect(asset.images!().map((i) => [...i.decode().rgba])).toEqual([[255, 0, 0, 255]]);
    expect(asset.scene!().images.length).toBe(1);
  });
});

test('raw values keep fields whose names every object has', () => {
  const field = (name: string, value: number): YabxField => ({
    name,
    declaredIn: 'stevia::State',
    size: 4,
    offset: 0,
    raw: new Uint8Array(4),
    value: { kind: 'u32', value },
  });
  const fields = [field('constructor', 1), field('__proto__', 2), field('toString', 3), field('constructor', 4)];
  const object = {
    id: 10001,
    classIndex: 1,
    className: 'stevia::State',
    offset: 0,
    bodySize: 16,
    fields,
    leftover: fields[0]!.raw,
  };
  expect(Object.entries(rawFields(object))).toEqual([
    ['constructor', 1],
    ['__proto__', 2],
    ['toString', 3],
  ]);
});

describe('info names the hypotheses that a file rests on, and no others', () => {
  const whats = (make: (b: SyntheticSvo) => Partial<ShapeSpec>) => {
    const b = new SyntheticSvo();
    b.model(b.shape({ ...SHAPE, ...make(b) }).shape);
    const { inferred } = openAsset(b.build(), { name: 'a.svo' }).info();
    return inferred!.map(({ what }) => what).filter((what) => !/lists|matrix|quaternion/.test(what));
  };

  test('none for positions alone', () => expect(whats(() => ({}))).toEqual([]));

  test('colours', () => {
    const vertices = [
      concatBytes([0, 1, 2].map((i) => concatBytes([TRIANGLE.subarray(i * 12, i * 12 + 12), RED.subarray(-4)]))),
    ];
    const elements: [number, number][] = [
      [0, 2],
      [8, 8],
    ];
    expect(whats(() => ({ stride: 16, vertices, declaration: ['PC', elements] }))).toEqual(['vertex colours']);
    elements[1]![0] = 10;
    expect(whats(() => ({ stride: 16, vertices, declaration: ['PC', elements] }))).toEqual([
      'vertex semantics',
      'vertex colours',
    ]);
  });

  test('states, parameters and textures', () => {
    const state = (b: SyntheticSvo, values: FieldValues) => ({ state: b.add('State', values) });
    expect(whats((b) => state(b, { _alphaRef: 128 }))).toEqual(['_alphaRef']);
    expect(whats((b) => state(b, { _depthBias: 0x3f800000 }))).toEqual(['depth bias']);
    expect(whats((b) => state(b, { _lighting: [b.parameter('x', { _valueF32: 1 })] }))).toEqual(['parameter values']);
    const texture = (b: SyntheticSvo, values: FieldValues) =>
      state(b, { _texture: [b.add('Texture', { _image: image(b, 'red', RED), _textureType: 'base', ...values })] });
    expect(whats((b) => texture(b, {}))).toEqual([]);
    expect(whats((b) => texture(b, { _wrapV: 1 }))).toEqual(['wrap mode 1']);
    expect(whats((b) => texture(b, { _textureType: 'glow' }))).toEqual(['role of textures']);
  });
});
