import { openAsset } from '@unbake/formats';
import { exportGlb } from '@unbake/gltf';
import { encodeImage } from '../../packages/cli/dist/image-encode.js';
import { samplesIn } from '../samples.mjs';

/** From the bytes of the largest model to those of its GLB. */
export default async function run() {
  const [largest] = samplesIn('svo', '.svo').sort((a, b) => b.bytes.length - a.bytes.length);
  const rows = [];
  for (const textures of ['png', 'none']) {
    let least = Number.POSITIVE_INFINITY;
    let size = 0;
    for (let i = 0; i < 30; i++) {
      const start = performance.now();
      const scene = openAsset(largest.bytes, { name: largest.name }).scene();
      size = (await exportGlb(scene, { textures, encodeImage })).bytes.length;
      least = Math.min(least, performance.now() - start);
    }
    const note = `${largest.bytes.length} bytes to ${size} bytes`;
    rows.push({ name: `export ${largest.name} to GLB, textures ${textures}`, value: least, unit: 'ms', note });
  }
  return rows;
}
