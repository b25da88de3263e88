import { diffAssets } from '@unbake/formats';
import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usageError } from '../failure.ts';
import type { Io } from '../io/io.ts';
import { openArgument } from '../io/read-input.ts';
import { differenceLines } from '../output/differences.ts';
import { printable } from '../output/error.ts';
import { writeJson } from '../output/json.ts';
import { plural } from '../output/table.ts';
import { type Action, examples } from '../program.ts';

export function define(command: Command, action: Action): void {
  command
    .argument('<a>', 'a file, archive!entry, or - for standard input')
    .argument('<b>', 'another one')
    .option('--json', 'print a JSON document (unbake-diff-v1)')
    .addHelpText(
      'after',
      `
Fields by their path, textures by their pixels, other chunks by their bytes. Exit code 0: the same bytes;
1: they differ.
${examples(
  ['unbake diff hero.svo new.svo', 'what an edit has changed'],
  ['unbake diff a.rfz b.rfz --json', 'for a program'],
)}`,
    )
    .action(action(diff));
}

async function diff(io: Io, a: string, b: string, options: { json?: boolean }): Promise<ExitCode> {
  if (a === '-' && b === '-') throw usageError('only one of the files can be standard input');
  const before = await openArgument(io, a);
  const after = await openArgument(io, b);
  const differences = diffAssets(before.asset, after.asset);
  if (options.json) {
    writeJson(io, {
      schema: 'unbake-diff-v1',
      a: before.input.jsonName,
      b: after.input.jsonName,
      formats: [before.asset.format, after.asset.format],
      equal: differences.length === 0,
      differences,
    });
  } else if (differences.length === 0) io.stdout.write(`${printable(`${a} and ${b}`)} are the same, byte for byte\n`);
  else {
    for (const line of differenceLines(differences)) {
      if (io.stdout.closed) break;
      io.stdout.write(`${printable(line)}\n`);
      await io.stdout.drain();
    }
    io.stderr.write(`${plural(differences.length, 'difference')}\n`);
  }
  return differences.length === 0 ? EXIT.done : EXIT.findings;
}
