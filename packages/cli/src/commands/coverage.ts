import { coverageOf, hexOffset } from '@unbake/formats';
import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Io } from '../io/io.ts';
import { openArgument } from '../io/read-input.ts';
import { writeJson } from '../output/json.ts';
import { formatBytes, formatTable, plural } from '../output/table.ts';
import { type Action, examples } from '../program.ts';

export function define(command: Command, action: Action): void {
  command
    .argument('<file>', 'a file, archive!entry, or - for standard input')
    .option('--json', 'print a JSON document (unbake-coverage-v1)')
    .addHelpText(
      'after',
      examples(
        ['unbake coverage hero.svo', 'parts of the file, then the bytes that nothing explains'],
        ['unbake hex hero.svo', 'the same, field by field'],
      ),
    )
    .action(action(coverage));
}

async function coverage(io: Io, file: string, options: { json?: boolean }): Promise<ExitCode> {
  const { input, asset, base } = await openArgument(io, file);
  const size = asset.bytes.length;
  const { root } = asset.trace();
  const { gaps, overlaps } = coverageOf(root, base + size, base);
  const parts = root.children.map(({ name, start, end }) => ({ path: name, offset: start, length: end - start }));
  const unexplained = gaps.map(({ start, end }) => ({
    offset: start,
    length: end - start,
    zero: asset.bytes.subarray(start - base, end - base).every((byte) => byte === 0),
  }));
  const left = unexplained.reduce((sum, gap) => sum + gap.length, 0);
  if (options.json) {
    writeJson(io, {
      schema: 'unbake-coverage-v1',
      file: input.jsonName,
      format: asset.format,
      size,
      explained: size - left,
      parts,
      unexplained,
      overlaps: overlaps.map(({ start, end, paths }) => ({ offset: start, length: end - start, paths })),
    });
    return EXIT.done;
  }
  const rows = [
    ...parts.map((part) => ({ ...part, what: part.path })),
    ...unexplained.map((gap) => ({ ...gap, what: `(unexplained, ${gap.zero ? 'zeros' : 'not zero'})` })),
    ...overlaps.map(({ start, end, paths }) => ({
      offset: start,
      length: end - start,
      what: `(shared) ${paths.join(', ')}`,
    })),
  ].sort((a, b) => a.offset - b.offset || b.length - a.length);
  io.stdout.write(
    formatTable(
      [{ title: 'offset', align: 'right' }, { title: 'size', align: 'right' }, { title: 'what' }],
      rows.map((row) => [hexOffset(row.offset), String(row.length), row.what]),
    ),
  );
  io.stdout.write(
    left === 0
      ? `every one of ${formatBytes(size)} explained\n`
      : `${formatBytes(left)} of ${formatBytes(size)} not explained, in ${plural(unexplained.length, 'place')}\n`,
  );
  return EXIT.done;
}
