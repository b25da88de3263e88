import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { checkAvts, isSafeFileName } from '../src/avts/checks.ts';
import { readAvts } from '../src/avts/read.ts';
import type { Avts } from '../src/avts/types.ts';
import { buildAvts, type NewChunk, writeAvts } from '../src/avts/write.ts';
import { bytesEqual, concatBytes } from '../src/binary/bytes.ts';
import { encodeUtf8 } from '../src/binary/text.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';

const all = [...samplesIn('svo', '.svo'), ...samplesIn('font', '.svo'), ...samplesIn('svo/bad', '.svo')];

function chunk(name: string | Uint8Array, size: number, fill = 0xaa): NewChunk {
  const bytes = typeof name === 'string' ? encodeUtf8(name) : name;
  return { name: bytes, kind: 1, sequence: 0, data: new Uint8Array(size).fill(fill) };
}

function findings(bytes: Uint8Array): string[] {
  const report = new Report();
  checkAvts(readAvts(bytes, { report }), report);
  return report.diagnostics.map((d) => d.code);
}

/** The file with the u32 at `at` of an entry changed. */
function withEntryField(bytes: Uint8Array, entry: number, at: 0x208 | 0x20c, value: number): Uint8Array {
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint32(0x80 + entry * 0x400 + at, value, true);
  return copy;
}

const offsets = (avts: Avts) => avts.directory.entries.map((e) => e.offset);

describe('writeAvts', () => {
  test.each(all)('$name comes back byte for byte from its records', ({ bytes }) => {
    const avts = new Report().attempt(() => readAvts(bytes));
    if (!avts) return;
    expect(bytesEqual(writeAvts(avts), bytes)).toBe(true);
  });

  test('reads and writes a window on a larger buffer alike', () => {
    const { bytes } = all.find((s) => s.name === 'oracle_residue.svo')!;
    const dirty = concatBytes([new Uint8Array(7).fill(0xcc), bytes, new Uint8Array(9).fill(0xdd)]);
    const window = dirty.subarray(7, 7 + bytes.length);
    expect(bytesEqual(writeAvts(readAvts(window)), bytes)).toBe(true);
  });

  test('unused slots and a directory cut inside an entry come back', () => {
    const base = buildAvts([chunk('a.dds', 5), chunk('b.dds', 5), chunk('', 0)], true);
    expect(readAvts(base).directory.entries.length).toBe(2);
    expect(bytesEqual(writeAvts(readAvts(base)), base)).toBe(true);
    const cut = base.slice(0, 0x80 + 0x400 + 100);
    expect(bytesEqual(writeAvts(readAvts(cut)), cut)).toBe(true);
  });
});

describe('replacing chunks', () => {
  const original = buildAvts([chunk('1.dds', 1, 1), chunk('2.dds', 0x7f, 2), chunk('3.dds', 0x81, 3)], true);
  const start = 0x80 + 3 * 0x400;

  test('fault 069: offsets after alignment, sizes without padding, order kept, file padded to 0x80', () => {
    expect(offsets(readAvts(original))).toEqual([start, start + 0x80, start + 0x100]);
    expect(original.length).toBe(start + 0x200);
    const same = readAvts(writeAvts(readAvts(original), new Map([[1, new Uint8Array(0x80).fill(9)]])));
    expect(offsets(same)).toEqual([start, start + 0x80, start + 0x100]);
    expect(same.directory.entries[1]!.size).toBe(0x80);
    expect(same.bytes.length).toBe(original.length);
    const grown = readAvts(writeAvts(readAvts(original), new Map([[1, new Uint8Array(0x82).fill(9)]])));
    expect(offsets(grown)).toEqual([start, start + 0x80, start + 0x180]);
    expect(grown.bytes.length).toBe(original.length + 0x80);
    expect(grown.chunks.map((c) => [c.data.length, c.data[0]])).toEqual([
      [1, 1],
      [0x82, 9],
      [0x81, 3],
    ]);
    expect(grown.gaps.every((g) => g.zero)).toBe(true);
  });

  test.each([0, 1, 0x7f, 0x80, 0x81, 0x1000])('%i bytes and back give the old file', (size) => {
    for (const index of [0, 1, 2]) {
      const avts = readAvts(original);
      const changed = readAvts(writeAvts(avts, new Map([[index, new Uint8Array(size).fill(7)]])));
      expect(changed.chunks[index]!.data.length).toBe(size);
      const back = writeAvts(changed, new Map([[index, avts.chunks[index]!.data]]));
      expect(bytesEqual(back, original)).toBe(true);
    }
  });

  test.each(samplesIn('svo', '.svo'))('fault 071: $name, a chunk replaced: every other chunk stays', ({ bytes }) => {
    const avts = readAvts(bytes);
    for (const [index, { data }] of avts.chunks.entries()) {
      expect(bytesEqual(writeAvts(avts, new Map([[index, data.slice()]])), bytes)).toBe(true);
      const longer = concatBytes([data, new Uint8Array(300).fill(0x55)]);
      const changed = readAvts(writeAvts(avts, new Map([[index, longer]])));
      for (const [other, c] of changed.chunks.entries()) {
        expect(bytesEqual(c.data, other === index ? longer : avts.chunks[other]!.data)).toBe(true);
        expect(c.entry.offset % 0x80).toBe(avts.chunks[other]!.entry.offset % 0x80);
      }
    }
  });

  test('several at once', () => {
    const avts = readAvts(original);
    const replaced = new Map([0, 1, 2].map((i) => [i, new Uint8Array(0x90 + i).fill(0x10 + i)] as const));
    const changed = readAvts(writeAvts(avts, replaced));
    expect(changed.chunks.map((c) => c.data)).toEqual([...replaced.values()]);
    expect(offsets(changed)).toEqual([start, start + 0x100, start + 0x200]);
  });

  test('fault 070: an empty chunk shares its offset with the next one, is no overlap and can grow', () => {
    const file = buildAvts([chunk('a.dds', 4, 1), chunk('empty.dds', 0), chunk('b.dds', 4, 2)], true);
    const avts = readAvts(file);
    expect(avts.directory.entries[1]!.offset).toBe(avts.directory.entries[2]!.offset);
    expect(findings(file)).toEqual([]);
    expect(avts.chunks[1]!.data.length).toBe(0);
    expect(avts.chunks[1]!.class).toBe('dds');
    expect(bytesEqual(writeAvts(avts), file)).toBe(true);
    const grown = readAvts(writeAvts(avts, new Map([[1, new Uint8Array(5).fill(9)]])));
    expect(grown.chunks.map((c) => [c.data.length, c.data[0]])).toEqual([
      [4, 1],
      [5, 9],
      [4, 2],
    ]);
    expect(findings(grown.bytes)).toEqual([]);
  });

  test('a chunk that shares bytes goes to the end of the file, so that the other one stays', () => {
    const twice = withEntryField(original, 1, 0x20c, start);
    const avts = readAvts(twice);
    expect(findings(twice)).toEqual(['avts/chunk-overlap']);
    const changed = readAvts(writeAvts(avts, new Map([[0, new Uint8Array(3).fill(9)]])));
    expect(changed.chunks[1]!.data).toEqual(avts.chunks[1]!.data);
    expect(changed.chunks[2]!.data).toEqual(avts.chunks[2]!.data);
    expect([...changed.chunks[0]!.data]).toEqual([9, 9, 9]);
    expect(changed.bytes.length % 0x80).toBe(0);
  });

  test('there is no chunk of that index', () => {
    expect(() => writeAvts(readAvts(original), new Map([[3, new Uint8Array(1)]]))).toThrow(RangeError);
  });
});

describe('buildAvts', () => {
  test.each(samplesIn('font', '.svo'))('$name: the canonical layout is that of the sample', ({ bytes }) => {
    const avts = readAvts(bytes);
    const chunks = avts.chunks.map(({ entry, data }) => ({
      name: entry.nameField.subarray(0, entry.nameField.indexOf(0)),
      kind: entry.kind,
      sequence: entry.sequence,
      data,
    }));
    expect(bytesEqual(buildAvts(chunks, false), bytes)).toBe(true);
  });

  test('a model of the published sizes ends at 16640 bytes', () => {
    const sizes = [0x26c0, 2176, 0x60, 0x0a];
    const file = buildAvts(
      sizes.map((size, i) => chunk(`${i}.dds`, size)),
      true,
    );
    expect(file.length).toBe(16640);
    expect(offsets(readAvts(file))).toEqual([0x1080, 0x3780, 0x4000, 0x4080]);
  });

  test('a name of 512 bytes does not fit', () => {
    expect(() => buildAvts([chunk('a'.repeat(512), 1)], true)).toThrow(RangeError);
  });
});

describe('checkAvts', () => {
  const good = buildAvts([chunk('a.dds', 200), chunk('b.dds', 200)], true);

  test('a sound directory has no findings', () => {
    expect(findings(good)).toEqual([]);
  });

  test('a chunk outside the file, and one over the directory', () => {
    expect(findings(withEntryField(good, 1, 0x20c, 0xffffff80))).toEqual(['avts/chunk-range']);
    expect(findings(withEntryField(good, 1, 0x208, 0x7fffffff))).toEqual(['avts/chunk-range']);
    expect(findings(withEntryField(good, 1, 0x20c, 0x100))).toEqual(['avts/chunk-overlap']);
  });

  test('fault 062: names that differ in case only are reported', () => {
    const file = buildAvts([chunk('Ha.dds', 4, 1), chunk('ha.DDS', 4, 2)], true);
    expect(findings(file)).toEqual(['avts/name-duplicate']);
    expect(bytesEqual(writeAvts(readAvts(file)), file)).toBe(true);
  });

  test('fault 064: Shift-JIS names: 5C inside a letter is no separator, a cut letter shows U+FFFD and survives', () => {
    const names = [
      [0x83, 0x65, 0x83, 0x58, 0x83, 0x67],
      [0x83, 0x65, 0x83],
      [0x95, 0x5c],
      [0xc3, 0xbd, 0xc4],
    ].map((b) => Uint8Array.from(b));
    const file = buildAvts(
      names.map((name) => chunk(name, 4)),
      true,
    );
    const avts = readAvts(file);
    expect(avts.directory.entries.map((e) => e.name)).toEqual(['テスト', 'テ\uFFFD', '表', 'ﾃｽﾄ']);
    expect(findings(file)).toEqual([]);
    expect(bytesEqual(writeAvts(avts), file)).toBe(true);
  });

  test.each(['../x.dds', 'a\\b', 'C:x', 'CON', 'con.dds', 'LPT1.x', 'a.', 'a ', '', 'a\u0000b', 'a\nb', 'a?b'])(
    '%j is not a safe file name',
    (name) => expect(isSafeFileName(name)).toBe(false),
  );

  test.each(['a.dds', '__HndToSvo__譜面.dds', 'console.dds', '.hidden', 'a..b'])('%j is', (name) =>
    expect(isSafeFileName(name)).toBe(true),
  );
});
