import { diffAssets, openAsset } from '@unbake/formats';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleDir } from '../../../test-support/samples.ts';
import { validate } from '../../gltf/test/validate.ts';
import { decodePng, encodePng } from '../src/worker/methods/png.ts';
import { canRun, fileOf, startViewer, type ViewerHost, type ViewerPage } from './support/viewer-page.ts';

const svo = fileOf(`${sampleDir('svo')}/oracle_hero.svo`);
const before = openAsset(svo.bytes, { name: svo.name });

describe.skipIf(!canRun)('editing and export', () => {
  let host: ViewerHost;
  beforeAll(async () => {
    host = await startViewer();
  });
  afterAll(() => host?.close());

  async function opened(file = svo, query = '?tab=structure'): Promise<ViewerPage> {
    const viewer = await host.open({ query });
    await viewer.drop(file);
    await viewer.page.waitForSelector('.file[aria-current] .facts');
    return viewer;
  }

  /** Types a value into a field of the object that is shown. */
  async function type({ page }: ViewerPage, path: string, value: string): Promise<void> {
    await page.click(`[aria-label="Change ${path}"]`);
    await page.fill(`[aria-label="Change ${path}"]`, value);
    await page.keyboard.press('Enter');
  }

  const save = (viewer: ViewerPage) =>
    viewer.download(() => viewer.page.click('.header button:has-text("Download edited file")'));

  test('edit, undo, redo, differences, download, read again', async () => {
    const viewer = await opened();
    const { page, problems } = viewer;
    await page.click('[role=option]:has-text("Texture[0]")');
    await type(viewer, 'Texture[0]._wrapU', '2');
    await page.waitForSelector('[aria-label="Change Texture[0]._wrapU"]:text-is("2")');
    await page.waitForSelector('.file .edited');
    await type(viewer, 'Texture[0]._lodBias', '-0.5');
    await page.waitForSelector('[aria-label="Change Texture[0]._lodBias"]:text-is("-0.5")');

    await page.keyboard.press('Control+z');
    await page.waitForSelector('[aria-label="Change Texture[0]._lodBias"]:text-is("0")');
    await page.keyboard.press('Control+z');
    await page.waitForSelector('[aria-label="Change Texture[0]._wrapU"]:text-is("0")');
    expect(await page.locator('.file .edited').count()).toBe(0);
    await page.keyboard.press('Control+Shift+Z');
    await page.keyboard.press('Control+y');
    await page.waitForSelector('[aria-label="Change Texture[0]._lodBias"]:text-is("-0.5")');

    await viewer.tab('edits');
    await page.waitForSelector('.edits-diff tbody tr');
    const rows = await page.locator('.edits-diff tbody tr').allInnerTexts();
    expect(rows.map((row) => row.split(/\s+/))).toEqual([
      ['Texture[0]._wrapU', '0', '2'],
      ['Texture[0]._lodBias', '0', '-0.5'],
    ]);

    const saved = await save(viewer);
    expect(saved.name).toBe('oracle_hero.svo');
    const after = openAsset(saved.bytes, { name: saved.name });
    expect(after.find!('Texture[0]._wrapU').value).toBe(2);
    expect(diffAssets(before, after).map(({ path }) => path)).toEqual(['Texture[0]._wrapU', 'Texture[0]._lodBias']);
    expect(after.check().totals.error).toBe(0);
    await page.waitForFunction(() => !document.querySelector('.file .edited'));

    // Back to the first step: the same bytes as were opened.
    await page.click('.edits-steps button >> nth=0');
    await page.waitForSelector('.edits-steps button[aria-current] >> nth=0');
    const original = await save(viewer);
    expect(Buffer.compare(original.bytes, svo.bytes)).toBe(0);

    // What was downloaded opens again in the page.
    await viewer.drop(saved);
    await viewer.tab('structure');
    await page.click('[role=option]:has-text("Texture[0]")');
    await page.waitForSelector('[aria-label="Change Texture[0]._wrapU"]:text-is("2")');
    expect(problems).toEqual([]);
    await page.close();
  });

  test('a value that does not fit says so, and nothing changes', async () => {
    const viewer = await opened();
    const { page, problems } = viewer;
    await page.click('[role=option]:has-text("Texture[0]")');
    for (const [value, why] of [
      ['-1', 'a whole number from 0 to 4294967295'],
      ['banana', 'is not a u32'],
    ] as const) {
      await page.click('[aria-label="Change Texture[0]._wrapU"]');
      await page.fill('[aria-label="Change Texture[0]._wrapU"]', value);
      await page.keyboard.press('Enter');
      await page.waitForSelector(`.structure-editor .error:has-text("${why}")`);
      await page.keyboard.press('Escape');
    }
    await type(viewer, 'Texture[0]._image', 'State[0]');
    await page.waitForSelector('.structure-editor .error:has-text("an object of class Image")');
    expect(await page.locator('.file .edited').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('the bytes of an edited file are shown as they are now', async () => {
    const viewer = await opened();
    const { page, problems } = viewer;
    await page.click('[role=option]:has-text("Texture[0]")');
    await type(viewer, 'Texture[0]._wrapV', '171');
    await page.waitForSelector('[aria-label="Change Texture[0]._wrapV"]:text-is("171")');
    await page.click('.structure-detail tbody th .link:text-is("_wrapV")');
    await viewer.tab('hex');
    const { start } = before.find!('Texture[0]._wrapV');
    await page.waitForSelector(`#byte-${start}:text-is("AB")`);
    await page.keyboard.press('Control+z');
    await page.waitForSelector(`#byte-${start}:text-is("00")`);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('a texture is replaced by a PNG, in its format and with its levels', async () => {
    const viewer = await opened(svo, '?tab=edits');
    const { page, problems } = viewer;
    const picture = before.images!()[0]!;
    const image = picture.decode();
    const rgba = image.rgba.map((v, i) => (i % 4 === 3 ? v : 255 - v));
    const png = encodePng({ ...image, rgba });
    await page.setInputFiles('.edits-textures input[type=file] >> nth=0', {
      name: 'inverse.png',
      mimeType: 'image/png',
      buffer: Buffer.from(png),
    });
    await page.waitForSelector('.edits-diff tr:has-text("textures[0]")');
    expect(await page.textContent('.edits-steps [aria-current]')).toContain('inverse.png');
    const saved = await save(viewer);
    const after = openAsset(saved.bytes, { name: svo.name }).images!()[0]!;
    expect(after).toMatchObject({ format: picture.format, mips: picture.mips, width: picture.width });
    const now = after.decode().rgba;
    const off = now.reduce((sum, v, i) => sum + Math.abs(v - rgba[i]!), 0) / now.length;
    expect(off).toBeLessThan(8);

    await page.setInputFiles('.edits-textures input[type=file] >> nth=0', {
      name: 'not a picture.png',
      mimeType: 'image/png',
      buffer: Buffer.from('text'),
    });
    await page.waitForSelector('.edits-textures .error');
    expect(problems).toEqual([]);
    await page.close();
  });

  test('leaving with edits asks, dropping other files too', async () => {
    const viewer = await opened();
    const { page, problems } = viewer;
    await page.click('[role=option]:has-text("Texture[0]")');
    await type(viewer, 'Texture[0]._wrapU', '1');
    await page.waitForSelector('.file .edited');
    const asked: string[] = [];
    page.once('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await viewer.drop(fileOf(`${sampleDir('dds')}/cube.dds`));
    await expect.poll(() => asked.length).toBe(1);
    expect(await page.textContent('.file .name')).toBe('oracle_hero.svo');
    page.once('dialog', (dialog) => void dialog.accept());
    await viewer.drop(fileOf(`${sampleDir('dds')}/cube.dds`));
    await page.waitForSelector('.file:has-text("cube.dds")');
    expect(problems).toEqual([]);
    await page.close();
  });

  test('GLB that the Khronos validator accepts, with the loss report', async () => {
    const viewer = await opened(svo, '?tab=export');
    const { page, problems } = viewer;
    const glb = await viewer.download(() => page.click('.export button:has-text("Download GLB")'));
    expect(glb.name).toBe('oracle_hero.glb');
    // Severity 0 is an error, 1 a warning.
    expect((await validate(glb.bytes)).filter(({ severity }) => severity < 2)).toEqual([]);
    await page.click('.export details summary');
    await page.waitForSelector('.export details td:has-text("triangles")');
    expect(problems).toEqual([]);
    await page.close();
  });

  test('OBJ with its materials and pictures in a ZIP, the same each time; fields as JSON', async () => {
    const viewer = await opened(svo, '?tab=export');
    const { page, problems } = viewer;
    const click = () => page.click('.export button:has-text("OBJ")');
    const zip = await viewer.download(click);
    expect(zip.name).toBe('oracle_hero.obj.zip');
    const files = unzipSync(zip.bytes);
    const names = Object.keys(files).sort();
    expect(names).toEqual(['oracle_hero.mtl', 'oracle_hero.obj', 'oracle_hero.png']);
    const obj = new TextDecoder().decode(files['oracle_hero.obj']);
    expect(obj.match(/^f /gm)).toHaveLength(before.info().triangles!);
    expect(new TextDecoder().decode(files['oracle_hero.mtl'])).toContain('map_Kd oracle_hero.png');
    expect(decodePng(files['oracle_hero.png']!).rgba).toEqual(before.images!()[0]!.decode().rgba);
    await page.waitForSelector('.export button:has-text("OBJ"):enabled');
    const again = await viewer.download(click);
    expect(Buffer.compare(again.bytes, zip.bytes)).toBe(0);

    const json = await viewer.download(() => page.click('.export button:has-text("JSON")'));
    expect(JSON.parse(new TextDecoder().decode(json.bytes))).toEqual(before.toJson());
    expect(problems).toEqual([]);
    await page.close();
  });

  test('fault 106: a file without a model says that there is nothing for GLB', async () => {
    const { page, problems } = await opened(fileOf(`${sampleDir('dds')}/cube.dds`), '?tab=export');
    await page.waitForSelector('.export:has-text("This file holds no model")');
    expect(await page.locator('.export button:has-text("GLB")').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.close();
  });
});
