import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Io } from '../io/io.ts';
import { openArgument } from '../io/read-input.ts';
import { type OutputOptions, writeResult } from '../io/write-output.ts';
import { type Action, examples } from '../program.ts';

export function define(command: Command, action: Action): void {
  command
    .argument('<file>', 'a file, archive!entry, or - for standard input')
    .requiredOption('-o, --output <file>', 'the new file, or - for standard output')
    .option('--overwrite', 'replace the output when it exists')
    .addHelpText(
      'after',
      `\nWrites the file again from what was read. An unedited file comes back byte for byte.\n${examples([
        'unbake repack hero.svo -o copy.svo',
        'the same bytes',
      ])}`,
    )
    .action(action(repack));
}

async function repack(io: Io, file: string, options: OutputOptions): Promise<ExitCode> {
  const { input, asset } = await openArgument(io, file);
  await writeResult(io, input, asset.write(), options);
  return EXIT.done;
}
