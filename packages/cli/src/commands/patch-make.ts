import { makePatch } from '@unbake/formats';
import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usageError } from '../failure.ts';
import { checkTarget } from '../io/atomic-write.ts';
import type { Io } from '../io/io.ts';
import { openArgument } from '../io/read-input.ts';
import { diskFiles, type OutputOptions, writeMade } from '../io/write-output.ts';
import { plural } from '../output/table.ts';
import { patchText } from '../patch-file.ts';
import { type Action, examples } from '../program.ts';

export function define(command: Command, action: Action): void {
  command
    .description('What an edit changed, as a file that can be passed on: it holds no other data of the game.')
    .argument('<original>', 'the file as the game has it, archive!entry, or - for standard input')
    .argument('<edited>', 'the same file after edits')
    .requiredOption('-o, --output <file>', 'the new patch (JSON, unbake-patch-v1), or - for standard output')
    .option('--overwrite', 'replace the output when it exists')
    .addHelpText(
      'after',
      `
The patch has changed fields as values, changed images and other chunks as bytes (only the changed ones
where the size is the same), and the hashes of both files.
${examples(['unbake patch make hero.svo new.svo -o hero.patch.json', 'the changes alone'])}`,
    )
    .action(action(patchMake));
}

async function patchMake(io: Io, a: string, b: string, options: OutputOptions): Promise<ExitCode> {
  if (a === '-' && b === '-') throw usageError('only one of the files can be standard input');
  const original = await openArgument(io, a);
  const edited = await openArgument(io, b);
  const inputs = [...diskFiles(original.input), ...diskFiles(edited.input)];
  if (options.output !== '-') await checkTarget(options.output, { overwrite: options.overwrite, inputs });
  const patch = makePatch(original.asset, edited.asset);
  const text = patchText(original.asset, edited.asset, patch);
  await writeMade(io, inputs, new Uint8Array(Buffer.from(text)), options);
  const { fields, chunks } = patch;
  const what =
    fields.length + chunks.length === 0
      ? 'nothing: the files are the same'
      : `${plural(fields.length, 'field')}, ${plural(chunks.length, 'chunk')}`;
  io.stderr.write(`the patch holds ${what}\n`);
  return EXIT.done;
}
