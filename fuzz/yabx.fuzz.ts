import { readAvts } from '../packages/formats/src/avts/read.ts';
import { yabxFromJson, yabxToJson } from '../packages/formats/src/yabx/json.ts';
import { readYabx } from '../packages/formats/src/yabx/read.ts';
import { writeYabx } from '../packages/formats/src/yabx/write.ts';
import { samplesIn } from '../test-support/samples.ts';
import { attempt, checkAsset, expectSameBytes } from './check-asset.ts';
import { fuzz } from './fuzz.ts';

const graphs = [...samplesIn('svo', '.svo'), ...samplesIn('font', '.svo')].map(
  ({ bytes }) => readAvts(bytes).chunks[0]!.data,
);
const seeds = [...samplesIn('yabx', '.yabx').map(({ bytes }) => bytes), ...graphs];

fuzz('yabx', seeds, (bytes) => {
  checkAsset(bytes, 'fuzz.yabx');
  const model = attempt(() => readYabx(bytes));
  if (model) expectSameBytes(writeYabx(yabxFromJson(JSON.parse(JSON.stringify(yabxToJson(model))))), bytes);
});
