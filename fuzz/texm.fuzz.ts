import { samplesIn } from '../test-support/samples.ts';
import { checkAsset } from './check-asset.ts';
import { fuzz } from './fuzz.ts';

const seeds = [...samplesIn('texm', '.texm'), ...samplesIn('texm/bad', '.texm')];

fuzz(
  'texm',
  seeds.map(({ bytes }) => bytes),
  (bytes) => checkAsset(bytes, 'fuzz.texm'),
);
