import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { glyph, smallFont } from '../../../../test-support/font.ts';
import { samplesIn } from '../../../../test-support/samples.ts';
import { buildRfz } from '../../../formats/src/font/build.ts';
import { decodePng } from '../support/decode-png.ts';
import { countingPage, smallRfz, streamOf, unpacked } from '../support/font-folder.ts';
import { cli } from '../support/run-cli.ts';
import { tempFolder, treeOf } from '../support/temp-folder.ts';

const samples = samplesIn('font', '.rfz');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each(samples)('$name', ({ path, bytes, expected }) => {
  test('every part is what the truth says', async () => {
    const { dir, read } = await unpacked(bytes);
    expect(sha256(read('stream.yabx'))).toBe(expected.decompressedSha256);
    expect(sha256(read('texture.svo'))).toBe(expected.svo.sha256);
    for (const [i, entry] of expected.svo.avts.entries.slice(1).entries()) {
      const name = entry.name.replace('__HmfToSvo__', '');
      expect(sha256(read(name))).toBe(entry.sha256);
      const png = await decodePng(read(name.replace('.dds', '.png')));
      const { width, height, rgba8Sha256 } = expected.svo.images[i].dds;
      expect([png.width, png.height]).toEqual([width, height]);
      expect(sha256(png.rgba)).toBe(rgba8Sha256);
    }
    const names = expected.svo.avts.entries.slice(1).flatMap((entry: { name: string }) => {
      const dds = entry.name.replace('__HmfToSvo__', '');
      return [dds, dds.replace('.dds', '.png')];
    });
    expect(Object.keys(treeOf(dir)).sort()).toEqual(
      [...names, 'font-xml.fnt', 'font.fnt', 'glyphs.csv', 'metadata.json', 'stream.yabx', 'texture.svo'].sort(),
    );
  });

  test('glyphs.csv has every glyph, metadata.json every number', async () => {
    const { read } = await unpacked(bytes);
    const objects: { fields: [string, string, unknown][] }[] = expected.yabx.objects;
    const fieldsOf = (object: { fields: [string, string, unknown][] }) =>
      Object.fromEntries(object.fields.map(([name, , value]) => [name, value]));
    const database = fieldsOf(objects[0]!);
    expect(JSON.parse(read('metadata.json').toString()).font).toEqual({
      baseName: expected.yabx.name,
      ...{ id: database.id, platform: database.platform, library: database.library },
      ...{ name: database.name, comment: database.comment, flags: database.flags, point: database.point },
      ...{ maxAscent: database.max_ascent, maxDescent: database.max_descent },
      ...{ maxGlyphWidth: database.max_glyph_w, maxGlyphHeight: database.max_glyph_h },
      ...{ pageCount: database.tex_page, pageWidth: database.tex_w, pageHeight: database.tex_h },
      ...{ lastPageHeight: database.tex_last_h, margin: database.glyph_margin },
    });
    const [head, ...rows] = read('glyphs.csv').toString().trimEnd().split('\r\n');
    expect(head).toBe('code,char,advance,advanceY,page,originX,originY,x1,y1,x2,y2,kerningCount,kerning');
    const glyphs = objects.slice(1, -1).map(fieldsOf);
    expect(rows).toHaveLength(glyphs.length);
    for (const [i, g] of glyphs.entries()) {
      const numbers = [
        ...[g.cell_inc_x, g.cell_inc_y, g.page, g.origin_x, g.origin_y],
        ...[g.box_x1, g.box_y1, g.box_x2, g.box_y2, g.kerning_info_cnt],
      ];
      expect(rows[i]!.startsWith(`${g.code},`)).toBe(true);
      expect(rows[i]!.endsWith(`,${numbers.join(',')},`)).toBe(true);
    }
  });

  test('from standard input, and listed on standard output', async () => {
    const folder = tempFolder();
    const result = await cli(['font', 'unpack', '-', '-o', join(folder, 'x')], { stdin: readFileSync(path) });
    expect(result.code).toBe(0);
    expect(result.stdout).toContain(
      `${join(folder, 'x/texture.svo')} (${expected.svo.bytes.toLocaleString('en')} bytes)`,
    );
    expect(result.stdout.trimEnd().split('\n')).toHaveLength(Object.keys(treeOf(folder)).length);
  });
});

describe('the files', () => {
  test('characters that could be taken for CSV are quoted; those that nobody sees are left out', async () => {
    const codes = [0x09, 0x20, 0x22, 0x2c, 0x41, 0xa0, 0x3042, 0xd800];
    const { read } = await unpacked(
      smallRfz(
        {},
        1,
        codes.map((code) => glyph(code)),
      ),
    );
    const cells = read('glyphs.csv').toString().split('\r\n').slice(1, -1);
    expect(cells.map((line) => line.replace(/,6,0,0,-1,6,2,3,7,9,0,$/, ''))).toEqual([
      '9,',
      '32,',
      '34,""""',
      '44,","',
      '65,A',
      '160,',
      '12354,あ',
      '55296,',
    ]);
  });

  test('names of pages that could leave the folder are made safe, and found again', async () => {
    const font = await unpacked(smallRfz({ baseName: '../up' }));
    expect(Object.keys(treeOf(font.root)).filter((name) => !name.startsWith('dir/'))).toEqual(['f.rfz']);
    expect((await font.pack()).code).toBe(0);
    expect(streamOf(font.output).equals(streamOf(font.rfz))).toBe(true);
  });

  test('a page that cannot be decoded comes as DDS alone, which is said, and stays as it is', async () => {
    const strange = countingPage(16, 16);
    strange.set([4, 0, 0, 0, 0x5a, 0x5a, 0x5a, 0x5a], 80);
    const folder = tempFolder({ 'f.rfz': buildRfz(smallFont([glyph(0x41)]), [strange]) });
    const { code, stderr } = await cli(['font', 'unpack', join(folder, 'f.rfz'), '-o', join(folder, 'dir')]);
    expect(code).toBe(0);
    expect(stderr).toContain('warning: page 0 (small_0000.dds) has no PNG: ');
    const files = treeOf(join(folder, 'dir'));
    expect(files['small_0000.dds']).toBe(Buffer.from(strange).toString('latin1'));
    expect(Object.keys(files)).not.toContain('small_0000.png');
    expect((await cli(['font', 'pack', join(folder, 'dir'), '-o', join(folder, 'new.rfz')])).code).toBe(0);
    expect(streamOf(join(folder, 'new.rfz')).equals(streamOf(join(folder, 'f.rfz')))).toBe(true);
  });

  test('nothing is replaced without --overwrite', async () => {
    const folder = tempFolder({ 'f.rfz': smallRfz(), 'dir/glyphs.csv': 'mine' });
    const refused = await cli(['font', 'unpack', join(folder, 'f.rfz'), '-o', join(folder, 'dir')]);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('glyphs.csv exists already');
    expect(Object.keys(treeOf(folder))).toEqual(['dir/glyphs.csv', 'f.rfz']);
    expect((await cli(['font', 'unpack', join(folder, 'f.rfz'), '-o', join(folder, 'dir'), '--overwrite'])).code).toBe(
      0,
    );
    expect(readFileSync(join(folder, 'dir/glyphs.csv'), 'utf8')).toMatch(/^code,/);
  });
});

describe('damaged fonts', () => {
  test('cut: what can be read is written, exit code 1, and it is not packed again', async () => {
    const rfz = smallRfz();
    const folder = tempFolder({ 'f.rfz': rfz.subarray(0, rfz.length - 40) });
    const { code, stderr } = await cli(['font', 'unpack', join(folder, 'f.rfz'), '-o', join(folder, 'dir')]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/error: stream\.\S+ needs \d+ bytes, \d+ left \(yabx\/truncated\)/);
    expect(readFileSync(join(folder, 'dir/glyphs.csv'), 'utf8').split('\r\n')).toHaveLength(5);
    const before = treeOf(folder);
    const packed = await cli(['font', 'pack', join(folder, 'dir'), '-o', join(folder, 'new.rfz')]);
    expect(packed.code).toBe(2);
    expect(packed.stderr).toContain('the stream is damaged; only a whole font can be changed');
    expect(treeOf(folder)).toEqual(before);
  });

  test.each([
    ['no font', Buffer.from('hello'), 4, 'expected 59 53 02 00, found 68 65 6C 6C'],
    ['a font without its Database', smallRfz().subarray(0, 60), 4, 'the stream holds no ruhuna::Database'],
    ['another kind of file', Buffer.from('AVTS'.padEnd(0x80, '\0')), 2, 'no RFZ font but a file of the kind svo'],
  ])('%s', async (_, bytes, exit, message) => {
    const folder = tempFolder({ 'f.rfz': bytes });
    const { code, stderr } = await cli(['font', 'unpack', join(folder, 'f.rfz'), '-o', join(folder, 'dir')]);
    expect(stderr).toContain(message);
    expect(code).toBe(exit);
    expect(Object.keys(treeOf(folder))).toEqual(['f.rfz']);
  });
});
