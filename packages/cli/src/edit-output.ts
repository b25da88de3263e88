import { type Asset, bytesEqual, diffAssets, openAsset } from '@unbake/formats';
import type { Command } from 'commander';
import { usageError } from './failure.ts';
import { checkTarget } from './io/atomic-write.ts';
import { replaceInPlace } from './io/in-place.ts';
import type { Io } from './io/io.ts';
import { type Input, inputName, isFolder } from './io/read-input.ts';
import { diskFiles, writeMade } from './io/write-output.ts';
import { differenceLines } from './output/differences.ts';
import { printable } from './output/error.ts';
import { formatBytes, plural } from './output/table.ts';
import { checkEditBeforeSave } from './save-check.ts';

/** Where an edited file goes. */
export interface EditOutput {
  output?: string;
  inPlace?: boolean;
  overwrite?: boolean;
  force?: boolean;
}

/** Differences that are listed one by one after an edit. */
const SHOWN = 20;

export const EDIT_OUTPUT_HELP = `With --in-place the old file is kept as FILE.bak, .bak1 and so on. The new file is checked as by unbake
validate before it is written; errors that the old one does not have refuse the edit.`;

export function addEditOutput(command: Command): Command {
  return command
    .option('-o, --output <file>', 'the new file, or - for standard output')
    .option('--in-place', 'replace the file itself and keep the old one as FILE.bak')
    .option('--overwrite', 'replace the output when it exists')
    .option('--force', 'write the file even when the edit brings errors');
}

/**
 * Before any work: refuses options that contradict each other, and targets that could not be written.
 * @param others files on disk, beside the edited one, that must not be the target.
 */
export async function checkEditOutput(input: Input, options: EditOutput, others: readonly string[] = []) {
  const { output, inPlace, overwrite } = options;
  if (output !== undefined && inPlace) throw usageError('-o and --in-place name a target both', 'Give one of them.');
  if (inPlace) {
    if (input.path === undefined) throw usageError('standard input cannot be edited in place', 'Give -o OUT.');
    if (input.entries.length > 0) {
      const advice = 'Edit the archive around it, or give -o OUT for the entry alone.';
      throw usageError(`${input.shown} is an entry of an archive and cannot be edited in place`, advice);
    }
    return;
  }
  if (output === undefined) {
    throw usageError('where does the edited file go?', 'Give -o OUT, or --in-place to replace FILE and keep FILE.bak.');
  }
  if (output === '-') return;
  const inputs = diskFiles(input);
  if (input.path !== undefined && (await isSameFile(output, input.path))) {
    throw usageError(`${output} is the input file itself`, '--in-place edits it and keeps the old one as FILE.bak.');
  }
  await checkTarget(output, { overwrite, inputs: [...inputs, ...others] });
}

async function isSameFile(output: string, input: string): Promise<boolean> {
  if (await isFolder(output)) return false;
  return checkTarget(output, { overwrite: true, inputs: [input] }).then(
    () => false,
    () => true,
  );
}

/**
 * Saves an edited file: checked first, then written, and what has changed is listed on standard error.
 * @param others see `checkEditOutput`.
 */
export async function saveEdit(
  io: Io,
  input: Input,
  before: Asset,
  bytes: Uint8Array,
  options: EditOutput,
  others: readonly string[] = [],
): Promise<void> {
  const name = inputName(input);
  const say = (text: string) => io.stderr.write(`${printable(text)}\n`);
  if (bytesEqual(bytes, before.bytes)) {
    say('nothing changes: the file has these values already');
    if (options.inPlace) return;
  } else {
    checkEditBeforeSave(io, before, bytes, name, options.force === true);
    const lines = differenceLines(diffAssets(before, openAsset(bytes, { name })));
    for (const line of lines.slice(0, SHOWN)) say(`  ${line}`);
    if (lines.length > SHOWN) say(`  and ${plural(lines.length - SHOWN, 'difference')} more`);
  }
  if (options.inPlace) {
    const backup = await replaceInPlace(input.path!, bytes);
    say(`wrote ${input.path}, ${formatBytes(bytes.length)}; the old one is ${backup}`);
    return;
  }
  const { output, overwrite } = options;
  await writeMade(io, [...diskFiles(input), ...others], bytes, {
    output: output!,
    ...(overwrite === undefined ? {} : { overwrite }),
  });
}
