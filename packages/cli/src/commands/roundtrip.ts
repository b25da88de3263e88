import { hexBytes, hexOffset, leavesOf, type TraceNode } from '@unbake/formats';
import type { Command } from 'commander';
import { forEachInput, listFailures } from '../batch.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Io } from '../io/io.ts';
import { openInput } from '../io/read-input.ts';
import { colorsFor } from '../output/color.ts';
import { printable } from '../output/error.ts';
import { endFiles, startFiles } from '../output/json.ts';
import { formatBytes, plural } from '../output/table.ts';
import { type Action, examples } from '../program.ts';

export function define(command: Command, action: Action): void {
  command
    .argument('<files...>', 'files, folders, archive!entry, or - for standard input')
    .option('--json', 'print a JSON document (unbake-roundtrip-v1)')
    .addHelpText(
      'after',
      `\nReads each file, writes it again in memory from what was read, and compares. Nothing is written to disk.\n${examples(
        ['unbake roundtrip hero.svo', 'exit code 1 when a byte differs'],
        ['unbake roundtrip assets/', 'your whole collection'],
      )}`,
    )
    .action(action(roundtrip));
}

async function roundtrip(io: Io, files: string[], options: { json?: boolean }): Promise<ExitCode> {
  const list = options.json ? startFiles(io, 'unbake-roundtrip-v1') : undefined;
  const color = colorsFor(io, io.stdout);
  let different = 0;
  const result = await forEachInput(
    io,
    files,
    { stopWhenClosed: true, onFailure: listFailures(io, list) },
    async (input) => {
      const { asset, base } = await openInput(io, input);
      const size = asset.bytes.length;
      const difference = firstDifference(asset.bytes, asset.write(), base, () => asset.trace().root);
      if (difference) different++;
      list?.add({
        file: input.jsonName,
        kind: asset.format,
        size,
        identical: !difference,
        difference: difference ?? null,
      });
      if (!list) {
        const verdict = difference ? color.red(printable(describeDifference(difference))) : color.green('identical');
        io.stdout.write(`${printable(input.shown)} (${asset.format}), ${formatBytes(size)}: ${verdict}\n`);
      }
      return difference !== undefined;
    },
  );
  const summary = {
    files: result.files,
    identical: result.files - result.failed - different,
    different,
    failed: result.failed,
  };
  if (list) endFiles(list, { summary });
  else {
    const failures = result.failed ? `, ${result.failed} not readable` : '';
    io.stdout.write(`${plural(summary.identical, 'file')} identical, ${different} different${failures}\n`);
  }
  return result.exitCode;
}

/** The first byte that is not the same, and the field that holds it. */
export interface Difference {
  /** In the file on disk. */
  offset: number;
  path: string;
  /** Hex, from the first differing byte on. */
  original: string;
  written: string;
  originalSize: number;
  writtenSize: number;
}

/** Compares a file with what was written for it. `trace` is asked for only when they differ. */
export function firstDifference(
  original: Uint8Array,
  written: Uint8Array,
  base: number,
  trace: () => TraceNode,
): Difference | undefined {
  const shorter = Math.min(original.length, written.length);
  let at = 0;
  while (at < shorter && original[at] === written[at]) at++;
  if (at === original.length && at === written.length) return undefined;
  const holder = leavesOf(trace()).find(({ node }) => node.start <= base + at && base + at < node.end);
  return {
    offset: base + at,
    path: holder?.path ?? '',
    original: hexBytes(original.subarray(at, at + 16)),
    written: hexBytes(written.subarray(at, at + 16)),
    originalSize: original.length,
    writtenSize: written.length,
  };
}

function describeDifference(d: Difference): string {
  const sizes = d.originalSize === d.writtenSize ? '' : `, ${d.originalSize} bytes became ${d.writtenSize}`;
  const place = d.path ? ` (${d.path})` : '';
  return `DIFFERENT at ${hexOffset(d.offset)}${place}: ${d.original || 'end'} became ${d.written || 'end'}${sizes}`;
}
