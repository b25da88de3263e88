import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type FieldValues,
  f32Bytes,
  type ShapeSpec,
  SyntheticSvo,
  TRIANGLE,
} from '../../../test-support/synthetic-svo.ts';
import { concatBytes } from '../src/binary/bytes.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { checkSvo } from '../src/svo/checks.ts';
import { geometryOf } from '../src/svo/geometry.ts';
import { openSvo, type Svo } from '../src/svo/open.ts';
import { decodeStream } from '../src/svo/streams.ts';
import { svoToScene } from '../src/svo/to-scene.ts';
import { ELEMENT_TYPES, usagesOfName } from '../src/svo/vertex-layout.ts';

const SHAPE: ShapeSpec = { stride: 12, vertices: [TRIANGLE], indices: [0, 1, 2] };

function svoWith(spec: Partial<ShapeSpec> = {}, options: { bigEndian?: boolean } = {}): Svo {
  const b = new SyntheticSvo(options);
  b.model(b.shape({ ...SHAPE, ...spec }).shape);
  return openSvo(b.build());
}

function codes(svo: Svo): string[] {
  const report = new Report();
  report.addAll(svo.report);
  checkSvo(svo, report);
  return report.diagnostics.map((d) => `${d.severity} ${d.code}`);
}

function trianglesOf(svo: Svo): number[] {
  const batch = geometryOf(svo, new Report()).batch(svo.stevia.all('Batch')[0]!);
  return Array.from(batch?.triangles ?? []);
}

/** `width` by `height` vertices in the plane z = 0, row by row. */
function grid(width: number, height: number): Uint8Array {
  const values: number[] = [];
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) values.push(x, y, 0);
  return f32Bytes(...values);
}

test('the builder makes files without a finding', () => {
  const svo = svoWith();
  expect(codes(svo)).toEqual([]);
  expect(trianglesOf(svo)).toEqual([0, 1, 2]);
  expect(svoToScene(svo).meshes[0]!.primitives[0]!.positions).toEqual(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]));
});

describe('indices and primitives', () => {
  test('fault 033: vertex 65535 through 16-bit indices is a vertex; 0xFFFF of 20 vertices is out of range', () => {
    const many = new Uint8Array(65536 * 12);
    many.set(f32Bytes(7, 8, 9), 65535 * 12);
    const large = svoWith({ vertices: [many], indices: [0, 1, 65535] });
    expect(codes(large)).toEqual([]);
    expect(trianglesOf(large)).toEqual([0, 1, 65535]);
    const primitive = svoToScene(large).meshes[0]!.primitives[0]!;
    expect(primitive.indices).toBeInstanceOf(Uint32Array);
    expect(Array.from(primitive.positions.subarray(65535 * 3))).toEqual([7, 8, 9]);

    const strip = svoWith({ vertices: [grid(5, 4)], indices: [0, 5, 1, 0xffff, 2, 7, 3], primitive: 4 });
    expect(codes(strip)).toEqual(['error svo/index-range']);
    // Positions 0 and 4 stay; 1 to 3 touch the bad index, which is no restart.
    expect(trianglesOf(strip)).toEqual([0, 5, 1, 2, 7, 3]);
  });

  test('fault 034: strip parity counts every position, dropped triangles included', () => {
    const svo = svoWith({ vertices: [grid(2, 4)], indices: [0, 1, 2, 3, 3, 4, 4, 5, 6, 7], primitive: 4 });
    const list = trianglesOf(svo);
    expect(list.length / 3).toBe(4);
    const { positions, indices } = svoToScene(svo).meshes[0]!.primitives[0]!;
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [indices[i]! * 3, indices[i + 1]! * 3, indices[i + 2]! * 3];
      const z =
        (positions[b]! - positions[a]!) * (positions[c + 1]! - positions[a + 1]!) -
        (positions[b + 1]! - positions[a + 1]!) * (positions[c]! - positions[a]!);
      expect(z).toBeGreaterThan(0);
    }
  });

  test('fault 034: the published strip', () => {
    const indices = [
      0, 2, 4, 5, 4, 10, 1, 6, 6, 9, 9, 7, 11, 10, 11, 5, 11, 3, 8, 13, 14, 12, 18, 16, 19, 17, 15, 13, 14, 14,
    ];
    const list = trianglesOf(svoWith({ vertices: [grid(5, 4)], indices, primitive: 4 }));
    expect(list.slice(0, 12)).toEqual([0, 2, 4, 4, 2, 5, 4, 5, 10, 4, 10, 1]);
    // 28 positions, 8 of them with a repeated index.
    expect(list.length / 3).toBe(20);
  });

  test('fault 035: left-over indices are reported and make no triangle', () => {
    const five = svoWith({ indices: [0, 1, 2, 0, 1] });
    expect(codes(five)).toEqual(['warning svo/primitive-count']);
    expect(trianglesOf(five)).toEqual([0, 1, 2]);
    for (const indices of [[], [0], [0, 1]]) {
      const svo = svoWith({ indices, primitive: 4 });
      expect(trianglesOf(svo)).toEqual([]);
      expect(svoToScene(svo).meshes).toEqual([]);
      expect(codes(svo)).toContain('warning svo/empty-shape');
      expect(codes(svo).some((c) => c.startsWith('error'))).toBe(false);
    }
  });

  test('fault 032: nothing to draw: the node stays, without a mesh, and a warning says so', () => {
    for (const spec of [
      { indices: [] },
      { indices: [0, 0, 0, 1, 1], primitive: 4 },
      { vertices: [new Uint8Array(0)], indices: [] },
    ] satisfies Partial<ShapeSpec>[]) {
      const svo = svoWith(spec);
      const scene = svoToScene(svo);
      expect(scene.nodes.map((n) => [n.name, n.mesh])).toEqual([['node', undefined]]);
      expect(scene.meshes).toEqual([]);
      expect(codes(svo)).toContain('warning svo/empty-shape');
      expect(scene.losses.find((l) => l.what === 'shapes')).toMatchObject({ kind: 'left-out', count: 1 });
    }
  });

  test('u32 indices, a window of the index buffer, and ranges outside of it', () => {
    const wide = svoWith({ vertices: [grid(3, 2)], indices: [0, 1, 3, 1, 4, 3], indexType: 4 });
    expect(trianglesOf(wide)).toEqual([0, 1, 3, 1, 4, 3]);
    const part = { _indexStart: 3, _indexNumber: 3, _primitiveNumber: 1 };
    expect(trianglesOf(svoWith({ vertices: [grid(3, 2)], indices: [0, 1, 3, 1, 4, 3], batch: part }))).toEqual([
      1, 4, 3,
    ]);
    const past = svoWith({ vertices: [grid(3, 2)], indices: [0, 1, 3, 1, 4, 3], batch: { ...part, _indexNumber: 6 } });
    expect(trianglesOf(past)).toEqual([1, 4, 3]);
    expect(codes(past)).toContain('error svo/batch-range');
    expect(codes(svoWith({ batch: { _endNumber: 3 } }))).toEqual(['error svo/batch-range']);
    expect(codes(svoWith({ batch: { _primitiveType: 5 } }))).toContain('error svo/primitive-type');
  });
});

describe('vertex buffers', () => {
  test('fault 039: floats at an odd offset read the same', () => {
    const b = new SyntheticSvo();
    b.model(b.shape(SHAPE).shape);
    const file = b.build();
    const svo = openSvo(file);
    const { offset, index } = svo.avts.chunks.find((c) => c.class === 'vbo')!.entry;
    const moved = concatBytes([file, new Uint8Array([0xee]), TRIANGLE]);
    new DataView(moved.buffer).setUint32(0x80 + index * 0x400 + 0x20c, file.length + 1, true);
    expect((file.length + 1) % 4).not.toBe(offset % 4);
    for (const bytes of [moved, concatBytes([new Uint8Array(1), moved]).subarray(1)]) {
      const buffer = geometryOf(openSvo(bytes), new Report()).vertexBuffer(svo.stevia.all('VertexBuffer')[0]!.id)!;
      expect(Array.from(buffer.streams[0]!.values)).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    }
  });

  test('fault 030: NaN and infinities cost their triangles, are named and never reach the scene', () => {
    for (const bits of [0x7fc00000, 0x7f800000, 0xff800000]) {
      const vertices = grid(3, 2);
      new DataView(vertices.buffer).setUint32(12, bits, true);
      const svo = svoWith({ vertices: [vertices], indices: [0, 1, 3, 2, 5, 4] });
      expect(codes(svo)).toEqual(['warning svo/non-finite']);
      const scene = svoToScene(svo);
      const { indices, positions, raw } = scene.meshes[0]!.primitives[0]!;
      expect(Array.from(indices, (i) => i + (raw.firstVertex as number))).toEqual([2, 5, 4]);
      expect(positions.every(Number.isFinite)).toBe(true);
      expect(scene.losses).toContainEqual({
        kind: 'left-out',
        what: 'triangles',
        detail: 'a position is not finite',
        count: 1,
      });
    }
  });

  test('fault 030: a translation that is not finite is replaced', () => {
    const b = new SyntheticSvo();
    const { node } = b.model(b.shape(SHAPE).shape);
    b.set(node, { _translation: [1, Number.NaN, 3], _scale: [1, Number.POSITIVE_INFINITY, 1] });
    const svo = openSvo(b.build());
    expect(svoToScene(svo).nodes[0]).toMatchObject({ translation: [1, 0, 3], scale: [1, 1, 1] });
    expect(codes(svo)).toEqual(['warning svo/non-finite', 'warning svo/non-finite']);
    expect(JSON.stringify(svoToScene(svo).nodes[0]!.raw)).toContain('"NaN"');
  });

  test('fault 029: normals of zero or wrong length become unit length, counted', () => {
    const vertices = f32Bytes(
      ...[0, 0, 0, 0, 0, 0],
      ...[1, 0, 0, 1.0002, 0, 0],
      ...[0, 1, 0, 2, 0, 0],
      ...[0, 0, 0, 0, 0, 0],
    );
    const declaration: ShapeSpec['declaration'] = [
      'PN',
      [
        [0, 2],
        [3, 2],
      ],
    ];
    const svo = svoWith({ declaration, stride: 24, vertices: [vertices], indices: [0, 1, 2, 3, 3, 3] });
    const scene = svoToScene(svo);
    expect(Array.from(scene.meshes[0]!.primitives[0]!.normals!)).toEqual([0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 1]);
    const normals = scene.losses.filter((l) => l.what === 'normals').map((l) => l.count);
    expect(normals).toEqual([2, 1, 1]);
  });

  test('streams in several buffers are the same vertices', () => {
    const b = new SyntheticSvo();
    const made = b.shape(SHAPE);
    b.chunk('uv.VBO', f32Bytes(0, 0, 1, 0, 0, 1));
    const element = b.add('VertexElement', { _semantics: 5, _elementType: 1 });
    const uv = b.add('VertexBuffer', {
      _chunkFileName: 'uv.VBO',
      _vertexNumber: 3,
      _dataSize: 24,
      _stride: 8,
      _vertexDeclaration: b.add('VertexDeclaration', { _name: 'T', _vertexElement: [element] }),
    });
    b.set(made.batch, { _vertexBufferList: [...made.vertexBuffers, uv] });
    b.model(made.shape);
    const svo = openSvo(b.build());
    expect(codes(svo)).toEqual([]);
    expect(svoToScene(svo).meshes[0]!.primitives[0]!.uvs).toEqual([new Float32Array([0, 0, 1, 0, 0, 1])]);
    b.set(uv, { _vertexNumber: 2 });
    expect(codes(openSvo(b.build()))).toEqual(['warning svo/streams']);
  });

  test('a stride of 0, no declaration, no elements: no geometry, no crash', () => {
    const changes: FieldValues[] = [{ _stride: 0 }, { _vertexDeclaration: 0 }, { _vertexDeclaration: 10001 }];
    for (const change of changes) {
      const b = new SyntheticSvo();
      const made = b.shape(SHAPE);
      b.model(made.shape);
      b.set(made.vertexBuffers[0]!, change);
      const svo = openSvo(b.build());
      expect(svoToScene(svo).meshes).toEqual([]);
      expect(codes(svo)).toContain('warning svo/empty-shape');
      expect(codes(svo)).toContain('_stride' in change ? 'warning svo/stride-mismatch' : 'error svo/declaration');
    }
  });

  test('fault 068: geometry beside an XBAY graph is read as big-endian, said so; a texture is never swapped', () => {
    const swapped = TRIANGLE.slice();
    for (let i = 0; i < swapped.length; i += 4) swapped.subarray(i, i + 4).reverse();
    const svo = svoWith({ vertices: [swapped] }, { bigEndian: true });
    expect(svo.yabx!.bigEndian).toBe(true);
    expect(trianglesOf(svo)).toEqual([0, 1, 2]);
    expect(Array.from(svoToScene(svo).meshes[0]!.primitives[0]!.positions)).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(codes(svo)).toEqual(['info svo/byte-order']);
    expect(svoToScene(svo).raw.inferred).toMatchObject({ geometryByteOrder: 'big' });
  });
});

describe('element types', () => {
  const element = (type: number, usage: 'TEXCOORD' | 'NORMAL' | 'COLOR' | 'BLENDINDICES' = 'TEXCOORD') => ({
    usage,
    semantics: 0,
    type,
    index: 0,
    offset: 0,
    size: ELEMENT_TYPES[type]!.size,
    fits: true,
  });
  const one = (type: number, bytes: number[], usage?: 'TEXCOORD' | 'NORMAL' | 'COLOR' | 'BLENDINDICES') =>
    Array.from(decodeStream(Uint8Array.from(bytes), bytes.length, element(type, usage), 1, false).values);

  test.each([
    [0, [0, 0, 128, 63], [1]],
    [4, [1, 2, 3, 255], [3 / 255, 2 / 255, 1 / 255, 1]],
    [5, [1, 2, 3, 255], [1, 2, 3, 255]],
    [6, [255, 255, 1, 0], [-1, 1]],
    [7, [255, 255, 1, 0, 0, 128, 255, 127], [-1, 1, -32768, 32767]],
    [8, [0, 51, 102, 255], [0, 0.2, 0.4, 1]],
    [9, [0, 128, 255, 127], [-1, 1]],
    [10, [0, 128, 255, 127, 0, 0, 1, 128], [-1, 1, 0, -1]],
    [11, [0, 0, 255, 255], [0, 1]],
    [12, [0, 0, 255, 255, 51, 51, 0, 0], [0, 1, 0.2, 0]],
    [15, [0, 60, 0, 192], [1, -2]],
    [16, [0, 60, 0, 192, 0, 0, 0, 56], [1, -2, 0, 0.5]],
  ])('type %i', (type, bytes, expected) => {
    const found = one(type, bytes);
    expect(found.length).toBe(expected.length);
    for (const [i, value] of expected.entries()) expect(found[i]).toBeCloseTo(value, 6);
  });

  test('packed directions are b/255*2-1; blend indices are raw bytes whatever the type', () => {
    expect(one(8, [0, 255, 128, 127], 'NORMAL')).toEqual([-1, 1, 1 / 255, -1 / 255].map((x) => expect.closeTo(x, 6)));
    for (const type of [4, 5, 8]) expect(one(type, [1, 2, 3, 255], 'BLENDINDICES')).toEqual([1, 2, 3, 255]);
  });

  test('a declaration name counts only when it spells every element', () => {
    expect(usagesOfName('PNBTW', 5)).toEqual(['POSITION', 'NORMAL', 'BLENDINDICES', 'TEXCOORD', 'BLENDWEIGHT']);
    expect(usagesOfName('PNBTW', 4)).toBeUndefined();
    expect(usagesOfName('Mesh', 4)).toBeUndefined();
  });

  test('the letter wins over a number that is a hypothesis, not over a stated one', () => {
    const usages = (name: string, elements: [number, number][]) => {
      const b = new SyntheticSvo();
      b.model(b.shape({ ...SHAPE, declaration: [name, elements], stride: 20, vertices: [new Uint8Array(60)] }).shape);
      const svo = openSvo(b.build());
      const buffer = geometryOf(svo, new Report()).vertexBuffer(svo.stevia.all('VertexBuffer')[0]!.id)!;
      return buffer.layout.elements.map((e) => e.usage);
    };
    expect(
      usages('PWB', [
        [0, 2],
        [2, 0],
        [1, 5],
      ]),
    ).toEqual(['POSITION', 'BLENDWEIGHT', 'BLENDINDICES']);
    expect(
      usages('xyz', [
        [0, 2],
        [2, 5],
        [1, 0],
      ]),
    ).toEqual(['POSITION', 'BLENDINDICES', 'BLENDWEIGHT']);
    expect(
      usages('PCT', [
        [0, 2],
        [3, 8],
        [8, 8],
      ]),
    ).toEqual(['POSITION', 'NORMAL', 'COLOR']);
    expect(
      usages('PXX', [
        [0, 2],
        [77, 8],
        [6, 8],
      ]),
    ).toEqual(['POSITION', 'UNKNOWN', 'TANGENT']);
  });

  test('any bytes, layout and counts decode without an error of another kind', () => {
    fc.assert(
      fc.property(
        fc.record({
          stride: fc.integer({ min: 0, max: 40 }),
          elements: fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 17 })), {
            minLength: 1,
            maxLength: 5,
          }),
          vertices: fc.uint8Array({ maxLength: 200 }),
          indices: fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 12 }),
          primitive: fc.constantFrom(3, 4),
          declared: fc.integer({ min: 0, max: 0xffffffff }),
        }),
        ({ stride, elements, vertices, indices, primitive, declared }) => {
          const b = new SyntheticSvo();
          const made = b.shape({
            declaration: ['', elements],
            stride: Math.max(1, stride),
            vertices: [vertices],
            indices,
            primitive,
          });
          b.model(made.shape);
          b.set(made.vertexBuffers[0]!, { _stride: stride, _vertexNumber: declared });
          const svo = openSvo(b.build());
          codes(svo);
          for (const mesh of svoToScene(svo).meshes) {
            for (const p of mesh.primitives) {
              expect(p.positions.length).toBe(p.vertexCount * 3);
              expect(p.indices.every((i) => i < p.vertexCount)).toBe(true);
              expect(p.positions.every(Number.isFinite)).toBe(true);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
