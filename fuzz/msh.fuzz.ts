import { samplesIn } from '../test-support/samples.ts';
import { checkAsset } from './check-asset.ts';
import { fuzz } from './fuzz.ts';

const seeds = [...samplesIn('msh', '.msh'), ...samplesIn('msh/bad', '.msh')];

fuzz(
  'msh',
  seeds.map(({ bytes }) => bytes),
  (bytes) => checkAsset(bytes, 'fuzz.msh'),
);
