import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAsset } from '@unbake/formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleDir, samplesIn } from '../../../test-support/samples.ts';
import { canRun, fileOf, startViewer, type ViewerHost, type ViewerPage } from './support/viewer-page.ts';

/** The mean colour of what a card's picture has drawn, and how much of it there is. */
function pictureOf(viewer: ViewerPage, name: string): Promise<{ drawn: number; r: number; g: number; b: number }> {
  return viewer.page.evaluate((file) => {
    const card = [...document.querySelectorAll('.folder-card')].find(
      (c) => c.querySelector('.folder-name')?.textContent === file,
    );
    const canvas = card?.querySelector<HTMLCanvasElement>('canvas.thumb-picture');
    if (!canvas) return { drawn: 0, r: 0, g: 0, b: 0 };
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    const sum = { drawn: 0, r: 0, g: 0, b: 0 };
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3]! < 128) continue;
      sum.drawn++;
      sum.r += data[i]!;
      sum.g += data[i + 1]!;
      sum.b += data[i + 2]!;
    }
    const n = Math.max(1, sum.drawn);
    return { drawn: sum.drawn / (data.length / 4), r: sum.r / n, g: sum.g / n, b: sum.b / n };
  }, name);
}

const shown = (viewer: ViewerPage) => viewer.page.locator('.folder-name').allInnerTexts();

describe.skipIf(!canRun)('the folder', () => {
  let host: ViewerHost;
  let dir: string;
  beforeAll(async () => {
    host = await startViewer();
    dir = mkdtempSync(join(tmpdir(), 'unbake-folder-'));
    mkdirSync(join(dir, 'units/bad'), { recursive: true });
    const archive = openAsset(fileOf(`${sampleDir('nres')}/canonical.rlb`).bytes, { name: 'canonical.rlb' });
    for (const { name, data } of archive.entries()) {
      if (/^turret\.(msh|wea)$/.test(name)) writeFileSync(join(dir, 'units', name), data);
    }
    cpSync(`${sampleDir('nres')}/canonical.rlb`, join(dir, 'Material.lib'));
    cpSync(`${sampleDir('svo')}/oracle_hero.svo`, join(dir, 'units/hero.svo'));
    cpSync(`${sampleDir('dds')}/cube.dds`, join(dir, 'cube.dds'));
    cpSync(`${sampleDir('dds')}/cut_64x64.dds`, join(dir, 'units/bad/cut.dds'));
    writeFileSync(
      join(dir, 'units/bad/broken.svo'),
      fileOf(`${sampleDir('svo')}/oracle_hero.svo`).bytes.subarray(0, 40),
    );
    writeFileSync(join(dir, 'notes.txt'), 'nothing of the game');
    const [font] = samplesIn('font', '.rfz');
    if (font) writeFileSync(join(dir, 'font.rfz'), font.bytes);
  });
  afterAll(async () => {
    await host?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  async function openFolder(viewer: ViewerPage): Promise<void> {
    const [chooser] = await Promise.all([
      viewer.page.waitForEvent('filechooser'),
      viewer.page.click('button:has-text("Open folder")'),
    ]);
    await chooser.setFiles(dir);
    await viewer.page.waitForSelector('.folder-card');
  }

  /** Until every file was looked at. */
  const checked = (viewer: ViewerPage) =>
    viewer.page.waitForFunction(
      () => !/checked/.test(document.querySelector('.folder-count')?.textContent ?? 'checked'),
    );

  test('lists what it holds with pictures made in the background', async () => {
    const viewer = await host.open();
    await openFolder(viewer);
    await checked(viewer);
    const names = await shown(viewer);
    for (const name of ['Material.lib', 'cube.dds', 'broken.svo', 'cut.dds', 'hero.svo', 'turret.msh', 'notes.txt']) {
      expect(names).toContain(name);
    }
    const has = (name: string) =>
      viewer.page.waitForSelector(`.folder-card:has(.folder-name:text-is("${name}")) canvas.thumb-picture`);
    for (const name of ['Material.lib', 'cube.dds', 'hero.svo', 'turret.msh', 'cut.dds']) await has(name);
    // A texture fills its picture, a model stands on a clear ground.
    expect((await pictureOf(viewer, 'cube.dds')).drawn).toBe(1);
    for (const name of ['hero.svo', 'turret.msh']) {
      const { drawn } = await pictureOf(viewer, name);
      expect(drawn, name).toBeGreaterThan(0.02);
      expect(drawn, name).toBeLessThan(0.9);
    }
    // The model's texture was found in the library beside it: without it everything is grey.
    const { r, g, b } = await pictureOf(viewer, 'turret.msh');
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeGreaterThan(12);
    expect(await viewer.page.locator('.folder-card:has-text("broken.svo") canvas').count()).toBe(0);
    expect(await viewer.page.textContent('.folder-card:has-text("broken.svo") .folder-facts')).toContain('✕1');
    if (names.includes('font.rfz')) {
      await has('font.rfz');
      expect((await pictureOf(viewer, 'font.rfz')).drawn).toBeGreaterThan(0.05);
    }
    expect(viewer.problems).toEqual([]);
    await viewer.page.close();
  });

  test('narrows by name, kind and findings', async () => {
    const viewer = await host.open();
    await openFolder(viewer);
    await checked(viewer);
    await viewer.page.fill('.folder-filters input', 'units/bad');
    await expect.poll(() => shown(viewer)).toEqual(['broken.svo', 'cut.dds']);
    await viewer.page.selectOption('.folder-filters select >> nth=1', 'dds/truncated');
    await expect.poll(() => shown(viewer)).toEqual(['cut.dds']);
    await viewer.page.fill('.folder-filters input', '');
    await viewer.page.selectOption('.folder-filters select >> nth=1', 'error');
    await expect.poll(() => shown(viewer)).toEqual(['broken.svo']);
    await viewer.page.selectOption('.folder-filters select >> nth=1', '');
    await viewer.page.selectOption('.folder-filters select >> nth=0', 'model');
    await expect.poll(() => shown(viewer)).toEqual(['broken.svo', 'hero.svo', 'turret.msh']);
    expect(await viewer.page.textContent('.folder-count')).toContain('3 of');
    await viewer.page.fill('.folder-filters input', 'nowhere');
    await viewer.page.waitForSelector('.folder:has-text("No file fits the filters.")');
    expect(viewer.problems).toEqual([]);
    await viewer.page.close();
  });

  test('opens a file by click and by keys; the folder tab leads back', async () => {
    const viewer = await host.open();
    await openFolder(viewer);
    await viewer.page.click('.folder-card:has-text("hero.svo")');
    await viewer.page.waitForSelector('.file[aria-current]:has-text("hero.svo")');
    await viewer.page.waitForSelector('#tab-scene[aria-selected=true]');
    await viewer.page.click('#tab-folder');
    await viewer.page.waitForSelector('.grid-cell[aria-selected=true]:has-text("hero.svo")');
    await viewer.page.fill('.folder-filters input', 'dds');
    await viewer.page.focus('.folder .virtual');
    await viewer.page.keyboard.press('Home');
    await viewer.page.waitForSelector('.grid-cell[aria-selected=true]:has-text("cube.dds")');
    await viewer.page.keyboard.press('Enter');
    await viewer.page.waitForSelector('.file[aria-current]:has-text("cube.dds")');
    await viewer.page.waitForSelector('.textures-shown');
    expect(viewer.problems).toEqual([]);
    await viewer.page.close();
  });

  test('unbake view of a folder shows it', async () => {
    const viewer = await host.openServed(dir);
    await viewer.page.waitForSelector('.folder-card:has-text("turret.msh") canvas.thumb-picture');
    await checked(viewer);
    const { r, g, b } = await pictureOf(viewer, 'turret.msh');
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeGreaterThan(12);
    expect(viewer.problems).toEqual([]);
    await viewer.page.close();
  });

  test('thousands of files: elements for the visible ones only, and the page answers meanwhile', async () => {
    const viewer = await host.open();
    const { bytes } = fileOf(`${sampleDir('dds')}/dxt1_alpha.dds`);
    const name = (i: number) => `<b>${String(i).padStart(4, '0')}</b>.dds`;
    await viewer.drop(...Array.from({ length: 3000 }, (_, i) => ({ name: name(i), bytes })));
    await viewer.page.click('#tab-folder');
    await viewer.page.waitForSelector('.folder-card canvas');
    expect(await viewer.page.locator('.folder-card').count()).toBeLessThan(80);
    expect(await viewer.page.locator('.folder-card b:text-matches("^0")').count()).toBe(0);
    await viewer.page.focus('.folder .virtual');
    await viewer.page.keyboard.press('End');
    await viewer.page.waitForSelector(`.folder-card[title="${name(2999)}"] canvas`);
    expect(await viewer.page.locator('.folder-card').count()).toBeLessThan(80);
    // Leaving ends what is made in the background: the next request is answered at once.
    await viewer.page.click('#tab-hex');
    await viewer.page.waitForSelector('.hex-letters:has-text("DDS")');
    expect(viewer.problems).toEqual([]);
    await viewer.page.close();
  });
});
