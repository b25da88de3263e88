import { decodeDds, readDds } from '@unbake/formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleDir, samplesIn } from '../../../test-support/samples.ts';
import { painted } from './support/canvas.ts';
import { canRun, fileOf, startViewer, type ViewerHost, type ViewerPage } from './support/viewer-page.ts';

const [sample] = samplesIn('font', '.rfz');

interface Glyph {
  code: number;
  advance: number;
  page: number;
  originX: number;
  originY: number;
  box: [number, number, number, number];
}

/** The glyphs and the ascent of the truth, by the names of the file. */
function truth(): { glyphs: Glyph[]; ascent: number; descent: number } {
  const { objects } = sample!.expected.yabx;
  const fields = (object: { fields: [string, string, number][] }) =>
    Object.fromEntries(
      object.fields.map(([name, type, value]) => [
        name,
        type === 'u16' && /origin/.test(name) && value > 0x7fff ? value - 0x10000 : value,
      ]),
    );
  const all = objects.map(fields);
  const database = all.find((o: Record<string, number>) => 'max_ascent' in o);
  const glyphs = all
    .filter((o: Record<string, number>) => 'cell_inc_x' in o)
    .map((o: Record<string, number>) => ({
      code: o.code,
      advance: o.cell_inc_x,
      page: o.page,
      originX: o.origin_x,
      originY: o.origin_y,
      box: [o.box_x1, o.box_y1, o.box_x2, o.box_y2],
    }));
  return { glyphs, ascent: database.max_ascent, descent: database.max_descent };
}

/** Alpha of the drawn text; colours under full alpha are checked by it being white on these pages. */
function drawn(viewer: ViewerPage): Promise<{ width: number; height: number; alpha: number[] }> {
  return viewer.page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.font-picture canvas')!;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return { width: canvas.width, height: canvas.height, alpha: Array.from(data).filter((_, i) => i % 4 === 3) };
  });
}

describe.skipIf(!canRun || !sample)('the font panel', () => {
  let host: ViewerHost;
  let viewer: ViewerPage;
  beforeAll(async () => {
    host = await startViewer();
    viewer = await host.open();
    await viewer.drop(sample!);
    await viewer.page.waitForSelector('.font-detail .picture-canvas');
  });
  afterAll(async () => {
    expect(viewer.problems).toEqual([]);
    await host?.close();
  });

  test('lists every glyph with the metrics of the truth', async () => {
    const { glyphs, ascent, descent } = truth();
    expect(await viewer.page.textContent('.font-count')).toContain(`${glyphs.length} of ${glyphs.length}`);
    expect(await viewer.page.textContent('.font-head')).toContain(`${ascent + descent} = ${ascent} + ${descent}`);
    const rows = await viewer.page.locator('.font-glyph').all();
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.length).toBeLessThan(glyphs.length);
    for (const [i, row] of rows.entries()) {
      const glyph = glyphs[i]!;
      const [x1, y1, x2, y2] = glyph.box;
      const cells = (await row.locator('span').allInnerTexts()).slice(1);
      expect(cells).toEqual([
        `U+${glyph.code.toString(16).toUpperCase().padStart(4, '0')}`,
        String(glyph.advance),
        `${glyph.originX}, ${ascent - glyph.originY}`,
        `${x2 - x1}×${y2 - y1}`,
        String(glyph.page),
      ]);
    }
  });

  test('draws a typed letter texel by texel as its box is on the page', async () => {
    const { glyphs, ascent, descent } = truth();
    const { bytes } = fileOf(`${sampleDir('font')}/RFO_ORACLE_MIX_20pt_0000.dds`);
    const page = decodeDds(readDds(bytes));
    for (const letter of ['%', 'A', 'g']) {
      const glyph = glyphs.find((g) => g.code === letter.charCodeAt(0))!;
      expect(glyph.page).toBe(0);
      await viewer.page.fill('#font-text', letter);
      await painted(viewer.page);
      const [x1, y1, x2, y2] = glyph.box;
      const left = Math.min(0, glyph.originX);
      const top = Math.min(0, ascent - glyph.originY);
      const right = Math.max(glyph.advance, glyph.originX + x2 - x1);
      const bottom = Math.max(ascent + descent, ascent - glyph.originY + y2 - y1);
      const image = await drawn(viewer);
      expect([image.width, image.height], letter).toEqual([right - left, bottom - top]);
      const wanted = new Array<number>(image.alpha.length).fill(0);
      for (let y = y1; y < y2; y++) {
        for (let x = x1; x < x2; x++) {
          const to = (ascent - glyph.originY - top + y - y1) * image.width + glyph.originX - left + x - x1;
          wanted[to] = page.rgba[(y * page.width + x) * 4 + 3]!;
        }
      }
      expect(image.alpha, letter).toEqual(wanted);
    }
  });

  test('a second letter stands one advance on; a line one line height down; what is missing is named', async () => {
    const { glyphs, ascent, descent } = truth();
    const a = glyphs.find((g) => g.code === 65)!;
    await viewer.page.fill('#font-text', 'AA');
    await painted(viewer.page);
    const two = await drawn(viewer);
    await viewer.page.fill('#font-text', 'A\nA');
    await painted(viewer.page);
    const lines = await drawn(viewer);
    await viewer.page.fill('#font-text', 'A');
    await painted(viewer.page);
    const one = await drawn(viewer);
    expect(two.width - one.width).toBe(a.advance);
    expect(lines.height - one.height).toBe(ascent + descent);

    await viewer.page.fill('#font-text', 'A😀<b>Ω</b>');
    const known = new Set(glyphs.map((g) => g.code));
    const missing = [
      ...new Set([...'A😀<b>Ω</b>'].flatMap((c) => Array.from({ length: c.length }, (_, i) => c.charCodeAt(i)))),
    ].filter((code) => !known.has(code));
    expect(missing).toContain(0xd83d);
    const named = await viewer.page.textContent('.font-missing');
    expect(named).toContain(`(${missing.length})`);
    for (const code of missing) expect(named).toContain(`U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
  });

  test('finds a glyph, shows its box on its page, and leads to its object and its texture', async () => {
    const { glyphs } = truth();
    await viewer.page.fill('.font-search', 'U+0042');
    await viewer.page.waitForSelector('.font-count:has-text("1 of")');
    await viewer.page.click('.font-glyph');
    const b = glyphs.find((g) => g.code === 0x42)!;
    const numbers = await viewer.page.textContent('.font-numbers');
    expect(numbers).toContain(`${b.box[0]}, ${b.box[1]} – ${b.box[2]}, ${b.box[3]}`);
    await painted(viewer.page);
    // The frame of the chosen glyph is the only thing of this colour on white pages.
    const framed = await viewer.page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('.font-detail .picture-canvas')!;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4)
        if (data[i] === 255 && data[i + 1] === 210 && data[i + 2] === 60) count++;
      return count;
    });
    expect(framed).toBeGreaterThan(40);
    await viewer.page.fill('.font-search', '');
    await viewer.page.focus('.font-rows .virtual');
    await viewer.page.keyboard.press('ArrowDown');
    await viewer.page.waitForSelector('.font-glyph[aria-selected=true]:has-text("U+0043")');
    await viewer.page.click('.font-glyph-head button');
    await viewer.page.waitForSelector('.structure-detail h2:has-text("ruhuna::Glyph")');
    await viewer.tab('font');
    await viewer.page.waitForSelector('.font-glyph[aria-selected=true]:has-text("U+0043")');
    await viewer.page.click('.font-page button');
    await viewer.page.waitForSelector('.textures-shown h2');
    await viewer.tab('font');
  });

  test('says what cannot be shown of a damaged font', async () => {
    const cut = await host.open();
    await cut.drop({ name: 'cut.rfz', bytes: sample!.bytes.subarray(0, 20_000) });
    await cut.page.waitForSelector('.file[aria-current]');
    await cut.page.waitForSelector('#tab-font');
    await cut.page.click('#tab-font');
    await cut.page.waitForSelector('.panel-font .font, .panel-font [role=alert]');
    expect(cut.problems).toEqual([]);
    await cut.page.close();
  });
});
