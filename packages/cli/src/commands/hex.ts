import { hexOffset, leavesOf, nameIn, type TraceLeaf, traceValue } from '@unbake/formats';
import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usageError } from '../failure.ts';
import { fieldAt, findField } from '../fields.ts';
import type { Io } from '../io/io.ts';
import { type OpenedInput, openArgument } from '../io/read-input.ts';
import { colorsFor } from '../output/color.ts';
import { printable } from '../output/error.ts';
import { formatCount } from '../output/table.ts';
import { type Action, examples } from '../program.ts';

interface HexOptions {
  at?: string;
  full?: boolean;
}

/** Bytes on a line, and lines of one field before it is cut. */
const PER_LINE = 16;
const SHOWN_LINES = 16;
const HEX_WIDTH = PER_LINE * 3 - 1;
const VALUE_WIDTH = 72;
/** Lines between two looks at whether the reader keeps up. */
const DRAIN_EVERY = 256;

export function define(command: Command, action: Action): void {
  command
    .argument('<file>', 'a file, archive!entry, or - for standard input')
    .argument('[path]', 'one field or group, such as entries[0].name')
    .option('--at <offset>', 'only the field that holds a byte, such as 0x1A2C')
    .option('--full', `show all bytes of fields longer than ${PER_LINE * SHOWN_LINES}`)
    .addHelpText(
      'after',
      `\nOne line a field: position, bytes, field, value. Bytes that nothing explains are shown as (unexplained).\n${examples(
        ['unbake hex hero.svo', 'the whole file'],
        ["unbake hex hero.svo 'entries[0]'", 'the first directory entry'],
        ['unbake hex hero.svo --at 0x1A2C', 'what lies at this byte'],
      )}`,
    )
    .action(action(hex));
}

async function hex(io: Io, file: string, path: string | undefined, options: HexOptions): Promise<ExitCode> {
  const opened = await openArgument(io, file);
  const rows = withGaps(opened, path, options);
  let lines = 0;
  for (const row of rows) {
    for (const line of hexLines(io, opened, row, options.full === true)) {
      io.stdout.write(`${line}\n`);
      if (++lines % DRAIN_EVERY === 0) await io.stdout.drain();
      if (io.stdout.closed) return EXIT.done;
    }
  }
  return EXIT.done;
}

/** A line group of the view: a field, or a range without one. */
interface Row {
  start: number;
  end: number;
  leaf: TraceLeaf | undefined;
}

function withGaps(opened: OpenedInput, path: string | undefined, options: HexOptions): Row[] {
  const rowOf = (leaf: TraceLeaf): Row => ({ start: leaf.node.start, end: leaf.node.end, leaf });
  if (options.at !== undefined) {
    const { offset, leaf } = fieldAt(opened, options.at, path);
    return [leaf ? rowOf(leaf) : { start: offset, end: offset + 1, leaf: undefined }];
  }
  const { asset, base } = opened;
  let root = asset.trace().root;
  let from = base;
  let to = base + asset.bytes.length;
  if (path !== undefined) {
    const { node } = findField(asset, path);
    if (!node) throw usageError(`"${path}" has no bytes of its own`, 'unbake dump shows its value.');
    if (node.children.length === 0) return [rowOf({ node, path })];
    root = node;
    from = node.start;
    to = node.end;
  }
  const rows: Row[] = [];
  let reached = from;
  for (const leaf of leavesOf(root)) {
    if (leaf.node.end <= leaf.node.start) continue;
    if (leaf.node.start > reached) rows.push({ start: reached, end: leaf.node.start, leaf: undefined });
    const prefixed =
      path === undefined ? leaf : { node: leaf.node, path: `${path}${separator(leaf.path)}${leaf.path}` };
    rows.push(rowOf(prefixed));
    reached = Math.max(reached, leaf.node.end);
  }
  if (reached < to) rows.push({ start: reached, end: to, leaf: undefined });
  return rows;
}

function separator(path: string): string {
  return path.startsWith('[') ? '' : '.';
}

function* hexLines(io: Io, { asset, base }: OpenedInput, row: Row, full: boolean): Generator<string> {
  const color = colorsFor(io, io.stdout);
  const bytes = asset.bytes.subarray(Math.max(0, row.start - base), Math.max(0, row.end - base));
  const shown = full ? bytes.length : Math.min(bytes.length, PER_LINE * SHOWN_LINES);
  const field = row.leaf ? color.bold(printable(row.leaf.path)) : color.yellow('(unexplained)');
  const label = `${field}  ${printable(formatValue(row.leaf?.node.value))}`.trimEnd();
  for (let at = 0; at < shown || at === 0; at += PER_LINE) {
    const position = hexPosition(row.start + at);
    const line = hexDigits(bytes.subarray(at, Math.min(at + PER_LINE, shown)));
    yield at === 0 ? `${position}  ${line.padEnd(HEX_WIDTH)}  ${label}` : `${position}  ${line}`;
  }
  if (shown < bytes.length) {
    yield `          ${color.dim(`.. ${formatCount(bytes.length - shown)} more bytes, to ${hexOffset(row.end)} (--full)`)}`;
  }
}

function hexPosition(position: number): string {
  return position.toString(16).toUpperCase().padStart(8, '0');
}

function hexDigits(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
}

function formatValue(value: unknown): string {
  const json = value instanceof Uint8Array ? nameIn(value) : traceValue(value);
  if (json === undefined) return '';
  const text =
    typeof value === 'number' && Number.isInteger(value) && value > 9 ? `${value} (${hexOffset(value)})` : '';
  const whole = text || JSON.stringify(json);
  return whole.length > VALUE_WIDTH ? `${whole.slice(0, VALUE_WIDTH - 2)}..` : whole;
}
