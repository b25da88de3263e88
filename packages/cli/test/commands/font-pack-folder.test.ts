import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fontDatabaseOf, fontPagesOf, fontSvoOf, type GlyphMetrics, readRfz } from '@unbake/formats';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { glyph } from '../../../../test-support/font.ts';
import { samplesIn } from '../../../../test-support/samples.ts';
import { decodePng } from '../support/decode-png.ts';
import { countingPage, smallRfz, streamOf, type Unpacked, unpacked } from '../support/font-folder.ts';
import { cli } from '../support/run-cli.ts';
import { treeOf } from '../support/temp-folder.ts';

function fontIn(path: string) {
  const font = fontDatabaseOf(readRfz(new Uint8Array(readFileSync(path))).yabx!)!;
  const pages = fontPagesOf(fontSvoOf(font)!).map((page) => page.chunk.data);
  return { ...font.description, pages };
}

function glyphIn(path: string, code: number): GlyphMetrics {
  return fontIn(path).glyphs.find((g) => g.code === code)!;
}

async function packed(font: Unpacked, ...options: string[]) {
  const result = await font.pack(...options);
  expect(result.stderr).not.toContain('unbake:');
  expect(result.code).toBe(0);
  return result;
}

/** Refused with exit code 2, and nothing is written. */
async function refused(font: Unpacked, message: string | RegExp): Promise<void> {
  const before = treeOf(font.root);
  const { code, stderr } = await font.pack();
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
  expect(treeOf(font.root)).toEqual(before);
}

const fonts: [name: string, rfz: Uint8Array][] = [
  ...samplesIn('font', '.rfz').map(({ name, bytes }): [string, Uint8Array] => [name, bytes]),
  ['one page', smallRfz({}, 1, [glyph(0x41)])],
  ['seven pages', smallRfz({}, 7)],
];

describe.each(fonts)('unedited: %s', (_, rfz) => {
  test('unpack, pack, unpack is a fixed point; the stream is the same byte for byte', async () => {
    const first = await unpacked(rfz);
    await packed(first);
    expect(streamOf(first.output).equals(streamOf(first.rfz))).toBe(true);
    const second = await unpacked(new Uint8Array(readFileSync(first.output)));
    expect(treeOf(second.dir)).toEqual(treeOf(first.dir));
    await packed(second);
    expect(readFileSync(second.output).equals(readFileSync(first.output))).toBe(true);
  });

  test('the same without the stream, made anew', async () => {
    const font = await unpacked(rfz);
    rmSync(join(font.dir, 'stream.yabx'));
    font.edit('metadata.json', /,\s*"stream": "stream\.yabx"/, '');
    await packed(font);
    expect(streamOf(font.output).equals(streamOf(font.rfz))).toBe(true);
  });

  test('with the table and the metadata saved again by other programs', async () => {
    const font = await unpacked(rfz);
    const csv = font.read('glyphs.csv').toString();
    const columns = csv
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
    const semicolons = columns.map((cells) =>
      cells
        .map((c) => (c === ';' ? '";"' : c))
        .reverse()
        .join(';'),
    );
    font.write('glyphs.csv', `\ufeff${semicolons.join('\n')}\n\n`);
    font.write('metadata.json', Buffer.from(`\ufeff${font.read('metadata.json').toString()}`, 'utf16le'));
    await packed(font);
    expect(streamOf(font.output).equals(streamOf(font.rfz))).toBe(true);
  });
});

describe('edited', () => {
  test('a number of a glyph: that glyph alone', async () => {
    const font = await unpacked(smallRfz());
    const before = streamOf(font.rfz);
    font.edit('glyphs.csv', /^65,A,6,/m, '65,A,7,');
    await packed(font);
    expect(glyphIn(font.output, 0x41)).toEqual(glyph(0x41, { advance: 7 }));
    const after = streamOf(font.output);
    const different = [...after.keys()].filter((at) => after[at] !== before[at]);
    // One byte of the glyph, and the CRC of the payload.
    expect(different.filter((at) => at >= 0x10)).toHaveLength(1);
    expect(different.filter((at) => at < 0x10).every((at) => at >= 0xc)).toBe(true);
  });

  test('names and numbers of the font, by file or by option', async () => {
    const font = await unpacked(smallRfz());
    font.edit('metadata.json', '"name": "小"', '"name": "Great Font"');
    font.edit('metadata.json', '"maxAscent": 7', '"maxAscent": 8');
    await packed(font, '--comment', 'see é', '--point', '65535', '--margin', '0');
    expect(fontIn(font.output)).toMatchObject({
      ...{ name: 'Great Font', maxAscent: 8, comment: 'see é', point: 65535, margin: 0, maxDescent: 2 },
    });
  });

  test('glyphs added, removed and out of order', async () => {
    const font = await unpacked(smallRfz());
    font.edit('glyphs.csv', /^66,.*\r\n/m, '90,Z,9,0,1,-3,4,1,2,3,4,0,\r\n48,0,1,0,0,0,0,0,0,16,16,0,\r\n');
    await packed(font);
    expect(fontIn(font.output).glyphs.map((g) => [g.code, g.advance])).toEqual([
      [0x20, 6],
      [0x30, 1],
      [0x41, 6],
      [0x5a, 9],
    ]);
    expect((await cli(['validate', font.output])).stdout).toContain('no findings');
  });

  test('the PNG of a page: encoded in the format of its DDS, every other page kept', async () => {
    const font = await unpacked(smallRfz());
    const picture = await decodePng(font.read('small_0001.png'));
    picture.rgba.set([0x11, 0x22, 0x33, 0x44], 0);
    const { width, height, rgba } = picture;
    font.write(
      'small_0001.png',
      await sharp(rgba, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer(),
    );
    const { stderr } = await packed(font);
    expect(stderr).toContain('small_0001.png: edited, encoded as A4R4G4B4');
    const { pages } = fontIn(font.output);
    expect(pages[0]).toEqual(countingPage(16, 16, 0));
    const expected = countingPage(16, 16, 5000);
    // A 4, R 1, G 2, B 3
    new DataView(expected.buffer).setUint16(128, 0x4123, true);
    expect(pages[1]).toEqual(expected);
  });

  test('the PNG of a page made larger', async () => {
    const font = await unpacked(smallRfz());
    const image = sharp({ create: { width: 16, height: 32, channels: 4, background: '#fff8' } });
    font.write('small_0001.png', await image.png().toBuffer());
    font.edit('metadata.json', '"lastPageHeight": 16', '"lastPageHeight": 32');
    await packed(font);
    const { pages } = fontIn(font.output);
    expect(pages[1]!.length).toBe(128 + 16 * 32 * 2);
    expect(pages[0]).toEqual(countingPage(16, 16, 0));
    expect((await cli(['validate', font.output])).stdout).toContain('no findings');
  });

  test('the DDS of a page: taken as it is', async () => {
    const font = await unpacked(smallRfz());
    const page = countingPage(16, 16, 77);
    font.write('small_0000.dds', page);
    await packed(font);
    expect(fontIn(font.output).pages).toEqual([page, countingPage(16, 16, 5000)]);
  });

  test('only one of PNG and DDS is needed', async () => {
    const font = await unpacked(smallRfz());
    rmSync(join(font.dir, 'small_0000.dds'));
    rmSync(join(font.dir, 'small_0001.png'));
    await packed(font);
    expect(streamOf(font.output).equals(streamOf(font.rfz))).toBe(true);
  });

  test('a page added', async () => {
    const font = await unpacked(smallRfz());
    font.write('more.dds', countingPage(16, 16, 9));
    font.edit('metadata.json', /"pages": \[/, '"pages": [\n{ "dds": "more.dds" },');
    font.edit('metadata.json', '"pageCount": 2', '"pageCount": 3');
    await packed(font);
    expect(fontIn(font.output).pages[0]).toEqual(countingPage(16, 16, 9));
    expect(fontIn(font.output).pages).toHaveLength(3);
  });

  test('an edited .fnt is not read, which is said', async () => {
    const font = await unpacked(smallRfz());
    font.edit('font.fnt', 'xadvance=6', 'xadvance=9');
    const { stderr } = await packed(font);
    expect(stderr).toContain('font.fnt was edited, but only glyphs.csv and metadata.json are read');
    expect(streamOf(font.output).equals(streamOf(font.rfz))).toBe(true);
    const own = await cli(['font', 'pack', join(font.dir, 'font.fnt'), '-o', join(font.root, 'own.rfz')]);
    expect(own.code).toBe(0);
    expect(glyphIn(join(font.root, 'own.rfz'), 0x20).advance).toBe(9);
  });
});

describe('refused before anything is written, with file, line, reason and what fits', () => {
  test.each([
    [/^65,A,6,/m, '65,A,70000,', /glyphs\.csv line 3, advance: 70000 is not a whole number of 0 to 65535/],
    [/^65,A,6,/m, '65,A,-1,', /glyphs\.csv line 3, advance: -1 is not a whole number of 0 to 65535/],
    [/^65,A,6,/m, '65,A,1.5,', /glyphs\.csv line 3, advance: "1\.5" is not a whole number/],
    [/^65,A,6,/m, '65,A,,', /glyphs\.csv line 3, advance: "" is not a whole number/],
    [/^65,A,6,0,0,-1,/m, '65,A,6,0,0,-32769,', /line 3, originX: -32769 is not a whole number of -32768 to 32767/],
    [/^65,A,6,0,0,/m, '65,A,6,0,2,', /line 3: glyph U\+0041 \(65\): page 2 is missing, there are 2/],
    [/,7,9,0,/, ',17,9,0,', /line 3: .*its box 2,3 to 17,9 leaves page 0 of 16x16 texels/],
    [/,7,9,0,/, ',1,9,0,', /line 3: .*its box 2,3 to 1,9 is turned round/],
    [/^66,B/m, '65,A', /glyphs\.csv.*U\+0041 \(65\)/],
    [/^66,B/m, '65536,', /line 4, code: 65536 is not a whole number of 0 to 65535/],
    [/,0,\r\n66/, ',0,xyz\r\n66', /line 3, kerning: "xyz" is not hex/],
    [/^code,char,advance,/, 'code,char,width,', /no column advance.*\n.*code,char,advance,advanceY/],
    [/^65,A/m, '65,"A', /line 3: a quote is not closed/],
  ])('glyphs.csv: %s becomes %j', async (from, to, message) => {
    const font = await unpacked(smallRfz());
    font.edit('glyphs.csv', from, to);
    const before = treeOf(font.root);
    const { code, stderr } = await font.pack();
    expect(stderr).toMatch(message);
    expect(code).toBe(stderr.includes('not closed') ? 4 : 2);
    expect(treeOf(font.root)).toEqual(before);
  });

  test.each([
    ['"point": 8', '"point": 65536', /metadata\.json, font\.point: 65536 is not a whole number of 0 to 65535/],
    ['"point": 8', '"point": "8"', /font\.point: "point" must be a number/],
    ['"point": 8,', '', /font\.point: "point" must be a number/],
    ['"name": "小"', '"name": 7', /font\.name: "name" must be a string/],
    ['"name": "小"', `"name": "${'n'.repeat(32767)}"`, /has 32767 bytes .* at most 32766 bytes fit/],
    ['"baseName": "small"', `"baseName": "${'n'.repeat(115)}"`, /has 127 bytes .* at most 126 bytes fit/],
    ['"pageCount": 2', '"pageCount": -1', /font\.pageCount: -1 is not a whole number of 0 to 4294967295/],
    ['"small_0001.dds"', '"../small_0001.dds"', /pages\[1\]\.dds: "\.\.\/small_0001\.dds" is not the name of a file/],
    ['unbake-font-v1', 'unbake-font-v9', /is not the metadata of an unpacked font/],
  ])('metadata.json: %s', async (from, to, message) => {
    const font = await unpacked(smallRfz());
    font.edit('metadata.json', from, to);
    await refused(font, message);
  });

  test('metadata.json that is no JSON gives 4', async () => {
    const font = await unpacked(smallRfz());
    font.edit('metadata.json', '{', '');
    const { code, stderr } = await font.pack();
    expect(code).toBe(4);
    expect(stderr).toMatch(/metadata\.json: .*JSON/);
  });

  test('a page that is missing', async () => {
    const font = await unpacked(smallRfz());
    rmSync(join(font.dir, 'small_0001.dds'));
    rmSync(join(font.dir, 'small_0001.png'));
    await refused(font, /small_0001\.dds and small_0001\.png: the page is missing/);
  });

  test('a page that became too small for its glyphs', async () => {
    const font = await unpacked(smallRfz());
    font.write('small_0001.dds', countingPage(16, 8));
    rmSync(join(font.dir, 'small_0001.png'));
    await refused(font, /line 4: .*its box 2,3 to 7,9 leaves page 1 of 16x8 texels/);
  });

  test('PNG and DDS both edited, each its own way', async () => {
    const font = await unpacked(smallRfz());
    font.write('small_0000.dds', countingPage(16, 16, 1));
    font.write('small_0000.png', font.read('small_0001.png'));
    await refused(font, /were both changed and show different pictures\n\s+Remove the one/);
  });

  test('a file that is no picture', async () => {
    const font = await unpacked(smallRfz());
    font.write('small_0000.png', 'hello');
    const { code, stderr } = await font.pack();
    expect(code).toBe(4);
    expect(stderr).toContain('small_0000.png: the picture cannot be decoded');
    font.write('small_0000.dds', 'hello');
    rmSync(join(font.dir, 'small_0000.png'));
    await refused(font, /small_0000\.dds: page 0 is not a DDS file/);
  });

  test('a folder that is not one', async () => {
    const font = await unpacked(smallRfz());
    rmSync(join(font.dir, 'metadata.json'));
    await refused(font, /is not the folder of an unpacked font: it has no metadata\.json/);
  });

  test('an output that is one of the files that were read', async () => {
    const font = await unpacked(smallRfz());
    const before = treeOf(font.root);
    const args = ['font', 'pack', font.dir, '-o', join(font.dir, 'glyphs.csv'), '--overwrite'];
    expect((await cli(args)).code).toBe(2);
    expect(treeOf(font.root)).toEqual(before);
  });
});
