import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../../test-support/samples.ts';
import { readAvts } from '../../src/avts/read.ts';
import { crc32Bzip2 } from '../../src/binary/crc32.ts';
import { graphOf } from '../../src/edit/diff.ts';
import { openAsset } from '../../src/open.ts';
import { edited, graphSamples, inputOf, otherValue, refusal, same, sample } from './editable.ts';

const models = [...samplesIn('svo', '.svo'), ...samplesIn('font', '.svo')];

describe.each(models)('values of $name', ({ bytes }) => {
  test('one of each field of each class, set and set back, gives the original bytes', () => {
    const model = graphOf(openAsset(bytes, { name: '' }))!;
    const seen = new Set<string>();
    for (const object of model.objects) {
      for (const field of object.fields) {
        const key = `${object.className} ${field.name} ${field.value.kind}`;
        const other = seen.has(key) ? undefined : otherValue(field.value, model);
        if (other === undefined) continue;
        seen.add(key);
        const path = `#${object.id}.${field.name}`;
        const changed = edited(bytes, (s) => s.set(path, other));
        expect(same(changed, bytes), path).toBe(false);
        expect(
          same(
            edited(changed, (s) => s.set(path, inputOf(field.value))),
            bytes,
          ),
          path,
        ).toBe(true);
      }
    }
    expect(seen.size).toBeGreaterThan(20);
  }, 30_000);

  test('a value of another size: every other chunk and all that is no place or size stays, header right', () => {
    const before = readAvts(bytes);
    const changed = edited(bytes, (s) => s.set('Database[0]._name', 'n'.repeat(3000)));
    const after = readAvts(changed);
    expect(after.chunks).toHaveLength(before.chunks.length);
    for (const [i, chunk] of after.chunks.entries()) {
      const old = before.chunks[i]!;
      expect(same(chunk.entry.nameField, old.entry.nameField)).toBe(true);
      expect(same(chunk.entry.reserved, old.entry.reserved)).toBe(true);
      expect([chunk.entry.kind, chunk.entry.sequence]).toEqual([old.entry.kind, old.entry.sequence]);
      expect(chunk.entry.offset % 0x80).toBe(0);
      if (chunk.class !== 'yabx') expect(same(chunk.data, old.data)).toBe(true);
    }
    expect(same(after.directory.residue, before.directory.residue)).toBe(true);
    const graph = after.chunks.find((c) => c.class === 'yabx')!.data;
    const view = new DataView(graph.buffer, graph.byteOffset);
    expect(view.getUint32(8, true)).toBe(graph.length - 16);
    expect(view.getUint32(12, true)).toBe(crc32Bzip2(graph.subarray(16)));
  });
});

test('an edit session shares nothing with the asset, and no edit saves the file as it was', () => {
  for (const { bytes, name } of graphSamples()) {
    const copy = bytes.slice();
    expect(
      same(
        edited(bytes, () => {}),
        bytes,
      ),
      name,
    ).toBe(true);
    const model = graphOf(openAsset(bytes, { name: '' }))!;
    const text = model.objects.flatMap((o) => o.fields.map((f) => ({ o, f }))).find(({ f }) => f.value.kind === 'str')!;
    edited(bytes, (s) => s.set(`#${text.o.id}.${text.f.name}`, 'another text'));
    expect(same(bytes, copy), name).toBe(true);
  }
});

describe('what does not fit is refused with path, reason and what would', () => {
  test.each<[string, unknown, RegExp, RegExp]>([
    ['State[0]._cullMode', 'two', /"two" is not a u32/, /0 to 4294967295/],
    ['State[0]._cullMode', -1, /-1 is not a u32/, /0 to 4294967295/],
    ['State[0]._cullMode', 1.5, /1\.5 is not a u32/, /whole number/],
    ['State[0]._transparentDoubleSide', 256, /256 is not a u8/, /0 to 255/],
    ['Variant[0]._valueF32', 'deep', /not an f32/, /3\.4e38/],
    ['State[0]._texture', '[#99999]', /#99999 is outside the object table/, /#10001 to #\d+, or null/],
    ['State[0]._texture', '[Image[0]]', /is of stevia::Image/, /class Texture/],
    ['State[0]._texture', '[-3]', /-3 is outside the object table/, /external:-3/],
    ['Texture[0]._image', 40000, /outside the object table/, /null/],
    ['State[0]._name', 'n'.repeat(32767), /32767 bytes/, /at most 32766 bytes/],
    ['State[0]._name', 'a\0b', /NUL/, /without NUL/],
    ['State[0]._name', 12, /12 is not a text/, /a text/],
    ['Variant[0]._valueColor', '1,2,3', /3 numbers/, /4 numbers/],
    ['Variant[0]._valueColor', '#12345', /.*/, /4 numbers/],
    ['Node[0]._translation.w', 1, /has no "\.w"/, /\[0\] to \[2\]/],
    ['Node[99]._name', 'x', /no Node\[99\]/, /Node\[0\] to Node\[\d+\]/],
    ['State[0]._nothing', 1, /has no field "_nothing"/, /_cullMode/],
    ['State[0]', 1, /an object, not a value/, /\._cullMode/],
    ['chunks[1]', 'x', /.*/, /.*/],
    ['avts.entries[0].name', 'x', /no object is of class "avts"/, /State/],
  ])('%s = %j', (path, input, reason, expected) => {
    const error = refusal(sample('oracle_hero.svo'), (s) => s.set(path, input as never));
    expect(error.reason).toMatch(reason);
    expect(error.expected).toMatch(expected);
    expect(error.path).toContain(path.split(/[.[]/)[0]);
  });

  test('a float for a number of 4 bytes', () => {
    const changed = edited(sample('oracle_hero.svo'), (s) => s.set('State[0]._depthBias', 'f32:-0.5'));
    expect(openAsset(changed, { name: '' }).find!('State[0]._depthBias').value).toBe(0xbf000000);
    expect(() => edited(changed, (s) => s.set('State[0]._cullMode', 'f32:x'))).toThrow(/not an f32/);
  });

  test('a text of 32766 bytes still fits, and comes back', () => {
    const long = 'n'.repeat(32766);
    const changed = edited(sample('oracle_hero.svo'), (s) => s.set('State[0]._name', long));
    expect(openAsset(changed, { name: '' }).find!('State[0]._name').value).toBe(long);
    expect(openAsset(changed, { name: '' }).check().totals.error).toBe(0);
  });

  test.each([['dds', 'dxt1_alpha.dds']])('a %s file has no fields', (_, name) => {
    expect(refusal(sample(name), (s) => s.set('header.width', 4)).reason).toMatch(/no fields that can be set/);
  });

  test('a damaged graph is not edited', () => {
    const bytes = sample('oracle_graph_le.yabx');
    expect(() => edited(bytes.subarray(0, bytes.length - 300), (s) => s.set('Database[0]._name', 'x'))).toThrow(
      /damaged/,
    );
    const damaged = sample('oracle_hero.svo').slice();
    const graph = readAvts(damaged).chunks.find((c) => c.class === 'yabx')!.entry;
    damaged.fill(0xff, graph.offset + 0x1400, graph.offset + 0x1500);
    const object = refusal(damaged, (s) => s.set('Database[0]._name', 'x'));
    expect(object.reason).toMatch(/damaged/);
  });
});
