import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleDir } from '../../../test-support/samples.ts';
import { modelShown } from './support/reference.ts';
import { canRun, fileOf, startViewer, type ViewerHost } from './support/viewer-page.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];
const MODEL = fileOf(`${sampleDir('svo')}/oracle_hero.svo`);
const ANIMATED = fileOf(`${sampleDir('msh')}/turret.msh`);
const FONT = fileOf(`${sampleDir('font')}/oracle_mix_20pt.rfz`);

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary?: string }[];
}

describe.skipIf(!canRun)('WCAG 2.1 A and AA', () => {
  let host: ViewerHost;
  beforeAll(async () => {
    host = await startViewer();
  });
  afterAll(() => host?.close());

  test.each(['dark', 'light'] as const)('every tab, %s', async (theme) => {
    const { page, drop, tab } = await host.open({ query: `?theme=${theme}` });
    // The page's policy lets no script in but its own; the tool is the browser's, not the page's.
    await page.evaluate(axe);
    const found: string[] = [];
    const check = async (place: string) => {
      const violations = await page.evaluate(async (tags) => {
        const { axe: tool } = window as unknown as {
          axe: { run(options: object): Promise<{ violations: Violation[] }> };
        };
        return (await tool.run({ runOnly: { type: 'tag', values: tags } })).violations;
      }, RULES);
      for (const { id, nodes } of violations) {
        for (const { target, failureSummary } of nodes) {
          found.push(`${place}: ${id} ${target.join(' ')} ${failureSummary?.split('\n')[1]?.trim()}`);
        }
      }
    };
    await check('empty page');
    for (const file of [MODEL, ANIMATED, FONT]) {
      await drop(file);
      await page.waitForSelector('[role=tab]');
      if (file !== FONT) await modelShown(page, file.name);
      for (const id of await page.$$eval('[role=tab]', (tabs) => tabs.map((t) => t.id.slice('tab-'.length)))) {
        await tab(id);
        await check(`${file.name} ${id}`);
      }
    }
    expect(found).toEqual([]);
    await page.close();
  });
});
