import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sample, samplesIn } from '../../../test-support/samples.ts';
import {
  canvasPicture,
  coverage,
  difference,
  fromReference,
  modelShown,
  type Picture,
  readReference,
  referenceNames,
  TOLERANCE,
  viewPicture,
} from './support/reference.ts';
import { canRun, startViewer, type ViewerHost, type ViewerPage } from './support/viewer-page.ts';

const QUERY = '?theme=dark&lang=en';
/** Pixels of a reference's size; every sample shows more. */
const LEAST_COVERED = 100;
/** Samples of a kind that are opened by `unbake view` too: what differs is where their bytes come from. */
const MOST_SERVED = 8;

interface Kind {
  folder: string;
  ending: string;
  /** As the list of files has it. */
  format: string;
  /** What is seen of the file that is open; each is compared with the reference of its name. */
  look: (viewer: ViewerPage, sample: Sample) => Promise<[reference: string, picture: Picture][]>;
}

const KINDS: readonly Kind[] = [
  { folder: 'svo', ending: '.svo', format: 'svo', look: model },
  { folder: 'msh', ending: '.msh', format: 'msh', look: model },
  { folder: 'dds', ending: '.dds', format: 'dds', look: texture },
  { folder: 'texm', ending: '.texm', format: 'texm', look: texture },
  { folder: 'font', ending: '.svo', format: 'svo', look: fontModel },
  { folder: 'font', ending: '.rfz', format: 'rfz', look: font },
  { folder: 'nres', ending: '.rlb', format: 'nres', look: archive },
  { folder: 'yabx', ending: '.yabx', format: 'yabx', look: graph },
];

async function model({ page }: ViewerPage, { name }: Sample): Promise<[string, Picture][]> {
  await modelShown(page, name);
  return [[name, await viewPicture(page)]];
}

async function texture({ page, tab }: ViewerPage, { name, expected }: Sample): Promise<[string, Picture][]> {
  await tab('textures');
  const shown = `.textures-shown:has(h2:text("${name.replace(/\.\w+$/, '')}"))`;
  const unsupported = page.locator(`${shown} :text("cannot be decoded")`);
  await page.locator(`${shown} .picture-canvas`).or(unsupported).first().waitFor();
  if (await unsupported.count()) {
    expect(expected.outcome).toBe('unsupported');
    return [];
  }
  return [[name, await canvasPicture(page, '.picture-canvas')]];
}

/** A font of SVO form has pages and no geometry. */
async function fontModel({ page, tab }: ViewerPage, { name }: Sample): Promise<[string, Picture][]> {
  await page.waitForSelector('.view3d-message:has-text("No geometry")');
  await tab('textures');
  await page.waitForSelector('.textures-shown .picture-canvas');
  return [[name, await canvasPicture(page, '.picture-canvas')]];
}

async function font({ page, tab }: ViewerPage, { name }: Sample): Promise<[string, Picture][]> {
  await tab('font');
  await page.selectOption('.font-text-bar select', '2');
  await page.fill('#font-text', 'Unbake 0123');
  await page.waitForSelector('.font-detail .picture-canvas');
  return [
    [`${name}.text`, await canvasPicture(page, '.font-picture canvas')],
    [`${name}.page`, await canvasPicture(page, '.font-detail .picture-canvas')],
  ];
}

/** An archive shows its textures, and its model with the materials that are in it. */
async function archive({ page, tab }: ViewerPage, { name, expected }: Sample): Promise<[string, Picture][]> {
  await page.waitForSelector('.structure, .textures-shown');
  const entries: string[] = expected.entries.map((entry: { name: string }) => entry.name);
  const entry = entries.find((one) => one.endsWith('.msh'));
  if (!entry) return [];
  await tab('textures');
  await page.waitForSelector('.textures-shown .picture-canvas');
  const pictures: [string, Picture][] = [[name, await canvasPicture(page, '.picture-canvas')]];
  await page.click('.file-row:has(.file[aria-current]) .fold[aria-expanded=false]');
  await page.click(`.file[title="${entry}"]`);
  await modelShown(page, entry);
  return [...pictures, [`${name}.${entry}`, await viewPicture(page)]];
}

/** An object graph alone has no picture: its objects are listed. */
async function graph({ page, tab }: ViewerPage, { expected }: Sample): Promise<[]> {
  await tab('structure');
  const { objects } = expected.yabx ?? expected;
  await page.waitForSelector(`.structure :text("${objects.length} objects")`);
  return [];
}

describe.skipIf(!canRun)('every sample', { timeout: 180_000 }, () => {
  let host: ViewerHost;
  beforeAll(async () => {
    host = await startViewer();
  });
  afterAll(() => host?.close());

  async function looksRight(viewer: ViewerPage, kind: Kind, sample: Sample): Promise<void> {
    await viewer.page.waitForSelector(`.file[aria-current] .facts:has-text("${kind.format} ")`);
    expect(await viewer.page.locator('.error-card').count(), sample.name).toBe(0);
    for (const [reference, picture] of await kind.look(viewer, sample)) {
      expect(coverage(picture), reference).toBeGreaterThan(LEAST_COVERED);
      expect(await fromReference(reference, picture), reference).toBeLessThan(TOLERANCE);
    }
    expect(viewer.problems, sample.name).toEqual([]);
  }

  test.each(KINDS)('$folder/*$ending, dropped, looks as its reviewed picture', async (kind) => {
    const samples = samplesIn(kind.folder, kind.ending);
    expect(samples.length).toBeGreaterThan(0);
    const viewer = await host.open({ query: QUERY });
    for (const sample of samples) {
      await viewer.drop(sample);
      await viewer.page.waitForSelector(`.file[aria-current][title="${sample.name}"]`);
      await looksRight(viewer, kind, sample);
    }
    await viewer.page.close();
  });

  test('the same, opened by unbake view', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'unbake-samples-'));
    try {
      const served = new Map<string, { kind: Kind; sample: Sample }>();
      for (const kind of KINDS) {
        mkdirSync(join(dir, kind.folder), { recursive: true });
        for (const sample of samplesIn(kind.folder, kind.ending).slice(0, MOST_SERVED)) {
          copyFileSync(sample.path, join(dir, kind.folder, sample.name));
          served.set(`${kind.folder}/${sample.name}`, { kind, sample });
        }
      }
      const viewer = await host.openServed(dir, { query: QUERY });
      const { page } = viewer;
      await page.waitForSelector('.folder-card');
      // The keys go from file to file and stay at the last one; back at the first the folder would be in front.
      for (;;) {
        await page.waitForSelector('.file[aria-current] .facts:has-text(" ")');
        const title = (await page.getAttribute('.file[aria-current]', 'title'))!;
        const found = served.get(title);
        if (found) await looksRight(viewer, found.kind, found.sample);
        if (!served.delete(title) || served.size === 0) break;
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
        await page.keyboard.press(']');
        await page.waitForSelector(`.file[aria-current]:not([title="${title}"])`);
      }
      expect([...served.keys()]).toEqual([]);
      await page.close();
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  test('nothing else passes for a reference: no empty view, and not its mirror image', async () => {
    const names = referenceNames();
    const references = new Map<string, Picture>();
    for (const name of names) references.set(name, await readReference(name));
    for (const [name, reference] of references) {
      const empty = { ...reference, data: reference.data.map((_, i) => reference.data[i % 3]!) };
      expect(difference(reference, empty), name).toBeGreaterThan(TOLERANCE);
      // A picture of one colour is its own mirror image.
      if (/^(?:single|known-pixels)/.test(name)) continue;
      for (const wrong of ['upside down', 'mirrored'] as const) {
        expect(difference(reference, await readReference(name, wrong)), `${name} ${wrong}`).toBeGreaterThan(TOLERANCE);
      }
    }
  });

  test('another texture on a model does not pass', async () => {
    const viewer = await host.open({ query: QUERY });
    for (const sample of samplesIn('svo', '.svo').filter((one) => /face|hero|stage/.test(one.name))) {
      const { name } = sample;
      await viewer.drop({ name, bytes: withOtherTextures(sample) });
      await modelShown(viewer.page, name);
      expect(await fromReference(name, await viewPicture(viewer.page)), name).toBeGreaterThan(2 * TOLERANCE);
    }
    await viewer.page.close();
  });
});

/** The same file with every texel turned to its opposite. */
function withOtherTextures({ bytes, expected }: Sample): Uint8Array {
  const changed = bytes.slice();
  for (const entry of expected.avts.entries) {
    if (entry.class !== 'dds') continue;
    for (let i = entry.offset + 128; i < entry.offset + entry.size; i++) changed[i]! ^= 0xff;
  }
  return changed;
}
