import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openAsset, openEntry, type Scene } from '@unbake/formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserSession, chromiumPath, openBrowser } from '../../../test-support/browser.ts';
import { samplesIn } from '../../../test-support/samples.ts';
import { exportGlb } from '../dist/index.js';
import { encodeImage } from './scenes.ts';

/** With UNBAKE_PICTURES=1 the pictures of the README are written anew. */
const pictures =
  process.env.UNBAKE_PICTURES === '1' ? fileURLToPath(new URL('../../../docs/images/', import.meta.url)) : '';

/** What `blank.html` offers. */
// biome-ignore lint/suspicious/noExplicitAny: modules of the page
type PageGlobals = { load: (module: string) => Promise<any> };

interface Drawing {
  name: string;
  scene: () => Scene;
}

/** Drawings that the README shows. */
const SHOWN = ['turret-with-materials'];

const drawings: Drawing[] = [
  ...[...samplesIn('svo', '.svo'), ...samplesIn('msh', '.msh')].map(({ name, bytes }) => ({
    name,
    scene: () => openAsset(bytes, { name }).scene!(),
  })),
  ...samplesIn('nres', '.rlb')
    .filter(({ name }) => name === 'canonical.rlb')
    .map(({ bytes }) => ({
      name: 'turret-with-materials',
      scene: () => {
        const archive = openAsset(bytes, { name: 'canonical.rlb' });
        const entry = archive.entries().find((e) => e.name === 'turret.msh')!;
        return openEntry(archive, entry).scene!();
      },
    })),
];

describe.skipIf(!chromiumPath())('exported GLB in a browser, by the loader of three.js', () => {
  let session: BrowserSession;
  const errors: string[] = [];

  beforeAll(async () => {
    session = await openBrowser();
    session.page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
    });
    session.page.on('pageerror', (error) => errors.push(error.message));
  });
  afterAll(() => session?.close());

  test.each(drawings)('$name is drawn, without an error', async ({ name, scene }) => {
    errors.length = 0;
    const source = scene();
    const glb = await exportGlb(source, { encodeImage });
    const shot = await session.page.evaluate(
      async ({ glb, origin, width, height }) => {
        const { load } = globalThis as unknown as PageGlobals;
        const { GLTFLoader } = await load('three/addons/loaders/GLTFLoader.js');
        const { makeStage, shoot } = await load(`${origin}/test-support/three-page.js`);
        const bytes = Uint8Array.from(atob(glb), (c) => c.charCodeAt(0));
        const { scene } = await new GLTFLoader().parseAsync(bytes.buffer, '');
        const stage = makeStage(width, height);
        const made = shoot(stage, scene);
        stage.renderer.dispose();
        stage.renderer.forceContextLoss();
        return made as { coverage: number; colours: number; error: number; png: string };
      },
      {
        glb: Buffer.from(glb.bytes).toString('base64'),
        origin: session.origin,
        ...(pictures ? { width: 640, height: 480 } : { width: 320, height: 240 }),
      },
    );
    expect(shot.coverage).toBeGreaterThan(0.005);
    expect(shot.coverage).toBeLessThan(0.9);
    expect(shot.colours).toBeGreaterThan(3);
    expect(shot.error).toBe(0);
    expect(errors.filter((text) => !text.includes('GPU stall'))).toEqual([]);
    if (!pictures || !SHOWN.includes(name)) return;
    mkdirSync(pictures, { recursive: true });
    writeFileSync(`${pictures}${name.replace(/\.\w+$/, '')}.png`, Buffer.from(shot.png.split(',')[1]!, 'base64'));
  });
});
