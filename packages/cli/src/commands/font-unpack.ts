import { join } from 'node:path';
import { unpackFont } from '@unbake/formats';
import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openFont } from '../font/open-font.ts';
import { printFindings, printWarnings } from '../font/refusal.ts';
import { unpackedFiles } from '../font/unpack-files.ts';
import { writeFilesAtomic } from '../io/atomic-write.ts';
import type { Io } from '../io/io.ts';
import { diskFiles } from '../io/write-output.ts';
import { formatBytes, plural } from '../output/table.ts';
import { type Action, examples } from '../program.ts';

interface UnpackOptions {
  output: string;
  overwrite?: boolean;
}

export function define(command: Command, action: Action): void {
  command
    .argument('<file>', 'an .rfz font, archive!entry, or - for standard input')
    .requiredOption('-o, --output <folder>', 'where the files go; made when missing')
    .option('--overwrite', 'replace files that exist')
    .addHelpText(
      'after',
      `
The folder gets metadata.json, glyphs.csv, the BMFont as font.fnt (text) and font-xml.fnt (XML), every
page as DDS and as PNG, the SVO inside the font as texture.svo and the decompressed stream as stream.yabx.
font pack takes the folder back; unedited it gives the same stream. Exit code 1: the font is damaged,
and what could be read was written.
${examples(['unbake font unpack menu.rfz -o menu/', 'all of it'])}`,
    )
    .action(action(unpack));
}

async function unpack(io: Io, file: string, options: UnpackOptions): Promise<ExitCode> {
  const { input, rfz, report } = await openFont(io, file);
  const { files, notes } = await unpackedFiles(unpackFont(rfz));
  const outputs = Array.from(files, ([name, data]) => ({ path: join(options.output, name), data }));
  await writeFilesAtomic(outputs, { overwrite: options.overwrite, inputs: diskFiles(input) });
  printFindings(io, report);
  printWarnings(io, notes);
  for (const { path, data } of outputs) io.stdout.write(`${path} (${formatBytes(data.length)})\n`);
  io.stderr.write(`${plural(outputs.length, 'file')} written to ${options.output}\n`);
  return rfz.complete ? EXIT.done : EXIT.findings;
}
