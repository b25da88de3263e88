import { editAsset } from '@unbake/formats';
import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Io } from '../io/io.ts';
import { openArgument } from '../io/read-input.ts';
import { writeJson } from '../output/json.ts';
import { formatTable } from '../output/table.ts';
import { type Action, examples } from '../program.ts';

export function define(command: Command, action: Action): void {
  command
    .description('The textures of a file, with the names and numbers that texture replace takes.')
    .argument('<file>', 'an SVO, RFZ, DDS, Texm or NRes file, archive!entry, or - for standard input')
    .option('--json', 'print a JSON document (unbake-texture-list-v1)')
    .addHelpText('after', examples(['unbake texture list hero.svo', 'a line for each texture']))
    .action(action(list));
}

async function list(io: Io, file: string, options: { json?: boolean }): Promise<ExitCode> {
  const { input, asset } = await openArgument(io, file);
  const textures = editAsset(asset).textures();
  if (options.json) {
    writeJson(io, {
      schema: 'unbake-texture-list-v1',
      file: input.jsonName,
      format: asset.format,
      textures: textures.map(({ name, names, width, height, format, mips, bytes }, index) => ({
        index,
        name,
        names,
        width,
        height,
        format,
        mips,
        size: bytes.length,
      })),
    });
    return EXIT.done;
  }
  if (textures.length === 0) {
    io.stderr.write(`${input.shown} (${asset.format}) has no textures\n`);
    return EXIT.done;
  }
  const rows = textures.map(({ name, width, height, format, mips, bytes }, i) => {
    return [`#${i}`, name, `${width}x${height}`, format, String(mips), String(bytes.length)];
  });
  const columns = [
    { title: '#', align: 'right' as const },
    { title: 'name' },
    { title: 'size', align: 'right' as const },
    { title: 'format' },
    { title: 'mips', align: 'right' as const },
    { title: 'bytes', align: 'right' as const },
  ];
  io.stdout.write(formatTable(columns, rows));
  return EXIT.done;
}
