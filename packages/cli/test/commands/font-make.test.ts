import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  decodeDds,
  type FontDescription,
  fontDatabaseOf,
  fontPagesOf,
  fontSvoOf,
  readDds,
  readRfz,
} from '@unbake/formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cli } from '../support/run-cli.ts';
import { tempFolder, treeOf } from '../support/temp-folder.ts';
import { coverage, otf, polygon, type Shape, type Step, ttf } from '../support/tiny-font.ts';

const SIZE = 20;
/** At 20 texels an em a texel is 50 units. */
const whole = polygon([100, 0], [100, 700], [500, 700], [500, 0]);
const half = polygon([125, -125], [125, 125], [475, 125], [475, -125]);
const slanted = polygon([-60, -100], [260, 713], [640, 90]);
const ring: Step[] = [...circle(330, 330, 310, 1), ...circle(330, 330, 170, -1)];

const shapes: Shape[] = [
  { code: 0x41, advance: 610, outline: whole },
  { code: 0x42, advance: 500, outline: half },
  { code: 0x43, advance: 700, outline: slanted },
  { code: 0x4f, advance: 660, outline: ring },
  { code: 0x20, advance: 300, outline: [] },
  { code: 0x3042, advance: 1000, outline: whole },
];

/** Four quadratic curves: not quite a circle, which does not matter here. */
function circle(x: number, y: number, radius: number, turn: 1 | -1): Step[] {
  const corners = [
    [radius, radius],
    [-radius, radius],
    [-radius, -radius],
    [radius, -radius],
  ] as const;
  const steps: Step[] = [{ type: 'M', x: x + radius, y }];
  for (const [dx, dy] of corners) {
    const last = steps.at(-1)!;
    const onSide = last.x === x + dx;
    steps.push({
      type: 'Q',
      x1: x + dx,
      y1: y + dy * turn,
      x: onSide ? x : x + dx,
      y: onSide ? y + dy * turn : y,
    });
  }
  return steps;
}

interface Made {
  description: FontDescription;
  pages: { width: number; height: number; rgba: Uint8Array }[];
  stderr: string;
  rfz: Uint8Array;
}

async function make(font: Uint8Array, chars: string | Uint8Array, ...options: string[]): Promise<Made> {
  const folder = tempFolder({ 'f.ttf': font, 'chars.txt': chars });
  const output = join(folder, 'menu.rfz');
  const { code, stderr } = await cli([
    ...['font', 'make', join(folder, 'f.ttf'), '--size', String(SIZE), '--chars', join(folder, 'chars.txt')],
    ...['-o', output, ...options],
  ]);
  expect(stderr).not.toContain('unbake:');
  expect(code).toBe(0);
  const rfz = new Uint8Array(readFileSync(output));
  expect((await cli(['validate', output])).stdout).toContain('no findings');
  const database = fontDatabaseOf(readRfz(rfz).yabx!)!;
  const pages = fontPagesOf(fontSvoOf(database)!).map((page) => {
    const dds = readDds(page.chunk.data);
    expect(dds.format!.name).toBe('A4R4G4B4');
    return decodeDds(dds);
  });
  return { description: database.description, pages, stderr, rfz };
}

/** Refused: nothing is written. */
async function refused(font: Uint8Array | string, chars: string, ...options: string[]) {
  const folder = tempFolder({ 'f.ttf': font, 'chars.txt': chars });
  const before = treeOf(folder);
  const result = await cli([
    ...['font', 'make', join(folder, 'f.ttf'), '--size', String(SIZE), '--chars', join(folder, 'chars.txt')],
    ...['-o', join(folder, 'menu.rfz'), ...options],
  ]);
  expect(treeOf(folder)).toEqual(before);
  return result;
}

describe.each([
  ['TrueType', ttf(shapes)],
  ['OpenType with CFF', otf(shapes)],
])('%s', (_, font) => {
  test('metrics in whole texels', async () => {
    const { description } = await make(font, ' OCBAあ');
    expect(description).toMatchObject({
      baseName: 'menu',
      name: 'Tiny Test',
      comment: 'Tiny Test',
      id: 'RHFONTDB',
      platform: 'DXPC',
      library: 'ceylon',
      point: 20,
      // 800 and 210 units of 1000: 16 and 4.2 texels
      maxAscent: 16,
      maxDescent: 5,
      // The slanted shape: -1.2 to 12.8 texels, -2 to 14.26; whole texels -2 to 13 and -2 to 15
      maxGlyphWidth: 15,
      maxGlyphHeight: 17,
      pageCount: 1,
      pageWidth: 512,
      pageHeight: 512,
      lastPageHeight: 64,
      margin: 1,
    });
    const metrics = description.glyphs.map((g) => [
      ...[g.code, g.advance, g.advanceY, g.page, g.originX, g.originY, g.x2 - g.x1, g.y2 - g.y1],
    ]);
    expect(metrics).toEqual([
      [0x20, 6, 0, 0, 0, 0, 0, 0],
      // 12.2 texels of advance; 2 to 10, 0 to 14
      [0x41, 12, 0, 0, 2, 14, 8, 14],
      // 2.5 to 9.5, -2.5 to 2.5
      [0x42, 10, 0, 0, 2, 3, 8, 6],
      [0x43, 14, 0, 0, -2, 15, 15, 17],
      // 0.4 to 12.8
      [0x4f, 13, 0, 0, 0, 13, 13, 13],
      [0x3042, 20, 0, 0, 2, 14, 8, 14],
    ]);
  });

  test('texels are white, their alpha is the share that the outline covers', async () => {
    const { description, pages } = await make(font, 'ABCO');
    for (const glyph of description.glyphs) {
      const { outline } = shapes.find(({ code }) => code === glyph.code)!;
      const page = pages[glyph.page]!;
      for (let y = glyph.y1; y < glyph.y2; y++) {
        for (let x = glyph.x1; x < glyph.x2; x++) {
          const [r, g, b, a] = page.rgba.subarray((y * page.width + x) * 4);
          expect([r, g, b]).toEqual([255, 255, 255]);
          const share = coverage(outline, SIZE, x - glyph.x1 + glyph.originX, y - glyph.y1 - glyph.originY);
          // Alpha has 16 steps; the rasteriser samples a texel at some 15 by 17 places.
          expect(Math.abs(a! / 255 - share)).toBeLessThan(0.09);
          if (share === 0 || share === 1) expect(a).toBe(share * 255);
        }
      }
    }
    // Outlines on whole texels have no soft edge.
    const [a] = description.glyphs;
    const alphas = new Set<number>();
    for (let y = a!.y1; y < a!.y2; y++) {
      for (let x = a!.x1; x < a!.x2; x++) alphas.add(pages[0]!.rgba[(y * 512 + x) * 4 + 3]!);
    }
    expect([...alphas]).toEqual([255]);
  });

  test('the same input gives the same file', async () => {
    expect((await make(font, 'ABC O')).rfz).toEqual((await make(font, 'O CBA\r\n')).rfz);
  });

  test.each([0.5, 0.1])('cut to %f of its bytes it is refused with its name', async (part) => {
    const { code, stderr } = await refused(font.slice(0, Math.floor(font.length * part)), 'ABCO');
    expect(code).toBe(4);
    expect(stderr).toContain('f.ttf: cannot be read as a font: it is damaged or cut short');
  });

  test('with any byte changed it is read or refused, never more', async () => {
    const folder = tempFolder({ 'c.txt': 'ABCO ' });
    const change = fc.tuple(fc.nat(font.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = font.slice();
        for (const [at, value] of changes) bytes[at] = value;
        writeFileSync(join(folder, 'f.ttf'), bytes);
        const args = ['--size', '8', '--chars', join(folder, 'c.txt'), '-o', '-'];
        const { code, stderr } = await cli(['font', 'make', join(folder, 'f.ttf'), ...args]);
        expect([0, 2, 4]).toContain(code);
        expect(stderr).not.toContain('a fault of unbake');
      }),
      { numRuns: 60 },
    );
  });
});

describe('pages', () => {
  const many: Shape[] = Array.from({ length: 200 }, (_, i) => ({
    code: 0x4e00 + i,
    advance: 900,
    outline: polygon([0, 0], [0, 100 + 4 * i], [900 - 3 * i, 100 + 4 * i], [900 - 3 * i, 0]),
  }));
  const chars = String.fromCodePoint(...many.map(({ code }) => code));

  test.each([0, 1, 5])('boxes do not overlap and keep a margin of %i to each other and the edges', async (margin) => {
    const { description, pages } = await make(ttf(many), chars, '--page-size', '128', '--margin', String(margin));
    expect(pages.length).toBeGreaterThan(1);
    expect(description).toMatchObject({ pageCount: pages.length, margin });
    expect(pages.map(({ width }) => width)).toEqual(pages.map(() => 128));
    expect(pages.slice(0, -1).map(({ height }) => height)).toEqual(pages.slice(0, -1).map(() => 128));
    expect(pages.at(-1)!.height).toBe(description.lastPageHeight);
    for (const [i, a] of description.glyphs.entries()) {
      const { width, height } = pages[a.page]!;
      expect(Math.min(a.x1, a.y1, width - a.x2, height - a.y2)).toBeGreaterThanOrEqual(margin);
      for (const b of description.glyphs.slice(i + 1)) {
        const apart = [b.x1 - a.x2, a.x1 - b.x2, b.y1 - a.y2, a.y1 - b.y2];
        if (a.page === b.page) expect(Math.max(...apart)).toBeGreaterThanOrEqual(margin);
      }
    }
  });

  test('a glyph larger than a page is refused with its code and the page that fits', async () => {
    const { code, stderr } = await refused(ttf(shapes), 'AB', '--size', '100', '--page-size', '64');
    expect(code).toBe(2);
    expect(stderr).toContain('U+0041: larger than a page of 64 texels');
    expect(stderr).toContain('--page-size 128 fits');
    const never = await refused(ttf(shapes), 'A', '--margin', '9000');
    expect(never.stderr).toContain('Choose a smaller --size or --margin.');
  });
});

describe('characters', () => {
  test('those that the font lacks, and those above U+FFFF, are left out and named', async () => {
    const { description, stderr } = await make(ttf(shapes), 'AXYZ@😀');
    expect(description.glyphs.map(({ code }) => code)).toEqual([0x41]);
    expect(stderr).toContain('warning: 1 character is above U+FFFF and cannot be stored: U+1F600\n');
    expect(stderr).toMatch(/warning: 4 characters are not in \S.*f\.ttf: U\+0040, U\+0058-U\+005A\n/);
  });

  test.each([
    ['characters, line ends apart', 'B A\r\nB\tC\n', [0x20, 0x41, 0x42, 0x43]],
    ['with a byte-order mark', '\ufeffAB', [0x41, 0x42]],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x42, 0x30, 0x41, 0]), [0x41, 0x3042]],
    ['code points and ranges', '# latin\nU+0041-U+0043, u+20\nU+4F # o\n', [0x20, 0x41, 0x42, 0x43, 0x4f]],
    ['a text that only looks like one', 'U+41 is A', [0x20, 0x41]],
  ])('%s', async (_, chars, codes) => {
    const { description } = await make(ttf(shapes), chars);
    expect(description.glyphs.map(({ code }) => code)).toEqual(codes);
  });

  test.each([
    ['', 'there are no characters in it'],
    ['\n\t\n', 'there are no characters in it'],
    ['U+0043-U+0041', 'chars.txt line 1: U+0043-U+0041 is no range of code points'],
    ['xyz', 'has none of the characters'],
  ])('%j is refused', async (chars, message) => {
    const { code, stderr } = await refused(ttf(shapes), chars);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test('from standard input, to standard output', async () => {
    const folder = tempFolder({ 'f.ttf': otf(shapes) });
    const args = ['font', 'make', join(folder, 'f.ttf'), '--size', '20', '--chars', '-', '-o', '-'];
    const { code, output } = await cli(args, { stdin: Buffer.from('AB') });
    expect(code).toBe(0);
    expect(fontDatabaseOf(readRfz(new Uint8Array(output)).yabx!)!.description.glyphs).toHaveLength(2);
  });
});

test('kerning is left out, which is said', async () => {
  const kerned = await make(ttf(shapes, { kerned: true }), 'AB');
  expect(kerned.stderr).toMatch(/warning: \S.*f\.ttf: its kerning is left out, text is spaced by the advances alone\n/);
  const plain = await make(ttf(shapes), 'AB');
  expect(plain.stderr).not.toContain('kerning');
  expect(kerned.rfz).toEqual(plain.rfz);
});

describe('refused before anything is written', () => {
  test.each([
    ['hello', 4, 'it is no font that can be read, it starts with 68 65 6C 6C'],
    ['', 4, 'it starts with nothing'],
    ['wOF2 and more', 4, 'it is a WOFF2 font'],
    ['ttcf and more', 4, 'it is a collection of several fonts'],
  ])('a file that begins %j', async (font, exit, message) => {
    const { code, stderr } = await refused(font, 'A');
    expect(stderr).toContain(message);
    expect(code).toBe(exit);
  });

  test.each([
    [['--size', '0'], '1 to 1024'],
    [['--size', '2.5'], '1 to 1024'],
    [['--page-size', '100'], '64, 128, 256, 512, 1024, 2048, 4096'],
    [['--margin', '70000'], '0 to 65535'],
    [['--name', 'n'.repeat(40000)], '--name: "nnn'],
    [['-o', `${'n'.repeat(130)}.rfz`], 'the name of the output: "'],
  ])('%j', async (options, message) => {
    const { code, stderr } = await refused(ttf(shapes), 'A', ...options);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  test('an output that exists, or that is the font', async () => {
    const folder = tempFolder({ 'f.ttf': ttf(shapes), 'c.txt': 'A', 'old.rfz': 'old' });
    const before = treeOf(folder);
    const run = (output: string, ...more: string[]) =>
      cli([
        ...['font', 'make', join(folder, 'f.ttf'), '--size', '20', '--chars', join(folder, 'c.txt')],
        ...['-o', join(folder, output), ...more],
      ]);
    expect((await run('old.rfz')).code).toBe(3);
    expect((await run('f.ttf', '--overwrite')).code).toBe(2);
    expect((await run('c.txt', '--overwrite')).code).toBe(2);
    expect(treeOf(folder)).toEqual(before);
  });
});
