import { openAsset } from '@unbake/formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleDir, samplesIn } from '../../../test-support/samples.ts';
import { canRun, fileOf, startViewer, type ViewerHost } from './support/viewer-page.ts';

const archive = fileOf(`${sampleDir('nres')}/canonical.rlb`);

describe.skipIf(!canRun)('the materials', () => {
  let host: ViewerHost;
  beforeAll(async () => {
    host = await startViewer();
  });
  afterAll(() => host?.close());

  test('shows every State, Parameter and sampler of an SVO as the truth has them', async () => {
    const hero = samplesIn('svo', '.svo').find(({ name }) => name === 'oracle_hero.svo')!;
    const { materials, textures } = hero.expected.scene;
    const viewer = await host.open();
    await viewer.drop(hero);
    await viewer.tab('materials');
    const cards = viewer.page.locator('.materials-card');
    expect(await cards.count()).toBe(materials.length);
    for (const [i, truth] of materials.entries()) {
      const card = cards.nth(i);
      expect(await card.locator('h3').textContent()).toBe(truth.name);
      const names = await card.locator('.materials-parameters th button').allInnerTexts();
      expect(names).toEqual(truth.parameters.map((p: { name: string }) => p.name));
      for (const [row, parameter] of truth.parameters.entries()) {
        const { valueColor, valueF32 } = parameter.variant;
        const shown = await card.locator('.materials-parameters tbody tr').nth(row).locator('td').first().textContent();
        const numbers = shown!.trim().split(/\s+/).map(Number);
        const wanted: number[] = valueColor.some((c: number) => c !== 0) ? valueColor : [valueF32];
        expect(numbers).toHaveLength(wanted.length);
        for (const [k, value] of wanted.entries()) expect(numbers[k]).toBeCloseTo(value, 3);
      }
      expect(await card.locator('.materials-sampler').count()).toBe(truth.textures.length);
    }
    // Every field of the State, with what its numbers mean.
    await cards.first().locator('summary:has-text("All fields (")').last().click();
    const field = (name: string) => cards.first().locator(`.materials-fields tr:has(button:text-is("${name}")) td`);
    expect(await field('_cullMode').textContent()).toMatch(/^2\s*back$/);
    expect(await field('_blendFactorSrc').textContent()).toMatch(/^1\s*one$/);
    expect(await field('_shaderName').textContent()).toBe(materials[0].shaderName);
    // And of the sampler.
    await cards.first().locator('.materials-sampler summary').first().click();
    expect(await field('_wrapU').textContent()).toMatch(/^0\s*repeat$/);
    expect(await field('_textureType').textContent()).toBe(textures[0].textureType);
    expect(viewer.problems).toEqual([]);
    await viewer.page.close();
  });

  test('links select the object in the structure and the texture in the gallery', async () => {
    const viewer = await host.open();
    await viewer.drop(fileOf(`${sampleDir('svo')}/oracle_hero.svo`));
    await viewer.tab('materials');
    await viewer.page.click('.materials-card >> nth=1 >> button:text-is("State[1]")');
    await viewer.page.waitForSelector('.structure-detail h2:has-text("State[1]")');
    await viewer.tab('materials');
    // What is selected is marked here as well.
    await viewer.page.waitForSelector('.materials-card.selected h3:text-is("skin1")');
    await viewer.page.click('.materials-card >> nth=0 >> .materials-parameters button:text-is("diffuse")');
    await viewer.page.waitForSelector('.structure-detail h2:has-text("Parameter[1]")');
    await viewer.tab('materials');
    await viewer.page.click('.materials-card >> nth=0 >> button.materials-thumb');
    await viewer.page.waitForSelector('.textures-shown h2:text-is("oracle_hero")');
    await viewer.page.click('.textures-sources button');
    await viewer.page.waitForSelector('.structure-detail h2:has-text("Image[0]")');
    expect(viewer.problems).toEqual([]);
    await viewer.page.close();
  });

  test('shows WEAR rows, MAT0 phases and textures of a model in an archive', async () => {
    const viewer = await host.open();
    await viewer.drop(archive);
    await viewer.page.click('button.fold');
    await viewer.page.click('.file:has-text("turret.msh")');
    await viewer.tab('materials');
    const cards = viewer.page.locator('.materials-card');
    expect(await cards.locator('header h3').allInnerTexts()).toEqual(['STEEL', 'Броня']);
    const steel = await cards.first().textContent();
    for (const text of ['row 0', '6 batches', 'steel.0', '4×8', 'Phases (2)']) expect(steel).toContain(text);
    expect(await cards.first().locator('.materials-phases > li').count()).toBe(2);
    await cards.first().locator('button.materials-thumb').click();
    await viewer.page.waitForSelector('.file[aria-current]:has-text("steel.0")');
    await viewer.page.waitForSelector('.textures-shown h2:text-is("steel.0")');
    expect(viewer.problems).toEqual([]);
    await viewer.page.close();
  });

  test('finds the materials and textures of a model in sibling files, and names what is missing', async () => {
    const entries = openAsset(archive.bytes, { name: archive.name }).entries();
    const entry = (name: string) => entries.find((e) => e.name === name)!.data;
    const model = { name: 'turret.msh', bytes: entry('turret.msh') };
    const wear = { name: 'turret.wea', bytes: entry('turret.wea') };
    const viewer = await host.open();
    await viewer.drop(model, wear, { name: 'Material.lib', bytes: archive.bytes });
    await viewer.page.click('.file:has-text("turret.msh")');
    await viewer.tab('materials');
    expect(await viewer.page.locator('.materials-card header h3').allInnerTexts()).toEqual(['STEEL', 'Броня']);
    await viewer.page.click('.materials-card >> nth=1 >> button:text-is("Material.lib / броня")');
    await viewer.page.waitForSelector('.file[aria-current]:has-text("броня")');
    await viewer.page.waitForSelector('.textures-shown h2:text-is("броня")');

    await viewer.drop(model, wear);
    await viewer.page.click('.file:has-text("turret.msh")');
    await viewer.page.click('#tab-materials');
    await viewer.page.waitForSelector('.materials-missing:has-text("STEEL")');
    expect(viewer.problems).toEqual([]);
    await viewer.page.close();
  });

  test('shows a MAT0 file alone', async () => {
    const [sample] = samplesIn('texm/mat0', '.mat0').filter(({ name }) => name === 'v4.mat0');
    if (!sample) return;
    const viewer = await host.open();
    await viewer.drop(sample);
    await viewer.tab('materials');
    expect(await viewer.page.locator('.materials-phases > li').count()).toBe(sample.expected.phases.length);
    expect(viewer.problems).toEqual([]);
    await viewer.page.close();
  });
});
