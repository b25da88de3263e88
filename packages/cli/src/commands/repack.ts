import type { Asset } from '@unbake/formats';
import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usageError } from '../failure.ts';
import type { Io } from '../io/io.ts';
import { inputName, openArgument } from '../io/read-input.ts';
import { checkOutput, type OutputOptions, writeResult } from '../io/write-output.ts';
import { type Action, examples } from '../program.ts';
import { checkBeforeSave } from '../save-check.ts';

interface RepackOptions extends OutputOptions {
  canonical?: boolean;
  force?: boolean;
}

/** Formats whose writers refuse to save what has errors. */
const CHECKED: ReadonlySet<Asset['format']> = new Set(['nres', 'msh', 'texm', 'wear', 'mat0']);

export function define(command: Command, action: Action): void {
  command
    .argument('<file>', 'a file, archive!entry, or - for standard input')
    .requiredOption('-o, --output <file>', 'the new file, or - for standard output')
    .option('--canonical', "in the layout of the format's own tools instead of the file's own")
    .option('--force', 'write Parkan files even when they have errors')
    .option('--overwrite', 'replace the output when it exists')
    .addHelpText(
      'after',
      `
Writes the file again from what was read. An unedited file comes back byte for byte. With --canonical an
NRes archive or model gets its payloads in order at multiples of 8 and a new sort index; bytes that no
entry has are left out.
${examples(
  ['unbake repack hero.svo -o copy.svo', 'the same bytes'],
  ['unbake repack units.rlb -o tidy.rlb --canonical', 'without gaps, newly sorted'],
)}`,
    )
    .action(action(repack));
}

async function repack(io: Io, file: string, options: RepackOptions): Promise<ExitCode> {
  const { input, asset } = await openArgument(io, file);
  await checkOutput(input, options);
  const bytes = options.canonical ? canonicalBytes(asset, input.shown) : asset.write();
  if (CHECKED.has(asset.format)) checkBeforeSave(io, bytes, inputName(input), options.force === true);
  await writeResult(io, input, bytes, options);
  return EXIT.done;
}

function canonicalBytes(asset: Asset, shown: string): Uint8Array {
  if (asset.canonical) return asset.canonical();
  throw usageError(`${shown} (${asset.format}) has no other layout than its own`, 'Leave out --canonical.');
}
