import { hexOffset, toHex } from '@unbake/formats';
import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Io } from '../io/io.ts';
import { openArgument } from '../io/read-input.ts';
import { writeJson } from '../output/json.ts';
import { type Column, formatTable } from '../output/table.ts';
import { type Action, examples } from '../program.ts';

export function define(command: Command, action: Action): void {
  command
    .argument('<file>', 'a file, archive!entry, or - for standard input')
    .option('--json', 'print a JSON document (unbake-ls-v1)')
    .addHelpText(
      'after',
      examples(
        ['unbake ls hero.svo', 'chunks: index, name, kind, size, offset'],
        ["unbake ls 'game.rlb!objects.rlb'", 'an archive inside an archive'],
      ),
    )
    .action(action(ls));
}

async function ls(io: Io, file: string, options: { json?: boolean }): Promise<ExitCode> {
  const { input, asset } = await openArgument(io, file);
  const entries = asset.entries();
  if (options.json) {
    writeJson(io, {
      schema: 'unbake-ls-v1',
      file: input.jsonName,
      format: asset.format,
      entries: entries.map((entry) => ({
        index: entry.index,
        name: entry.name,
        nameHex: toHex(entry.nameBytes),
        kind: entry.kind,
        size: entry.size,
        present: entry.data.length,
        offset: entry.offset,
        ...entry.more,
      })),
    });
    return EXIT.done;
  }
  if (entries.length === 0) {
    io.stderr.write(`${input.shown} (${asset.format}) has no entries: unbake info shows what is in it\n`);
    return EXIT.done;
  }
  const more = Object.keys(entries[0]!.more ?? {});
  const columns: Column[] = [
    { title: 'index', align: 'right' },
    { title: 'name' },
    { title: 'kind' },
    { title: 'size', align: 'right' },
    { title: 'offset', align: 'right' },
    ...more.map((title): Column => ({ title, align: 'right' })),
  ];
  const rows = entries.map((entry) => [
    String(entry.index),
    entry.name,
    entry.kind,
    String(entry.size),
    hexOffset(entry.offset),
    ...more.map((key) => cell(entry.more?.[key])),
  ]);
  io.stdout.write(formatTable(columns, rows));
  return EXIT.done;
}

function cell(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
