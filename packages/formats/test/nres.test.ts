import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { fromHex, toHex } from '../src/binary/hex.ts';
import type { ByteSource } from '../src/binary/source.ts';
import { decodeCp1251, encodeCp1251, untilNul } from '../src/binary/text.ts';
import { coverageOf, Trace } from '../src/binary/trace.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { FormatError } from '../src/diagnostics/format-error.ts';
import { canonicalNres, editNres, type NewNresEntry } from '../src/nres/layout.ts';
import { findEntries, findEntry, sortIndexOf } from '../src/nres/lookup.ts';
import { readNres, readNresDirectory } from '../src/nres/read.ts';
import type { Nres } from '../src/nres/types.ts';
import { repackNres, writeNres } from '../src/nres/write.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each(samplesIn('nres', '.rlb'))('NRes $name', ({ bytes, expected }) => {
  const report = new Report();
  const nres = readNres(bytes, { report });

  test('directory and payloads equal the expected ones', () => {
    expect(nres.directoryOffset).toBe(expected.directoryOffset);
    expect(nres.entries.length).toBe(expected.count);
    expect(
      nres.entries.map((e) => {
        const { data, nameField, ...entry } = e;
        const nameBytes = untilNul(nameField);
        const tail = nameField.subarray(nameBytes.length).some((b) => b !== 0);
        return {
          ...entry,
          nameHex: toHex(nameBytes),
          ...(tail ? { nameFieldHex: toHex(nameField) } : {}),
          sha256: sha256(data),
        };
      }),
    ).toEqual(expected.entries);
    expect(nres.gaps.map(({ start, end, zero }) => ({ start, end, zero }))).toEqual(expected.gaps);
    expect(sortIndexOf(nres.entries)).toEqual(expected.expectedSort);
  });

  test('diagnostics equal the expected ones', () => {
    expect(report.diagnostics.map(({ code, severity }) => ({ code, severity }))).toEqual(expected.diagnostics);
  });

  test('the same bytes at an odd offset inside a dirty buffer', () => {
    const dirty = new Uint8Array(bytes.length + 9).fill(0xa5);
    dirty.set(bytes, 3);
    const shifted = readNres(dirty.subarray(3, 3 + bytes.length));
    expect(shifted).toEqual(nres);
    expect(writeNres(shifted)).toEqual(bytes);
  });

  test('lossless and canonical bytes', () => {
    expect(writeNres(nres)).toEqual(bytes);
    const canonical = repackNres(nres);
    expect({ size: canonical.length, sha256: sha256(canonical), same: sha256(canonical) === sha256(bytes) }).toEqual(
      expected.canonical,
    );
  });
});

const EMPTY: Nres = {
  version: 0x100,
  totalSize: 16,
  directoryOffset: 16,
  entries: [],
  gaps: [],
  trailing: new Uint8Array(0),
  base: 0,
};

const entry = (name: string | Uint8Array, data: Uint8Array = new Uint8Array(0), type = 1): NewNresEntry => ({
  type,
  name: typeof name === 'string' ? encodeCp1251(name)! : name,
  data,
  attr1: 0,
  attr2: 0,
  attr3: 0,
});

/** A canonical archive of these entries, as bytes. */
const archive = (...entries: NewNresEntry[]) => writeNres(editNres(EMPTY, [], entries));

function codes(bytes: Uint8Array): string[] {
  const report = new Report();
  report.attempt(() => readNres(bytes, { report }));
  return report.diagnostics.map((d) => d.code);
}

describe('lookup', () => {
  const objects = samplesIn('nres', '.rlb').find((s) => s.name === 'objects.rlb')!;
  const { entries } = readNres(objects.bytes);
  const indices = (address: string | Uint8Array) => findEntries(entries, address).map((e) => e.index);

  test('by name in any ASCII case, every entry of it, in directory order', () => {
    expect(indices('ReadMe')).toEqual([7, 10, 11]);
    expect(indices('turret.msh')).toEqual([0, 12]);
    expect(indices('')).toEqual([8]);
    expect(indices('nothing')).toEqual([]);
  });

  test('by #index and type:N, decimal or hex', () => {
    expect(indices('#3')).toEqual([3]);
    expect(indices('#17')).toEqual([]);
    expect(indices('type:0x6D786554')).toEqual([5, 6]);
    expect(indices(`type:${0x6d786554}`)).toEqual([5, 6]);
    expect(indices('type:x')).toEqual([]);
  });

  test('a name that looks like an index is found by name first', () => {
    const nres = readNres(archive(entry('zero'), entry('#0')));
    expect(findEntry(nres.entries, '#0')?.index).toBe(1);
    expect(findEntry(nres.entries, '#1')?.index).toBe(1);
  });

  test('fault 026: a damaged sort index is reported and every entry found all the same', () => {
    const bytes = archive(entry('Alpha'), entry('Beta'), entry('Gamma'));
    const sortIndex = (values: number[]) => {
      const changed = bytes.slice();
      const view = new DataView(changed.buffer);
      values.forEach((value, i) => {
        view.setUint32(16 + 64 * i + 60, value, true);
      });
      return changed;
    };
    expect(codes(bytes)).toEqual([]);
    for (const values of [
      [0, 0xffffffff, 2],
      [0, 1, 1],
      [1, 2, 0],
    ]) {
      const broken = sortIndex(values);
      expect(codes(broken)).toEqual(['nres/sort-index']);
      const nres = readNres(broken);
      expect(['ALPHA', 'beta', 'Gamma'].map((n) => findEntry(nres.entries, n)?.index)).toEqual([0, 1, 2]);
      expect(writeNres(nres)).toEqual(broken);
    }
  });

  test('fault 062: names that differ only in case are kept apart', () => {
    const bytes = archive(entry('A', Uint8Array.of(1)), entry('a', Uint8Array.of(2)), entry('A', Uint8Array.of(3)));
    const nres = readNres(bytes);
    expect(findEntries(nres.entries, 'a').map((e) => e.data[0])).toEqual([1, 2, 3]);
    expect(repackNres(nres)).toEqual(bytes);
    expect(codes(bytes)).toEqual([]);
  });

  test('fault 065: CP1251 names are shown in Cyrillic, compared and written as bytes', () => {
    const names = ['caf3e1', 'd02e6d7368', 'eaf3e1'].map((hex) => fromHex(hex)!);
    const bytes = archive(...names.map((name) => entry(name)));
    const nres = readNres(bytes);
    expect(nres.entries.map((e) => e.name)).toEqual(['Куб', 'Р.msh', 'куб']);
    expect(['Куб', 'Р.MSH', 'куб', 'КУБ'].map((n) => findEntry(nres.entries, n)?.index)).toEqual([0, 1, 2, undefined]);
    expect(names.map((n) => findEntry(nres.entries, n)?.index)).toEqual([0, 1, 2]);
    expect(writeNres(nres)).toEqual(bytes);
  });

  test('every CP1251 byte is shown and found again; text outside it is nothing', () => {
    const all = Uint8Array.from({ length: 256 }, (_, i) => i);
    expect(encodeCp1251(decodeCp1251(all))).toEqual(all);
    expect(encodeCp1251('日')).toBeUndefined();
    expect(indices('日')).toEqual([]);
  });
});

describe('names, sizes and places', () => {
  test('fault 061: names with separators are only names', () => {
    const names = ['..\\..\\p.txt', 'C:\\p.txt', '\\\\srv\\s\\p', '/etc/p', 'a/../../p'];
    const bytes = archive(...names.map((name) => entry(name)));
    const nres = readNres(bytes);
    expect(nres.entries.map((e) => e.name)).toEqual(names);
    expect(names.map((n) => findEntry(nres.entries, n)?.index)).toEqual([0, 1, 2, 3, 4]);
    expect(writeNres(nres)).toEqual(bytes);
  });

  test('fault 027: an entry of 65 MiB opens', () => {
    const size = 65 << 20;
    const bytes = archive(entry('large', new Uint8Array(size)));
    expect(codes(bytes)).toEqual([]);
    expect(readNres(bytes).entries[0]!.data.length).toBe(size);
  });

  test('fault 070: empty entries are no overlap and shift nothing; an empty file is truncated', () => {
    const bytes = archive(entry('none'), entry('one', Uint8Array.of(7)), entry('end'));
    const nres = readNres(bytes);
    expect(codes(bytes)).toEqual([]);
    expect(nres.entries.map((e) => [e.offset, e.data.length])).toEqual([
      [16, 0],
      [16, 1],
      [24, 0],
    ]);
    expect(nres.directoryOffset).toBe(24);
    expect(repackNres(nres)).toEqual(bytes);
    expect(codes(new Uint8Array(0))).toEqual(['nres/truncated']);
  });

  test('a name of 36 bytes is kept whole and reported', () => {
    const bytes = archive(entry('x'));
    bytes.fill(0x41, 16 + 20, 16 + 56);
    expect(codes(bytes)).toEqual(['nres/name']);
    expect(readNres(bytes).entries[0]!.name).toBe('A'.repeat(36));
  });

  test('a payload at an odd place is reported', () => {
    const bytes = archive(entry('x', new Uint8Array(4)));
    new DataView(bytes.buffer).setUint32(24 + 56, 17, true);
    expect(codes(bytes)).toEqual(['nres/alignment']);
  });

  test('an archive inside another one speaks positions of the outer file', () => {
    const report = new Report();
    const trace = new Trace();
    const bytes = archive(entry('x', new Uint8Array(4)));
    bytes[4] = 7;
    readNres(bytes, { report, trace, base: 1000 });
    expect(report.diagnostics[0]).toMatchObject({
      code: 'nres/version',
      offset: 1004,
      length: 4,
      path: 'header.version',
    });
    expect(trace.root.children.map((n) => [n.name, n.start, n.end])).toEqual([
      ['header', 1000, 1016],
      ['directory[0]', 1024, 1088],
      ['entries[0]', 1016, 1020],
      ['padding[0]', 1020, 1024],
    ]);
  });
});

describe('reading a directory', () => {
  test('reads the header and the directory, nothing else', () => {
    const bytes = archive(entry('a', new Uint8Array(5000)), entry('b', new Uint8Array(100)));
    const reads: [number, number][] = [];
    const source: ByteSource = {
      size: bytes.length,
      read(offset, length) {
        reads.push([offset, length]);
        return bytes.subarray(offset, offset + length);
      },
    };
    const directory = readNresDirectory(source);
    expect(directory.entries.map((e) => [e.name, e.size])).toEqual([
      ['a', 5000],
      ['b', 100],
    ]);
    expect(reads).toEqual([
      [0, 16],
      [directory.offset, 128],
    ]);
  });

  test('a count that does not fit reads nothing more', () => {
    const header = archive();
    new DataView(header.buffer).setInt32(8, 0x7fffffff, true);
    const source: ByteSource = {
      size: 1 << 20,
      read: (offset, length) => (offset === 0 && length === 16 ? header : expect.unreachable()),
    };
    expect(() => readNresDirectory(source)).toThrow('nres/directory');
  });
});

test('every byte is explained, unindexed regions under their own name', () => {
  for (const { bytes } of samplesIn('nres', '.rlb')) {
    const trace = new Trace('file', 0, bytes.length);
    const nres = readNres(bytes, { trace });
    expect(coverageOf(trace.root, bytes.length)).toMatchObject({ gaps: [], overlaps: [] });
    const unindexed = trace.root.children.filter((n) => n.name.startsWith('unindexed'));
    expect(unindexed.length).toBe(nres.gaps.filter((g) => !g.zero).length);
  }
});

test('a file cut anywhere is a FormatError', () => {
  const { bytes } = samplesIn('nres', '.rlb').find((s) => s.name === 'objects.rlb')!;
  for (let size = 0; size < bytes.length; size += 64) {
    expect(() => readNres(bytes.slice(0, size))).toThrow(FormatError);
  }
});

test('nested archives give the codes of each entry', () => {
  const { bytes, expected } = samplesIn('msh/bad', '.rlb').find((s) => s.name === 'nested.rlb')!;
  const nres = readNres(bytes);
  const found = nres.entries.map((e) => ({ entry: e.name, codes: codes(e.data), size: e.data.length }));
  expect(found).toEqual(
    expected.nested.map((n: { entry: string; codes: string[]; size: number }) => ({
      entry: n.entry,
      codes: n.codes,
      size: n.size,
    })),
  );
});

describe('editing', () => {
  const entries = fc.array(
    fc.record({ name: fc.uint8Array({ maxLength: 35 }), data: fc.uint8Array({ maxLength: 20 }) }),
    { minLength: 1, maxLength: 8 },
  );

  test('any payload of a canonical archive replaced gives the canonical archive of the new payloads', () => {
    fc.assert(
      fc.property(entries, fc.nat(), fc.uint8Array({ maxLength: 30 }), (list, pick, data) => {
        const index = pick % list.length;
        const before = list.map((e) => entry(e.name, e.data));
        const after = list.map((e, i) => entry(e.name, i === index ? data : e.data));
        expect(writeNres(editNres(readNres(archive(...before)), [{ index, data }]))).toEqual(archive(...after));
      }),
    );
  });

  test('in a file with gaps, unindexed regions and shared payloads everything else keeps its bytes', () => {
    const { bytes } = samplesIn('nres', '.rlb').find((s) => s.name === 'objects.rlb')!;
    const nres = readNres(bytes);
    for (const target of nres.entries) {
      for (const size of [0, 1, target.size, target.size + 13]) {
        const data = new Uint8Array(size).fill(0xee);
        const edited = readNres(writeNres(editNres(nres, [{ index: target.index, data, attr2: 9 }])));
        expect(edited.entries.map((e) => sha256(e.data))).toEqual(
          nres.entries.map((e) => sha256(e.index === target.index ? data : e.data)),
        );
        expect(edited.entries[target.index]!.attr2).toBe(9);
        // Alignment may put zeros before a region, and an emptied payload joins two of them.
        const regions = (n: Nres) => n.gaps.flatMap((g) => [...g.bytes].filter((byte) => byte !== 0));
        expect(regions(edited)).toEqual(regions(nres));
        expect(edited.entries.every((e) => e.offset % 8 === 0)).toBe(true);
      }
    }
  });

  test('a payload that shares bytes moves behind the others', () => {
    const { bytes } = samplesIn('msh/bad', '.msh').find((s) => s.name === 'overlap.msh')!;
    const nres = readNres(bytes);
    const data = new Uint8Array(9).fill(1);
    const edited = readNres(writeNres(editNres(nres, [{ index: 3, data }])));
    expect(edited.entries.map((e) => sha256(e.data))).toEqual(
      nres.entries.map((e) => sha256(e.index === 3 ? data : e.data)),
    );
  });

  test('a payload that was out of range gets a place of its own', () => {
    const { bytes } = samplesIn('msh/bad', '.msh').find((s) => s.name === 'payload-outside.msh')!;
    const nres = readNres(bytes);
    const data = new Uint8Array(11).fill(1);
    const edited = readNres(writeNres(editNres(nres, [{ index: 5, data }])));
    expect(edited.entries.map((e) => sha256(e.data))).toEqual(
      nres.entries.map((e) => sha256(e.index === 5 ? data : e.data)),
    );
  });

  test('canonical archives keep what follows a name and lose what no entry has', () => {
    const { bytes } = samplesIn('nres', '.rlb').find((s) => s.name === 'objects.rlb')!;
    const nres = readNres(bytes);
    const canonical = canonicalNres(nres);
    expect(canonical.entries.map((e) => toHex(e.nameField))).toEqual(nres.entries.map((e) => toHex(e.nameField)));
    expect(canonical.gaps).toEqual([]);
  });
});
