import { createSampleInfo, nodeName, type Profile, SAMPLE_SIZE, sampleNode } from '@unbake/formats';
import type { Command } from 'commander';
import {
  type AnimatedModel,
  addReadingOptions,
  nodeTitle,
  openModel,
  type ReadingOptions,
  selectNodes,
} from '../anim/model.ts';
import { parseTimes } from '../anim/times.ts';
import {
  bitsOfAll,
  csvLine,
  jsonNumbers,
  type PoseFormat,
  poseFormatOption,
  profileOption,
  shortNumber,
} from '../anim/values.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usageError } from '../failure.ts';
import type { Io } from '../io/io.ts';
import { JsonListWriter } from '../output/json.ts';
import { formatTable } from '../output/table.ts';
import { type Action, examples } from '../program.ts';

interface SampleOptions extends ReadingOptions {
  node: string;
  time: string;
  profile: Profile;
  format: PoseFormat;
}

/** A sample with where it is from. */
interface Row {
  node: number;
  name: string | null;
  time: number;
  frame: number;
  branch: string;
  key: number;
  /** w, x, y, z as stored. */
  rotation: Float64Array;
  position: Float64Array;
}

const MOST_ROWS = 4_000_000;

export function define(command: Command, action: Action): void {
  addReadingOptions(
    command
      .description('The poses of nodes at given times, as the engine computes them.')
      .argument('<file>', 'a model, archive!entry, or - for standard input')
      .requiredOption('--node <node>', 'a name, #3 by number, or all')
      .requiredOption('--time <times>', 'frames: 2.5, a list 0,1,2.5, or a range 0:24:0.5 with its end')
      .addOption(profileOption())
      .addOption(poseFormatOption()),
  )
    .addHelpText(
      'after',
      `
A row for each node and time: the times of the first node, then those of the next. The rotation is
w, x, y, z as stored, which --rotation-sense does not change; the position is in the axes of the file.
frame and branch say how it came about: fallback (the fallback key), k0 or k1 (a key exactly), interp.
${examples(
  ['unbake anim sample hero.msh --node all --time 0:24:0.5', 'every node each half frame'],
  ["unbake anim sample 'units.rlb!hero.msh' --node '#3' --time=-1,0 --format json", 'with bits'],
)}`,
    )
    .action(action(animSample));
}

async function animSample(io: Io, file: string, options: SampleOptions): Promise<ExitCode> {
  const { profile, format } = options;
  const times = parseTimes(options.time, profile);
  const model = await openModel(io, file, options);
  const nodes = selectNodes(io, model.msh, options.node);
  if (nodes.length * times.length > MOST_ROWS) {
    throw usageError(`that makes ${nodes.length * times.length} rows`, 'Take fewer nodes or a larger step.');
  }
  // Tables that lead nowhere are found before anything is printed.
  const scratch = new Float64Array(SAMPLE_SIZE);
  for (const node of nodes) for (const time of times) sampleNode(model.anim, node, time, profile, scratch);
  const rows = sampleRows(model, nodes, times, profile);
  if (format === 'json') writeJsonRows(io, rows, profile);
  else if (format === 'csv') writeCsvRows(io, rows, profile);
  else writeTable(io, model, rows);
  return EXIT.done;
}

function* sampleRows(
  { msh, anim }: AnimatedModel,
  nodes: readonly number[],
  times: readonly number[],
  profile: Profile,
): Generator<Row> {
  const info = createSampleInfo();
  for (const node of nodes) {
    const name = nodeName(msh, node) ?? null;
    for (const time of times) {
      const sample = new Float64Array(SAMPLE_SIZE);
      sampleNode(anim, node, time, profile, sample, 0, info);
      yield { node, name, time, ...info, rotation: sample.subarray(0, 4), position: sample.subarray(4) };
    }
  }
}

function writeJsonRows(io: Io, rows: Iterable<Row>, profile: Profile): void {
  const list = new JsonListWriter(io, '{\n  "schema": "unbake-anim-sample-v1",\n  "samples": [', 2);
  for (const { node, name, time, frame, branch, key, rotation, position } of rows) {
    list.add({
      node,
      name,
      time,
      frame,
      branch,
      key,
      rotation: jsonNumbers(rotation),
      position: jsonNumbers(position),
      rotationBits: bitsOfAll(rotation, profile),
      positionBits: bitsOfAll(position, profile),
    });
  }
  list.end(']\n}\n');
}

function writeCsvRows(io: Io, rows: Iterable<Row>, profile: Profile): void {
  const values = ['w', 'x', 'y', 'z', 'px', 'py', 'pz'];
  const columns = ['node', 'name', 'time', 'frame', 'branch', 'key', ...values, ...values.map((v) => `${v}_bits`)];
  io.stdout.write(csvLine(columns));
  for (const { node, name, time, frame, branch, key, rotation, position } of rows) {
    const sample = [...rotation, ...position];
    const bits = bitsOfAll(sample, profile);
    io.stdout.write(csvLine([node, name ?? '', time, frame, branch, key, ...jsonNumbers(sample), ...bits]));
  }
}

function writeTable(io: Io, { msh }: AnimatedModel, rows: Iterable<Row>): void {
  const lines = Array.from(rows, ({ node, time, frame, branch, key, rotation, position }) => [
    `#${node}`,
    nodeTitle(msh, node),
    ...[time, frame].map(String),
    branch,
    String(key),
    ...Array.from(rotation, shortNumber),
    ...Array.from(position, shortNumber),
  ]);
  const right = (title: string) => ({ title, align: 'right' as const });
  const numbers = ['w', 'x', 'y', 'z', 'px', 'py', 'pz'].map(right);
  const head = [right('node'), { title: 'name' }, right('time'), right('frame'), { title: 'branch' }, right('key')];
  io.stdout.write(formatTable([...head, ...numbers], lines));
}
