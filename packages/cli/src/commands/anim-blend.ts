import { type BlendUse, blendNode, type Profile, SAMPLE_SIZE, sampleMatrix } from '@unbake/formats';
import type { Command } from 'commander';
import { addReadingOptions, openModel, type ReadingOptions, selectNode } from '../anim/model.ts';
import { parseFrame } from '../anim/times.ts';
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
import type { Io } from '../io/io.ts';
import { writeJson } from '../output/json.ts';
import { formatTable } from '../output/table.ts';
import { type Action, examples } from '../program.ts';

interface BlendOptions extends ReadingOptions {
  node: string;
  a: string;
  b: string;
  blend: string;
  profile: Profile;
  format: PoseFormat;
}

export function define(command: Command, action: Action): void {
  addReadingOptions(
    command
      .description('The pose of a node between two times, as the engine blends them.')
      .argument('<file>', 'a model, archive!entry, or - for standard input')
      .requiredOption('--node <node>', 'a name, or #3 by number')
      .requiredOption('--a <time>', 'the first time, in frames; negative for none')
      .requiredOption('--b <time>', 'the second time, in frames; negative for none')
      .requiredOption('--blend <weight>', '0 is the first alone, 1 the second')
      .addOption(profileOption())
      .addOption(poseFormatOption()),
  )
    .addHelpText(
      'after',
      `
Prints the matrix from the node to its parent, rows of 4 for column vectors, and which of the two times
were used. With none there is no pose: the engine leaves it undefined.
${examples(['unbake anim blend hero.msh --node arm --a 3 --b 12.5 --blend 0.25', 'a quarter of the way'])}`,
    )
    .action(action(animBlend));
}

async function animBlend(io: Io, file: string, options: BlendOptions): Promise<ExitCode> {
  const { profile, format } = options;
  const timeA = parseFrame(options.a, profile);
  const timeB = parseFrame(options.b, profile);
  const weight = parseFrame(options.blend, profile, 'weight');
  const { msh, anim, rotationSense } = await openModel(io, file, options);
  const node = selectNode(io, msh, options.node);
  const sample = new Float64Array(SAMPLE_SIZE);
  const used = blendNode(anim, node, timeA, timeB, weight, profile, sample);
  const matrix = new Float64Array(16);
  if (used !== 'none') sampleMatrix(sample, 0, profile, rotationSense, matrix, 0);
  PRINTERS[format](io, used, matrix, profile);
  return EXIT.done;
}

type Printer = (io: Io, used: BlendUse, matrix: Float64Array, profile: Profile) => void;

const PRINTERS: { readonly [format in PoseFormat]: Printer } = {
  json(io, used, matrix, profile) {
    const none = used === 'none';
    writeJson(io, {
      schema: 'unbake-anim-blend-v1',
      matrix: none ? null : jsonNumbers(matrix),
      matrixBits: none ? null : bitsOfAll(matrix, profile),
      used,
    });
  },
  csv(io, used, matrix, profile) {
    const names = Array.from(matrix, (_, i) => `m${i}`);
    io.stdout.write(csvLine(['used', ...names, ...names.map((name) => `${name}_bits`)]));
    const none = used === 'none';
    const values = none ? names.map(() => '') : jsonNumbers(matrix);
    io.stdout.write(csvLine([used, ...values, ...(none ? values : bitsOfAll(matrix, profile))]));
  },
  table(io, used, matrix) {
    io.stdout.write(used === 'none' ? 'used: none, there is no pose\n' : `used: ${used}\n`);
    if (used === 'none') return;
    const rows = [0, 4, 8, 12].map((at) => Array.from(matrix.subarray(at, at + 4), shortNumber));
    const columns = ['x', 'y', 'z', 'translation'].map((title) => ({ title, align: 'right' as const }));
    io.stdout.write(formatTable(columns, rows));
  },
};
