import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dds, glyph, smallFont } from '../../../test-support/font.ts';
import { samplesIn } from '../../../test-support/samples.ts';
import { firstDifference } from '../src/binary/bytes.ts';
import { FormatError } from '../src/diagnostics/format-error.ts';
import { rfzFormat } from '../src/font/asset.ts';
import { buildFontGraph, buildFontSvo, buildRfz } from '../src/font/build.ts';
import { type FontFolder, unpackFont } from '../src/font/folder.ts';
import { packFont } from '../src/font/pack.ts';
import { fontDatabaseOf } from '../src/font/ruhuna.ts';
import { readRfz } from '../src/rfz/read.ts';
import { encodeRfz } from '../src/rfz/write.ts';
import { encodeValue } from '../src/yabx/encode-value.ts';
import type { Yabx } from '../src/yabx/types.ts';
import { writeYabx } from '../src/yabx/write.ts';

const sample = samplesIn('font', '.rfz')[0]!;
const streamOf = (file: Uint8Array) => readRfz(file).stream;
const unpack = (file: Uint8Array) => unpackFont(readRfz(file));
const fontOf = (file: Uint8Array) => fontDatabaseOf(readRfz(file).yabx!)!;

/** What the folder is after JSON and files: nothing shared with the font that it came from. */
function copyOf(folder: FontFolder): FontFolder {
  return {
    metadata: JSON.parse(JSON.stringify(folder.metadata)),
    glyphs: folder.glyphs.map((row) => ({ ...row })),
    pages: folder.pages.map(({ name, dds }) => ({ name, dds: dds.slice() })),
    svo: folder.svo?.slice(),
    stream: folder.stream?.slice(),
  };
}

function thrown(run: () => unknown): unknown[] {
  try {
    run();
  } catch (error) {
    if (error instanceof FormatError) return [error.code, error.path, error.detail];
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** A font with what no other file of the folder can carry. */
function unusualFont(change: (graph: Yabx) => void): Uint8Array {
  const graph = buildFontGraph(smallFont([glyph(0x41), glyph(0x42)]), [dds(16, 16)]);
  change(graph);
  return encodeRfz(writeYabx(graph));
}

const small = () => unusualFont(() => {});

function setRaw(graph: Yabx, object: number, field: string, raw: number[]): void {
  const found = graph.objects[object]!.fields.find((f) => f.name === field)!;
  found.raw = Uint8Array.from(raw);
}

const UNUSUAL: [what: string, change: (graph: Yabx) => void][] = [
  ['odd flags', (g) => setRaw(g, 0, 'flags', [0xff, 0xff, 0xff, 0xff])],
  [
    'fields flags',
    (g) => {
      g.classes[1]!.fields[0]!.flags = 9;
    },
  ],
  ['another count', (g) => setRaw(g, 0, 'glyph_cnt', [9, 9])],
  ['counted pages', (g) => setRaw(g, 0, 'tex_page', [7, 0, 0, 0])],
  ['kerning', (g) => setRaw(g, 1, 'kerning_info', [1, 2, 3])],
  ['cell_inc_y', (g) => setRaw(g, 1, 'cell_inc_y', [0xff, 0xff])],
  ['a box turned round', (g) => setRaw(g, 1, 'box_x2', [0, 0])],
  ['a code twice', (g) => setRaw(g, 2, 'code', [0x41, 0])],
  [
    'padding',
    (g) => {
      g.padding = new Uint8Array([0, 0, 1, 0, 0]);
    },
  ],
  [
    'trailing bytes',
    (g) => {
      g.trailing = Uint8Array.of(1, 2, 3);
    },
  ],
  ['bytes behind a string', (g) => setRaw(g, 0, 'comment', [3, 0, 0x61, 0x62, 0, 0xcd, 0xcd])],
  ['Shift-JIS', (g) => setRaw(g, 0, 'name', [5, 0, 0x83, 0x65, 0x83, 0x58, 0])],
  [
    'leftover bytes of a body',
    (g) => {
      g.objects[2]!.leftover = Uint8Array.of(5, 6);
    },
  ],
  [
    'XBAY',
    (g) => {
      g.bigEndian = true;
      for (const { fields } of g.objects) for (const f of fields) f.raw = encodeValue(f.value, true);
    },
  ],
  ['no pages', (g) => setRaw(g, 3, 'file', [])],
  [
    'a class of its own',
    (g) => {
      g.classes.push({ name: g.classes[0]!.name, flags: 3, parent: 1, fields: [] });
    },
  ],
];

describe('unpack and pack', () => {
  test.each(samplesIn('font', '.rfz'))('$name: an unedited folder gives the same file', ({ bytes, expected }) => {
    const folder = unpack(bytes);
    expect(folder.metadata).toMatchObject({ baseName: expected.yabx.name, name: 'Oracle Mix', point: 20, margin: 2 });
    expect(folder.glyphs.length).toBe(expected.bmfont.glyphs);
    expect(folder.pages.map((p) => p.name)).toEqual(
      expected.svo.images.map((i: { name: string }) => i.name.replace('__HmfToSvo__', '')),
    );
    expect(folder.svo!.length).toBe(expected.svo.bytes);
    expect(firstDifference(packFont(copyOf(folder)), bytes)).toBe(-1);
  });

  test.each(samplesIn('font', '.rfz'))('$name: without its stream a known font is made anew, the same', ({ bytes }) => {
    const packed = packFont({ ...copyOf(unpack(bytes)), stream: undefined, svo: undefined });
    // Base name and pages are all that the embedded SVO is made from.
    expect(firstDifference(packed, bytes)).toBe(-1);
  });

  test.each(UNUSUAL)('%s: the stream is the same, and unpack, pack, unpack a fixed point', (_, change) => {
    const file = unusualFont(change);
    expect(firstDifference(streamOf(file), streamOf(small()))).not.toBe(-1);
    const folder = unpack(file);
    const packed = packFont(copyOf(folder));
    expect(firstDifference(streamOf(packed), streamOf(file))).toBe(-1);
    const again = unpack(packed);
    expect([again.metadata, again.glyphs]).toEqual([folder.metadata, folder.glyphs]);
    expect(again.pages.map((p) => p.name)).toEqual(folder.pages.map((p) => p.name));
    expect(again.pages.every((p, i) => firstDifference(p.dds, folder.pages[i]!.dds) < 0)).toBe(true);
  });

  test('a file without a font is refused, a damaged stream too', () => {
    const empty = unusualFont((g) => {
      g.objects = [];
      g.objectCount = 0;
    });
    expect(thrown(() => unpack(empty)).slice(0, 2)).toEqual(['font/folder', 'stream']);
    const folder = unpack(sample.bytes);
    expect(thrown(() => packFont({ ...folder, stream: folder.stream!.subarray(0, 5000) }))[0]).toBe('font/folder');
    const cut = unpack(sample.bytes.subarray(0, 3000));
    expect(cut.glyphs.length).toBeGreaterThan(0);
    expect(thrown(() => packFont(cut))).toEqual([
      'font/folder',
      'stream',
      'the stream is damaged; only a whole font can be changed',
    ]);
  });
});

describe('packing edits', () => {
  const edited = (change: (folder: FontFolder) => void, file = small()) => {
    const folder = copyOf(unpack(file));
    change(folder);
    return packFont(folder);
  };

  test('random numbers of glyphs and metadata arrive, and nothing else changes', () => {
    const u16 = fc.nat(0xffff);
    const s16 = fc.integer({ min: -0x8000, max: 0x7fff });
    const edit = fc.record({
      row: fc.nat(1),
      glyph: fc.record(
        { advance: u16, advanceY: u16, originX: s16, originY: s16, x1: fc.nat(7), y2: fc.integer({ min: 3, max: 16 }) },
        { requiredKeys: [] },
      ),
      metadata: fc.record({ point: u16, maxAscent: u16, flags: fc.nat(0xffffffff), margin: u16 }, { requiredKeys: [] }),
    });
    const before = unpack(small());
    fc.assert(
      fc.property(edit, ({ row, glyph: changes, metadata }) => {
        const file = edited((folder) => {
          Object.assign(folder.glyphs[row]!, changes);
          Object.assign(folder.metadata, metadata);
        });
        const after = unpack(file);
        expect(after.metadata).toEqual({ ...before.metadata, ...metadata });
        expect(after.glyphs).toEqual(before.glyphs.map((g, i) => (i === row ? { ...g, ...changes } : g)));
        expect(firstDifference(after.svo!, before.svo!)).toBe(-1);
        expect(after.stream!.length).toBe(before.stream!.length);
      }),
      { numRuns: 40 },
    );
  });

  test('numbers of an XBAY font are read and written big-endian', () => {
    const file = unusualFont(UNUSUAL.find(([what]) => what === 'XBAY')![1]);
    expect(unpack(file).glyphs).toEqual(unpack(small()).glyphs);
    const changed = edited((folder) => {
      folder.glyphs[0]!.originX = -2;
      folder.metadata.flags = 0x01020304;
    }, file);
    const { database, glyphs } = fontOf(changed);
    expect([...database.fields.find((f) => f.name === 'flags')!.raw]).toEqual([1, 2, 3, 4]);
    expect([...glyphs[0]!.object.fields.find((f) => f.name === 'origin_x')!.raw]).toEqual([0xff, 0xfe]);
  });

  test('a new text keeps the encoding of the old one', () => {
    const shiftJis = UNUSUAL.find(([what]) => what === 'Shift-JIS')![1];
    const file = edited((folder) => {
      expect(folder.metadata.name).toBe('テス');
      folder.metadata.name = 'テスト';
    }, unusualFont(shiftJis));
    const name = fontOf(file).database.fields.find((f) => f.name === 'name')!.raw;
    expect([...name]).toEqual([7, 0, 0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0]);
  });

  test('glyphs added and removed: table, ids and counts follow, objects that stay keep unknown bytes', () => {
    const leftover = unusualFont((g) => {
      g.objects[2]!.leftover = Uint8Array.of(5, 6);
    });
    const added = { ...glyph(0x30), kerningCount: 0, kerning: '' };
    const file = edited((folder) => folder.glyphs.push(added), leftover);
    const font = fontOf(file);
    expect(font.glyphs.map((g) => [g.object.id, g.metrics.code, g.object.leftover.length])).toEqual([
      [10002, 0x30, 0],
      [10003, 0x41, 0],
      [10004, 0x42, 2],
    ]);
    expect(font.textures.map((t) => t.object.id)).toEqual([10005]);
    expect(font.yabx.objectCount).toBe(5);
    expect(
      rfzFormat
        .open(file, {})
        .check()
        .diagnostics.map((d) => [d.code, d.path]),
    ).toEqual([['yabx/body-size', 'stream.objects[3]']]);
    const back = edited((folder) => folder.glyphs.shift(), file);
    expect(firstDifference(back, leftover)).toBe(-1);
    const none = edited((folder) => folder.glyphs.splice(0), file);
    expect(fontOf(none).glyphs).toEqual([]);
    expect(firstDifference(none, buildRfz({ ...smallFont([]) }, [dds(16, 16)]))).toBe(-1);
  });

  test('glyphs of a font with kerning data or other objects stay as many', () => {
    const remove = (folder: FontFolder) => folder.glyphs.pop();
    const kerning = UNUSUAL.find(([what]) => what === 'kerning')![1];
    expect(thrown(() => edited(remove, unusualFont(kerning))).slice(0, 2)).toEqual(['font/folder', 'glyphs']);
    const other = unusualFont((g) => {
      g.objects.push({ ...g.objects[1]!, id: 10005 });
      g.objectCount++;
    });
    expect(thrown(() => edited(remove, other)).slice(0, 2)).toEqual(['font/folder', 'glyphs']);
  });

  test('a page of the same number replaces its chunk; another number or name makes the SVO anew', () => {
    const page = dds(16, 32, 7);
    const replaced = edited((folder) => {
      folder.pages[0]!.dds = page;
      folder.metadata.lastPageHeight = 32;
    });
    expect(fontOf(replaced).textures[0]!.file).toEqual(buildFontSvo('small', [page]));
    const two = edited((folder) => {
      folder.pages.push({ name: 'x', dds: page });
      folder.metadata.pageCount = 2;
    });
    expect(fontOf(two).textures[0]!.file).toEqual(buildFontSvo('small', [dds(16, 16), page]));
    const renamed = edited((folder) => {
      folder.metadata.baseName = 'other';
    });
    expect(fontOf(renamed).description.baseName).toBe('other');
    expect(fontOf(renamed).textures[0]!.file).toEqual(buildFontSvo('other', [dds(16, 16)]));
  });

  test('an edited SVO is taken', () => {
    const file = edited((folder) => {
      folder.svo![0x10] = 0xee;
    });
    expect(fontOf(file).textures[0]!.file[0x10]).toBe(0xee);
  });

  test('what does not fit is refused with its place', () => {
    const cases: [change: (folder: FontFolder) => void, code: string, path: string][] = [
      [(f) => (f.metadata.point = 65536), 'font/metric', 'metadata.point'],
      [(f) => (f.metadata.point = '8'), 'font/folder', 'metadata.point'],
      [(f) => delete f.metadata.name, 'font/folder', 'metadata.name'],
      [(f) => (f.metadata.baseName = 'x'.repeat(127)), 'font/name', 'baseName'],
      [(f) => (f.glyphs[1]!.advance = 70000), 'font/metric', 'glyphs[1].advance'],
      [(f) => (f.glyphs[1]!.kerning = 'xyz'), 'font/folder', 'glyphs[1].kerning'],
      [(f) => (f.glyphs[1]!.x2 = 17), 'rfz/glyph', 'glyphs[1]'],
      [(f) => (f.glyphs[1]!.page = 1), 'rfz/glyph', 'glyphs[1]'],
      [(f) => (f.glyphs[1]!.code = 0x41), 'rfz/glyph', 'glyphs[1]'],
      [(f) => f.pages.push({ name: '', dds: dds(4, 4) }), 'font/page', 'pages'],
      [(f) => (f.pages[0]!.dds = Uint8Array.of(1)), 'font/page', 'pages[0]'],
      [(f) => (f.pages[0]!.dds = dds(4, 4)), 'rfz/glyph', 'glyphs[0]'],
    ];
    for (const [change, code, path] of cases) expect(thrown(() => edited(change)).slice(0, 2)).toEqual([code, path]);
  });
});
