import { type Asset, bytesEqual } from '@unbake/formats';
import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Io } from '../io/io.ts';
import { inputName, openArgument } from '../io/read-input.ts';
import { checkOutput, type OutputOptions, writeResult } from '../io/write-output.ts';
import { printable } from '../output/error.ts';
import { type Action, examples } from '../program.ts';
import { checkBeforeSave, refuseErrors } from '../save-check.ts';

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
Writes the file again from what was read. An unedited file comes back byte for byte. With --canonical
- an SVO file gets its chunks in order at multiples of 0x80, its object graph a right size and CRC and texts
  without padding; bytes that no chunk has, and those behind names, are left out;
- a font gets newly packed codes, and its graph the same;
- an NRes archive or model gets its payloads in order at multiples of 8 and a new sort index; bytes that no
  entry has are left out;
- other kinds have one layout only.
${examples(
  ['unbake repack hero.svo -o copy.svo', 'the same bytes'],
  ['unbake repack hero.svo -o tidy.svo --canonical', 'without residue and gaps'],
  ['unbake repack units.rlb -o tidy.rlb --canonical', 'without gaps, newly sorted'],
)}`,
    )
    .action(action(repack));
}

async function repack(io: Io, file: string, options: RepackOptions): Promise<ExitCode> {
  const { input, asset } = await openArgument(io, file);
  await checkOutput(input, options);
  if (options.canonical && !asset.canonical) {
    io.stderr.write(`${printable(input.shown)} (${asset.format}) has no other layout than its own\n`);
  }
  const bytes = options.canonical && asset.canonical ? asset.canonical() : asset.write();
  if (CHECKED.has(asset.format)) {
    // The same bytes are the same file, whose archive may say more of it than its name.
    if (bytesEqual(bytes, asset.bytes)) refuseErrors(io, asset.check(), options.force === true);
    else checkBeforeSave(io, bytes, inputName(input), options.force === true);
  }
  await writeResult(io, input, bytes, options);
  return EXIT.done;
}
