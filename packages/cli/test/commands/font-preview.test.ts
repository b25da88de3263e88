import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { glyph, smallFont } from '../../../../test-support/font.ts';
import { samplesIn } from '../../../../test-support/samples.ts';
import { buildRfz } from '../../../formats/src/font/build.ts';
import { decodePng } from '../support/decode-png.ts';
import { countingPage, smallRfz } from '../support/font-folder.ts';
import { cli } from '../support/run-cli.ts';
import { tempFolder, treeOf } from '../support/temp-folder.ts';

async function preview(rfz: Uint8Array, text: string, ...options: string[]) {
  const folder = tempFolder({ 'f.rfz': rfz });
  const output = join(folder, 'p.png');
  const result = await cli(['font', 'preview', join(folder, 'f.rfz'), '--text', text, '-o', output, ...options]);
  const picture = result.stderr.includes('wrote ') ? await decodePng(readFileSync(output)) : undefined;
  const texel = (x: number, y: number) => [...picture!.rgba.subarray(4 * (y * picture!.width + x)).subarray(0, 4)];
  return { ...result, picture, texel };
}

describe.each(samplesIn('font', '.rfz'))('$name', ({ bytes, expected }) => {
  test('a text of two lines: every texel where the metrics of the file put it', async () => {
    const lines = ['Unbake, 14!', 'gjpqy'];
    const objects: { fields: [string, string, number][] }[] = expected.yabx.objects;
    const values = (object: { fields: [string, string, number][] }): { [name: string]: number } =>
      Object.fromEntries(object.fields.map(([name, , value]) => [name, value]));
    const database = values(objects[0]!);
    const glyphs = new Map(objects.slice(1, -1).map((object) => [values(object).code!, values(object)]));
    const folder = tempFolder({ 'f.rfz': bytes });
    await cli(['font', 'unpack', join(folder, 'f.rfz'), '-o', join(folder, 'dir')]);
    const pages = [];
    for (const { name } of expected.svo.images) {
      pages.push(
        await decodePng(readFileSync(join(folder, 'dir', name.replace('__HmfToSvo__', '').replace('.dds', '.png')))),
      );
    }

    // By the metrics of svo.md §8, from the truth of the sample alone.
    const boxes: { x: number; y: number; glyph: { [name: string]: number } }[] = [];
    const extent = { left: 0, top: 0, right: 0, bottom: 2 * (database.max_ascent! + database.max_descent!) };
    for (const [line, text] of lines.entries()) {
      let pen = 0;
      for (const char of text) {
        const g = glyphs.get(char.charCodeAt(0))!;
        const x = pen + g.origin_x!;
        const y = line * (database.max_ascent! + database.max_descent!) + database.max_ascent! - g.origin_y!;
        pen += g.cell_inc_x!;
        extent.right = Math.max(extent.right, pen);
        if (g.box_x1 === g.box_x2 || g.box_y1 === g.box_y2) continue;
        boxes.push({ x, y, glyph: g });
        extent.left = Math.min(extent.left, x);
        extent.top = Math.min(extent.top, y);
        extent.right = Math.max(extent.right, x + g.box_x2! - g.box_x1!);
        extent.bottom = Math.max(extent.bottom, y + g.box_y2! - g.box_y1!);
      }
    }
    const { picture, code, stderr } = await preview(bytes, lines.join('\\n'));
    expect(code).toBe(0);
    expect(stderr).toMatch(/^wrote \S.*p\.png, [\d,]+ bytes\n$/);
    expect([picture!.width, picture!.height]).toEqual([extent.right - extent.left, extent.bottom - extent.top]);

    const drawnBy = new Map<number, number[][]>();
    for (const { x, y, glyph: g } of boxes) {
      const page = pages[g.page!]!;
      for (let row = 0; row < g.box_y2! - g.box_y1!; row++) {
        for (let column = 0; column < g.box_x2! - g.box_x1!; column++) {
          const at = (y - extent.top + row) * picture!.width + (x - extent.left + column);
          const from = 4 * ((g.box_y1! + row) * page.width + g.box_x1! + column);
          drawnBy.set(at, [...(drawnBy.get(at) ?? []), [...page.rgba.subarray(from, from + 4)]]);
        }
      }
    }
    let once = 0;
    for (let at = 0; at < picture!.width * picture!.height; at++) {
      const texel = [...picture!.rgba.subarray(4 * at, 4 * at + 4)];
      const sources = drawnBy.get(at) ?? [];
      if (sources.length === 0) expect(texel).toEqual([0, 0, 0, 0]);
      // Where boxes lie over each other texels are mixed; the tests of the library check that.
      if (sources.length !== 1) continue;
      if (sources[0]![3] !== 0) expect(texel).toEqual(sources[0]);
      else expect(texel[3]).toBe(0);
      once++;
    }
    expect(once).toBeGreaterThan(500);
  });
});

describe('what is drawn', () => {
  // Ascent 7, descent 2. A: box 2,3 to 7,9 of the page, 5x6 texels, bearing (-1, 1), advance 6.
  const pageWord = (x: number, y: number, first = 0) => {
    const word = (first + 257 * (16 * y + x)) & 0xffff;
    return [(word >> 8) & 15, (word >> 4) & 15, word & 15, word >> 12].map((v) => v * 17);
  };

  test('the box at its bearing, the picture as wide as boxes and pen', async () => {
    const { picture, texel } = await preview(smallRfz(), 'A');
    // From -1 to the pen at 6, a line of 9.
    expect([picture!.width, picture!.height]).toEqual([7, 9]);
    for (const [x, y] of [
      [0, 1],
      [4, 6],
      [2, 3],
    ] as const) {
      expect(texel(x, y)).toEqual(pageWord(2 + x, 3 + y - 1));
    }
    expect([texel(0, 0), texel(5, 1), texel(0, 7)].flat()).toEqual(new Array(12).fill(0));
  });

  test('a glyph of the second page, and lines', async () => {
    const { picture, texel } = await preview(smallRfz(), 'A\\nB');
    expect([picture!.width, picture!.height]).toEqual([7, 18]);
    expect(texel(1, 9 + 1)).toEqual(pageWord(3, 3, 5000));
  });

  test('escapes: a backslash, and one that means nothing', async () => {
    const font = smallRfz({}, 1, [glyph(0x5c), glyph(0x6e), glyph(0x78)]);
    const { picture, stderr } = await preview(font, '\\\\n\\x');
    expect(stderr).not.toContain('not in the font');
    // Four characters on one line: \ n \ x
    expect([picture!.width, picture!.height]).toEqual([25, 9]);
  });

  test.each([
    ['102030', [0x10, 0x20, 0x30, 255]],
    ['#10203040', [0x10, 0x20, 0x30, 0x40]],
  ])('a background of %s', async (colour, expected) => {
    const { texel } = await preview(smallRfz(), 'A', '--background', colour);
    expect(texel(6, 8)).toEqual(expected);
  });

  test('characters that the font lacks are named and take no room', async () => {
    const { picture, code, stderr } = await preview(smallRfz(), 'xAyz😀');
    expect(code).toBe(0);
    expect(stderr).toContain('warning: 5 characters are not in the font: U+0078-U+007A, U+D83D, U+DE00');
    expect([picture!.width, picture!.height]).toEqual([7, 9]);
  });

  test('an empty text is a line high', async () => {
    const { picture } = await preview(smallRfz(), '');
    expect([picture!.width, picture!.height]).toEqual([1, 9]);
  });

  test('fault 084: texels outside the page are not drawn, a page that is missing is named', async () => {
    const glyphs = [glyph(0x41, { x1: 14, x2: 19 }), glyph(0x42, { page: 5 })];
    const font = buildRfz(smallFont(glyphs), [countingPage(16, 16)], { lenient: true });
    const { code, stderr, texel } = await preview(font, 'AB');
    expect(code).toBe(0);
    expect(stderr).toContain('glyph U+0041: its box 14,3 to 19,9 leaves page 0 of 16x16 texels');
    expect(stderr).toContain('glyph U+0042: page 5 is missing, there are 1');
    expect(texel(1, 1)).toEqual(pageWord(15, 3));
    expect(texel(2, 1)).toEqual([0, 0, 0, 0]);
  });

  test('a text that would be too large is cut, which is said', async () => {
    const wide = smallRfz({}, 1, [glyph(0x41, { advance: 60000 })]);
    const { picture, stderr } = await preview(wide, 'AAA');
    expect(stderr).toContain('the text is 180001x9 texels, the picture is cut at 8192');
    expect(picture!.width).toBe(8192);
  });

  test('to standard output', async () => {
    const folder = tempFolder({ 'f.rfz': smallRfz() });
    const { code, output } = await cli(['font', 'preview', join(folder, 'f.rfz'), '--text', 'A', '-o', '-']);
    expect(code).toBe(0);
    expect(await decodePng(output)).toMatchObject({ width: 7, height: 9 });
  });
});

describe('what is not', () => {
  test('a damaged font: what there is, and exit code 1', async () => {
    const whole = smallRfz();
    const { code, stderr, picture } = await preview(whole.subarray(0, whole.length - 40), 'A');
    expect(code).toBe(1);
    expect(stderr).toContain('yabx/truncated');
    expect(stderr).toContain('glyph U+0041: page 0 is missing, there are 0');
    expect([picture!.width, picture!.height]).toEqual([7, 9]);
  });

  test.each([
    [['--text', 'A', '-o', '{f}', '--overwrite'], 2, 'is the input file itself'],
    [['--text', 'A', '-o', '{old}'], 3, 'exists already'],
    [['--text', 'A', '--background', 'blue', '-o', '{new}'], 2, 'RRGGBB'],
    [['-o', '{new}'], 2, "required option '--text <text>' not specified"],
  ])('%j', async (args, exit, message) => {
    const folder = tempFolder({ 'f.rfz': smallRfz(), 'old.png': 'old' });
    const before = treeOf(folder);
    const names: { [name: string]: string } = { '{f}': 'f.rfz', '{old}': 'old.png', '{new}': 'new.png' };
    const paths = args.map((arg) => (names[arg] ? join(folder, names[arg]) : arg));
    const { code, stderr } = await cli(['font', 'preview', join(folder, 'f.rfz'), ...paths]);
    expect(stderr).toContain(message);
    expect(code).toBe(exit);
    expect(treeOf(folder)).toEqual(before);
  });

  test('a file of another kind', async () => {
    const { code, stderr } = await preview(countingPage(4, 4), 'A');
    expect(code).toBe(2);
    expect(stderr).toContain('no RFZ font but a file of the kind dds');
  });
});
