import { formatBytes } from '../output/table.ts';
import { checkTarget, writeFileAtomic } from './atomic-write.ts';
import type { Io } from './io.ts';
import type { Input } from './read-input.ts';

/** The options of a command that writes one file. */
export interface OutputOptions {
  output: string;
  overwrite?: boolean;
}

/** Writes the one file that a command makes of an input, or standard output for `-`, and says so. */
export async function writeResult(io: Io, input: Input, data: Uint8Array, options: OutputOptions): Promise<void> {
  await writeMade(io, diskFiles(input), data, options);
}

/** As `writeResult`, for a file that is made of several files on disk. */
export async function writeMade(
  io: Io,
  inputs: readonly string[],
  data: Uint8Array,
  options: OutputOptions,
): Promise<void> {
  if (options.output === '-') {
    io.stdout.write(data);
    return;
  }
  await writeFileAtomic(options.output, data, { overwrite: options.overwrite, inputs });
  io.stderr.write(`wrote ${options.output}, ${formatBytes(data.length)}\n`);
}

/** Before long work: refuses a target that `writeResult` would refuse. */
export async function checkOutput(input: Input, options: OutputOptions): Promise<void> {
  if (options.output === '-') return;
  await checkTarget(options.output, { overwrite: options.overwrite, inputs: diskFiles(input) });
}

/** The files on disk that an input is read from, which no output may replace. */
export function diskFiles(input: Input): string[] {
  return input.path === undefined ? [] : [input.path];
}
