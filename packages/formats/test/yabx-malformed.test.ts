import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sampleDir, samplesIn } from '../../../test-support/samples.ts';
import { readAvts } from '../src/avts/read.ts';
import { coverageOf, Trace } from '../src/binary/trace.ts';
import { Writer } from '../src/binary/writer.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { FormatError } from '../src/diagnostics/format-error.ts';
import { checkYabx } from '../src/yabx/checks.ts';
import { isYabx, readYabx } from '../src/yabx/read.ts';
import { yabxString } from '../src/yabx/strings.ts';
import type { Yabx } from '../src/yabx/types.ts';
import { writeYabx } from '../src/yabx/write.ts';
import { describeYabx } from './yabx-truth.ts';

const dir = sampleDir('svo/bad');
const base = JSON.parse(readFileSync(`${dir}/_base_good.expected.json`, 'utf8')).yabx;

/** Reads the graph of a malformed SVO; the model is undefined when nothing of it can be read. */
function readBad(name: string) {
  const report = new Report();
  const avts = new Report().attempt(() => readAvts(readFileSync(`${dir}/${name}`)));
  const chunk = avts?.chunks.find((c) => c.class === 'yabx');
  const model = chunk && report.attempt(() => readYabx(chunk.data, { report }));
  return { report, model, data: chunk?.data };
}

describe('the graph of malformed SVO files', () => {
  const samples = samplesIn('svo/bad', '.svo').filter((s) => readBad(s.name).data !== undefined);

  test.each(samples)('$name: codes, readable objects and the same bytes written', ({ name, expected }) => {
    const { report, model, data } = readBad(name);
    const wanted = (expected.diagnostics ?? []).filter((d: { code: string }) => d.code.startsWith('yabx/'));
    const found = report.diagnostics.map((d) => `${d.severity} ${d.code}`);
    for (const d of wanted) if (!d.optional) expect(found).toContain(`${d.severity} ${d.code}`);
    const allowed = wanted.map((d: { severity: string; code: string }) => `${d.severity} ${d.code}`);
    for (const line of found) expect(allowed).toContain(line);

    expect(model !== undefined).toBe(expected.readable === undefined || expected.readable.yabx !== false);
    const objects = expected.readable?.objects;
    if (typeof objects === 'number') expect(model?.objects.length).toBe(objects);
    if (objects?.atLeast) expect(model?.objects.length).toBeGreaterThanOrEqual(objects.atLeast);
    if (model && data) expect(Buffer.from(writeYabx(model)).equals(data)).toBe(true);
  });

  const fieldsOf = (model: Yabx | undefined, i: number) => describeYabx(model!).objects[i]!.fields;
  const indexOf = (name: string, nth = 0) =>
    base.objects.map((o: { class: string }, i: number) => (o.class === name ? i : -1)).filter((i: number) => i >= 0)[
      nth
    ] as number;

  test('a class index outside the schema keeps the body as bytes', () => {
    const { model } = readBad('class_index.svo');
    const shape = model!.objects[indexOf('stevia::Shape')]!;
    expect(shape).toMatchObject({ classIndex: 99, className: undefined, fields: [] });
    expect(shape.leftover.length).toBe(shape.bodySize);
  });

  test('a class whose base is outside the schema keeps its objects as bytes, with their class', () => {
    const { model } = readBad('class_parent_range.svo');
    const mesh = model!.objects[indexOf('stevia::Mesh')]!;
    expect(mesh).toMatchObject({ className: 'stevia::Mesh', fields: [] });
    expect(mesh.leftover.length).toBe(mesh.bodySize);
  });

  test('a body too short keeps the fields before the cut', () => {
    const { model, report } = readBad('body_too_small.svo');
    const node = indexOf('stevia::Node', 1);
    expect(fieldsOf(model, node)).toEqual(base.objects[node].fields.slice(0, -1));
    expect(report.diagnostics.find((d) => d.code === 'yabx/body-size')?.path).toBe(`objects[${node}]._userParameter`);
  });

  test('a body too long keeps the rest', () => {
    const { model } = readBad('body_too_big.svo');
    const state = indexOf('stevia::State');
    expect(fieldsOf(model, state)).toEqual(base.objects[state].fields);
    expect(Buffer.from(model!.objects[state]!.leftover).toString('hex')).toBe('aaaaaaaaaaaaaa');
  });

  test('a dynamic field larger than its body keeps the fields before it', () => {
    const { model } = readBad('dynamic_huge.svo');
    const state = indexOf('stevia::State');
    const names = base.objects[state].fields.map((f: [string]) => f[0]);
    expect(fieldsOf(model, state)).toEqual(base.objects[state].fields.slice(0, names.indexOf('_shaderName')));
  });
});

describe.each(samplesIn('yabx', '.yabx'))('$name cut', ({ bytes, expected }) => {
  test('at every 64 bytes: a FormatError, or the whole objects before the cut', () => {
    const { objects } = expected.yabx;
    for (let size = 0; size < bytes.length; size += 64) {
      const part = bytes.slice(0, size);
      const report = new Report();
      const trace = new Trace('file', 0, size);
      const model = report.attempt(() => readYabx(part, { report, trace }));
      const whole = objects.filter((o: { offset: number; size: number }) => o.offset + o.size <= size);
      if (model === undefined) {
        expect(report.diagnostics.at(-1)?.code).toBe('yabx/truncated');
        expect(whole).toEqual([]);
        continue;
      }
      expect(describeYabx(model).objects.length).toBe(whole.length);
      expect(describeYabx(model).objects).toEqual(whole);
      expect(report.has('yabx/payload-size')).toBe(whole.length === objects.length);
      expect(report.has('yabx/truncated')).toBe(whole.length < objects.length);
      expect(Buffer.from(writeYabx(model)).equals(part)).toBe(true);
      expect(coverageOf(trace.root, size)).toMatchObject({ gaps: [], overlaps: [] });
    }
  });
});

interface Parts {
  classes?: [name: string, parent: number, fields: [string, number][]][];
  count?: number;
  objects?: [classIndex: number, body: number[]][];
  tail?: number[];
}

/** A small graph made by hand, with a right header. */
function graph({ classes = [], count, objects = [], tail = [] }: Parts): Uint8Array {
  const w = new Writer();
  const text = (s: string) => {
    const { bytes } = yabxString(s);
    w.i8(bytes.length);
    w.bytes(bytes);
  };
  w.u8(0);
  text('g');
  w.u8(0);
  for (const [name, parent, fields] of classes) {
    text(name);
    w.u8(1);
    w.i16(parent);
    for (const [field, size] of fields) {
      text(field);
      w.u8(0);
      w.i16(size);
    }
    w.u8(0);
  }
  w.zeros(3);
  w.u16(count ?? objects.length);
  for (const [classIndex, body] of objects) {
    w.i16(classIndex);
    w.u32(body.length);
    w.bytes(Uint8Array.from(body));
  }
  w.bytes(Uint8Array.from(tail));
  const model = { bigEndian: false, payload: w.finish() };
  const all = new Writer();
  all.ascii('YABX');
  all.u16(1);
  all.u16(0);
  all.u32(model.payload.length);
  all.u32(0);
  all.bytes(model.payload);
  return all.finish();
}

/** Severity, code and path of every finding but the CRC, which `graph` leaves 0. */
function findings(bytes: Uint8Array, options: { check?: boolean } = {}) {
  const report = new Report();
  const model = report.attempt(() => readYabx(bytes, { report }));
  if (model && options.check) checkYabx(model, report, { start: 0, end: bytes.length });
  if (model) expect(Buffer.from(writeYabx(model)).equals(bytes)).toBe(true);
  return report.diagnostics.filter((d) => d.code !== 'yabx/crc').map((d) => `${d.severity} ${d.code} ${d.path}`);
}

describe('each code', () => {
  const res: Parts['classes'] = [['stevia::Resource', 0, [['_name', 0]]]];

  test.each<[string, Uint8Array, string[]]>([
    ['nothing wrong', graph({ classes: res, objects: [[1, [2, 0, 0, 0, 0, 0]]] }), []],
    ['empty file', new Uint8Array(0), ['error yabx/truncated header.magic']],
    ['other magic', Uint8Array.from([89, 65, 66, 90]), ['error yabx/magic header.magic']],
    [
      'a string without its NUL',
      graph({ classes: res, objects: [[1, [4, 0, 0, 0, 2, 0, 65, 66]]] }),
      ['warning yabx/string-nul objects[0]._name'],
    ],
    [
      'a string with a NUL inside',
      graph({ classes: res, objects: [[1, [5, 0, 0, 0, 3, 0, 65, 0, 0]]] }),
      ['warning yabx/string-nul objects[0]._name'],
    ],
    [
      'a string longer than its field',
      graph({ classes: res, objects: [[1, [4, 0, 0, 0, 3, 0, 65, 0]]] }),
      ['error yabx/string-length objects[0]._name'],
    ],
    [
      'a negative string length',
      graph({ classes: res, objects: [[1, [2, 0, 0, 0, 255, 255]]] }),
      ['error yabx/string-length objects[0]._name'],
    ],
    [
      'classes that derive from each other',
      graph({
        classes: [
          ['a', 2, [['x', 4]]],
          ['b', 1, []],
          ['c', 2, []],
        ],
        objects: [[3, [1, 2]]],
      }),
      [
        'error yabx/class-parent classes[0].parent',
        'error yabx/class-parent classes[1].parent',
        'error yabx/class-parent classes[2].parent',
      ],
    ],
    [
      'a class that derives from itself',
      graph({ classes: [['a', 1, []]] }),
      ['error yabx/class-parent classes[0].parent'],
    ],
    ['a negative base class', graph({ classes: [['a', -1, []]] }), ['error yabx/class-parent classes[0].parent']],
    [
      'class 0',
      graph({ classes: [['a', 0, []]], objects: [[0, [7]]] }),
      ['error yabx/class-index objects[0].classIndex'],
    ],
    [
      'a negative storage size',
      graph({ classes: [['a', 0, [['x', -2]]]] }),
      ['warning yabx/field-size classes[0].fields[0].size'],
    ],
    [
      'a known field of another size',
      graph({ classes: [['stevia::Mesh', 0, [['_sortGroup', 2]]]] }),
      ['warning yabx/field-size classes[0].fields[0].size'],
    ],
    [
      'more objects than bytes',
      graph({ classes: res, count: 3, objects: [[1, [2, 0, 0, 0, 0, 0]]] }),
      ['error yabx/truncated objects[1]', 'error yabx/object-count objectCount'],
    ],
    [
      'a list of another size',
      graph({ classes: [['stevia::Mesh', 0, [['_shape', 0]]]], objects: [[1, [5, 0, 0, 0, 1, 0, 0, 0, 9]]] }),
      ['warning yabx/list-size objects[0]._shape'],
    ],
    [
      'a reference outside the table',
      graph({
        classes: [['stevia::Mesh', 0, [['_shape', 0]]]],
        objects: [[1, [8, 0, 0, 0, 2, 0, 0, 0, 0x11, 0x27, 0x12, 0x27]]],
      }),
      ['error yabx/reference objects[0]._shape[1]'],
    ],
    [
      'an external reference',
      graph({ classes: [['stevia::Batch', 0, [['_indexBuffer', 2]]]], objects: [[1, [255, 255]]] }),
      ['info yabx/external-reference objects[0]._indexBuffer'],
    ],
    ['bytes behind the objects', graph({ tail: [0, 0, 1] }), ['warning yabx/trailing padding']],
    [
      'a class name twice',
      graph({
        classes: [
          ['a', 0, []],
          ['a', 1, []],
        ],
      }),
      ['warning yabx/class-duplicate classes[1].name'],
    ],
  ])('%s', (_, bytes, expected) => {
    expect(findings(bytes, { check: true })).toEqual(expected);
  });

  test('bytes behind the payload', () => {
    const whole = graph({});
    expect(findings(Uint8Array.from([...whole, 0, 0]))).toEqual(['info yabx/trailing trailing']);
  });

  test('a payload size that cuts the graph short is overruled by the chunk', () => {
    const { bytes, expected } = samplesIn('yabx', '.yabx').find((s) => s.name === 'oracle_graph_le.yabx')!;
    const wrong = bytes.slice();
    new DataView(wrong.buffer).setUint32(8, 3000, true);
    const report = new Report();
    const model = readYabx(wrong, { report });
    expect(describeYabx(model)).toEqual({ ...expected.yabx, payload: 3000 });
    expect(report.diagnostics.filter((d) => d.severity !== 'info').map((d) => d.code)).toEqual(['yabx/payload-size']);
    expect(Buffer.from(writeYabx(model)).equals(wrong)).toBe(true);
  });
});

describe('tables of every size', () => {
  const batch: Parts['classes'] = [['stevia::Batch', 0, [['_indexBuffer', 2]]]];
  const table = (n: number, id: number) =>
    graph({ classes: batch, objects: Array.from({ length: n }, (): [number, number[]] => [1, [id & 0xff, id >> 8]]) });

  test('ids of a table of 22,766 objects are signed, beyond that unsigned', () => {
    expect(readYabx(table(22766, 0xffff)).objects[0]!.fields[0]!.value).toEqual({ kind: 'ref', value: -1 });
    const report = new Report();
    const model = readYabx(table(22767, 32767), { report });
    expect(model.objects[22766]).toMatchObject({ id: 32767, fields: [{ value: { kind: 'ref', value: 32767 } }] });
    expect(report.has('yabx/reference')).toBe(false);
    expect(readYabx(table(22767, 0xffff), { report }).objects[0]!.fields[0]!.value).toEqual({
      kind: 'ref',
      value: 65535,
    });
    expect(report.count('yabx/reference')).toBe(22767);
  });
});

describe('hostile files stay cheap', () => {
  test('a payload size of 4 GiB and 65,535 objects of nothing', () => {
    const bytes = graph({ count: 0xffff, tail: new Array(600).fill(0) });
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(8, 0xffffffff, true);
    const model = readYabx(bytes);
    expect(model.objects.length).toBe(100);
    expect(Buffer.from(writeYabx(model)).equals(bytes)).toBe(true);
  });

  test('a long line of base classes, and an object of each', () => {
    const n = 20000;
    const classes: NonNullable<Parts['classes']> = [];
    for (let i = 0; i < n; i++) classes.push([`c${i}`, i, i === 0 ? [['x', 1]] : []]);
    const objects: NonNullable<Parts['objects']> = [];
    for (let i = 0; i < n; i++) objects.push([i + 1, [i & 0xff]]);
    const model = readYabx(graph({ classes, objects }));
    expect(model.objects.length).toBe(n);
    expect(model.objects.at(-1)?.fields.map((f) => f.declaredIn)).toEqual(['c0']);
  });

  test('more objects than ids', () => {
    const objects: NonNullable<Parts['objects']> = [];
    for (let i = 0; i < 55600; i++) objects.push([1, []]);
    const bytes = graph({ classes: [['a', 0, []]], objects });
    expect(findings(bytes)).toEqual(['error yabx/object-count objectCount']);
    expect(readYabx(bytes).objects.length).toBe(55534);
  });

  test('random bytes behind a magic throw nothing but FormatError', () => {
    let seed = 1;
    for (let round = 0; round < 3000; round++) {
      const bytes = new Uint8Array(16 + (round % 200));
      for (let i = 0; i < bytes.length; i++) {
        seed = (seed * 1103515245 + 12345) & 0x7fffffff;
        bytes[i] = seed >> 20 < 900 ? 0 : seed >> 16;
      }
      bytes.set(round % 2 ? [88, 66, 65, 89] : [89, 65, 66, 88]);
      expect(isYabx(bytes)).toBe(true);
      try {
        expect(Buffer.from(writeYabx(readYabx(bytes))).equals(bytes)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
    }
  });
});
