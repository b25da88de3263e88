import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseFnt } from '../../../test-support/fnt.ts';
import { dds, glyph, smallFont } from '../../../test-support/font.ts';
import { samplesIn } from '../../../test-support/samples.ts';
import { firstDifference } from '../src/binary/bytes.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { FormatError } from '../src/diagnostics/format-error.ts';
import { rfzFormat } from '../src/font/asset.ts';
import { fontFromBmFont } from '../src/font/bmfont.ts';
import { buildFontSvo, buildRfz } from '../src/font/build.ts';
import { fontPagesOf, replaceRfzPage } from '../src/font/pages.ts';
import { fontDatabaseOf, fontSvoOf } from '../src/font/ruhuna.ts';
import { drawnGlyph, lineHeight, pageFileName } from '../src/font/types.ts';
import { readRfz } from '../src/rfz/read.ts';
import { writeRfz } from '../src/rfz/write.ts';

const bytesOf = (path: string) => new Uint8Array(readFileSync(path));

function pagesOf(dir: string, baseName: string, count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, i) => bytesOf(`${dir}/${pageFileName(baseName, i)}`));
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

describe.each(samplesIn('font', '.svo'))('font SVO $name', ({ name, path, bytes, expected }) => {
  test('is built from its pages byte for byte', () => {
    const pages = pagesOf(dirname(path), name.replace('.svo', ''), expected.images.length);
    expect(firstDifference(buildFontSvo(name.replace('.svo', ''), pages), bytes)).toBe(-1);
  });
});

test('the font SVO samples have 1, 2 and 7 pages', () => {
  const counts = samplesIn('font', '.svo').map((s) => s.expected.images.length);
  expect(counts.sort()).toEqual([1, 2, 7]);
});

describe.each(samplesIn('font', '.rfz'))('RFZ $name', ({ name, path, bytes, expected }) => {
  const dir = dirname(path);
  const pages = pagesOf(dir, expected.yabx.name, expected.svo.images.length);

  test.each(['text', 'xml'])('is built byte for byte from the BMFont in %s form', (form) => {
    const report = new Report();
    const bmfont = parseFnt(readFileSync(`${dir}/${name.replace('.rfz', '')}_${form}.fnt`, 'utf8'));
    const { font, skippedCodes, droppedKernings } = fontFromBmFont(bmfont, report);
    expect(skippedCodes).toEqual(expected.bmfont.skippedCodes);
    expect(droppedKernings).toBe(expected.bmfont.kernings);
    expect(font.glyphs.length).toBe(expected.bmfont.glyphs);
    expect(report.diagnostics.map((d) => [d.code, d.severity])).toEqual([['font/code-skipped', 'warning']]);
    const built = buildRfz(font, pages);
    expect(firstDifference(readRfz(built).stream, readRfz(bytes).stream)).toBe(-1);
    expect(firstDifference(built, bytes)).toBe(-1);
  });

  test('the font database has the metrics, glyphs and pages of the file', () => {
    const font = fontDatabaseOf(readRfz(bytes).yabx!)!;
    const [database, first] = expected.yabx.objects;
    const stored = Object.fromEntries(database.fields.map(([field, , value]: unknown[]) => [field, value]));
    expect(font.description).toMatchObject({
      baseName: expected.yabx.name,
      id: stored.id,
      platform: stored.platform,
      library: stored.library,
      name: stored.name,
      comment: stored.comment,
      flags: stored.flags,
      point: stored.point,
      maxAscent: stored.max_ascent,
      maxDescent: stored.max_descent,
      maxGlyphWidth: stored.max_glyph_w,
      maxGlyphHeight: stored.max_glyph_h,
      pageCount: stored.tex_page,
      pageWidth: stored.tex_w,
      pageHeight: stored.tex_h,
      lastPageHeight: stored.tex_last_h,
      margin: stored.glyph_margin,
    });
    const glyphs = expected.yabx.objects.filter((o: { class: string }) => o.class === 'ruhuna::Glyph');
    expect(font.glyphs.map((g) => [g.object.id, ...Object.values(g.metrics), g.kerningCount])).toEqual(
      glyphs.map((g: { id: number; fields: unknown[][] }) => [g.id, ...g.fields.slice(0, 11).map((f) => f[2])]),
    );
    expect(glyphs[0]).toBe(first);
    const svo = fontSvoOf(font)!;
    expect(fontPagesOf(svo).map((p) => [p.name, p.width, p.height])).toEqual(
      expected.svo.images.map((i: { name: string; dds: { width: number; height: number } }) => [
        i.name,
        i.dds.width,
        i.dds.height,
      ]),
    );
  });

  test('a page replaced by itself gives the same file', () => {
    for (const [i, page] of pages.entries()) {
      expect(firstDifference(replaceRfzPage(readRfz(bytes), i, page), bytes)).toBe(-1);
    }
  });

  test('fault 071: another page of the same size changes that page only', () => {
    const rfz = readRfz(bytes);
    const page = pages[0]!.slice();
    page[500] = page[500]! ^ 0xff;
    const before = rfz.stream;
    const after = readRfz(replaceRfzPage(rfz, 0, page)).stream;
    const changed: number[] = [];
    for (let i = 16; i < before.length; i++) if (before[i] !== after[i]) changed.push(i);
    const file = fontDatabaseOf(rfz.yabx!)!.textures[0]!;
    const chunk = expected.svo.avts.entries[1];
    expect(after.length).toBe(before.length);
    expect(changed).toEqual([file.offset + chunk.offset + 500]);
    expect(before.subarray(0, 12)).toEqual(after.subarray(0, 12));
    expect(firstDifference(readRfz(bytes).stream, before)).toBe(-1);
  });

  test('fault 071: a page of another size moves later pages, updates its Image, and comes back', () => {
    const larger = dds(256, 512, 0x5a);
    const report = new Report();
    const file = replaceRfzPage(readRfz(bytes), 1, larger);
    const font = fontDatabaseOf(readRfz(file, { report }).yabx!)!;
    expect(report.diagnostics).toEqual([]);
    const svo = fontSvoOf(font)!;
    expect(svo.chunks.map((c) => [c.entry.name, c.entry.offset % 0x80, c.entry.size, c.data.length])).toEqual(
      expected.svo.avts.entries.map((e: { name: string; size: number }, i: number) => {
        const size = i === 2 ? larger.length : e.size;
        return [e.name, 0, size, size];
      }),
    );
    expect(firstDifference(svo.chunks[1]!.data, pages[0]!)).toBe(-1);
    expect(font.description.lastPageHeight).toBe(512);
    const problems = rfzFormat.open(file, {}).check().diagnostics;
    expect(problems.map((d) => d.message)).toEqual([]);
    expect(firstDifference(replaceRfzPage(readRfz(file), 1, pages[1]!), bytes)).toBe(-1);
  });

  test('a page that is not there, or no DDS, is refused', () => {
    const rfz = readRfz(bytes);
    expect(thrown(() => replaceRfzPage(rfz, 2, pages[0]!))).toEqual([
      'font/page',
      'pages[2]',
      'there is no page 2, the font has 2',
    ]);
    expect(thrown(() => replaceRfzPage(rfz, 0, Uint8Array.of(1, 2))).slice(0, 2)).toEqual(['font/page', 'pages[0]']);
    const cut = readRfz(bytes.subarray(0, bytes.length - 20));
    expect(thrown(() => replaceRfzPage(cut, 0, pages[0]!))[0]).toBe('font/folder');
  });
});

describe('building fonts', () => {
  test('fault 088: boxes of one texel and without texels are kept', () => {
    const dot = glyph(0x2e, { x1: 0, y1: 0, x2: 1, y2: 2 });
    const space = glyph(0x20, { x1: 0, y1: 0, x2: 0, y2: 0, advance: 5, page: 0 });
    const file = buildRfz(smallFont([space, dot]), [dds(16, 16)]);
    const report = new Report();
    const font = fontDatabaseOf(readRfz(file, { report }).yabx!)!;
    expect(report.diagnostics).toEqual([]);
    expect(font.description.glyphs).toEqual([space, dot]);
    expect(font.description.name).toBe('小');
    expect(rfzFormat.open(file, {}).check().diagnostics).toEqual([]);
    expect(drawnGlyph(font.description, space)).toEqual({ width: 0, height: 0, bearingX: -1, bearingY: 1, advance: 5 });
    expect(drawnGlyph(font.description, dot)).toEqual({ width: 1, height: 2, bearingX: -1, bearingY: 1, advance: 6 });
    expect(lineHeight(font.description)).toBe(9);
  });

  test('fault 084: a glyph outside its page is refused with its code, or reported when lenient, and found again', () => {
    const font = smallFont([glyph(0x41), glyph(0x42, { x1: 10, x2: 17 }), glyph(0x43, { page: 1 })]);
    const pages = [dds(16, 16)];
    const box = 'its box 10,3 to 17,9 leaves page 0 of 16x16 texels';
    expect(thrown(() => buildRfz(font, pages))).toEqual(['rfz/glyph', 'glyphs[1]', `glyph U+0042 (66): ${box}`]);
    const report = new Report();
    const file = buildRfz(font, pages, { lenient: true, report });
    const messages = [`glyph U+0042 (66): ${box}`, 'glyph U+0043 (67): page 1 is missing, there are 1'];
    expect(report.diagnostics.map((d) => [d.severity, d.message])).toEqual(messages.map((m) => ['warning', m]));
    // A box beyond the size by which the game divides, though the page is larger.
    const wide = smallFont([glyph(0x42, { x1: 10, x2: 17 })]);
    expect(thrown(() => buildRfz(wide, [dds(32, 32)]))[2]).toBe(`glyph U+0042 (66): ${box}`);
    const found = rfzFormat.open(file, {}).check().diagnostics;
    expect(found.map((d) => [d.code, d.severity, d.message, d.path])).toEqual([
      ['rfz/glyph', 'warning', messages[0], 'stream.#10003'],
      ['rfz/glyph', 'warning', messages[1], 'stream.#10004'],
    ]);
  });

  test('fault 084: a page smaller than the font says is found', () => {
    const font = smallFont([glyph(0x41)]);
    const file = buildRfz(font, [dds(8, 8)], { lenient: true });
    expect(
      rfzFormat
        .open(file, {})
        .check()
        .diagnostics.map((d) => d.message),
    ).toEqual([
      'glyph U+0041 (65): its box 2,3 to 7,9 leaves page 0 of 8x8 texels',
      'page 0 is 8x8, the font says 16x8',
    ]);
  });

  test('fault 086: one code twice is refused', () => {
    const font = smallFont([glyph(0x41), glyph(0x41)]);
    expect(thrown(() => buildRfz(font, [dds(16, 16)]))).toEqual([
      'rfz/glyph',
      'glyphs[1]',
      'glyph U+0041 (65): glyph 0 has the same code',
    ]);
  });

  test.each([
    ['advance', 65536, 0, 65535],
    ['advance', -1, 0, 65535],
    ['originX', -32769, -32768, 32767],
    ['originY', 32768, -32768, 32767],
    ['x2', 7.5, 0, 65535],
    ['code', 0x10000, 0, 65535],
    ['y2', Number.NaN, 0, 65535],
  ])('a glyph with %s %d is refused', (field, value, min, max) => {
    const font = smallFont([glyph(0x41, { x1: 0, y1: 0, x2: 0, y2: 0, [field]: value })]);
    expect(thrown(() => buildRfz(font, [dds(16, 16)], { lenient: true }))).toEqual([
      'font/metric',
      `glyphs[0].${field}`,
      `${value} is not a whole number of ${min} to ${max}`,
    ]);
  });

  test('pages that are too few, missing or no DDS are refused', () => {
    const font = smallFont([]);
    expect(thrown(() => buildRfz({ ...font, pageCount: 2 }, [dds(16, 16)]))).toEqual([
      'font/page',
      'pages',
      'the font has 2 pages, 1 are given',
    ]);
    expect(thrown(() => buildRfz(font, []))[0]).toBe('font/page');
    expect(thrown(() => buildFontSvo('a', [Uint8Array.of(0x89, 0x50, 0x4e, 0x47)]))).toEqual([
      'font/page',
      'pages[0]',
      'page 0 is not a DDS file, it starts with 89 50 4E 47',
    ]);
  });

  test('names that do not fit their length are refused', () => {
    const long = 'a'.repeat(127);
    expect(thrown(() => buildRfz({ ...smallFont([]), baseName: long }, [dds(16, 16)]))[0]).toBe('font/name');
    expect(thrown(() => buildFontSvo('a\0b', [dds(4, 4)]))[0]).toBe('font/name');
    expect(thrown(() => buildRfz({ ...smallFont([]), comment: 'x'.repeat(32767) }, [dds(16, 16)]))[0]).toBe(
      'font/name',
    );
    expect(buildFontSvo('a'.repeat(126 - '__HmfToSvo__'.length), [dds(4, 4)]).length).toBeGreaterThan(0);
  });

  test('a table with more objects than signed ids reads back', () => {
    const glyphs = Array.from({ length: 22800 }, (_, i) => glyph(i + 1, { advance: i }));
    const font = fontDatabaseOf(readRfz(buildRfz(smallFont(glyphs), [dds(16, 16)])).yabx!)!;
    expect(font.description.glyphs.length).toBe(22800);
    expect(font.description.glyphs.every((g, i) => g.code === i + 1 && g.advance === i)).toBe(true);
    expect(font.textures.map((t) => t.object.id)).toEqual([10001 + 22801]);
  }, 30_000);
});

test('kerning data that is not empty is reported and kept', () => {
  const rfz = readRfz(buildRfz(smallFont([glyph(0x41)]), [dds(16, 16)]));
  const object = rfz.yabx!.objects[1]!;
  for (const field of object.fields) {
    if (field.name === 'kerning_info_cnt') field.raw = Uint8Array.of(2, 0);
    if (field.name === 'kerning_info') field.raw = Uint8Array.of(1, 2, 3, 4, 5, 6);
  }
  const report = new Report();
  const again = readRfz(writeRfz(rfz), { report });
  expect(report.diagnostics).toEqual([]);
  const found = rfzFormat.open(writeRfz(rfz), {}).check().diagnostics;
  expect(found.map((d) => [d.code, d.path, d.message])).toEqual([
    ['rfz/kerning', 'stream.#10002.kerning_info', 'glyph U+0041 (65): 2 kerning entries in 6 bytes of unknown layout'],
  ]);
  expect(fontDatabaseOf(again.yabx!)!.glyphs[0]!.kerning).toEqual(Uint8Array.of(1, 2, 3, 4, 5, 6));
});
