import { openAsset } from '../packages/formats/src/open.ts';
import { sceneToObj } from '../packages/formats/src/scene/obj.ts';
import { exportGlb } from '../packages/gltf/src/export/write.ts';
import { expectClean } from '../packages/gltf/test/validate.ts';
import { samplesIn } from '../test-support/samples.ts';
import { attempt } from './check-asset.ts';
import { fuzz } from './fuzz.ts';

const seeds = [...samplesIn('svo', '.svo'), ...samplesIn('msh', '.msh')].map(({ bytes }) => bytes);

/** Following the animation of a damaged model takes its time: see msh.fuzz.ts. */
const MAX_MS = 10_000;

// Whatever can be read of a damaged model makes a glTF that the Khronos validator finds clean.
fuzz(
  'export',
  seeds,
  async (bytes) => {
    const scene = attempt(() => openAsset(bytes).scene?.());
    if (!scene) return;
    sceneToObj(scene);
    await expectClean((await exportGlb(scene, { textures: 'none' })).bytes);
  },
  MAX_MS,
);
