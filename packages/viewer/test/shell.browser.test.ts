import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleDir, samplesIn } from '../../../test-support/samples.ts';
import { LANGUAGES } from '../src/state/settings.ts';
import { canRun, fileOf, startViewer, type ViewerHost } from './support/viewer-page.ts';

const svo = fileOf(`${sampleDir('svo')}/oracle_hero.svo`);
const dds = fileOf(`${sampleDir('dds')}/cube.dds`);
const EVIL = '<img src=x onerror=document.title="hacked">.dds';

describe.skipIf(!canRun)('the page', () => {
  let host: ViewerHost;
  beforeAll(async () => {
    host = await startViewer();
  });
  afterAll(() => host?.close());

  const kinds = [
    ['svo', '.svo', 'svo'],
    ['msh', '.msh', 'msh'],
    ['nres', '.rlb', 'nres'],
    ['dds', '.dds', 'dds'],
    ['texm', '.texm', 'texm'],
    ['font', '.rfz', 'rfz'],
    ['yabx', '.yabx', 'yabx'],
  ] as const;

  test.each(kinds)('opens every %s sample by drop, without a fault of the page', async (kind, ending, format) => {
    const samples = samplesIn(kind, ending);
    expect(samples.length).toBeGreaterThan(0);
    const { page, problems, drop } = await host.open({ query: '?tab=diagnostics' });
    for (const { name, bytes } of samples) {
      await drop({ name, bytes });
      await page.waitForSelector(`.file:has-text("${name}") .facts:has-text("${format}")`);
      await page.waitForSelector('.diagnostics h2');
      expect(await page.locator('.error-card').count(), name).toBe(0);
    }
    await page.close();
    expect(problems).toEqual([]);
  });

  test('opens a file and a folder by unbake view', async () => {
    const one = await host.openServed(`${sampleDir('svo')}/oracle_hero.svo`);
    await one.page.waitForSelector('.file[aria-current] .facts:has-text("svo")');
    await one.tab('hex');
    await one.page.waitForSelector('.hex-letters:has-text("AVTS")');
    expect(one.problems).toEqual([]);
    await one.page.close();

    const folder = await host.openServed(sampleDir('svo'));
    await folder.page.waitForSelector('.file[aria-current] .facts:has-text("svo")');
    const first = await folder.page.getAttribute('.file[aria-current]', 'title');
    expect(first).toMatch(/^bad\/.*\.svo$/);
    await folder.page.keyboard.press(']');
    await folder.page.waitForSelector(`.file[aria-current]:not([title="${first}"]) .facts`);
    expect(folder.problems).toEqual([]);
    await folder.page.close();
  });

  test('fault 099: unknown, broken, good: a message each time, and the good one shows', async () => {
    const { page, problems, drop } = await host.open({ query: '?tab=hex' });
    await drop({ name: 'photo.png', bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) });
    await page.waitForSelector('.error-card:has-text("photo.png")');
    expect(await page.textContent('.error-card')).toContain('This kind of file is not known here');
    expect(await page.textContent('.error-card')).toContain('file/unknown');
    await page.waitForSelector('.hex-letters:has-text("PNG")');

    await drop({ name: 'broken.svo', bytes: svo.bytes.subarray(0, 40) });
    await page.waitForSelector('.error-card:has-text("broken.svo")');
    expect(await page.textContent('.error-card')).toContain('avts/truncated');
    await page.waitForSelector('.hex-letters:has-text("AVTS")');

    await drop(svo);
    await page.waitForSelector('.file[aria-current] .facts:has-text("svo")');
    expect(await page.locator('.error-card').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('a bad file among others is a card of its own', async () => {
    const { page, problems, drop } = await host.open();
    await drop(dds, { name: 'empty.svo', bytes: new Uint8Array(0) }, svo);
    await page.waitForSelector('.file[aria-current]:has-text("cube.dds")');
    await page.click('.file:has-text("empty.svo")');
    await page.waitForSelector('.error-card:has-text("empty.svo")');
    await page.click('.file:has-text("oracle_hero.svo")');
    await page.waitForSelector('.file[aria-current]:has-text("oracle_hero.svo") .facts:has-text("svo ")');
    expect(await page.locator('.error-card').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('fault 100: the same name again with new bytes', async () => {
    const { page, problems, drop } = await host.open({ query: '?tab=hex' });
    for (const letter of ['A', 'B']) {
      await drop({ name: 'same.bin', bytes: new TextEncoder().encode(`content ${letter}`) });
      await page.waitForSelector(`.hex-letters:has-text("${letter}")`);
    }
    // The picker is a new one each time, so that choosing the same file is a change.
    for (const letter of ['C', 'D']) {
      const chooser = page.waitForEvent('filechooser');
      await page.click('.header button:has-text("Open files")');
      const file = { name: 'same.bin', mimeType: '', buffer: Buffer.from(`content ${letter}`) };
      await (await chooser).setFiles([file]);
      await page.waitForSelector(`.hex-letters:has-text("${letter}")`);
    }
    expect(problems).toEqual([]);
    await page.close();
  });

  test('a name is text, never markup', async () => {
    const { page, problems, drop } = await host.open();
    await drop({ name: EVIL, bytes: dds.bytes });
    await page.waitForSelector('.file .facts:has-text("dds")');
    expect(await page.textContent('.file .name')).toBe(EVIL);
    for (const tab of ['structure', 'hex', 'textures', 'diagnostics', 'edits', 'export']) {
      await page.click(`#tab-${tab}`);
      await page.waitForTimeout(100);
    }
    await drop({ name: EVIL, bytes: Uint8Array.of(1, 2, 3) });
    await page.waitForSelector('.error-card');
    expect(await page.textContent('.error-card h2')).toContain(EVIL);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.title()).toBe('Unbake');
    expect(problems).toEqual([]);
    await page.close();
  });

  test('a folder is listed with its paths', async () => {
    const { page, problems } = await host.open();
    // A dropped folder needs the system's drag: the picker takes the same way behind it.
    const given = [svo, dds].map(({ name, bytes }) => ({ name: `assets/models/${name}`, data: [...bytes] }));
    await page.evaluate((list) => {
      const data = new DataTransfer();
      const files = list.map(({ name, data: bytes }) => {
        const file = new File([Uint8Array.from(bytes)], name.slice(name.lastIndexOf('/') + 1));
        Object.defineProperty(file, 'webkitRelativePath', { value: name });
        return file;
      });
      const items = files.map((file) => ({ getAsFile: () => file, webkitGetAsEntry: () => null }));
      Object.defineProperty(data, 'items', { value: items });
      Object.defineProperty(data, 'types', { value: ['Files'] });
      document.querySelector('.app')!.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    }, given);
    await page.waitForSelector('.file[title="assets/models/oracle_hero.svo"]');
    expect(await page.locator('.file').count()).toBe(2);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('an entry of an archive opens as a file behind it', async () => {
    const { page, problems, drop, tab } = await host.open({ query: '?tab=hex' });
    await drop(fileOf(`${sampleDir('nres')}/objects.rlb`));
    await page.click('.fold[aria-expanded="false"]');
    const entry = page.locator('.file-row:has(.facts:has-text("msh"))').first();
    const name = await entry.locator('.name').textContent();
    await entry.locator('.file').click();
    await page.waitForSelector(`.file[aria-current]:has-text("${name}")`);
    await tab('structure');
    await page.waitForSelector('.structure-row');
    expect(problems).toEqual([]);
    await page.close();
  });

  test.each(LANGUAGES)('speaks %s, and keeps to it', async (language) => {
    const { page, problems, drop } = await host.open();
    const { MESSAGES } = await import('../src/i18n/i18n.ts');
    await page.selectOption('.header select >> nth=0', language);
    await page.reload();
    await page.waitForSelector(`h1:text-is("${MESSAGES['welcome.title'][language]}")`);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language === 'zh' ? 'zh-Hans' : language);
    await drop(svo);
    await page.waitForSelector(`[role=tab]:text-is("${MESSAGES['tab.structure'][language]}")`);
    // Nothing of the shell is wider than the page in any language.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('takes the language of the browser, and one from the address', async () => {
    const japanese = await host.open({ locale: 'ja-JP' });
    await japanese.page.waitForSelector('html[lang=ja]');
    await japanese.page.close();
    const russian = await host.open({ locale: 'ja-JP', query: '?lang=ru' });
    await russian.page.waitForSelector('html[lang=ru]');
    await russian.page.close();
  });

  test('fits a phone in portrait', async () => {
    const { page, problems, drop, tab } = await host.open({ viewport: { width: 390, height: 844 } });
    await drop(svo);
    await tab('hex');
    await page.waitForSelector('.hex-row');
    const sizes = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      panel: document.querySelector('.details')!.getBoundingClientRect().toJSON(),
      row: document.querySelector('.hex-row .hex-letters')!.getBoundingClientRect().right,
    }));
    expect(sizes.width).toBe(390);
    expect(sizes.panel.width).toBe(390);
    expect(sizes.panel.height).toBeGreaterThan(250);
    expect(sizes.row).toBeLessThanOrEqual(390);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('the keyboard alone: shortcuts, tabs, files', async () => {
    const { page, problems, drop } = await host.open();
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open] kbd:text-is("Ctrl Z")');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog:not([open])', { state: 'attached' });
    await drop(dds, svo);
    await page.waitForSelector('.file[aria-current]:has-text("cube.dds")');
    await page.keyboard.press(']');
    await page.waitForSelector('.file[aria-current]:has-text("oracle_hero.svo")');
    await page.waitForSelector('#tab-structure');
    await page.focus('[role=tab][aria-selected=true]');
    await page.keyboard.press('End');
    await page.waitForSelector('#tab-export[aria-selected=true]');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('tab-export');
    await page.keyboard.press('1');
    await page.waitForSelector('[role=tab]:first-child[aria-selected=true]');
    expect(problems).toEqual([]);
    await page.close();
  });

  test('asks nothing of a host but its own files, and no other host', async () => {
    const { page, drop } = await host.open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await drop(svo);
    await page.waitForSelector('.file[aria-current] .facts:has-text("svo")');
    for (const url of asked) expect(url).toMatch(new RegExp(`^(?:${host.url}assets/[\\w.-]+|blob:.*)$`));
    await page.close();
  });

  test('the policy is in force: an inline script, handler or style does not run', async () => {
    const { page } = await host.open();
    await page.evaluate(() => {
      const holder = document.createElement('div');
      holder.innerHTML = '<img src="data:," onerror="document.title=\'hacked\'"><b style="color: rgb(1, 2, 3)">x</b>';
      document.body.append(holder);
      const script = document.createElement('script');
      script.textContent = 'document.title = "hacked"';
      document.body.append(script);
    });
    await page.waitForTimeout(300);
    expect(await page.title()).toBe('Unbake');
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('body > div > b')!).color)).not.toBe(
      'rgb(1, 2, 3)',
    );
    await page.close();
  });
});
