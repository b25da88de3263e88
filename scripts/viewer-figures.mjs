// Measures the built viewer: bytes of the first load, time from a drop to the first picture, frames of an idle page.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, install, root } from './run.mjs';

if (!(await install()) || !(await build())) process.exit(1);
const { modelDrawn, openBrowser, served } = await import('./viewer-page.mjs');

const TARGET = 400_000;
const IDLE_MS = 2000;
const ROUNDS = 5;

const rows = [];
const browser = await openBrowser();
await served(undefined, async (url) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const loaded = new Map();
  page.on('response', (response) =>
    loaded.set(
      response.url(),
      response.body().catch(() => undefined),
    ),
  );
  await page.goto(url, { waitUntil: 'networkidle' });
  const bodies = (await Promise.all(loaded.values())).filter(Boolean);
  const first = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
  rows.push(['first load, gzipped', `${kilobytes(first)} in ${bodies.length} files (target: under 400 kB)`]);
  rows.push(['all of the page, gzipped', kilobytes(gzippedSize(join(root, 'packages/viewer/dist')))]);
  if (first >= TARGET) process.exitCode = 1;

  const largest = largestSample();
  const times = [];
  for (let i = 0; i < ROUNDS; i++) {
    const fresh = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await fresh.goto(url, { waitUntil: 'networkidle' });
    times.push(await fresh.evaluate(dropToFrame, [basename(largest), readFileSync(largest).toString('base64')]));
    await fresh.close();
  }
  times.sort((a, b) => a - b);
  rows.push([
    `drop to first picture, ${basename(largest)}`,
    `${Math.round(times[ROUNDS >> 1])} ms (median of ${ROUNDS} new pages, code of the 3D view loaded anew)`,
  ]);

  await page.evaluate(dropToFrame, [basename(largest), readFileSync(largest).toString('base64')]);
  await modelDrawn(page);
  const frames = await page.evaluate(framesIn, IDLE_MS);
  rows.push(['frames asked for by an idle page', `${frames} in ${IDLE_MS / 1000} s`]);
  if (frames > 0) process.exitCode = 1;
});
await browser.close();
const width = Math.max(...rows.map(([name]) => name.length));
for (const [name, value] of rows) console.log(`${name.padEnd(width)}  ${value}`);

/** In the page: drops a file, resolves to the ms until its first picture is on the canvas. */
async function dropToFrame([name, text]) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes], name));
  const start = performance.now();
  const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
  document.querySelector('.app').dispatchEvent(event);
  const drawn = () => Number(document.querySelector('.view3d-host > canvas')?.dataset.nodes) > 0;
  while (!drawn()) await new Promise((resolve) => setTimeout(resolve, 1));
  return performance.now() - start;
}

/** In the page: how many frames are asked for in so many ms. */
async function framesIn(ms) {
  const { requestAnimationFrame } = window;
  let frames = 0;
  window.requestAnimationFrame = (callback) => {
    frames++;
    return requestAnimationFrame(callback);
  };
  await new Promise((resolve) => setTimeout(resolve, ms));
  window.requestAnimationFrame = requestAnimationFrame;
  return frames;
}

function largestSample() {
  const folders = ['svo', 'msh'].map((kind) => join(root, 'fixtures', kind));
  return folders
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => /\.(svo|msh)$/.test(path))
    .sort((a, b) => statSync(b).size - statSync(a).size)[0];
}

function gzippedSize(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + gzipSync(readFileSync(join(entry.parentPath, entry.name))).length, 0);
}

function kilobytes(size) {
  return `${Math.round(size / 1000)} kB`;
}
