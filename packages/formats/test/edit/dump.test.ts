import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../../test-support/samples.ts';
import { graphOf } from '../../src/edit/diff.ts';
import { openAsset } from '../../src/open.ts';
import type { JsonValue } from '../../src/scene/scene.ts';
import { canonicalSvo } from '../../src/svo/asset.ts';
import { openSvo } from '../../src/svo/open.ts';
import { edited, graphSamples, refusal, same, sample } from './editable.ts';

const all = [
  ...graphSamples(),
  ...samplesIn('font', '.rfz'),
  ...samplesIn('dds', '.dds'),
  ...samplesIn('texm', '.texm'),
  ...samplesIn('nres', '.rlb'),
  ...samplesIn('msh', '.msh'),
];

/** What comes out of a JSON text: the form that a person edits. */
const viaText = (json: JsonValue): JsonValue => JSON.parse(JSON.stringify(json));

// biome-ignore lint/suspicious/noExplicitAny: a dump as a person edits it
type Document = any;

function dumpOf(bytes: Uint8Array): Document {
  return viaText(openAsset(bytes, { name: '' }).toJson());
}

describe.each(all)('the dump of $name', ({ bytes }) => {
  test('as JSON text and unedited gives the file byte for byte', () => {
    expect(
      same(
        edited(bytes, (s) => s.apply(dumpOf(bytes), 'data')),
        bytes,
      ),
    ).toBe(true);
  });
});

describe.each([...graphSamples(), ...samplesIn('font', '.rfz')])('dumps of one path of $name', ({ bytes }) => {
  test('each object, each field and each item gives the file byte for byte', () => {
    const asset = openAsset(bytes, { name: '' });
    const model = graphOf(asset)!;
    const find = openAsset(bytes, { name: '' }).find;
    const step = Math.ceil(model.objects.length / 12);
    for (let i = 0; i < model.objects.length; i += step) {
      const { id, fields } = model.objects[i]!;
      const paths = [`#${id}`, ...fields.map((f) => `#${id}.${f.name}`)];
      for (const path of find ? paths : []) {
        const { value } = find!(path);
        expect(
          same(
            edited(bytes, (s) => s.setJson(path, viaText(value))),
            bytes,
          ),
          path,
        ).toBe(true);
        if (Array.isArray(value) && value.length > 0 && path.includes('.')) {
          const last = `${path}[${value.length - 1}]`;
          expect(
            same(
              edited(bytes, (s) => s.setJson(last, viaText(find!(last).value))),
              bytes,
            ),
            last,
          ).toBe(true);
        }
      }
    }
  }, 30_000);
});

describe('an edited dump', () => {
  const bytes = sample('oracle_hero.svo');

  test('gives the edit and nothing else', () => {
    const document = dumpOf(bytes);
    const state = document.yabx.objects.find((o: Document) => o.class === 'stevia::State');
    state.fields._cullMode = 1;
    const changed = edited(bytes, (s) => s.apply(document, 'data'));
    expect(
      same(
        changed,
        edited(bytes, (s) => s.set('State[0]._cullMode', 1)),
      ),
    ).toBe(true);
  });

  test('parts outside of the objects: the name of the database, a version', () => {
    const document = dumpOf(bytes);
    document.yabx.name = 'another';
    document.yabx.libraries[0].version = 7;
    const changed = edited(bytes, (s) => s.apply(document, 'data'));
    expect(graphOf(openAsset(changed, { name: '' }))).toMatchObject({ name: { text: 'another' } });
    const singly = edited(bytes, (s) => {
      s.setJson('name', 'another');
      s.setJson('yabx.libraries[0].version', 7);
    });
    expect(same(singly, changed)).toBe(true);
  });

  test('an object at the end of the table', () => {
    const document = dumpOf(bytes);
    document.yabx.objects.push({ ...document.yabx.objects.at(-1), id: document.yabx.objects.at(-1).id + 1 });
    document.yabx.objectCount++;
    const changed = edited(bytes, (s) => s.apply(document, 'data'));
    const before = graphOf(openAsset(bytes, { name: '' }))!.objects.length;
    expect(graphOf(openAsset(changed, { name: '' }))!.objects).toHaveLength(before + 1);
  });

  test.each<[string, (d: Document) => void, string, RegExp]>([
    ['a number where a text is', (d) => (d.yabx.objects[1].fields._name = 4), 'data.yabx.objects[1].fields._name', /4/],
    [
      'a number out of range',
      (d) => (d.yabx.objects[1].fields._cullMode = -4),
      'data.yabx.objects[1].fields._cullMode',
      /u32/,
    ],
    [
      'a reference outside of the table',
      (d) => (d.yabx.objects[2].fields._image = 20000),
      'data.yabx.objects[2].fields._image',
      /outside/,
    ],
    ['a missing field', (d) => delete d.yabx.objects[1].fields._flag, 'data.yabx.objects[1].fields', /missing/],
    ['a wrong count', (d) => d.yabx.objectCount++, 'data.yabx.objectCount', /given for/],
    ['another byte order', (d) => (d.yabx.byteOrder = 'big'), 'data.yabx.byteOrder', /"big"/],
    [
      'an edited directory',
      (d) => (d.avts.entries[1].name = 'x'),
      'data.avts.entries[1].name',
      /not edited by its dump/,
    ],
    ['no graph', (d) => delete d.yabx, 'data.yabx', /missing/],
    ['a graph that is none', (d) => (d.yabx = 3), 'data.yabx', /3/],
  ])('with %s is refused', (_, work, path, reason) => {
    const document = dumpOf(bytes);
    work(document);
    const error = refusal(bytes, (s) => s.apply(document, 'data'));
    expect(error.path).toContain(path);
    expect(error.reason).toMatch(reason);
    expect(error.expected).not.toBe('');
  });

  test('of a texture, an archive or a model is refused at the first difference', () => {
    const dds = sample('dxt1_alpha.dds');
    const document = dumpOf(dds);
    document.header.caps = 1;
    expect(refusal(dds, (s) => s.apply(document, 'data'))).toMatchObject({ path: 'data.header.caps' });
  });
});

describe('the canonical layout', () => {
  test('of a file in it is the file; of another one it is sound, shows the same and is its own canonical layout', () => {
    for (const { name, bytes } of [...samplesIn('svo', '.svo'), ...samplesIn('font', '.svo')]) {
      const made = canonicalSvo(openSvo(bytes));
      if (!/residue/.test(name)) expect(same(made, bytes), name).toBe(true);
      expect(same(canonicalSvo(openSvo(made)), made), name).toBe(true);
      const asset = openAsset(made, { name: '' });
      expect(asset.check().totals.error, name).toBe(0);
      const facts = (b: Uint8Array) =>
        openAsset(b, { name: '' })
          .entries()
          .map(({ name, data }) => [name, data.length]);
      if (/residue/.test(name)) {
        expect(facts(made).map(([n]) => n)).toEqual(facts(bytes).map(([n]) => n));
        expect(made.subarray(8, 0x80).every((byte) => byte === 0)).toBe(true);
      }
    }
  });

  test('of an RFZ font keeps the stream', () => {
    const { bytes } = samplesIn('font', '.rfz')[0]!;
    const asset = openAsset(bytes, { name: '' });
    expect(same(asset.canonical!(), bytes)).toBe(true);
  });
});
