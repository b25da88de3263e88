import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sampleDir } from '../../../test-support/samples.ts';
import { SyntheticSvo } from '../../../test-support/synthetic-svo.ts';
import { readAvts } from '../src/avts/read.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';
import type { JsonValue } from '../src/scene/scene.ts';
import { EditError } from '../src/yabx/edit-error.ts';
import { yabxFromJson, yabxToJson } from '../src/yabx/json.ts';
import type { JsonObject } from '../src/yabx/json-shape.ts';
import { readYabx } from '../src/yabx/read.ts';
import { writeYabx } from '../src/yabx/write.ts';
import { describeYabx, yabxSamples } from './yabx-truth.ts';

/** Through text, as a user's editor would. */
const throughText = (json: JsonValue): JsonObject => JSON.parse(JSON.stringify(json));

const RAW_VALUES: Record<string, number> = {
  'oracle_dynamic_be.yabx': 22,
  'oracle_dynamic_le.yabx': 22,
  'oracle_graph_be.yabx': 2,
  'oracle_graph_le.yabx': 2,
  'oracle_residue.svo': 1,
};

describe.each(yabxSamples())('JSON of $name', ({ name, bytes, truth }) => {
  const json = throughText(yabxToJson(readYabx(bytes)));

  test('comes back as the same bytes', () => {
    const model = yabxFromJson(json);
    expect(Buffer.from(writeYabx(model)).equals(bytes)).toBe(true);
    const offsets = (o: { offset: number }) => ({ ...o, offset: 0 });
    expect({ ...describeYabx(model), objects: describeYabx(model).objects.map(offsets) }).toEqual({
      ...truth,
      objects: truth.objects.map(offsets),
    });
  });

  test('names its schema first and keeps no hex beside plain values', () => {
    expect(Object.keys(json)[0]).toBe('schema');
    // SJIS names and opaque fields are the only ones whose value alone would not give the same bytes.
    const raw = JSON.stringify(json).match(/"raw"/g) ?? [];
    expect(raw.length).toBe(RAW_VALUES[name] ?? 0);
  });
});

test('damaged graphs come back as the same bytes too', () => {
  const dir = sampleDir('svo/bad');
  let graphs = 0;
  for (const name of readdirSync(dir).filter((n) => n.endsWith('.svo'))) {
    const report = new Report();
    const chunk = report
      .attempt(() => readAvts(readFileSync(`${dir}/${name}`)))
      ?.chunks.find((c) => c.class === 'yabx');
    const model = chunk && report.attempt(() => readYabx(chunk.data));
    if (!model) continue;
    graphs++;
    const again = writeYabx(yabxFromJson(throughText(yabxToJson(model))));
    expect(Buffer.from(again).equals(chunk.data), name).toBe(true);
  }
  expect(graphs).toBeGreaterThan(20);
});

test('fields that share a name, in one class and with its base, come back each as its own', () => {
  const { bytes } = yabxSamples().find((s) => s.name === 'oracle_dynamic_le.yabx')!;
  const model = readYabx(bytes);
  const sub = model.classes[2]!;
  for (const i of [0, 1, 2]) sub.fields[i]!.name = model.classes[1]!.fields[0]!.name;
  const renamed = writeYabx(model);
  const again = readYabx(renamed);
  const json = throughText(yabxToJson(again));
  expect(Object.keys((json.objects as JsonObject[])[0]!.fields as JsonObject).slice(0, 3)).toEqual([
    'empty_list',
    'oracle::Sub.empty_list',
    'empty_list~2',
  ]);
  expect(Buffer.from(writeYabx(yabxFromJson(json))).equals(renamed)).toBe(true);
});

test('a known field of a size that its kind does not have comes back as what it was guessed to be', () => {
  const svo = new SyntheticSvo();
  svo.add('VertexElement');
  const model = readYabx(svo.graph());
  const element = model.classes.find((c) => c.name.text === 'stevia::VertexElement')!;
  for (const field of element.fields) field.size = 0;
  const contents = [Uint8Array.of(0, 0), Uint8Array.of(1, 0, 0, 0, 0x11, 0x27), Uint8Array.of(2, 0, 0x41, 0)];
  for (const [i, field] of model.objects[1]!.fields.entries()) Object.assign(field, { size: 0, raw: contents[i] });
  const bytes = writeYabx(model, { canonical: true });
  const json = throughText(yabxToJson(readYabx(bytes)));
  expect((json.objects as JsonObject[])[1]!.fields).toEqual({ _semantics: '', _elementType: [10001], _index: 'A' });
  expect(Buffer.from(writeYabx(yabxFromJson(json))).equals(bytes)).toBe(true);
});

describe('an edited document', () => {
  const { bytes } = yabxSamples().find((s) => s.name === 'oracle_graph_be.yabx')!;
  const document = () => throughText(yabxToJson(readYabx(bytes)));
  // biome-ignore lint/suspicious/noExplicitAny: a document as a user edits it
  type Edited = any;

  test('gives a graph with the edit, a right header and nothing else changed', () => {
    const json: Edited = document();
    json.objects[1].fields._name = '音楽の本';
    json.objects[1].fields._cullMode = 1;
    const report = new Report();
    const model = readYabx(writeYabx(yabxFromJson(json)), { report });
    expect(report.diagnostics.filter((d) => d.code !== 'yabx/external-reference')).toEqual([]);
    const expected = describeYabx(readYabx(bytes));
    const got = describeYabx(model);
    expect(got.objects.map((o) => o.fields)).toEqual(
      expected.objects.map((o, i) =>
        i !== 1
          ? o.fields
          : o.fields.map((f) =>
              f[0] === '_name' ? ['_name', 'str', '音楽の本'] : f[0] === '_cullMode' ? ['_cullMode', 'u32', 1] : f,
            ),
      ),
    );
    expect((16 + model.payloadSize) % 32).toBe(0);
    expect(model.bigEndian).toBe(true);
  });

  test('an edited text beside raw bytes keeps their encoding and padding', () => {
    const dynamic = yabxSamples().find((s) => s.name === 'oracle_dynamic_le.yabx')!;
    const json: Edited = throughText(yabxToJson(readYabx(dynamic.bytes)));
    expect(json.objects[0].fields.sjis).toEqual({ value: '音楽', raw: '0500' + '89b98a79' + '00' });
    json.objects[0].fields.sjis.value = '楽音';
    json.objects[0].fields.string_padded.value = 'bc';
    const model = yabxFromJson(json);
    const field = (name: string) =>
      Buffer.from(model.objects[0]!.fields.find((f) => f.name === name)!.raw).toString('hex');
    expect(field('sjis')).toBe('05008a7989b900');
    expect(field('string_padded')).toBe('030062 6300cccccc'.replace(' ', ''));
  });

  test.each<[string, (json: Edited) => void, string, RegExp]>([
    ['another schema', (j) => (j.schema = 'x'), 'schema', /unbake-yabx-v1/],
    ['a text for a number', (j) => (j.objects[1].fields._cullMode = 'two'), 'objects[1].fields._cullMode', /not a u32/],
    [
      'a number too large',
      (j) => (j.objects[1].fields._transparentDoubleSide = 256),
      'objects[1].fields._transparentDoubleSide',
      /0 to 255/,
    ],
    ['a missing field', (j) => delete j.objects[1].fields._cullMode, 'objects[1].fields', /"_cullMode" is missing/],
    ['an unknown field', (j) => (j.objects[1].fields.cull = 1), 'objects[1].fields.cull', /no such field/],
    [
      'a reference outside the table',
      (j) => (j.objects[2].fields._image = 20000),
      'objects[2].fields._image',
      /outside the object table/,
    ],
    [
      'a reference to another class',
      (j) => (j.objects[2].fields._image = 10002),
      'objects[2].fields._image',
      /stevia::State/,
    ],
    ['an id out of order', (j) => (j.objects[2].id = 10002), 'objects[2].id', /10003/],
    ['an unknown class', (j) => (j.objects[2].class = 'stevia::Nothing'), 'objects[2].class', /not in the schema/],
    ['a class name too long', (j) => (j.classes[0].name = 'x'.repeat(127)), 'classes[0].name', /128 bytes/],
    ['an empty class name', (j) => (j.classes[0].name = ''), 'classes[0].name', /empty/],
    ['no objects', (j) => delete j.objects, 'objects', /a list/],
    ['objects that are none', (j) => (j.objects[0] = 7), 'objects[0]', /an object/],
    ['hex that is none', (j) => (j.trailing = 'xy'), 'trailing', /not hex/],
  ])('with %s is refused with path and reason', (_, edit, path, reason) => {
    const json = document();
    edit(json);
    const error = (() => {
      try {
        yabxFromJson(json);
      } catch (e) {
        return e;
      }
    })();
    expect(error).toBeInstanceOf(EditError);
    expect((error as EditError).path).toBe(path);
    expect((error as EditError).message).toMatch(reason);
  });
});
