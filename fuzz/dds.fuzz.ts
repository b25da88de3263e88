import { decodeSurface } from '../packages/formats/src/dds/decode.ts';
import { readDds } from '../packages/formats/src/dds/read.ts';
import { samplesIn } from '../test-support/samples.ts';
import { attempt, checkAsset } from './check-asset.ts';
import { fuzz } from './fuzz.ts';

const seeds = samplesIn('dds', '.dds').map(({ bytes }) => bytes);
const MARK = 0xa5;

fuzz('dds', seeds, (bytes) => {
  checkAsset(bytes, 'fuzz.dds');
  const dds = attempt(() => readDds(bytes));
  if (!dds || dds.problem) return;
  for (const surface of dds.surfaces.slice(0, 64)) {
    const size = surface.width * surface.height * 4;
    const into = new Uint8Array(size + 16).fill(MARK);
    attempt(() => decodeSurface(dds.format!, surface, { into }));
    if (into.subarray(size).some((byte) => byte !== MARK)) throw new Error('pixels written behind the picture');
  }
});
