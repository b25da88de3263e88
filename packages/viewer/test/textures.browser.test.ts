import { decode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleDir, samplesIn } from '../../../test-support/samples.ts';
import { channel, painted, sha256, shownPicture, texelsOf } from './support/canvas.ts';
import { canRun, fileOf, startViewer, type ViewerHost, type ViewerPage } from './support/viewer-page.ts';

const FEW = [
  'dxt5_16x16_m3.dds',
  'dxt3_13x7_m4.dds',
  'a4r4g4b4_32x8_m3.dds',
  'bc4u_32x8_m3.dds',
  'ati2_13x7_m1.dds',
  'dxt1_alpha.dds',
  'npot_dxt5_5x3.dds',
  'pitch_zero.dds',
  'cut_64x64.dds',
];

/** A DXT1 file of any size, black: the header of a sample with other numbers. */
function largeDxt1(width: number, height: number): Uint8Array {
  const header = fileOf(`${sampleDir('dds')}/dxt1_16x16_m1.dds`).bytes.subarray(0, 128);
  const bytes = new Uint8Array(128 + (width * height) / 2);
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  view.setUint32(12, height, true);
  view.setUint32(16, width, true);
  view.setUint32(20, (width * height) / 2, true);
  view.setUint32(28, 1, true);
  return bytes;
}

describe.skipIf(!canRun)('the gallery', () => {
  let host: ViewerHost;
  beforeAll(async () => {
    host = await startViewer();
  });
  afterAll(() => host?.close());

  async function shows(viewer: ViewerPage, name: string): Promise<void> {
    await viewer.page.waitForSelector(`.textures-shown:has-text("${name}") .picture-canvas`);
    await painted(viewer.page);
  }

  test('shows every texel of every level of textures as the truth of the samples has it', async () => {
    const viewer = await host.open();
    const samples = samplesIn('dds', '.dds').filter(({ name }) => FEW.includes(name));
    expect(samples.length).toBeGreaterThan(3);
    for (const { name, bytes, expected } of samples) {
      await viewer.drop({ name, bytes });
      await shows(viewer, name.replace('.dds', ''));
      for (const { mip, width, height, rgba8Sha256 } of expected.surfaces ?? [{ mip: 0, ...expected }]) {
        if (mip > 0) {
          await viewer.page.fill('.textures-place input[type=range]', String(mip));
          await viewer.page.waitForSelector(`.picture-area[aria-label*="${width} by ${height} texels"]`);
          await painted(viewer.page);
        }
        const texels = await shownPicture(viewer.page, width, height);
        // The truth has one channel in red alone, and takes it as grey as well.
        if (expected.alsoAcceptable?.['grey (R in R, G and B)']) {
          for (let i = 0; i < texels.length; i += 4) texels.fill(0, i + 1, i + 3);
        }
        expect(sha256(texels), `${name} ${mip}`).toBe(rgba8Sha256);
      }
    }
    expect(viewer.problems).toEqual([]);
    await viewer.page.close();
  });

  test('shows Texm textures as the truth has them, and their Page rectangles', async () => {
    const viewer = await host.open();
    const samples = samplesIn('texm', '.texm').filter(({ expected }) => expected.rgba8Sha256 && !expected.page?.length);
    expect(samples.length).toBeGreaterThan(2);
    for (const { name, bytes, expected } of samples) {
      await viewer.drop({ name, bytes });
      await shows(viewer, name.replace('.texm', ''));
      const shown = await shownPicture(viewer.page, expected.width, expected.height);
      expect(sha256(shown), name).toBe(expected.rgba8Sha256);
    }
    const archive = fileOf(`${sampleDir('nres')}/canonical.rlb`);
    await viewer.drop(archive);
    await viewer.page.click('#tab-textures');
    await shows(viewer, 'steel.0');
    await viewer.page.click('.textures-rects button >> nth=1');
    await painted(viewer.page);
    // The rectangle is brought near: one texel fills a good part of the view.
    expect(await viewer.page.textContent('.picture-zoom output')).toBe('1,600 %');
    expect(await viewer.page.getAttribute('.textures-rects button >> nth=1', 'aria-pressed')).toBe('true');
    expect(viewer.problems).toEqual([]);
    await viewer.page.close();
  });

  test('shows the six faces of a cube map, each by its name', async () => {
    const viewer = await host.open();
    const file = fileOf(`${sampleDir('dds')}/cube.dds`);
    const truth = samplesIn('dds', '.dds').find(({ name }) => name === 'cube.dds')!.expected;
    await viewer.drop(file);
    const faces = ['+X', '-X', '+Y', '-Y', '+Z', '-Z'];
    for (const [face, name] of faces.entries()) {
      await viewer.page.selectOption('.textures-place select', { label: name });
      await shows(viewer, `cube_${name}`);
      await viewer.page.waitForSelector(`.picture-area[aria-label^="cube_${name}"]`);
      await painted(viewer.page);
      const surface = truth.surfaces.find((s: { face: number; mip: number }) => s.face === face && s.mip === 0);
      expect(sha256(await shownPicture(viewer.page, 8, 8)), name).toBe(surface.rgba8Sha256);
    }
    expect(viewer.problems).toEqual([]);
    await viewer.page.close();
  });

  test('alpha lies over a checker, a channel is grey', async () => {
    const viewer = await host.open();
    await viewer.drop(fileOf(`${sampleDir('dds')}/dxt1_alpha.dds`));
    await shows(viewer, 'dxt1_alpha');
    const truth = await shownPicture(viewer.page, 16, 16);
    await channel(viewer.page, 'rgba');
    const over = await texelsOf(viewer.page, 16, 16);
    const clear = Array.from({ length: 256 }, (_, i) => i).filter((i) => truth[i * 4 + 3] === 0);
    expect(clear.length).toBeGreaterThan(0);
    for (const i of clear) expect([0xcc, 0x99]).toContain(over[i * 4]);
    for (let i = 0; i < 256; i++) {
      if (truth[i * 4 + 3] === 255) expect(over.slice(i * 4, i * 4 + 4)).toEqual([...truth.subarray(i * 4, i * 4 + 4)]);
    }
    for (const [c, name] of ['r', 'g', 'b'].entries()) {
      await channel(viewer.page, name);
      const grey = await texelsOf(viewer.page, 16, 16);
      for (let i = 0; i < 256; i++) {
        const value = truth[i * 4 + c];
        expect(grey.slice(i * 4, i * 4 + 4)).toEqual([value, value, value, 255]);
      }
    }
    await viewer.page.close();
  });

  test('reads the texel under the pointer and under the keys', async () => {
    const viewer = await host.open();
    await viewer.drop(fileOf(`${sampleDir('dds')}/dxt5_16x16_m3.dds`));
    await shows(viewer, 'dxt5_16x16_m3');
    const truth = await shownPicture(viewer.page, 16, 16);
    const value = (x: number, y: number) => [...truth.subarray((y * 16 + x) * 4, (y * 16 + x) * 4 + 4)];
    const said = (x: number, y: number) => {
      const [r, g, b, a] = value(x, y);
      return `${x}, ${y}R ${r} G ${g} B ${b} A ${a}`;
    };
    const read = async () => (await viewer.page.textContent('.texel'))!.replace(/\s+/g, ' ').trim();
    const area = (await viewer.page.locator('.picture-area').boundingBox())!;
    await viewer.page.mouse.move(area.x + area.width / 2 + 1, area.y + area.height / 2 + 1);
    await expect.poll(read).toContain(said(8, 8));
    await viewer.page.focus('.picture-area');
    await viewer.page.keyboard.press('ArrowLeft');
    await expect.poll(read).toContain(said(7, 8));
    await viewer.page.keyboard.press('Shift+ArrowUp');
    await expect.poll(read).toContain(said(7, 0));
    const hex = value(7, 0).map((v) => v.toString(16).padStart(2, '0').toUpperCase());
    expect(await read()).toContain(`#${hex.join('')}`);

    const zoom = async () => Number((await viewer.page.textContent('.picture-zoom output'))!.replace(/\D/g, ''));
    const before = await zoom();
    await viewer.page.keyboard.press('-');
    await expect.poll(zoom).toBeLessThan(before);
    await viewer.page.mouse.wheel(0, -100);
    await viewer.page.mouse.wheel(0, -100);
    await viewer.page.mouse.wheel(0, -100);
    await expect.poll(zoom).toBeGreaterThan(before / 2);
    await viewer.page.keyboard.press('0');
    await expect.poll(zoom).toBe(before);
    expect(viewer.problems).toEqual([]);
    await viewer.page.close();
  });

  test('saves a PNG of the same texels and the DDS byte for byte', async () => {
    const viewer = await host.open();
    const hero = samplesIn('svo', '.svo').find(({ name }) => name === 'oracle_hero.svo')!;
    await viewer.drop(hero);
    await viewer.tab('textures');
    await shows(viewer, 'oracle_hero');
    const { dds } = hero.expected.scene.images[0];
    const png = await viewer.download(() => viewer.page.click('button:has-text("Save PNG")'));
    const image = decode(png.bytes);
    expect([image.width, image.height, image.channels]).toEqual([dds.width, dds.height, 4]);
    expect(sha256(image.data as Uint8Array)).toBe(dds.rgba8Sha256);

    const file = await viewer.download(() => viewer.page.click('button:has-text("Save DDS")'));
    const chunk = hero.expected.avts.entries.find((e: { class: string }) => e.class === 'dds');
    expect(file.bytes.length).toBe(chunk.size);
    expect(sha256(file.bytes)).toBe(chunk.sha256);
    await viewer.page.fill('.textures-place input[type=range]', '2');
    await viewer.page.waitForSelector('.textures-place output:has-text("8×8")');
    const small = await viewer.download(() => viewer.page.click('button:has-text("Save PNG")'));
    expect(small.name).toContain('mip2');
    expect(decode(small.bytes).width).toBe(8);
    expect(viewer.problems).toEqual([]);
    await viewer.page.close();
  });

  test('lists the textures of an archive and the pages of a font; an entry opens as a file', async () => {
    const viewer = await host.open();
    await viewer.drop(fileOf(`${sampleDir('nres')}/canonical.rlb`));
    await viewer.page.click('#tab-textures');
    await viewer.page.waitForSelector('.textures-list .thumb-picture');
    expect(await viewer.page.locator('.textures-cell .textures-name').allInnerTexts()).toEqual(['steel.0', 'броня']);
    await viewer.page.click('#texture-1');
    await shows(viewer, 'броня');
    await viewer.page.keyboard.press('ArrowLeft');
    await shows(viewer, 'steel.0');
    await viewer.page.click('button:has-text("Open as a file")');
    await viewer.page.waitForSelector('.file[aria-current]:has-text("steel.0")');
    await shows(viewer, 'steel.0');
    const [rfz] = samplesIn('font', '.rfz');
    if (rfz) {
      await viewer.drop(rfz);
      await viewer.page.waitForSelector('#tab-textures');
      await viewer.tab('textures');
      await viewer.page.waitForSelector('.textures-list .thumb-picture');
      expect(await viewer.page.locator('.textures-cell').count()).toBe(2);
    }
    expect(viewer.problems).toEqual([]);
    await viewer.page.close();
  });

  test('a picture that is too large to be held is reduced, and says so', async () => {
    const viewer = await host.open();
    await viewer.drop({ name: 'large.dds', bytes: largeDxt1(8192, 4096) });
    await viewer.page.waitForSelector('.texel:has-text("reduced to 1/2")', { timeout: 30_000 });
    expect(await viewer.page.textContent('.textures-facts')).toContain('8,192×4,096');
    expect(viewer.problems).toEqual([]);
    await viewer.page.close();
  });

  test('fault 105: sRGB-tagged, untagged and legacy files of the same block are saved and shown alike', async () => {
    const legacy = fileOf(`${sampleDir('dds')}/dxt1_16x16_m1.dds`).bytes;
    const tagged = (dxgi: number) => {
      const bytes = new Uint8Array(legacy.length + 20);
      bytes.set(legacy.subarray(0, 128));
      bytes.set(legacy.subarray(128), 148);
      const view = new DataView(bytes.buffer);
      view.setUint32(84, 0x30315844, true);
      for (const [i, value] of [dxgi, 3, 0, 1, 0].entries()) view.setUint32(128 + i * 4, value, true);
      return bytes;
    };
    const viewer = await host.open();
    const seen: string[] = [];
    const saved: string[] = [];
    for (const [name, bytes] of [
      ['legacy.dds', legacy],
      ['linear.dds', tagged(71)],
      ['srgb.dds', tagged(72)],
    ] as const) {
      await viewer.drop({ name, bytes });
      await shows(viewer, name.replace('.dds', ''));
      seen.push(sha256(await shownPicture(viewer.page, 16, 16)));
      saved.push(sha256((await viewer.download(() => viewer.page.click('button:has-text("Save PNG")'))).bytes));
    }
    expect(new Set(seen).size).toBe(1);
    expect(new Set(saved).size).toBe(1);
    await viewer.page.close();
  });

  test('a texture of an unknown compression, and a name that is markup, are texts', async () => {
    const viewer = await host.open();
    const name = '<img src=x onerror=document.title="hacked">.dds';
    const odd = samplesIn('dds', '.dds').find((sample) => sample.name === 'dx10_bc6h.dds');
    await viewer.drop({ name, bytes: fileOf(`${sampleDir('dds')}/dxt1_alpha.dds`).bytes });
    await shows(viewer, '<img src=x');
    expect(await viewer.page.locator('.textures-shown img').count()).toBe(0);
    if (odd) {
      await viewer.drop(odd);
      await viewer.page.waitForSelector('.textures-shown [role=alert]:has-text("dds/format")');
    }
    expect(await viewer.page.title()).toBe('Unbake');
    expect(viewer.problems).toEqual([]);
    await viewer.page.close();
  });
});
