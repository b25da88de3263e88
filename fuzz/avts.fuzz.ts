import { samplesIn } from '../test-support/samples.ts';
import { checkAsset } from './check-asset.ts';
import { fuzz } from './fuzz.ts';

const seeds = [...samplesIn('svo', '.svo'), ...samplesIn('svo/bad', '.svo'), ...samplesIn('font', '.svo')];

fuzz(
  'avts',
  seeds.map(({ bytes }) => bytes),
  (bytes) => checkAsset(bytes, 'fuzz.svo'),
);
