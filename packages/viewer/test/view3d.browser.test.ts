import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { SyntheticSvo } from '../../../test-support/synthetic-svo.ts';
import { ddsBytes, solidBc1 } from '../../formats/test/dds-bytes.ts';
import { canRun, type GivenFile, startViewer, type ViewerHost, type ViewerPage } from './support/viewer-page.ts';

const models = [...samplesIn('svo', '.svo'), ...samplesIn('msh', '.msh')];
const sample = (name: string): GivenFile => models.find((s) => s.name === name)!;
const CANVAS = '.view3d-host > canvas';

interface Picture {
  width: number;
  height: number;
  /** RGBA. */
  data: Uint8Array;
}

describe.skipIf(!canRun)('the 3D view', () => {
  let host: ViewerHost;
  beforeAll(async () => {
    host = await startViewer();
  });
  afterAll(() => host?.close());

  /** A page that shows a model; `init` runs before the page's own scripts. */
  async function opened(given: GivenFile, query = '?tab=scene&theme=dark', init?: () => void): Promise<ViewerPage> {
    const viewer = await host.open({ query });
    if (init) {
      await viewer.page.addInitScript(init);
      await viewer.page.reload();
      await viewer.page.waitForSelector('.header');
    }
    await viewer.drop(given);
    await shown(viewer.page);
    return viewer;
  }

  /** Waits until a model is on the canvas. */
  async function shown(page: Page): Promise<void> {
    await page.waitForFunction(
      (canvas) => Number(document.querySelector<HTMLElement>(canvas)?.dataset.nodes ?? -1) >= 0,
      CANVAS,
    );
    await settled(page);
  }

  /** Waits until no further picture is drawn. */
  async function settled(page: Page): Promise<void> {
    let before = -1;
    for (let same = 0; same < 2; ) {
      await page.evaluate(
        () =>
          new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 20)))),
      );
      const now = await pictures(page);
      same = now === before ? same + 1 : 0;
      before = now;
    }
  }

  function pictures(page: Page): Promise<number> {
    return page.evaluate((canvas) => Number(document.querySelector<HTMLElement>(canvas)?.dataset.pictures), CANVAS);
  }

  function memory(page: Page): Promise<{ geometries: number; textures: number }> {
    return page.evaluate((canvas) => {
      const { geometries, textures } = document.querySelector<HTMLElement>(canvas)!.dataset;
      return { geometries: Number(geometries), textures: Number(textures) };
    }, CANVAS);
  }

  /** The canvas without what stands over it and without the ring of its focus, as small as `width`. */
  async function picture(page: Page, width = 160): Promise<Picture> {
    await settled(page);
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('.view3d-host > canvas')!.style.outline = 'none';
      for (const element of document.querySelectorAll<HTMLElement>('.view3d > :not(.view3d-host)')) {
        element.style.visibility = 'hidden';
      }
    });
    const png = await page.locator(CANVAS).screenshot();
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('.view3d > *')) element.style.visibility = '';
    });
    const { data, info } = await sharp(png).resize({ width }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data: new Uint8Array(data) };
  }

  /** Share of pixels that differ by more than `channel` in one of their channels. */
  function difference(a: Picture, b: Picture, channel = 24): number {
    if (a.width !== b.width || a.height !== b.height) return 1;
    let differ = 0;
    for (let i = 0; i < a.data.length; i += 4) {
      if ([0, 1, 2].some((k) => Math.abs(a.data[i + k]! - b.data[i + k]!) > channel)) differ++;
    }
    return differ / (a.data.length / 4);
  }

  async function setHelper(page: Page, name: string, on: boolean): Promise<void> {
    const options = page.locator('#view3d-options');
    if ((await options.count()) === 0) await page.click('.view3d-toolbar [aria-controls=view3d-options]');
    await options.getByLabel(name, { exact: true }).setChecked(on);
    await page.keyboard.press('Escape');
  }

  test('a page where nothing moves asks for no frame and draws no picture', async () => {
    const { page } = await opened(sample('walker.msh'), '?tab=animation', () => {
      let asked = 0;
      const original = requestAnimationFrame.bind(window);
      Object.assign(window, {
        requestAnimationFrame: (callback: FrameRequestCallback) => {
          asked++;
          return original(callback);
        },
        asked: () => asked,
      });
    });
    const frames = () => page.evaluate(() => (window as unknown as { asked: () => number }).asked());
    await page.waitForTimeout(300);
    const before = [await frames(), await pictures(page)];
    await page.waitForTimeout(1500);
    expect([await frames(), await pictures(page)]).toEqual(before);

    await page.click('.animation-controls .primary');
    await page.waitForTimeout(500);
    expect(await pictures(page)).toBeGreaterThan(before[1]! + 3);
    await page.click('.animation-controls .primary');
    await settled(page);
    const after = await frames();
    await page.waitForTimeout(700);
    expect(await frames()).toBe(after);
    await page.close();
  });

  test('every mode and helper changes the picture', async () => {
    const { page, problems } = await opened(sample('oracle_hero.svo'));
    const seen = [await picture(page)];
    for (const mode of ['unlit', 'wireframe', 'normals', 'uv', 'colors', 'weights', 'overdraw']) {
      await page.selectOption('.view3d-toolbar > select', mode);
      const now = await picture(page);
      for (const other of seen) expect(difference(now, other), mode).toBeGreaterThan(0.005);
      seen.push(now);
    }
    await page.selectOption('.view3d-toolbar > select', 'textured');
    expect(difference(await picture(page), seen[0]!)).toBe(0);
    let last = seen[0]!;
    for (const [helper, on] of [
      ['Grid', false],
      ['Skeleton', true],
      ['Bounding boxes', true],
      ['Bounding spheres', true],
      ['Axes of nodes', true],
    ] as const) {
      await setHelper(page, helper, on);
      const now = await picture(page);
      expect(difference(now, last, 6), helper).toBeGreaterThan(0.0005);
      last = now;
    }
    expect(problems).toEqual([]);
    await page.close();
  });

  test('a click on the model selects its node in the tree, a click in the tree marks it in the view', async () => {
    const { page, problems } = await opened(sample('turret.msh'));
    const before = await picture(page);
    const box = (await page.locator(CANVAS).boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.55);
    await page.waitForSelector('.outline-row[aria-selected=true]');
    const picked = await page.textContent('.outline-row[aria-selected=true] .outline-name');
    expect(['base', 'yaw']).toContain(picked);
    const marked = await picture(page);
    expect(difference(marked, before)).toBeGreaterThan(0.001);

    await page.click('.outline-row:has-text("antenna")');
    expect(difference(await picture(page), marked)).toBeGreaterThan(0.001);
    await page.waitForSelector('.outline-details h2:has-text("antenna")');

    // Dragging turns the model and selects nothing; a click beside the model lets go.
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    expect(await page.textContent('.outline-row[aria-selected=true] .outline-name')).toBe('antenna');
    await page.mouse.click(box.x + 20, box.y + box.height - 20);
    await page.waitForSelector('.outline-details .muted');
    expect(problems).toEqual([]);
    await page.close();
  });

  test('F frames the selection, the wheel zooms, hidden nodes are gone', async () => {
    const { page } = await opened(sample('turret.msh'));
    const whole = await picture(page);
    await page.click('.outline-row:has-text("antenna")');
    await page.keyboard.press('f');
    const close = await picture(page);
    expect(difference(close, whole)).toBeGreaterThan(0.1);
    await page.locator(CANVAS).hover();
    await page.mouse.wheel(0, 600);
    expect(difference(await picture(page), close)).toBeGreaterThan(0.02);

    await page.locator(CANVAS).click({ position: { x: 20, y: 600 } });
    await page.keyboard.press('f');
    const all = await picture(page);
    await page.click('.outline-row:has-text("yaw") .outline-eye');
    const without = await picture(page);
    expect(difference(without, all)).toBeGreaterThan(0.02);
    await page.click('.outline-row:has-text("yaw") .outline-eye');
    expect(difference(await picture(page), all)).toBe(0);
    await page.close();
  });

  test('state and level of a Parkan model, and only those that it has', async () => {
    const { page, problems } = await opened(sample('turret.msh'));
    const intact = await picture(page);
    const selects = page.locator('.outline-levels select');
    const [state, level] = [selects.nth(0), selects.nth(1)];
    expect(await state.locator('option:not([disabled])').count()).toBe(2);
    await level.selectOption('1');
    await page.waitForSelector('.outline-row:has-text("antenna"):not(:has(.outline-count))');
    expect(difference(await picture(page), intact)).toBeGreaterThan(0.001);
    await level.selectOption('0');
    await state.selectOption('1');
    await page.waitForSelector('.outline-row:has-text("yaw"):not(:has(.outline-count))');
    expect(difference(await picture(page), intact)).toBeGreaterThan(0.01);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('sliders of morph targets move the model', async () => {
    const { page } = await opened(sample('oracle_face.svo'));
    const still = await picture(page);
    await page.locator('.outline-morphs input').first().fill('1');
    expect(difference(await picture(page), still)).toBeGreaterThan(0.005);
    await page.click('.outline-morphs button');
    expect(difference(await picture(page), still)).toBe(0);
    await page.close();
  });

  test('the timeline, the steps, the other sampler and blending pose the model', async () => {
    const viewer = await opened(sample('turret.msh'), '?tab=animation&theme=dark');
    const { page, problems } = viewer;
    await page.waitForSelector('.animation-keys');
    expect(await page.locator('.animation-rows .animation-row').count()).toBe(5);
    const rest = await picture(page);
    const time = page.locator('.animation-time');
    await time.fill('12.5');
    await time.press('Enter');
    const engine = await picture(page);
    expect(difference(engine, rest)).toBeGreaterThan(0.01);
    await page.getByLabel('A glTF player with the exported keys').check();
    // The export is exact, so the two look the same.
    expect(difference(await picture(page), engine)).toBeLessThan(0.002);
    await page.click('text=Measure the whole clip');
    expect(await page.textContent('.animation')).toMatch(/Largest difference of the clip: position \d/);
    await page.getByLabel('The game’s sampler').check();

    await page.getByLabel('One frame forward').click();
    expect(await time.inputValue()).toBe('13');
    await page.getByLabel('One frame back').click();
    expect(await time.inputValue()).toBe('12');

    await page.getByLabel('Show the pose between two times').check();
    const blend = page.locator('.animation-blend input[type=range]');
    await blend.nth(0).fill('12');
    await blend.nth(1).fill('30');
    await blend.nth(2).fill('0');
    const a = await picture(page);
    await blend.nth(2).fill('1');
    const b = await picture(page);
    expect(difference(a, b)).toBeGreaterThan(0.005);
    await blend.nth(0).fill('-1');
    await blend.nth(1).fill('-1');
    await page.waitForSelector('text=Neither time counts');
    expect(difference(await picture(page), b)).toBe(0);

    await page.click('text=Rest pose');
    expect(difference(await picture(page), rest)).toBe(0);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('a screenshot is a PNG, transparent where there is no model when asked for', async () => {
    const viewer = await opened(sample('oracle_face.svo'), '?tab=export&theme=dark');
    const { page, download, problems } = viewer;
    await viewer.tab('export');
    const button = page.getByRole('button', { name: 'PNG' }).last();
    const opaque = await sharp((await download(() => button.click())).bytes).stats();
    expect(opaque.isOpaque).toBe(true);
    await page.getByLabel(/transparent/i).check();
    const { bytes } = await download(() => button.click());
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(4);
    const alphaAt = (x: number, y: number) => data[(Math.floor(y) * info.width + Math.floor(x)) * 4 + 3];
    expect(alphaAt(5, 5)).toBe(0);
    expect(alphaAt(info.width / 2, info.height / 2)).toBe(255);
    expect(problems).toEqual([]);
    await page.close();
  });

  describe('the GPU', () => {
    test('fault 097: a lost context comes back with its compressed textures', async () => {
      const { page } = await opened(sample('oracle_hero.svo'));
      const before = await picture(page);
      await page.evaluate((canvas) => {
        const gl = document.querySelector<HTMLCanvasElement>(canvas)!.getContext('webgl2')!;
        const extension = gl.getExtension('WEBGL_lose_context')!;
        extension.loseContext();
        Object.assign(window, { restore: () => extension.restoreContext() });
      }, CANVAS);
      await page.waitForSelector('.view3d-message[role=alert]');
      await page.evaluate(() => (window as unknown as { restore: () => void }).restore());
      await page.waitForSelector('.view3d-message', { state: 'detached' });
      expect(difference(await picture(page), before)).toBeLessThan(0.001);
      await page.close();
    });

    test('fault 097: a context that stays lost leaves a message and a button that starts anew', async () => {
      const { page, problems } = await opened(sample('oracle_hero.svo'));
      const before = await picture(page);
      await page.evaluate((canvas) => {
        const gl = document.querySelector<HTMLCanvasElement>(canvas)!.getContext('webgl2')!;
        gl.getExtension('WEBGL_lose_context')!.loseContext();
      }, CANVAS);
      await page.click('.view3d-message button', { timeout: 10_000 });
      await page.waitForSelector('.view3d-message', { state: 'detached' });
      await shown(page);
      expect(difference(await picture(page), before)).toBeLessThan(0.001);
      expect(problems.length).toBeLessThan(4);
      await page.close();
    });

    test('without WebGL there is a message, and the other tabs work', async () => {
      const viewer = await host.open({ query: '?tab=scene' });
      const { page, problems, drop, tab } = viewer;
      await page.addInitScript(() => {
        const original = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
          return kind.startsWith('webgl') ? null : Reflect.apply(original, this, [kind, ...rest]);
        } as typeof original;
      });
      await page.reload();
      await page.waitForSelector('.header');
      await drop(sample('oracle_hero.svo'));
      await page.waitForSelector('.view3d-message[role=alert]:has-text("WebGL")');
      await page.waitForSelector('.outline-row');
      await tab('structure');
      await page.waitForSelector('[role=option]');
      expect(problems).toEqual([]);
      await page.close();
    });

    test('fault 101: 50 models one after the other leave no more on the GPU than the first', async () => {
      const viewer = await opened(sample('oracle_hero.svo'));
      const { page, problems, drop } = viewer;
      const names = ['oracle_stage.svo', 'oracle_hero.svo'];
      const first = new Map<string, { geometries: number; textures: number }>();
      for (let i = 0; i < 50; i++) {
        const name = names[i % 2]!;
        await drop(sample(name));
        await page.waitForSelector(`.file[aria-current]:has-text("${name}") .facts`);
        await page.waitForSelector(`.outline-row:has-text("${name === names[0] ? 'free_root' : 'spine1'}")`);
        await shown(page);
        const now = await memory(page);
        if (i < 2) first.set(name, now);
        expect(now).toEqual(first.get(name));
      }
      expect(await page.locator('canvas').count()).toBe(1);
      expect(problems).toEqual([]);
      await page.close();
    }, 120_000);

    test.each([
      ['10x10 with 4 levels', 10, 10, 4],
      ['8x6 with 4 levels', 8, 6, 4],
    ])('fault 102: a DXT1 texture of %s is shown, without a complaint of the GPU', async (_, width, height, mips) => {
      const { page, problems } = await opened(textured('odd.svo', dxt1(width, height, mips, 0xf800)));
      expect(await centre(page)).toEqual(['high', 'low', 'low']);
      expect(problems).toEqual([]);
      await page.close();
    });

    test('fault 104: a texture wider than the device takes is shown smaller, with a notice', async () => {
      const wide = textured('wide.svo', dxt1(16384, 4, 1, 0x07e0));
      const { page, problems } = await opened(wide, '?tab=scene&theme=dark', () => {
        const original = WebGL2RenderingContext.prototype.getParameter;
        WebGL2RenderingContext.prototype.getParameter = function (name: number) {
          return name === WebGL2RenderingContext.MAX_TEXTURE_SIZE ? 4096 : original.call(this, name);
        };
      });
      await page.waitForSelector('.view3d-notices:has-text("16384 × 4"):has-text("4096 × 1")');
      expect(await centre(page)).toEqual(['low', 'high', 'low']);
      expect(problems).toEqual([]);
      await page.close();
    });

    test('fault 105: legacy, plain and sRGB headers of one picture look alike', async () => {
      const seen: Picture[] = [];
      for (const dxgi of [undefined, 71, 72]) {
        const header = dxgi === undefined ? { fourCC: 'DXT1' } : { dx10: { dxgi } };
        const dds = ddsBytes({ width: 4, height: 4, ...header }, solidBc1(0x8410));
        const { page } = await opened(textured('grey.svo', dds));
        await page.selectOption('.view3d-toolbar > select', 'unlit');
        seen.push(await picture(page));
        await page.close();
      }
      expect(difference(seen[0]!, seen[1]!)).toBe(0);
      expect(difference(seen[0]!, seen[2]!)).toBe(0);
      // 0x8410 is 132, 130, 132.
      for (const [k, c] of [132, 130, 132].entries()) expect(Math.abs(nearCentre(seen[0]!)[k]! - c)).toBeLessThan(4);
    });

    /** The colour near the middle of the view, where no axis is. */
    function nearCentre({ data, width, height }: Picture): number[] {
      const at = (Math.floor(height * 0.45) * width + Math.floor(width * 0.42)) * 4;
      return [...data.slice(at, at + 3)];
    }

    async function centre(page: Page): Promise<('low' | 'high')[]> {
      return nearCentre(await picture(page)).map((c) => (c > 128 ? 'high' : 'low'));
    }
  });

  test('fault 106: what has no geometry says so, and a model after it is framed', async () => {
    const [font] = samplesIn('font', '.svo');
    const viewer = await host.open({ query: '?tab=scene&theme=dark' });
    const { page, problems, drop } = viewer;
    const empty = new SyntheticSvo();
    const { shape } = empty.shape({ stride: 12, vertices: [new Uint8Array(36)], indices: [] });
    empty.model(shape);
    for (const given of [
      { name: font!.name, bytes: font!.bytes },
      { name: 'empty.svo', bytes: empty.build() },
    ]) {
      await drop(given);
      await page.waitForSelector(`.file[aria-current]:has-text("${given.name}") .facts`);
      await page.waitForSelector('.view3d-message:has-text("No geometry")');
    }
    await drop(sample('oracle_face.svo'));
    await page.waitForSelector('.outline-row:has-text("faceMesh")');
    await shown(page);
    const alone = await opened(sample('oracle_face.svo'));
    expect(difference(await picture(page), await picture(alone.page))).toBe(0);
    expect(problems).toEqual([]);
    await alone.page.close();
    await page.close();
  });
});

/** A DXT1 file of one colour on every level. */
function dxt1(width: number, height: number, mips: number, colour: number): Uint8Array {
  const payload: number[] = [];
  for (let m = 0; m < mips; m++) {
    const blocks = Math.ceil(Math.max(1, width >> m) / 4) * Math.ceil(Math.max(1, height >> m) / 4);
    for (let i = 0; i < blocks; i++) payload.push(...solidBc1(colour));
  }
  return ddsBytes({ width, height, mips, fourCC: 'DXT1', caps: 0x401008 }, payload);
}

/** A square that faces the camera on both sides, with a texture. */
function textured(name: string, dds: Uint8Array): GivenFile {
  const svo = new SyntheticSvo();
  svo.chunk('t.dds', dds);
  const image = svo.add('Image', { _name: 't', _chunkFileName: 't.dds' });
  const texture = svo.add('Texture', { _name: 't', _image: image, _minFilter: 1, _magFilter: 1, _mipFilter: 1 });
  const diffuse = svo.parameter('diffuse', { _valueColor: [1, 1, 1, 1] });
  const state = svo.add('State', { _name: 'm', _cullMode: 0, _texture: [texture], _lighting: [diffuse] });
  const corners = [
    [-1, -1, 0, 0, 0, 1, 0, 1],
    [1, -1, 0, 0, 0, 1, 1, 1],
    [-1, 1, 0, 0, 0, 1, 0, 0],
    [1, 1, 0, 0, 0, 1, 1, 0],
  ];
  const vertices = new Uint8Array(new Float32Array(corners.flat()).buffer);
  const declaration: [string, [number, number, number?][]] = [
    'PNT',
    [
      [0, 2],
      [3, 2],
      [5, 1],
    ],
  ];
  const { shape } = svo.shape({ declaration, stride: 32, vertices: [vertices], indices: [0, 1, 2, 2, 1, 3], state });
  svo.model(shape);
  return { name, bytes: svo.build() };
}
