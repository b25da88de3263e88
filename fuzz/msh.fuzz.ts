import { samplesIn } from '../test-support/samples.ts';
import { checkAsset } from './check-asset.ts';
import { fuzz } from './fuzz.ts';

const seeds = [...samplesIn('msh', '.msh'), ...samplesIn('msh/bad', '.msh')];

/** The scene follows each key of the animation in up to 256 pieces, however fast a damaged one turns. */
const MAX_MS = 5000;

fuzz(
  'msh',
  seeds.map(({ bytes }) => bytes),
  (bytes) => checkAsset(bytes, 'fuzz.msh'),
  MAX_MS,
);
