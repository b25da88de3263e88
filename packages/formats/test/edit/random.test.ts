import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../../test-support/samples.ts';
import { readAvts } from '../../src/avts/read.ts';
import { crc32Bzip2 } from '../../src/binary/crc32.ts';
import { graphOf } from '../../src/edit/diff.ts';
import { replacementFor } from '../../src/edit/replacement.ts';
import { editAsset } from '../../src/edit/session.ts';
import { openAsset } from '../../src/open.ts';
import type { Yabx, YabxField, YabxValue } from '../../src/yabx/types.ts';
import type { ValueInput } from '../../src/yabx/value-input.ts';
import { edited, graphSamples, same } from './editable.ts';

const FIRST_ID = 10001;

/** Any f32, as `set` takes it: neither NaN payloads nor the sign of zero can be written in a text. */
const f32 = fc.float({ noNaN: true, noDefaultInfinity: true }).map((v) => (Object.is(v, -0) ? 0 : v));
const text = fc.string({ unit: fc.constantFrom('a', '_', ' ', '.', 'é', '音', '9'), maxLength: 60 });

/** A random value that fits a field, with what must be read back; undefined for fields that no value is made for. */
function valueFor(field: YabxField, model: Yabx, object: number): fc.Arbitrary<[ValueInput, unknown]> | undefined {
  const plain = <T extends ValueInput>(arbitrary: fc.Arbitrary<T>) =>
    arbitrary.map((v): [ValueInput, unknown] => [v, v]);
  const floats = (n: number) => plain(fc.array(f32, { minLength: n, maxLength: n }));
  switch (field.value.kind) {
    case 'u8':
      return plain(fc.nat(255));
    case 's16':
      return plain(fc.integer({ min: -32768, max: 32767 }));
    case 'u16':
      return plain(fc.nat(65535));
    case 'u32':
      return plain(fc.nat(0xffffffff));
    case 's32':
      return plain(fc.integer({ min: -0x80000000, max: 0x7fffffff }));
    case 'f32':
      return plain(f32);
    case 'vec3':
      return floats(3);
    case 'vec4':
      return floats(4);
    case 'mat':
      return floats(12);
    case 'str':
      return plain(text);
    case 'strs':
      return plain(fc.array(text, { maxLength: 5 }));
    case 'ref':
    case 'refs': {
      // Objects of the class of one that the field has, so that the reference is one that the schema allows.
      const present = field.value.kind === 'ref' ? [field.value.value] : field.value.value;
      const target = model.objects[(present.find((id) => id > 0) ?? 0) - FIRST_ID]?.className;
      const ids = model.objects.filter((o) => o.className === target).map((o) => o.id);
      if (target === undefined || ids.length === 0) return undefined;
      const id = fc.constantFrom(0, ...ids);
      if (field.value.kind === 'ref') return plain(id);
      return plain(fc.array(id, { maxLength: 9 }));
    }
    default:
      void object;
      return undefined;
  }
}

const contentOf = (value: YabxValue): unknown => value.value;

describe.each([...graphSamples().filter((s) => !/dynamic/.test(s.name)), ...samplesIn('font', '.rfz')])(
  'random edits of $name',
  ({ bytes }) => {
    const model = graphOf(openAsset(bytes, { name: '' }))!;
    const places = model.objects.flatMap((object, i) =>
      object.fields.flatMap((field, n) => {
        const arbitrary = field.name === 'file' ? undefined : valueFor(field, model, i);
        return arbitrary ? [{ object: i, field: n, path: `#${object.id}.${field.name}`, arbitrary }] : [];
      }),
    );
    const edit = fc
      .integer({ min: 0, max: places.length - 1 })
      .chain((i) => places[i]!.arbitrary.map(([input, expected]) => ({ ...places[i]!, input, expected })));
    const runs = bytes.length > 100_000 ? 4 : 40;

    test('re-read to exactly the edits and nothing else, and undone they give the original bytes', () => {
      fc.assert(
        fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
          const changed = edited(bytes, (s) => {
            for (const { path, input } of edits) s.set(path, input);
          });
          const asset = openAsset(changed, { name: '' });
          const after = graphOf(asset)!;
          const wanted = new Map(edits.map((e) => [`${e.object}.${e.field}`, e.expected]));
          expect(after.objects).toHaveLength(model.objects.length);
          for (const [i, object] of after.objects.entries()) {
            const old = model.objects[i]!;
            expect(object.className).toBe(old.className);
            for (const [n, field] of object.fields.entries()) {
              const key = `${i}.${n}`;
              if (wanted.has(key)) expect(contentOf(field.value), field.name).toEqual(wanted.get(key));
              else if (!same(field.raw, old.fields[n]!.raw)) throw new Error(`${key} ${field.name} has changed`);
            }
            if (!same(object.leftover, old.leftover)) throw new Error('leftover bytes have changed');
          }
          expect(after.readCrc).toBe(after.crc);
          expectOtherBytesKept(bytes, changed);
          const undone = edited(changed, (s) => {
            for (const { object, field, path } of edits) s.setJson(path, jsonOf(bytes, path, object, field));
          });
          expect(same(undone, bytes)).toBe(true);
        }),
        { numRuns: runs },
      );
    }, 60_000);
  },
);

/** The value of a field as a dump of the original shows it. */
function jsonOf(bytes: Uint8Array, path: string, object: number, field: number) {
  const asset = openAsset(bytes, { name: '' });
  if (asset.find) return asset.find(path).value;
  // biome-ignore lint/suspicious/noExplicitAny: the document of a font
  const document = asset.toJson() as any;
  return Object.values(document.stream.objects[object].fields)[field] as never;
}

/** Of an SVO file: directory, residue, other chunks; the graph's header. */
function expectOtherBytesKept(before: Uint8Array, after: Uint8Array): void {
  if (String.fromCharCode(...before.subarray(0, 4)) !== 'AVTS') return;
  const a = readAvts(before);
  const b = readAvts(after);
  expect(b.chunks).toHaveLength(a.chunks.length);
  if (!same(a.directory.residue, b.directory.residue)) throw new Error('residue has changed');
  for (const [i, { entry, data, class: kind }] of b.chunks.entries()) {
    const old = a.chunks[i]!;
    const kept = same(entry.nameField, old.entry.nameField) && same(entry.reserved, old.entry.reserved);
    if (!kept || entry.kind !== old.entry.kind || entry.sequence !== old.entry.sequence) throw new Error(`entry ${i}`);
    if (kind !== 'yabx' && !same(data, old.data)) throw new Error(`chunk ${i} has changed`);
    if (entry.offset % 0x80 !== old.entry.offset % 0x80) throw new Error(`chunk ${i} lost its alignment`);
    if (kind !== 'yabx') continue;
    const view = new DataView(data.buffer, data.byteOffset);
    expect([view.getUint32(8, true), view.getUint32(12, true)]).toEqual([
      data.length - 16,
      crc32Bzip2(data.subarray(16)),
    ]);
  }
  const residueOf = (avts: typeof a) => avts.gaps.filter((g) => !g.zero).map((g) => trimmed(g.data).join());
  expect(residueOf(b)).toEqual(residueOf(a));
}

function trimmed(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return bytes.subarray(0, end);
}

describe('random pictures', () => {
  const formats = [
    'keep',
    'A8R8G8B8',
    'R8G8B8',
    'R5G6B5',
    'A4R4G4B4',
    'A1R5G5B5',
    'L8',
    'DXT1',
    'DXT3',
    'DXT5',
    'ATI1',
    'ATI2',
  ];

  test.each(samplesIn('svo', '.svo'))('in $name: that texture alone, and back again', ({ bytes }) => {
    const asset = openAsset(bytes, { name: '' });
    const textures = editAsset(asset).textures();
    if (textures.length === 0) return;
    const picture = fc.record({
      index: fc.nat(textures.length - 1),
      width: fc.integer({ min: 1, max: 40 }),
      height: fc.integer({ min: 1, max: 40 }),
      format: fc.constantFrom(...formats),
      mips: fc.constantFrom('keep' as const, 'full' as const, 'none' as const),
      seed: fc.nat(0xffff),
    });
    fc.assert(
      fc.property(picture, ({ index, width, height, format, mips, seed }) => {
        const rgba = Uint8Array.from({ length: 4 * width * height }, (_, i) => Math.imul(i + seed, 2654435761) >>> 24);
        const changed = edited(bytes, (s) => {
          const texture = s.textures()[index]!;
          s.replaceTexture(texture, replacementFor(texture, { width, height, rgba }, { format, mips }));
        });
        const after = openAsset(changed, { name: '' });
        const news = editAsset(after).textures();
        expect(news[index]).toMatchObject({ width, height, ...(format === 'keep' ? {} : { format }) });
        if (format === 'A8R8G8B8') expect(same(after.images!()[index]!.decode().rgba, rgba)).toBe(true);
        for (const [i, texture] of textures.entries())
          if (i !== index) expect(same(news[i]!.bytes, texture.bytes)).toBe(true);
        const a = readAvts(bytes);
        const different = readAvts(changed).chunks.filter(
          (c, i) => c.class !== 'yabx' && !same(c.data, a.chunks[i]!.data),
        );
        expect(different).toHaveLength(1);
        if (textures[index]!.stored.kind === 'dds' && textures[index]!.stored.dds.truncated) return;
        const back = edited(changed, (s) => s.replaceTexture(s.textures()[index]!, textures[index]!.bytes));
        expect(same(back, bytes)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });
});
