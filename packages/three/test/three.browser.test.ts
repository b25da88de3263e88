import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserSession, chromiumPath, openBrowser } from '../../../test-support/browser.ts';
import { samplesIn } from '../../../test-support/samples.ts';

/** What `blank.html` offers. */
// biome-ignore lint/suspicious/noExplicitAny: modules of the page
type PageGlobals = { load: (module: string) => Promise<any> };

interface Shot {
  coverage: number;
  mean: number[];
  colours: number;
  error: number;
  png: string;
}

const samples = [...samplesIn('svo', '.svo'), ...samplesIn('msh', '.msh')];

describe.skipIf(!chromiumPath())('the loaders in a browser', () => {
  let session: BrowserSession;
  const errors: string[] = [];

  beforeAll(async () => {
    session = await openBrowser();
    const { page, origin } = session;
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    await page.route(`${origin}/samples/*`, (route) => {
      const name = decodeURIComponent(new URL(route.request().url()).pathname.slice('/samples/'.length));
      const sample = samples.find((s) => s.name === name);
      return sample ? route.fulfill({ body: Buffer.from(sample.bytes) }) : route.fulfill({ status: 404 });
    });
  });
  afterAll(() => session?.close());

  /** Draws a sample by its loader; `decode` withholds what the GPU can. */
  function draw(name: string, decode: boolean): Promise<Shot & { textures: number; memory: number }> {
    return session.page.evaluate(
      async ({ name, decode, origin }) => {
        const { load } = globalThis as unknown as PageGlobals;
        const { MSHLoader, SVOLoader } = await load('@unbake/three');
        const { makeStage, shoot } = await load(`${origin}/test-support/three-page.js`);
        const stage = makeStage();
        const loader = name.endsWith('.svo') ? new SVOLoader() : new MSHLoader();
        if (!decode) loader.detectSupport(stage.renderer);
        const model = await loader.setPath(`${origin}/samples/`).loadAsync(name);
        const compressed = model.textures.filter((t: { isCompressedTexture?: boolean }) => t.isCompressedTexture);
        const shot = shoot(stage, model.scene);
        model.dispose();
        const { geometries, textures } = stage.renderer.info.memory;
        stage.renderer.dispose();
        stage.renderer.forceContextLoss();
        return { ...shot, textures: compressed.length, memory: geometries + textures };
      },
      { name, decode, origin: session.origin },
    );
  }

  test.each(samples)('$name is drawn, without an error, and leaves nothing behind', async ({ name }) => {
    errors.length = 0;
    const shot = await draw(name, false);
    // The thinnest sample is a flat bar.
    expect(shot.coverage, name).toBeGreaterThan(0.005);
    expect(shot.coverage).toBeLessThan(0.9);
    expect(shot.colours).toBeGreaterThan(3);
    expect(shot.error).toBe(0);
    expect(shot.memory).toBe(0);
    expect(errors.filter((text) => !text.includes('GPU stall'))).toEqual([]);
  });

  test('compressed and decoded textures look alike', async () => {
    const names = samples.map((s) => s.name).filter((name) => name.endsWith('.svo'));
    let compressed = 0;
    for (const name of names) {
      const [gpu, decoded] = [await draw(name, false), await draw(name, true)];
      compressed += gpu.textures;
      expect(decoded.textures).toBe(0);
      for (const k of [0, 1, 2]) expect(Math.abs(gpu.mean[k]! - decoded.mean[k]!), name).toBeLessThan(2);
    }
    expect(compressed).toBeGreaterThan(0);
  });
});
