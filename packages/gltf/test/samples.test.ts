import { nodeWorldMatrices, openAsset, type Scene, sceneToObj } from '@unbake/formats';
import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { exportGlb, glbToScene } from '../src/index.ts';
import { comparable, decodeImage, encodeImage } from './scenes.ts';
import { expectClean } from './validate.ts';

/** The scene of a sample; undefined when it has none or cannot be opened, which the formats' own tests look at. */
function sceneOf(bytes: Uint8Array, name: string): Scene | undefined {
  try {
    return openAsset(bytes, { name }).scene?.();
  } catch {
    return undefined;
  }
}

describe.each([...samplesIn('svo', '.svo'), ...samplesIn('msh', '.msh')])('$name', ({ bytes, name }) => {
  test('exports clean, and what is read back exports to the same scene again', async () => {
    const scene = sceneOf(bytes, name)!;
    const first = await exportGlb(scene, { encodeImage });
    await expectClean(first.bytes);
    const back = await glbToScene(first.bytes, { decodeImage });
    const placed = (of: Scene) => nodeWorldMatrices(of).filter((matrix) => matrix !== undefined);
    expect(placed(back)).toEqual(placed(scene));
    const second = await exportGlb(back, { encodeImage });
    expect(comparable(await glbToScene(second.bytes, { decodeImage }))).toEqual(comparable(back));
    expect([...sceneToObj(scene).files.keys()].length).toBe(2);
  });
});

describe('damaged samples', () => {
  const damaged = [...samplesIn('svo/bad', '.svo'), ...samplesIn('msh/bad', '.msh')];
  const scenes = damaged.flatMap(({ bytes, name }) => {
    const scene = sceneOf(bytes, name);
    return scene ? [{ name, scene }] : [];
  });

  test.each(scenes)('$name exports clean', async ({ scene }) => {
    await expectClean((await exportGlb(scene, { encodeImage })).bytes);
    sceneToObj(scene);
  });
});
