import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserSession, chromiumPath, openBrowser } from '../../../test-support/browser.ts';
import { samplesIn } from '../../../test-support/samples.ts';
import { crc32Bzip2, openAsset } from '../dist/index.js';

const samples = [
  ...samplesIn('svo', '.svo'),
  ...samplesIn('font', '.svo'),
  ...samplesIn('font', '.rfz'),
  ...samplesIn('dds', '.dds'),
  ...samplesIn('yabx', '.yabx'),
  ...samplesIn('msh', '.msh'),
  ...samplesIn('nres', '.rlb'),
  ...samplesIn('texm', '.texm'),
];

/** What `blank.html` offers. */
// biome-ignore lint/suspicious/noExplicitAny: the built library, whose types are those of the source
type PageGlobals = { load: (module: string) => Promise<any> };

/** What both sides must agree on: format, findings, picture contents, and that the file is written back as it was. */
type Outcome = { format: string; codes: string[]; pictures: number[]; rewritten: boolean };

describe.skipIf(!chromiumPath())('the built library in a browser', () => {
  let session: BrowserSession;
  beforeAll(async () => {
    session = await openBrowser();
  });
  afterAll(() => session?.close());

  test('reads, decodes and rewrites every sample as it does in Node', async () => {
    expect(samples.length).toBeGreaterThan(5);
    for (const { name, bytes } of samples) {
      const inBrowser = await session.page.evaluate(
        async ({ data, name, module }) => {
          // An import() here would be rewritten by vitest, for a module system that the page does not have.
          const lib = await (globalThis as unknown as PageGlobals).load(module);
          const file = Uint8Array.from(data);
          const asset = lib.openAsset(file, { name });
          const pictures: number[] = [];
          for (const image of asset.images?.() ?? []) {
            try {
              pictures.push(lib.crc32Bzip2(image.decode().rgba));
            } catch {
              pictures.push(-1);
            }
          }
          const again: Uint8Array = asset.write();
          return {
            format: asset.format,
            codes: asset.check().diagnostics.map((d: { code: string }) => d.code),
            pictures,
            rewritten: again.length === file.length && again.every((b, i) => b === file[i]),
          };
        },
        { data: Array.from(bytes), name, module: `${session.origin}/packages/formats/dist/index.js` },
      );
      expect(inBrowser, name).toEqual(inNode(bytes, name));
      expect(inBrowser.rewritten, name).toBe(true);
    }
  });
});

function inNode(bytes: Uint8Array, name: string): Outcome {
  const asset = openAsset(bytes, { name });
  const pictures = (asset.images?.() ?? []).map((image) => {
    try {
      return crc32Bzip2(image.decode().rgba);
    } catch {
      return -1;
    }
  });
  return {
    format: asset.format,
    codes: asset.check().diagnostics.map((d) => d.code),
    pictures,
    rewritten: true,
  };
}
