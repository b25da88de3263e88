import { samplesIn } from '../test-support/samples.ts';
import { checkAsset } from './check-asset.ts';
import { fuzz } from './fuzz.ts';

const seeds = [...samplesIn('nres', '.rlb'), ...samplesIn('msh/bad', '.rlb')];

fuzz(
  'nres',
  seeds.map(({ bytes }) => bytes),
  (bytes) => checkAsset(bytes, 'fuzz.rlb'),
);
