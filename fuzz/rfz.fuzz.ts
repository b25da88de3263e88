import { decodeLzw } from '../packages/formats/src/rfz/lzw-decode.ts';
import { encodeLzw } from '../packages/formats/src/rfz/lzw-encode.ts';
import { encodeRfz } from '../packages/formats/src/rfz/write.ts';
import { samplesIn } from '../test-support/samples.ts';
import { attempt, checkAsset, expectSameBytes } from './check-asset.ts';
import { fuzz } from './fuzz.ts';

const graphs = samplesIn('yabx', '.yabx').map(({ bytes }) => encodeRfz(bytes));
const seeds = [...samplesIn('font', '.rfz').map(({ bytes }) => bytes), ...graphs];

fuzz('rfz', seeds, (bytes) => {
  checkAsset(bytes, 'fuzz.rfz');
  attempt(() => decodeLzw(bytes));
  expectSameBytes(decodeLzw(encodeLzw(bytes)).bytes, bytes);
});
