import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesEqual } from '../src/binary/bytes.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { setValue, type ValueInput } from '../src/yabx/edit.ts';
import { EditError } from '../src/yabx/edit-error.ts';
import { pathOfObject } from '../src/yabx/path.ts';
import { readYabx } from '../src/yabx/read.ts';
import type { Yabx, YabxField, YabxValue } from '../src/yabx/types.ts';
import { writeYabx } from '../src/yabx/write.ts';
import { inputOf } from './edit/editable.ts';
import { describeYabx, yabxSamples } from './yabx-truth.ts';

const sample = (name: string) => readYabx(yabxSamples().find((s) => s.name === name)!.bytes);
const be = sample('oracle_graph_be.yabx');
const le = sample('oracle_graph_le.yabx');
const dynamic = sample('oracle_dynamic_le.yabx');

const valueAt = (model: Yabx, object: number, name: string) =>
  model.objects[object]!.fields.find((f) => f.name === name)!.value;

describe.each(yabxSamples())('every field of $name', ({ bytes }) => {
  test('takes its own value without a change, and after another one gives the original bytes again', () => {
    const model = readYabx(bytes);
    const step = Math.max(1, Math.floor(model.objects.length / 15));
    for (let i = 0; i < model.objects.length; i += step) {
      const object = model.objects[i]!;
      for (const field of object.fields) {
        const path = `#${object.id}.${field.name}`;
        if (field.value.kind === 'opaque') continue;
        expect(setValue(model, path, inputOf(field.value)), path).toBe(model);
        const other = otherValue(field, model);
        if (other === undefined) continue;
        // Of the encodings of a text other than the usual one, only the usual comes back.
        if (/^(one_char_nul|sjis|list_bad_id|list_low_id)$/.test(field.name)) continue;
        const edited = writeYabx(setValue(model, path, other));
        expect(Buffer.from(edited).equals(bytes), path).toBe(false);
        const back = writeYabx(setValue(readYabx(edited), path, inputOf(field.value)));
        expect(Buffer.from(back).equals(bytes), path).toBe(true);
      }
    }
  }, 30_000);
});

function otherValue({ value }: YabxField, model: Yabx): ValueInput | undefined {
  switch (value.kind) {
    case 'str':
      return `${value.value}+`;
    case 'ref':
      return value.value === 0 ? undefined : 0;
    case 'refs':
      return value.value.length === 0 ? ['external:-5'] : [];
    case 'strs':
      return [...value.value, 'more'];
    case 'mats':
      return [...value.value, new Array(12).fill(model.objects.length)];
    case 'vec3':
    case 'vec4':
    case 'mat':
      return value.value.map((_, i) => i + 0.5);
    case 'u8':
    case 'u16':
    case 'u32':
    case 's16':
    case 's32':
      return value.value === 1 ? 2 : 1;
    case 'f32':
      return 'inf';
    default:
      return undefined;
  }
}

describe('setValue', () => {
  test.each<[string, ValueInput, unknown]>([
    ['State[0]._cullMode', 1, 1],
    ['State[0]._cullMode', '0x10', 16],
    ['State[0]._alphaRef', 4294967295, 4294967295],
    ['State[0]._transparentDoubleSide', true, 1],
    ['Variant[0]._valueF32', '-1.5e3', -1500],
    ['Variant[0]._valueF32', 'nan', Number.NaN],
    ['Variant[0]._valueF32', 0.1, Math.fround(0.1)],
    ['Variant[0]._valueS32', -2147483648, -2147483648],
    ['Variant[0]._valueColor', '#ff8000', [1, Math.fround(128 / 255), 0, 1]],
    ['Variant[0]._valueColor', '0.5, 1 0.25,1', [0.5, 1, 0.25, 1]],
    ['Variant[0]._valueColor', '[1,0,0,"inf"]', [1, 0, 0, Number.POSITIVE_INFINITY]],
    ['State[0]._name', '音楽', '音楽'],
    ['State[0]._name', '', ''],
    ['Texture[0]._image', '#10004', 10004],
    ['Texture[0]._image', 'Image[0]', 10004],
    ['Texture[0]._image', null, 0],
    ['State[0]._texture', ['#10003', null, 10003], [10003, 0, 10003]],
    ['State[0]._texture', 'Texture[0],#10003', [10003, 10003]],
    ['State[0]._texture', '[]', []],
    ['State[0]._textureRef', [-1, -32768], [-1, -32768]],
    ['State[0]._textureRef', 'external:-9', [-9]],
    ['Image[0]._mipmapFileName', ['a.dds', 'b.dds'], ['a.dds', 'b.dds']],
    ['Shape[0]._blendTargetName', '["a"]', ['a']],
    [
      'Shape[0]._blendTargetBindMatrix',
      [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
      [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    ],
  ])('%s = %j', (path, input, expected) => {
    for (const model of [be, le]) {
      const report = new Report();
      const again = readYabx(writeYabx(setValue(model, path, input)), { report });
      expect(report.totals.error + report.totals.warning).toBe(0);
      const [name, n, field] = /^(\w+)\[(\d+)\]\.(\w+)/.exec(path)!.slice(1) as [string, string, string];
      const index = again.objects.findIndex(
        (o, i) =>
          o.className === `stevia::${name}` &&
          again.objects.slice(0, i).filter((p) => p.className === o.className).length === Number(n),
      );
      expect(valueAt(again, index, field).value).toEqual(expected);
    }
  });

  test('items of lists, vectors and matrices', () => {
    let model = setValue(be, 'State[0]._userParameter[1]', 'Parameter[0]');
    model = setValue(model, 'Node[1]._translation.y', 7.5);
    model = setValue(model, 'Node[1]._mtxLocal[11]', -1);
    model = setValue(model, 'Shape[0]._blendTargetName', ['a', 'bb', 'c']);
    model = setValue(model, 'Shape[0]._blendTargetName[1]', '日本');
    model = setValue(model, 'Shape[0]._blendTargetBindMatrix', [new Array(12).fill(0), new Array(12).fill(1)]);
    model = setValue(model, 'Shape[0]._blendTargetBindMatrix[1][3]', 9);
    const again = readYabx(writeYabx(model));
    const at = (path: string) => {
      const index = again.objects.findIndex((o) => pathOfObject(again, o) === path);
      return (name: string) => valueAt(again, index, name).value as unknown[];
    };
    expect(at('State[0]')('_userParameter').slice(0, 3)).toEqual([10005, 10005, 10009]);
    expect(at('Node[1]')('_translation')[1]).toBe(7.5);
    expect(at('Node[1]')('_mtxLocal')[11]).toBe(-1);
    expect(at('Shape[0]')('_blendTargetName')).toEqual(['a', '日本', 'c']);
    expect(at('Shape[0]')('_blendTargetBindMatrix')).toEqual([
      new Array(12).fill(0),
      [1, 1, 1, 9, 1, 1, 1, 1, 1, 1, 1, 1],
    ]);
  });

  test('a NaN beside an edited number keeps its bits', () => {
    const nan = setValue(le, 'Node[0]._scale.x', 'nan');
    const object = nan.objects.find((o) => o.className === 'stevia::Node')!;
    const raw = object.fields.find((f) => f.name === '_scale')!.raw;
    raw.set([1, 2, 0xc0, 0x7f]);
    const edited = setValue(nan, 'Node[0]._scale.y', 2);
    const after = edited.objects.find((o) => o.id === object.id)!.fields.find((f) => f.name === '_scale')!.raw;
    expect([...after.subarray(0, 8)]).toEqual([1, 2, 0xc0, 0x7f, 0, 0, 0, 0x40]);
  });

  test('shares what was not touched and leaves the model as it was', () => {
    const before = writeYabx(le);
    const edited = setValue(le, 'State[0]._name', 'other');
    expect(edited.objects.filter((o, i) => o === le.objects[i]).length).toBe(le.objects.length - 1);
    expect(edited.classes).toBe(le.classes);
    expect(Buffer.from(writeYabx(le)).equals(before)).toBe(true);
  });

  test.each<[string, ValueInput, RegExp, RegExp]>([
    ['State[0]._transparentDoubleSide', 256, /256 is not a u8/, /0 to 255/],
    ['State[0]._cullMode', -1, /not a u32/, /0 to 4294967295/],
    ['State[0]._cullMode', 1.5, /not a u32/, /whole number/],
    ['State[0]._cullMode', 'front', /not a u32/, /whole number/],
    ['State[0]._cullMode', null, /not a u32/, /whole number/],
    ['Variant[0]._valueS32', 2147483648, /not a s32/, /-2147483648 to 2147483647/],
    ['Variant[0]._valueF32', Number.NaN, /not an f32/, /'nan'/],
    ['Variant[0]._valueF32', 1e39, /not an f32/, /3\.4e38/],
    ['Variant[0]._valueColor', [1, 2, 3], /3 numbers/, /4 numbers/],
    ['Variant[0]._valueColor.x', 'red', /not an f32/, /number/],
    ['State[0]._name', 5, /not a text/, /text/],
    ['State[0]._name', 'a\0b', /NUL/, /without NUL/],
    ['State[0]._name', 'x'.repeat(32767), /32767 bytes/, /at most 32766/],
    ['State[0]._name', '\ud800', /without bytes/, /Unicode/],
    ['Texture[0]._image', 10067, /#10067 is outside the object table/, /#10001 to #10066/],
    ['Texture[0]._image', 1, /outside the object table/, /#10001/],
    ['Texture[0]._image', -1, /outside the object table/, /external:-1/],
    ['Texture[0]._image', 'State[0]', /#10002 is of stevia::State/, /class Image/],
    ['Texture[0]._image', 'Image[9]', /no Image\[9\]/, /Image\[0\]/],
    ['State[0]._texture', '#10003 #10002', /#10002 is of stevia::State/, /class Texture/],
    ['State[0]._texture[0]', 10002, /stevia::State/, /class Texture/],
    ['State[0]._texture[4]', 10002, /has no "\[4\]"/, /\[0\]/],
    ['Shape[0]._blendTargetBindMatrix', [[1]], /1 numbers/, /12 numbers/],
    ['State[0]', 1, /an object, not a value/, /_cullMode/],
  ])('%s = %j is refused with what would fit', (path, input, reason, expected) => {
    try {
      setValue(be, path, input);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(EditError);
      expect((error as EditError).path).toBe(/Image\[9\]/.test(String(input)) ? 'Image[9]' : path);
      expect((error as EditError).reason).toMatch(reason);
      expect((error as EditError).expected).toMatch(expected);
    }
  });

  test('bytes without a meaning are set as hex only', () => {
    const edited = setValue(dynamic, 'Bag[0].opaque', 'hex:01 02FF00ff');
    expect(describeYabx(edited).objects[1]!.fields.at(-1)).toEqual(['opaque', 'opaque', '0102ff00ff']);
    expect(() => setValue(dynamic, 'Bag[0].opaque', 'text')).toThrow(/not bytes/);
    expect(() => setValue(dynamic, 'Bag[0].opaque', 'hex:0')).toThrow(EditError);
    expect(describeYabx(setValue(dynamic, 'Bag[0].opaque', 'hex:00000000')).objects[1]!.fields.at(-1)).toEqual([
      'opaque',
      'refs',
      [],
    ]);
  });

  test('padding behind a string in its field stays', () => {
    const edited = setValue(dynamic, 'Sub[0].string_padded', 'longer');
    expect(describeYabx(edited).objects[0]!.fields.find((f) => f[0] === 'string_padded')).toEqual([
      'string_padded',
      'str',
      'longer',
      { padding: 'cccccc' },
    ]);
  });
});

describe('header and padding after an edit', () => {
  const originals = yabxSamples().find((s) => s.name === 'oracle_graph_le.yabx')!.bytes;

  test('payload size, CRC and alignment are made anew', () => {
    for (let extra = 1; extra < 40; extra++) {
      const report = new Report();
      const bytes = writeYabx(setValue(le, 'State[0]._name', 'x'.repeat(extra)));
      const model = readYabx(bytes, { report });
      expect(report.totals.error + report.totals.warning).toBe(0);
      expect(bytes.length % 32).toBe(0);
      expect(model.payloadSize).toBe(bytes.length - 16);
      expect(model.padding.length).toBeLessThan(32);
    }
  });

  test('a padding of another rule keeps its bytes', () => {
    for (const padding of [new Uint8Array(3), Uint8Array.of(0, 1), new Uint8Array(0)]) {
      const own = readYabx(writeYabx({ ...le, padding, readCrc: undefined, payloadSize: 0 }));
      const unaligned = { ...own, padding, payloadSize: 1000 };
      expect(readYabx(writeYabx(setValue(unaligned, 'State[0]._name', 'y'))).padding).toEqual(
        padding.some(Boolean) ? padding : unaligned.padding,
      );
    }
  });

  test('a wrong CRC stays while nothing changes, and is made right by an edit', () => {
    const wrong = originals.slice();
    wrong[12]! ^= 0xff;
    const model = readYabx(wrong);
    expect(Buffer.from(writeYabx(model)).equals(wrong)).toBe(true);
    const report = new Report();
    readYabx(writeYabx(setValue(model, 'State[0]._cullMode', 9)), { report });
    expect(report.has('yabx/crc')).toBe(false);
  });

  test('the canonical form of a canonical file is the file; other files get right headers and strings', () => {
    for (const { name, bytes } of yabxSamples()) {
      if (/dynamic/.test(name)) continue;
      expect(Buffer.from(writeYabx(readYabx(bytes), { canonical: true })).equals(bytes), name).toBe(true);
    }
    const canonical = writeYabx(dynamic, { canonical: true });
    const again = readYabx(canonical);
    const hex = (n: string) => Buffer.from(again.objects[0]!.fields.find((f) => f.name === n)!.raw).toString('hex');
    expect(hex('one_char_nul')).toBe('0000');
    expect(hex('string_padded')).toBe('02006100cccccc');
    expect(hex('string')).toBe('040061626300');
    expect(Buffer.from(writeYabx(again, { canonical: true })).equals(canonical)).toBe(true);
  });
});

describe('known faults', () => {
  test.each<[string, number[], string]>([
    ['katakana', [0x83, 0x65, 0x83, 0x58, 0x83, 0x67], 'テスト'],
    ['a letter cut in two', [0x83, 0x65, 0x83, 0x58, 0x83], 'テス\ufffd'],
    ['a second byte that is a backslash', [0x95, 0x5c], '表'],
    ['half-width katakana', [0xc3, 0xbd, 0xc4], 'ﾃｽﾄ'],
  ])('fault 064: Shift-JIS, %s: shown right, kept as bytes', (_, bytes, text) => {
    const index = le.objects.findIndex((o) => o.className === 'stevia::State');
    const at = le.objects[index]!.fields.findIndex((f) => f.name === '_name');
    const raw = Uint8Array.from([bytes.length + 1, 0, ...bytes, 0]);
    const objects = le.objects.slice();
    const fields = objects[index]!.fields.slice();
    fields[at] = { ...fields[at]!, raw };
    objects[index] = { ...objects[index]!, fields };
    const file = writeYabx({ ...le, objects });
    const model = readYabx(file);
    expect(valueAt(model, index, '_name')).toMatchObject({ kind: 'str', value: text, bytes: Uint8Array.from(bytes) });
    expect(Buffer.from(writeYabx(model)).equals(file)).toBe(true);
    const edited = readYabx(writeYabx(setValue(model, 'State[0]._cullMode', 7)));
    expect(valueAt(edited, index, '_name')).toMatchObject({ bytes: Uint8Array.from(bytes) });
    // A text set in its place stays in the file's encoding.
    if (!text.includes('\ufffd')) {
      const set = setValue(model, 'State[0]._name', '表ﾃ');
      expect(valueAt(set, index, '_name')).toMatchObject({ bytes: Uint8Array.of(0x95, 0x5c, 0xc3) });
    }
  });

  test('fault 067: an object of an XBAY stream is renamed: every number stays big-endian, a no-op save is the same file', () => {
    const bytes = yabxSamples().find((s) => s.name === 'oracle_graph_be.yabx')!.bytes;
    expect(Buffer.from(writeYabx(readYabx(bytes))).equals(bytes)).toBe(true);
    const saved = writeYabx(setValue(readYabx(bytes), 'State[0]._name', 'renamed state'));
    const report = new Report();
    const again = readYabx(saved, { report });
    expect(report.totals.error + report.totals.warning).toBe(0);
    expect(Buffer.from(saved.subarray(0, 4)).toString()).toBe('XBAY');
    expect(new DataView(saved.buffer, saved.byteOffset).getUint32(8, false)).toBe(saved.length - 16);
    const expected = describeYabx(readYabx(bytes)).objects.map((o) => o.fields);
    const renamed = expected.map((fields, i) =>
      i === 1 ? fields.map((f) => (f[0] === '_name' ? ['_name', 'str', 'renamed state'] : f)) : fields,
    );
    expect(describeYabx(again).objects.map((o) => o.fields)).toEqual(renamed);
  });
});

describe('random edits', () => {
  /** Object and field by number, and a value for whatever kind the field is. */
  const edit = fc.record({
    object: fc.nat(),
    field: fc.nat(),
    integer: fc.integer({ min: 0, max: 127 }),
    float: fc.float({ noNaN: true, noDefaultInfinity: true }),
    text: fc.string({ unit: 'grapheme', maxLength: 40 }).filter((t) => !t.includes('\0')),
    length: fc.nat({ max: 9 }),
  });

  test.each([
    ['big-endian', be],
    ['little-endian', le],
    ['little-endian with padding and opaque fields', dynamic],
  ])(
    '%s: the file re-reads to exactly that edit and nothing else',
    (_, original) => {
      fc.assert(
        fc.property(edit, (e) => {
          const object = original.objects[e.object % original.objects.length]!;
          const field = object.fields[e.field % object.fields.length]!;
          const input = randomInput(field.value, e);
          const path = `#${object.id}.${field.name}`;
          const report = new Report();
          const again = readYabx(writeYabx(setValue(original, path, input)), { report });
          expect(report.totals.error + report.totals.warning).toBe(0);
          const changed: string[] = [];
          original.objects.forEach((before, i) => {
            const after = again.objects[i]!;
            if (after.classIndex !== before.classIndex || !bytesEqual(after.leftover, before.leftover))
              changed.push(`#${before.id}`);
            before.fields.forEach((was, j) => {
              if (!bytesEqual(after.fields[j]!.raw, was.raw)) changed.push(`#${before.id}.${was.name}`);
            });
          });
          expect(changed.filter((p) => p !== path)).toEqual([]);
          const is = again.objects[original.objects.indexOf(object)]!.fields[object.fields.indexOf(field)]!;
          if (field.value.kind === 'opaque') expect(is.raw).toEqual(input);
          else expect(is.value.value).toEqual(expectedOf(input, field.value));
          const rest = (m: Yabx) => ({ ...m, objects: 0, payloadSize: 0, crc: 0, readCrc: 0, padding: 0 });
          expect(rest(again)).toEqual(rest(original));
        }),
        { numRuns: 150 },
      );
    },
    30_000,
  );

  function randomInput(
    value: YabxValue,
    e: { integer: number; float: number; text: string; length: number },
  ): ValueInput {
    const floats = (n: number) => Array.from({ length: n }, (_, i) => Math.fround(e.float + i));
    const finite = (list: number[]) => list.map((v) => (Number.isFinite(v) ? v : 0));
    switch (value.kind) {
      case 'f32':
        return e.float;
      case 'vec3':
      case 'vec4':
      case 'mat':
        return finite(floats(value.value.length));
      case 'mats':
        return Array.from({ length: e.length }, () => finite(floats(12)));
      case 'str':
        return e.text;
      case 'strs':
        return Array.from({ length: e.length }, (_, i) => e.text + i);
      case 'ref':
        return 0;
      case 'refs':
        return Array.from({ length: e.length }, () => null);
      case 'blob':
      case 'opaque':
        return Uint8Array.from({ length: 2 * e.length + 1 }, () => e.integer);
      default:
        return e.integer;
    }
  }

  function expectedOf(input: ValueInput, was: YabxValue): unknown {
    return was.kind === 'refs' ? (input as null[]).map(() => 0) : input;
  }
});
