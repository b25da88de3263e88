import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exportGlb, exportGltf, glbToScene, gltfToScene } from '../src/index.ts';
import { randomScene } from './random-scene.ts';
import { comparable, decodeImage, encodeImage } from './scenes.ts';
import { expectClean } from './validate.ts';

describe('any scene that glTF can hold', () => {
  test('is clean for the Khronos validator and comes back the same from GLB', async () => {
    await fc.assert(
      fc.asyncProperty(randomScene, async (scene) => {
        const { bytes } = await exportGlb(scene, { encodeImage });
        await expectClean(bytes);
        expect(comparable(await glbToScene(bytes, { decodeImage }))).toEqual(comparable(scene));
      }),
      { numRuns: 60, endOnFailure: true },
    );
  }, 60_000);

  test('comes back the same from .gltf and files, and from lossless WebP', async () => {
    await fc.assert(
      fc.asyncProperty(randomScene, async (scene) => {
        const { files } = await exportGltf(scene, { encodeImage, textures: 'webp' });
        await expectClean([...files.values()][0]!, files);
        expect(comparable(await gltfToScene(files, { decodeImage }))).toEqual(comparable(scene));
      }),
      { numRuns: 25, endOnFailure: true },
    );
  }, 60_000);

  test('gives the same bytes when exported twice', async () => {
    await fc.assert(
      fc.asyncProperty(randomScene, async (scene) => {
        const once = await exportGlb(scene, { textures: 'none' });
        expect((await exportGlb(scene, { textures: 'none' })).bytes).toEqual(once.bytes);
      }),
      { numRuns: 20 },
    );
  });
});
