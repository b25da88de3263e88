import { buildSvo, bytesEqual, openAsset, type Scene } from '@unbake/formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectDrawnAlike, expectSameNodes, SVO_TOLERANCES, svoRoots } from './drawn.ts';
import { randomScene } from './random-scene.ts';

/** What the file has a place for: plain alpha instead of unnamed blend factors, no tangents without a normal map. */
function storable(scene: Scene): Scene {
  const materials = scene.materials.map((m) => ({ ...m, blend: m.blend === 'other' ? ('alpha' as const) : m.blend }));
  return { ...scene, materials };
}

describe('a random scene as an SVO file', () => {
  test('draws the same, hangs together the same, validates without a finding and is written back byte for byte', () => {
    fc.assert(
      fc.property(randomScene, (scene) => {
        const { bytes } = buildSvo(scene, { baseName: 'random', textureFormat: 'A8R8G8B8' });
        const asset = openAsset(bytes, { name: 'random.svo' });
        expect(asset.check().diagnostics).toEqual([]);
        expect(bytesEqual(asset.write(), bytes)).toBe(true);
        const read = asset.scene!();
        expectSameNodes(read, scene);
        expect(svoRoots(read)).toEqual([...scene.roots].sort((a, b) => a - b));
        expectDrawnAlike(read, storable(scene), SVO_TOLERANCES);
        for (const [i, image] of scene.images.entries()) {
          const stored = read.images.find((found) => found.name === image.name);
          expect(stored!.decode().rgba, `image ${i}`).toEqual(image.decode().rgba);
        }
      }),
      { numRuns: 150, endOnFailure: false },
    );
  }, 120_000);

  test('gives the same bytes when built twice', () => {
    fc.assert(
      fc.property(randomScene, (scene) => {
        const options = { baseName: 'random', textureFormat: 'A8R8G8B8' };
        const first = buildSvo(scene, options).bytes;
        expect(bytesEqual(buildSvo(scene, options).bytes, first)).toBe(true);
      }),
      { numRuns: 30 },
    );
  }, 60_000);
});
