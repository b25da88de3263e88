import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFnt } from '../../../test-support/fnt.ts';
import { glyph, smallFont } from '../../../test-support/font.ts';
import { samplesIn } from '../../../test-support/samples.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { FormatError } from '../src/diagnostics/format-error.ts';
import { type BmChar, type BmFont, bmFontFromFont, fontFromBmFont } from '../src/font/bmfont.ts';
import { bmFontText, bmFontXml } from '../src/font/bmfont-write.ts';
import { fontDatabaseOf } from '../src/font/ruhuna.ts';
import { readRfz } from '../src/rfz/read.ts';

const char = (id: number, more: Partial<BmChar> = {}): BmChar => ({
  id,
  x: 1,
  y: 2,
  width: 3,
  height: 4,
  xoffset: -1,
  yoffset: 5,
  xadvance: 6,
  page: 0,
  ...more,
});

const bmfont = (chars: BmChar[], more: Partial<BmFont> = {}): BmFont => ({
  info: { face: 'My Font = 1', size: -16, padding: [2, 1, 1, 3] },
  common: { lineHeight: 20, base: 15, scaleW: 256, scaleH: 128 },
  pages: ['my font_0000.dds'],
  chars,
  ...more,
});

function map(font: BmFont, options = {}) {
  const report = new Report();
  const mapped = fontFromBmFont(font, report, options);
  return { ...mapped, found: report.diagnostics.map((d) => [d.code, d.severity, d.path, d.message]) };
}

describe('BMFont to font', () => {
  test('every rule of the mapping', () => {
    const { font, found } = map(bmfont([char(66), char(65, { width: 9, height: 1 })]));
    expect(found).toEqual([]);
    expect(font).toEqual({
      baseName: 'my font',
      id: 'RHFONTDB',
      platform: 'DXPC',
      library: 'ceylon',
      name: 'My Font = 1',
      comment: 'My Font = 1',
      flags: 0,
      point: 16,
      maxAscent: 15,
      maxDescent: 5,
      maxGlyphWidth: 9,
      maxGlyphHeight: 4,
      pageCount: 1,
      pageWidth: 256,
      pageHeight: 128,
      lastPageHeight: undefined,
      margin: 2,
      glyphs: [
        { code: 65, advance: 6, advanceY: 0, page: 0, originX: -1, originY: 10, x1: 1, y1: 2, x2: 10, y2: 3 },
        { code: 66, advance: 6, advanceY: 0, page: 0, originX: -1, originY: 10, x1: 1, y1: 2, x2: 4, y2: 6 },
      ],
    });
  });

  test.each([
    [['dir/a_0000.DDS'], 'x.fnt', 'a'],
    [['a_0.png'], 'dir\\my.font.fnt', 'my.font'],
    [['a_0.png'], undefined, 'a_0'],
    [['_0000.dds'], 'b', 'b'],
    [[], undefined, 'font'],
  ])('the base name of %j and %s is %s', (pages, fileName, expected) => {
    expect(map(bmfont([], { pages }), fileName ? { fileName } : {}).font.baseName).toBe(expected);
  });

  test('options override name, comment, point and margin', () => {
    const { font } = map(bmfont([]), { name: 'n', point: 9, margin: 4 });
    expect([font.name, font.comment, font.point, font.margin]).toEqual(['n', 'n', 9, 4]);
    expect(map(bmfont([]), { comment: 'c' }).font).toMatchObject({ name: 'My Font = 1', comment: 'c' });
  });

  test('fault 081: names with blanks and signs arrive whole', () => {
    expect(map(bmfont([])).font).toMatchObject({ name: 'My Font = 1', baseName: 'my font' });
  });

  test('fault 086: codes above 16 bits, the placeholder and one code twice', () => {
    const ids = [65535, 65536, 128512, -1, 0xffffffff, 65, 65];
    const { font, skippedCodes, found } = map(bmfont(ids.map((id, i) => char(id, { xadvance: i }))));
    expect(font.glyphs.map((g) => [g.code, g.advance])).toEqual([
      [65, 5],
      [65535, 0],
    ]);
    expect(skippedCodes).toEqual([65536, 128512, -1, 0xffffffff]);
    expect(found).toEqual([
      ['font/code-skipped', 'warning', 'chars', '4 characters are left out: U+10000, U+1F600, -1, -1'],
      ['font/glyph-duplicate', 'error', 'chars', '2 glyphs for U+0041 (65), only one can be stored'],
    ]);
  });

  test('fault 087: a negative size, no kerning block, an empty one, one pair', () => {
    expect(map(bmfont([])).font.point).toBe(16);
    expect(map(bmfont([], { kernings: [] })).found).toEqual([]);
    const { droppedKernings, found } = map(bmfont([], { kernings: [{ first: 65, second: 86, amount: -2 }] }));
    expect(droppedKernings).toBe(1);
    expect(found).toEqual([
      ['font/kerning-dropped', 'warning', 'kernings', '1 kerning pairs are left out: U+0041 U+0056 by -2'],
    ]);
  });

  test('a long list of pairs is named in part and counted', () => {
    const kernings = Array.from({ length: 103 }, (_, i) => ({ first: i, second: i, amount: 1 }));
    const [found] = map(bmfont([], { kernings })).found;
    expect(found![3]).toMatch(/^103 kerning pairs are left out: U\+0000 U\+0000 by 1, .* and 3 more$/);
  });

  test('fault 088: tiny and empty boxes are kept', () => {
    const { font, found } = map(
      bmfont([char(46, { width: 1, height: 2 }), char(32, { width: 0, height: 0, xadvance: 5 })]),
    );
    expect(found).toEqual([]);
    expect(font.glyphs.map((g) => [g.code, g.x2 - g.x1, g.y2 - g.y1, g.advance])).toEqual([
      [32, 0, 0, 5],
      [46, 1, 2, 6],
    ]);
  });

  test.each([
    ['chars[id=65].xadvance', bmfont([char(65, { xadvance: -1 })])],
    ['chars[id=65], x + width', bmfont([char(65, { x: 65000, width: 600 })])],
    ['chars[id=65], base - yoffset', bmfont([char(65, { yoffset: 40000 })])],
    ['chars[id=65].xoffset', bmfont([char(65, { xoffset: 0.5 })])],
    ['common, lineHeight - base', bmfont([], { common: { lineHeight: 10, base: 15, scaleW: 1, scaleH: 1 } })],
    ['common.scaleW', bmfont([], { common: { lineHeight: 10, base: 5, scaleW: 65536, scaleH: 1 } })],
    ['info.size', bmfont([], { info: { size: Number.NaN } })],
  ])('a metric that does not fit is refused: %s', (path, font) => {
    try {
      map(font);
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
      expect([(error as FormatError).code, (error as FormatError).path]).toEqual(['font/metric', path]);
      return;
    }
    throw new Error('nothing was thrown');
  });
});

describe('font to BMFont and back', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((s) => !/[\0\r\n]/.test(s));
  const u8 = fc.nat(255);
  const glyphs = fc
    .uniqueArray(fc.nat(0xffff), { maxLength: 12 })
    .map((codes) => codes.sort((a, b) => a - b))
    .chain((codes) =>
      fc.tuple(
        ...codes.map((code) =>
          fc
            .record({
              advance: u8,
              originX: fc.integer({ min: -99, max: 99 }),
              originY: u8,
              x1: u8,
              y1: u8,
              w: u8,
              h: u8,
              page: u8,
            })
            .map(({ w, h, ...g }) => ({ ...glyph(code), ...g, x2: g.x1 + w, y2: g.y1 + h })),
        ),
      ),
    );

  const largest = (sizes: number[]) => sizes.reduce((a, b) => Math.max(a, b), 0);

  test.each([
    ['plain', (b: BmFont) => b],
    ['text', (b: BmFont) => parseFnt(bmFontText(b))],
    ['xml', (b: BmFont) => parseFnt(bmFontXml(b))],
  ])('%s: what BMFont can carry comes back', (form, through) => {
    fc.assert(
      fc.property(glyphs, name, u8, u8, u8, (list, face, point, ascent, descent) => {
        const font = {
          ...smallFont(list),
          name: form === 'text' ? face.replaceAll('"', "'") : face,
          comment: form === 'text' ? face.replaceAll('"', "'") : face,
          point,
          maxAscent: ascent,
          maxDescent: descent,
          maxGlyphWidth: largest(list.map((g) => g.x2 - g.x1)),
          maxGlyphHeight: largest(list.map((g) => g.y2 - g.y1)),
        };
        const report = new Report();
        const back = fontFromBmFont(through(bmFontFromFont({ ...font, name: face, comment: face })), report);
        expect(report.diagnostics).toEqual([]);
        expect(back.font).toEqual(font);
      }),
    );
  });

  test.each(samplesIn('font', '.rfz'))('$name: the BMFont has the expected characters', ({ bytes, expected }) => {
    const font = fontDatabaseOf(readRfz(bytes).yabx!)!.description;
    const made = bmFontFromFont(font);
    expect(made.pages).toEqual(expected.svo.images.map((i: { name: string }) => i.name.replace('__HmfToSvo__', '')));
    expect(made.common).toEqual({ lineHeight: 26, base: 21, scaleW: 256, scaleH: 256, pages: 2 });
    const back = fontFromBmFont(made, new Report()).font;
    expect(back).toEqual({ ...font, lastPageHeight: undefined });
  });

  test('the text form is as generators write it', () => {
    const font = { ...smallFont([glyph(0x41)]), name: 'My "Font"' };
    expect(bmFontText({ ...bmFontFromFont(font), kernings: [{ first: 65, second: 86, amount: -1 }] })).toBe(
      [
        'info face="My \'Font\'" size=8 bold=0 italic=0 charset="" unicode=1 stretchH=100 smooth=1 aa=1 padding=1,1,1,1 spacing=0,0 outline=0',
        'common lineHeight=9 base=7 scaleW=16 scaleH=16 pages=1 packed=0',
        'page id=0 file="small_0000.dds"',
        'chars count=1',
        'char id=65 x=2 y=3 width=5 height=6 xoffset=-1 yoffset=1 xadvance=6 page=0 chnl=15',
        'kernings count=1',
        'kerning first=65 second=86 amount=-1',
        '',
      ].join('\n'),
    );
  });

  test('the XML form escapes what it must', () => {
    const xml = bmFontXml(bmFontFromFont({ ...smallFont([glyph(0x41)]), name: 'a<"&>\u0001b' }));
    expect(xml.split('\n').slice(0, 6)).toEqual([
      '<?xml version="1.0"?>',
      '<font>',
      '  <info face="a&#60;&#34;&#38;&#62;b" size="8" bold="0" italic="0" charset="" unicode="1" stretchH="100" smooth="1" aa="1" padding="1,1,1,1" spacing="0,0" outline="0"/>',
      '  <common lineHeight="9" base="7" scaleW="16" scaleH="16" pages="1" packed="0"/>',
      '  <pages>',
      '    <page id="0" file="small_0000.dds"/>',
    ]);
  });
});
