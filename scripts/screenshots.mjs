// Writes the pictures of the README from the samples: the viewer with a model, an animation, a font.
import { join } from 'node:path';
import { build, install, root } from './run.mjs';

if (!(await install()) || !(await build())) process.exit(1);
const { modelDrawn, openBrowser, served } = await import('./viewer-page.mjs');

const SHOTS = [
  { file: 'fixtures/svo/oracle_face.svo', tab: 'structure', name: 'viewer-model', model: true },
  { file: 'fixtures/msh/turret.msh', tab: 'animation', name: 'viewer-animation', model: true },
  { file: 'fixtures/font/oracle_mix_20pt.rfz', tab: 'font', name: 'viewer-font' },
];

const browser = await openBrowser();
for (const { file, tab, name, model } of SHOTS) {
  await served(file, async (url) => {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 720 },
      colorScheme: 'dark',
      locale: 'en-GB',
    });
    await page.goto(url);
    await page.click(`#tab-${tab}`);
    await page.waitForSelector(`.panel-${tab} > *:not(.muted)`);
    if (model) await modelDrawn(page);
    await page.waitForTimeout(1000);
    const path = join('docs/images', `${name}.png`);
    await page.screenshot({ path: join(root, path) });
    console.log(path);
    await page.close();
  });
}
await browser.close();
