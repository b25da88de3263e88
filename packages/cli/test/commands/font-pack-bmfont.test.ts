import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeDds, fontDatabaseOf, fontPagesOf, fontSvoOf, readDds, readRfz } from '@unbake/formats';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { dds } from '../../../../test-support/font.ts';
import { sampleDir, samplesIn } from '../../../../test-support/samples.ts';
import { countingPage } from '../support/font-folder.ts';
import { cli } from '../support/run-cli.ts';
import { tempFolder, treeOf } from '../support/temp-folder.ts';

const LINES = [
  'info face="My Font" size=-16 padding=2,0,0,0',
  'common lineHeight=20 base=15 scaleW=16 scaleH=16 pages=1 packed=0',
  'page id=0 file="p.dds"',
  'chars count=1',
  'char id=65 x=1 y=2 width=3 height=4 xoffset=-1 yoffset=5 xadvance=6 page=0 chnl=15',
];

/** The lines with each that begins as one of `changed` replaced by it, or added. */
function fnt(...changed: string[]): string {
  const lines = [...LINES];
  for (const line of changed) {
    const kind = `${line.split(' ', 1)[0]} `;
    const at = lines.findIndex((old) => old.startsWith(kind));
    if (at >= 0 && kind !== 'kerning ') lines[at] = line;
    else lines.push(line);
  }
  return `${lines.join('\n')}\n`;
}

async function pack(
  text: Uint8Array | string,
  files: { [name: string]: Uint8Array | string } = {},
  ...options: string[]
) {
  const folder = tempFolder({ 'f.fnt': text, 'p.dds': dds(16, 16), ...files });
  const output = join(folder, 'new.rfz');
  const before = treeOf(folder);
  const result = await cli(['font', 'pack', join(folder, 'f.fnt'), '-o', output, ...options]);
  const written = result.code === 0;
  if (!written) expect(treeOf(folder)).toEqual(before);
  const font = written ? fontDatabaseOf(readRfz(new Uint8Array(readFileSync(output))).yabx!)! : undefined;
  const pages = font ? fontPagesOf(fontSvoOf(font)!).map((page) => page.chunk.data) : [];
  return { ...result, font: font?.description, pages, output };
}

describe.each(samplesIn('font', '.rfz'))('$name', ({ name, bytes }) => {
  test.each(['text', 'xml', 'binary'])('made from the %s form, byte for byte', async (form) => {
    const path = join(sampleDir('font'), name.replace('.rfz', `_${form}.fnt`));
    const folder = tempFolder();
    const { code, stderr } = await cli(['font', 'pack', path, '-o', join(folder, 'x.rfz')]);
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'x.rfz')).equals(bytes)).toBe(true);
    expect(stderr).toContain('2 characters are left out: U+1F600, U+20BB7');
    expect(stderr).toContain('294 glyphs on 2 pages');
  });
});

describe('the mapping', () => {
  test('fault 087: a negative size; no kerning block, an empty one, one pair, which is named', async () => {
    const { font, code, stderr } = await pack(fnt());
    expect(code).toBe(0);
    expect(stderr).not.toContain('warning');
    expect(font).toMatchObject({
      ...{ baseName: 'f', name: 'My Font', comment: 'My Font', point: 16, margin: 2, flags: 0 },
      ...{ maxAscent: 15, maxDescent: 5, maxGlyphWidth: 3, maxGlyphHeight: 4 },
      ...{ pageCount: 1, pageWidth: 16, pageHeight: 16, lastPageHeight: 16 },
    });
    expect(font!.glyphs).toEqual([
      { code: 65, advance: 6, advanceY: 0, page: 0, originX: -1, originY: 10, x1: 1, y1: 2, x2: 4, y2: 6 },
    ]);
    expect((await pack(fnt('kernings count=0'))).stderr).not.toContain('warning');
    const pair = await pack(fnt('kernings count=1', 'kerning first=65 second=86 amount=-2'));
    expect(pair.code).toBe(0);
    expect(pair.stderr).toContain('warning: kernings: 1 kerning pairs are left out: U+0041 U+0056 by -2');
  });

  test('options instead of what the file says', async () => {
    const { font } = await pack(fnt(), {}, '--name', 'N', '--point', '9', '--margin', '7');
    expect(font).toMatchObject({ name: 'N', comment: 'N', point: 9, margin: 7 });
    expect((await pack(fnt(), {}, '--comment', '')).font).toMatchObject({ name: 'My Font', comment: '' });
  });

  test('fault 086: codes above U+FFFF and -1 are left out and named, 65535 is kept, one code twice is refused', async () => {
    const char = (id: number) => `char id=${id} x=0 y=0 width=1 height=1 xoffset=0 yoffset=0 xadvance=1 page=0`;
    const { font, stderr } = await pack([fnt(), ...[65535, 65536, 128512, -1].map(char)].join('\n'));
    expect(font!.glyphs.map(({ code }) => code)).toEqual([65, 65535]);
    expect(stderr).toContain('3 characters are left out: U+10000, U+1F600, -1');
    const twice = await pack([fnt(), char(65), char(66), char(66)].join('\n'));
    expect(twice.code).toBe(2);
    expect(twice.stderr).toContain('error: chars: 2 glyphs for U+0041 (65), only one can be stored');
    expect(twice.stderr).toContain('error: chars: 2 glyphs for U+0042 (66), only one can be stored');
    expect(twice.stderr).toContain('2 problems named above; nothing was written');
  });

  test('fault 088: boxes of one texel and without texels are kept', async () => {
    const more = [
      'char id=46 x=3 y=3 width=1 height=2 xoffset=0 yoffset=13 xadvance=2 page=0',
      'char id=32 x=0 y=0 width=0 height=0 xoffset=0 yoffset=0 xadvance=5 page=0',
    ];
    const { font } = await pack([fnt(), ...more].join('\n'));
    expect(font!.glyphs.slice(0, 2).map((g) => [g.code, g.x2 - g.x1, g.y2 - g.y1, g.advance])).toEqual([
      [32, 0, 0, 5],
      [46, 1, 2, 2],
    ]);
  });

  test('fault 084: glyphs outside their page are refused, each by name; a page of another size is a warning', async () => {
    const outside = [
      'char id=66 x=15 y=0 width=2 height=1 xoffset=0 yoffset=0 xadvance=1 page=0',
      'char id=67 x=0 y=0 width=1 height=1 xoffset=0 yoffset=0 xadvance=1 page=1',
    ];
    const { code, stderr } = await pack([fnt(), ...outside].join('\n'));
    expect(code).toBe(2);
    expect(stderr).toContain(
      'error: chars[id=66]: glyph U+0042 (66): its box 15,0 to 17,1 leaves page 0 of 16x16 texels',
    );
    expect(stderr).toContain('error: chars[id=67]: glyph U+0043 (67): page 1 is missing, there are 1');
    const smaller = await pack(fnt('common lineHeight=20 base=15 scaleW=32 scaleH=16 pages=1'));
    expect(smaller.code).toBe(0);
    expect(smaller.stderr).toContain('warning: pages: page 0 is 16x16, the font says 32x16');
    expect((await cli(['validate', smaller.output])).stdout).toContain('page 0 is 16x16, the font says 32x16');
  });

  test.each([
    ['char id=65 x=1 y=2 width=65535 height=4 xoffset=0 yoffset=5 xadvance=6', 'chars[id=65], x + width: 65536 is not'],
    ['char id=65 x=1 y=2 width=3 height=4 xoffset=0 yoffset=5 xadvance=-6', 'chars[id=65].xadvance: -6 is not'],
    [
      'char id=65 x=1 y=2 width=3 height=4 xoffset=-32769 yoffset=5 xadvance=6',
      '-32769 is not a whole number of -32768',
    ],
    [
      'char id=65 x=1 y=2 width=3 height=4 xoffset=0 yoffset=32784 xadvance=6',
      ', base - yoffset: -32769 is not a whole number',
    ],
    ['char id=65 x=1 y=2 width=3.5 height=4 xoffset=0 yoffset=5 xadvance=6', 'chars[id=65], x + width: 4.5 is not'],
    ['info face="x" size=70000', 'info.size: 70000 is not a whole number of 0 to 65535'],
    ['common lineHeight=20 base=30 scaleW=16 scaleH=16 pages=1', 'common, lineHeight - base: -10 is not'],
    [`info face="${'n'.repeat(32767)}" size=5`, 'at most 32766 bytes fit'],
    [
      'common lineHeight=20 base=15 scaleW=16 scaleH=16 pages=1 packed=1\nchar id=66 x=0 y=0 width=1 height=1 xoffset=0 yoffset=0 xadvance=1 chnl=2',
      'character 66 is in colour channel 2',
    ],
  ])('what does not fit is refused: %.60s', async (line, message) => {
    const { code, stderr } = await pack(fnt(line));
    expect(stderr).toContain(message);
    expect(stderr).toContain('f.fnt');
    expect(code).toBe(2);
  });
});

describe('pages', () => {
  const png = (channels: 1 | 2 | 3 | 4, pixel: number[]) =>
    sharp(
      Uint8Array.from({ length: 256 * channels }, (_, i) => pixel[i % channels]!),
      {
        raw: { width: 16, height: 16, channels },
      },
    )
      .toColourspace(channels < 3 ? 'b-w' : 'srgb')
      .png()
      .toBuffer();

  test('a DDS of ARGB4444 stays byte for byte', async () => {
    const page = countingPage(16, 16, 3);
    const { pages, stderr } = await pack(fnt(), { 'p.dds': page });
    expect(pages).toEqual([page]);
    expect(stderr).not.toContain('converted');
  });

  test.each([
    ['grey: its brightness becomes the alpha of white', 1, [0x77], [255, 255, 255, 0x77], 'greyscale without alpha'],
    ['grey with alpha', 2, [0x33, 0x88], [0x33, 0x33, 0x33, 0x88], ''],
    ['colour without alpha', 3, [0x11, 0x22, 0x33], [0x11, 0x22, 0x33, 255], 'it has no alpha'],
    ['colour with alpha', 4, [0x11, 0x22, 0x33, 0x44], [0x11, 0x22, 0x33, 0x44], ''],
    // 0x84 is 7.76 sixteenths of 17, 0x7f is 7.47
    ['rounded to nearest', 4, [0x84, 0x7f, 8, 9], [0x88, 0x77, 0, 0x11], ''],
  ] as const)('PNG, %s', async (_, channels, pixel, expected, note) => {
    const files = { 'p.png': await png(channels, [...pixel]) };
    const { pages, stderr, code } = await pack(fnt('page id=0 file="p.png"'), files);
    expect(code).toBe(0);
    const page = readDds(pages[0]!);
    expect([page.format!.name, page.mips]).toEqual(['A4R4G4B4', 1]);
    expect([...decodeDds(page).rgba.subarray(0, 4)]).toEqual(expected);
    if (note) expect(stderr).toContain(note);
    else expect(stderr).not.toContain('p.png:');
  });

  test.each(samplesIn('dds', '.dds').filter(({ name }) => /^a8r8g8b8_8x32|^l8_13x7|^dxt5_16x16/.test(name)))(
    'another DDS is converted: $name',
    async ({ bytes }) => {
      const source = decodeDds(readDds(bytes));
      const { pages, stderr, code } = await pack(
        fnt('char id=65 x=0 y=0 width=1 height=1 xoffset=0 yoffset=0 xadvance=1'),
        {
          'p.dds': bytes,
        },
      );
      expect(code).toBe(0);
      expect(stderr).toMatch(/p\.dds: \S+ converted to A4R4G4B4/);
      expect([...decodeDds(readDds(pages[0]!)).rgba]).toEqual(
        [...source.rgba].map((value) => Math.floor((value * 2 + 17) / 34) * 17),
      );
    },
  );

  test('the font is called after its first page, else after the .fnt', async () => {
    const named = await pack(fnt('page id=0 file="menu_12pt_0000.dds"'), { 'menu_12pt_0000.dds': dds(16, 16) });
    expect(named.font!.baseName).toBe('menu_12pt');
    expect((await pack(fnt())).font!.baseName).toBe('f');
  });

  test.each([
    ['in another case', 'P.DDS', 'p.dds'],
    ['in a folder below', 'pages/p.dds', 'pages/p.dds'],
    ['with a backslash', 'pages\\p.dds', 'pages/p.dds'],
    ['of a path elsewhere only the name counts', 'C:\\fonts\\p.dds', 'p.dds'],
    ['and never above the folder', '../p.dds', 'p.dds'],
  ])('found %s', async (_, file, place) => {
    const page = countingPage(16, 16, 1);
    const { pages } = await pack(fnt(`page id=0 file="${file}"`), { [place]: page });
    expect(pages).toEqual([page]);
  });

  test.each([
    ['page id=0 file="none.png"', {}, 2, 'f.fnt, page 0: there is no "none.png"'],
    ['page id=0 file="p.txt"', { 'p.txt': 'hello' }, 2, 'p.txt is neither PNG nor DDS, it starts with 68 65 6C 6C'],
    ['page id=0 file="p.png"', { 'p.png': '\x89PNG\r\n\x1a\n' }, 2, 'p.png is neither PNG nor DDS'],
    ['page id=1 file="p.dds"', {}, 4, 'page 0 is missing; 1 page named'],
    ['page id=0', {}, 4, 'f.fnt line 3: the page has no file'],
    ['page id=0 file="p.dds"\npage id=0 file="p.dds"', {}, 4, 'line 4: page 0 is named twice'],
  ])('refused: %j', async (line, files, exit, message) => {
    const { code, stderr } = await pack(fnt(line), files as { [name: string]: string });
    expect(stderr).toContain(message);
    expect(code).toBe(exit);
  });

  test.each([
    [
      'a palette',
      sharp({ create: { width: 16, height: 16, channels: 4, background: '#11223344' } }).png({ palette: true }),
    ],
    [
      '16 bits',
      sharp({ create: { width: 16, height: 16, channels: 4, background: '#11223344' } })
        .toColourspace('rgb16')
        .png(),
    ],
    [
      'a colour profile',
      sharp({ create: { width: 16, height: 16, channels: 4, background: '#11223344' } })
        .withIccProfile('srgb')
        .png(),
    ],
  ])('PNG with %s', async (_, image) => {
    const { pages } = await pack(fnt('page id=0 file="p.png"'), { 'p.png': await image.toBuffer() });
    expect([...decodeDds(readDds(pages[0]!)).rgba.subarray(0, 4)]).toEqual([0x11, 0x22, 0x33, 0x44]);
  });

  test('to standard output', async () => {
    const folder = tempFolder({ 'f.fnt': fnt(), 'p.dds': dds(16, 16) });
    const { code, output, stderr } = await cli(['font', 'pack', join(folder, 'f.fnt'), '-o', '-']);
    expect([code, stderr]).toEqual([0, '1 glyph on 1 page\n']);
    expect(fontDatabaseOf(readRfz(new Uint8Array(output)).yabx!)!.description.name).toBe('My Font');
  });

  test('a damaged PNG', async () => {
    const whole = await png(4, [1, 2, 3, 4]);
    const { code, stderr } = await pack(fnt('page id=0 file="p.png"'), { 'p.png': whole.subarray(0, 50) });
    expect(code).toBe(4);
    expect(stderr).toContain('p.png: the picture cannot be decoded');
  });

  test('an output that is a page', async () => {
    const folder = tempFolder({ 'f.fnt': fnt(), 'p.dds': dds(16, 16) });
    const before = treeOf(folder);
    const args = ['font', 'pack', join(folder, 'f.fnt'), '-o', join(folder, 'p.dds'), '--overwrite'];
    expect((await cli(args)).code).toBe(2);
    expect(treeOf(folder)).toEqual(before);
  });
});
