import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleDir } from '../../../test-support/samples.ts';
import { type Memory, memoryOf } from './support/memory.ts';
import { modelShown } from './support/reference.ts';
import { canRun, fileOf, startViewer, type ViewerHost } from './support/viewer-page.ts';

const MODELS = [fileOf(`${sampleDir('svo')}/oracle_hero.svo`), fileOf(`${sampleDir('svo')}/oracle_stage.svo`)];
/** Each panel is shown with each model, so the same state comes back after ten loads; the first ten also load code. */
const TABS = ['scene', 'structure', 'hex', 'textures', 'materials'];
const ROUND = MODELS.length * TABS.length;
const GROWTH = 1.1;

describe.skipIf(!canRun)('memory', { timeout: 180_000 }, () => {
  let host: ViewerHost;
  beforeAll(async () => {
    host = await startViewer();
  });
  afterAll(() => host?.close());

  test('fault 101: 50 loads in a row leave no more behind than the first', async () => {
    const viewer = await host.open({ query: '?theme=dark' });
    const { page, drop, tab, problems } = viewer;
    const meter = await memoryOf(page);
    const seen: Memory[] = [];
    for (let i = 1; i <= 50; i++) {
      const model = MODELS[i % MODELS.length]!;
      await drop(model);
      await modelShown(page, model.name);
      await tab(TABS[i % TABS.length]!);
      if (i % ROUND === 0) seen.push(await meter.read());
    }
    same(seen[1]!, seen.at(-1)!);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('fault 101: a load that the next drop ends leaves nothing', async () => {
    const viewer = await host.open({ query: '?tab=scene&theme=dark' });
    const { page, drop, problems } = viewer;
    const meter = await memoryOf(page);
    const last = MODELS[0]!;
    const seen: Memory[] = [];
    for (let round = 0; round < 4; round++) {
      for (const wait of [0, 1, 3, 10, 20, 40, 80, 0, 0, 0]) {
        await drop(MODELS[1]!);
        await page.waitForTimeout(wait);
        await drop(last);
      }
      await modelShown(page, last.name);
      seen.push(await meter.read());
    }
    same(seen[1]!, seen.at(-1)!);
    expect(await page.locator('canvas').count()).toBe(1);
    expect(problems).toEqual([]);
    await page.close();
  });

  function same(before: Memory, after: Memory): void {
    expect(before.textures).toBeGreaterThan(0);
    expect(before.workerCount).toBeGreaterThan(0);
    expect(after).toMatchObject({
      geometries: before.geometries,
      textures: before.textures,
      objectUrls: 0,
      workerCount: before.workerCount,
    });
    expect(after.page / before.page).toBeLessThan(GROWTH);
    expect(after.workers / before.workers).toBeLessThan(GROWTH);
  }
});
