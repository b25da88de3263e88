import { coverageOf, openAsset } from '@unbake/formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleDir } from '../../../test-support/samples.ts';
import { canRun, fileOf, startViewer, type ViewerHost, type ViewerPage } from './support/viewer-page.ts';

const svo = fileOf(`${sampleDir('svo')}/oracle_hero.svo`);
const asset = openAsset(svo.bytes, { name: svo.name });

/** The bytes that the hex view shows as selected, by offset. */
function selectedBytes({ page }: ViewerPage): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.hex-cells .sel')].map((cell) => Number(cell.dataset.at)),
  );
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i);
}

describe.skipIf(!canRun)('structure and bytes', () => {
  let host: ViewerHost;
  beforeAll(async () => {
    host = await startViewer();
  });
  afterAll(() => host?.close());

  async function opened(query = '?tab=structure'): Promise<ViewerPage> {
    const viewer = await host.open({ query });
    await viewer.drop(svo);
    await viewer.page.waitForSelector('.file[aria-current] .facts:has-text("svo ")');
    return viewer;
  }

  test('every object with its fields; references lead to their objects and back', async () => {
    const { page, problems } = await opened();
    await page.waitForSelector('[role=option]');
    expect(await page.textContent('.structure-count')).toContain(String(asset.info().objects));
    await page.click('[role=option]:has-text("Texture[0]")');
    const fields = await page.locator('.structure-detail tbody th').allTextContents();
    const expected = asset.find!('Texture[0]').value as { fields: Record<string, unknown> };
    expect(fields).toEqual(Object.keys(expected.fields));
    // Texture -> Image by its reference, and back by what refers to it.
    await page.click('.structure-detail tr:has-text("_image") .chip');
    await page.waitForSelector('.structure-detail h2:has-text("Image[0]")');
    expect(await page.getAttribute('[role=option][aria-selected=true]', 'id')).toBe('object-10004');
    await page.click('.structure-detail p .chip:has-text("Texture[0]._image")');
    await page.waitForSelector('.structure-detail h2:has-text("Texture[0]")');
    await page.waitForSelector('.structure-detail tr.selected:has-text("_image")');
    expect(problems).toEqual([]);
    await page.close();
  });

  test('objects are found by name, value and id', async () => {
    const { page, problems } = await opened();
    await page.fill('.structure-search', 'ambient');
    await page.waitForFunction(() => document.querySelectorAll('[role=option]').length < 5);
    expect(await page.textContent('[role=option]')).toContain('Parameter[0]');
    await page.fill('.structure-search', '#10004');
    await page.waitForFunction(() => document.querySelectorAll('[role=option]').length === 1);
    expect(await page.textContent('[role=option]')).toContain('Image[0]');
    await page.fill('.structure-search', 'no such thing');
    await page.waitForFunction(() => document.querySelectorAll('[role=option]').length === 0);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('a field selects its bytes, a byte selects its field', async () => {
    const viewer = await opened();
    const { page, problems } = viewer;
    await page.click('[role=option]:has-text("Texture[0]")');
    await page.click('.structure-detail tbody th .link:text-is("_magFilter")');
    await viewer.tab('hex');
    const field = asset.find!('Texture[0]._magFilter');
    await page.waitForSelector('.hex-cells .sel');
    expect(await selectedBytes(viewer)).toEqual(range(field.start, field.end));
    expect(await page.textContent('.hex-inspector')).toContain('_magFilter');

    const other = asset.find!('Texture[0]._lodBias');
    await page.click(`#byte-${other.start + 2}`);
    expect(await selectedBytes(viewer)).toEqual(range(other.start, other.end));
    await viewer.tab('structure');
    await page.waitForSelector('.structure-detail tr.selected:has-text("_lodBias")');
    await page.click('.structure-modes button:has-text("By bytes")');
    await page.waitForSelector('[role=treeitem][aria-selected=true]:has-text("_lodBias")');
    expect(problems).toEqual([]);
    await page.close();
  });

  test('the tree of bytes: keys fold and walk, a search lists paths, a double click shows the bytes', async () => {
    const viewer = await opened();
    const { page, problems } = viewer;
    await page.click('.structure-modes button:has-text("By bytes")');
    await page.click('[role=treeitem]:has-text("header")');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('[role=treeitem][aria-expanded=true]:has-text("header")');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('[role=treeitem][aria-selected=true]:has-text("magic")');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('[role=treeitem][aria-selected=true]:has-text("entryCount")');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('[role=treeitem][aria-expanded=false]:has-text("header")');
    await page.fill('.structure-search', 'entries[2].size');
    await page.waitForFunction(() => document.querySelectorAll('[role=treeitem]').length === 1);
    await page.dblclick('[role=treeitem]');
    await page.waitForSelector('.hex-cells .sel');
    const entry = asset.trace().root.children.find((node) => node.name === 'entries[2]');
    const size = entry!.children.find((node) => node.name === 'size')!;
    expect(await selectedBytes(viewer)).toEqual(range(size.start, size.end));
    expect(problems).toEqual([]);
    await page.close();
  });

  test('pointing at a byte lights up its whole field', async () => {
    const viewer = await opened('?tab=hex');
    const { page, problems } = viewer;
    await page.waitForSelector('.hex-coverage canvas');
    await page.hover('#byte-5');
    await page.waitForSelector('.hex-cells .hov');
    const lit = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.hex-cells .hov')].map((cell) => Number(cell.dataset.at)),
    );
    expect(lit).toEqual([4, 5, 6, 7]);
    expect(await page.textContent('.hex-under')).toBe('header.entryCount');
    expect(problems).toEqual([]);
    await page.close();
  });

  test('the hex view shows the bytes of the file, anywhere in it', async () => {
    const { page, problems } = await opened('?tab=hex');
    const at = 0x1234;
    await page.fill('.hex-goto input', '0x1234');
    await page.click('.hex-goto button[type=submit]');
    await page.waitForSelector(`#byte-${at}.cur`);
    for (let offset = at; offset < at + 8; offset++) {
      const text = svo.bytes[offset]!.toString(16).toUpperCase().padStart(2, '0');
      expect(await page.textContent(`#byte-${offset}`)).toBe(text);
    }
    await page.focus('.hex .virtual');
    await page.keyboard.press('End');
    await page.waitForSelector(`#byte-${svo.bytes.length - 1}.cur`);
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector(`#byte-${svo.bytes.length - 2}.cur`);
    await page.fill('.hex-goto input', '0xFFFFFFF');
    await page.click('.hex-goto button[type=submit]');
    await page.waitForSelector('.hex-goto .error:has-text("0x4C80")');
    expect(problems).toEqual([]);
    await page.close();
  });

  test('bytes that nothing explains are marked and can be walked through', async () => {
    const { page, problems, drop } = await host.open({ query: '?tab=hex' });
    // Data between the chunks and behind them, which no field covers.
    const bytes = new Uint8Array(svo.bytes.length + 64).fill(0xee);
    bytes.set(svo.bytes);
    const { gaps } = coverageOf(openAsset(bytes, { name: 'behind.svo' }).trace().root, bytes.length);
    expect(gaps).toHaveLength(1);
    const gap = gaps[0]!;
    await drop({ name: 'behind.svo', bytes });
    await page.click('.hex-goto button:has-text("Next unexplained")');
    await page.waitForSelector('.hex-cells .gap.cur');
    expect(await page.getAttribute('.hex-cells .cur', 'data-at')).toBe(String(gap.start));
    expect(await page.locator('.hex-cells .gap').count()).toBe(gap.end - gap.start);
    expect(await page.textContent('.hex-inspector')).toContain('unexplained');
    expect(await page.textContent('.hex-coverage')).toMatch(/99\.\d+% explained/);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('a file of 500 MB: the last byte is a key away, and only what is looked at is read', async () => {
    const { page, problems } = await host.open({ query: '?tab=hex' });
    const size = 500 * 1024 * 1024;
    await page.evaluate((length) => {
      // One block of 1 MB, many times over: no memory of that size.
      const block = new Blob([new Uint8Array(1 << 20).fill(0xab)]);
      const parts = Array.from({ length: length / (1 << 20) }, () => block);
      parts[parts.length - 1] = new Blob([new Uint8Array((1 << 20) - 4), Uint8Array.of(1, 2, 3, 4)]);
      const data = new DataTransfer();
      data.items.add(new File(parts, 'huge.rlb'));
      document.querySelector('.app')!.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    }, size);
    // No archive, whatever its name says: a card, and its bytes.
    await page.waitForSelector('.error-card:has-text("nres/magic")');
    await page.waitForSelector('.hex-row');
    await page.focus('.hex .virtual');
    await page.keyboard.press('End');
    await page.waitForSelector(`#byte-${size - 1}.cur:text-is("04")`);
    // The wheel goes by lines, not by leaps.
    const firstRow = () => page.evaluate(() => Number(document.querySelector<HTMLElement>('.hex-row')!.dataset.row));
    const before = await firstRow();
    await page.hover('.hex-row >> nth=5');
    await page.mouse.wheel(0, -200);
    await page.waitForFunction(
      (row) => Number(document.querySelector<HTMLElement>('.hex-row')!.dataset.row) < row,
      before,
    );
    expect(before - (await firstRow())).toBeLessThan(32 * 20);
    await page.keyboard.press('Home');
    await page.waitForSelector('#byte-0.cur:text-is("AB")');
    const heap = await page.evaluate(
      () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
    );
    expect(heap).toBeLessThan(60e6);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('findings jump to bytes and field', async () => {
    const viewer = await host.open({ query: '?tab=diagnostics' });
    const { page, problems, drop } = viewer;
    const bad = fileOf(`${sampleDir('svo')}/bad/bad_crc.svo`);
    const finding = openAsset(bad.bytes, { name: bad.name }).check().diagnostics[0]!;
    await drop(bad);
    await page.waitForSelector(`.diagnostics-group:has-text("${finding.code}")`);
    const row = page.locator(`.diagnostics-group:has-text("${finding.code}") .diagnostics-row`).first();
    expect(await row.textContent()).toContain(finding.message);
    await row.locator('button:has-text("Show bytes")').click();
    await page.waitForSelector(`#byte-${finding.offset}.cur`);
    await viewer.tab('diagnostics');
    await page.locator('.diagnostics-row button:has-text("Show field")').first().click();
    await page.click('.structure-modes button:has-text("By bytes")');
    await page.waitForSelector('[role=treeitem][aria-selected=true]');
    expect(problems).toEqual([]);
    await page.close();
  });
});
