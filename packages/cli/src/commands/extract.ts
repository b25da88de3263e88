import { join } from 'node:path';
import { FileNames, splitExtension } from '@unbake/formats';
import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type OutputFile, writeFilesAtomic } from '../io/atomic-write.ts';
import type { Io } from '../io/io.ts';
import { inputName, openArgument } from '../io/read-input.ts';
import { diskFiles } from '../io/write-output.ts';
import { printable, printError } from '../output/error.ts';
import { formatBytes, plural } from '../output/table.ts';
import { picturesAsPng } from '../pictures.ts';
import { type Action, examples } from '../program.ts';

interface ExtractOptions {
  output: string;
  png?: boolean;
  overwrite?: boolean;
}

export function define(command: Command, action: Action): void {
  command
    .argument('<file>', 'a file, archive!entry, or - for standard input')
    .requiredOption('-o, --output <folder>', 'where the parts go; made when missing')
    .option('--png', 'also decode every texture to PNG')
    .option('--overwrite', 'replace files that exist')
    .addHelpText(
      'after',
      `
Chunks and entries are written as they are. A name that could leave the folder, clash on a disk that
ignores case, or is reserved on Windows is changed in the same way on every system, and that is said.
${examples(
  ['unbake extract hero.svo -o hero/', 'all chunks'],
  ['unbake extract hero.svo -o hero/ --png', 'and the textures as PNG'],
)}`,
    )
    .action(action(extract));
}

async function extract(io: Io, file: string, options: ExtractOptions): Promise<ExitCode> {
  const { input, asset } = await openArgument(io, file);
  const names = new FileNames();
  const files: (OutputFile & { from: string; name: string })[] = [];
  for (const entry of asset.entries()) {
    const name = names.takeName(entry.name);
    files.push({ path: join(options.output, name), data: entry.data, from: entry.name, name });
    if (entry.data.length < entry.size) {
      io.stderr.write(`${printable(entry.name)}: only ${entry.data.length} of ${entry.size} bytes are in the file\n`);
    }
  }
  let failed = 0;
  if (options.png) {
    const stem = splitExtension(inputName(input)).stem;
    const pictures = await picturesAsPng(asset, stem, names, (image, error) => {
      failed++;
      printError(io, error, image.name);
    });
    for (const [name, data] of pictures) files.push({ path: join(options.output, name), data, from: name, name });
  }
  if (files.length === 0 && failed === 0) {
    io.stderr.write(`${input.shown} (${asset.format}) has no parts; ${options.png ? '' : '--png decodes textures; '}`);
    io.stderr.write('unbake dump shows its fields\n');
    return EXIT.done;
  }
  await writeFilesAtomic(files, { overwrite: options.overwrite, inputs: diskFiles(input) });
  for (const { path, data, from, name } of files) {
    const renamed = from === name ? '' : `, named "${printable(from)}" in the file`;
    io.stdout.write(`${path} (${formatBytes(data.length)}${renamed})\n`);
  }
  io.stderr.write(`${plural(files.length, 'file')} written to ${options.output}\n`);
  return failed > 0 ? EXIT.batch : EXIT.done;
}
