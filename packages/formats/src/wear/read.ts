import { concatBytes, subview } from '../binary/bytes.ts';
import { decodeCp1251, encodeCp1251 } from '../binary/text.ts';
import type { Trace } from '../binary/trace.ts';
import { Report } from '../diagnostics/diagnostic.ts';

/** Type of a WEAR entry in an archive: "WEAR". */
export const WEAR_TYPE = 0x52414557;

/** A WEAR material list (msh.md §4): text that names the materials of a model's batches, by row. */
export interface Wear {
  readonly rows: readonly WearRow[];
  /** The second list; undefined without one. */
  readonly lightmaps: readonly WearRow[] | undefined;
  /** The text, line by line, line ends included: the truth of a file that is not edited. */
  readonly lines: readonly Uint8Array[];
}

export interface WearRow {
  readonly legacyId: number;
  /** For display and lookup. */
  readonly name: string;
  readonly nameBytes: Uint8Array;
}

export interface ReadWearOptions {
  report?: Report;
  trace?: Trace | undefined;
  base?: number;
}

interface Line {
  /** Without its end; CP1251. */
  text: string;
  start: number;
  end: number;
}

/** Reads a WEAR list, as far as it goes; faults are reported, nothing is thrown. */
export function readWear(bytes: Uint8Array, options: ReadWearOptions = {}): Wear {
  const report = options.report ?? new Report();
  const base = options.base ?? 0;
  const lines = splitLines(bytes, base);
  const reader: ListReader = { lines, at: 0, report, trace: options.trace, end: base + bytes.length, stopped: false };
  const rows = readList(reader, 'rows') ?? [];
  const lightmaps = rows.length > 0 ? readLightmaps(reader) : undefined;
  if (!reader.stopped) reportTail(reader);
  for (const line of lines.slice(reader.at)) options.trace?.field('line', line.start, line.end, line.text);
  return { rows, lightmaps, lines: lines.map((l) => subview(bytes, l.start - base, l.end - l.start)) };
}

/** The bytes of a list: an unedited one gives the file it was read from. */
export function writeWear(wear: Wear): Uint8Array {
  return concatBytes(wear.lines);
}

/** A list as a new text with CR LF line ends, for an edited or new one. */
export function formatWear(rows: readonly WearRow[], lightmaps?: readonly WearRow[]): Wear {
  const ascii = (text: string) => encodeCp1251(`${text}\r\n`)!;
  const list = (all: readonly WearRow[]) => [
    ascii(`${all.length}`),
    ...all.map((row) => concatBytes([encodeCp1251(`${row.legacyId} `)!, row.nameBytes, ascii('')])),
  ];
  const lines = [...list(rows), ...(lightmaps ? [ascii(''), ascii('LIGHTMAPS'), ...list(lightmaps)] : [])];
  return { rows, lightmaps, lines };
}

interface ListReader {
  readonly lines: readonly Line[];
  at: number;
  readonly report: Report;
  readonly trace: Trace | undefined;
  /** End of the text, where a missing line would stand. */
  readonly end: number;
  /** A list ended early: what follows cannot be told apart. */
  stopped: boolean;
}

function splitLines(bytes: Uint8Array, base: number): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(10, start);
    const end = feed < 0 ? bytes.length : feed + 1;
    let stop = feed < 0 ? end : feed;
    if (stop > start && bytes[stop - 1] === 13) stop--;
    lines.push({ text: decodeCp1251(subview(bytes, start, stop - start)), start: base + start, end: base + end });
    start = end;
  }
  return lines;
}

function next(reader: ListReader, name: string): Line {
  const line = reader.lines[reader.at];
  if (!line) return { text: '', start: reader.end, end: reader.end };
  reader.at++;
  reader.trace?.field(name, line.start, line.end, line.text);
  return line;
}

/** A count line and its rows; undefined when the count is not usable. */
function readList(reader: ListReader, list: string): WearRow[] | undefined {
  const counted = next(reader, `${list}.count`);
  const count = /^\s*[+-]?\d+\s*$/.test(counted.text) ? Number(counted.text) : 0;
  if (!(count > 0)) {
    reader.stopped = true;
    reader.report.add('wear/count', { list, found: counted.text }, counted, `${list}.count`);
    return undefined;
  }
  const rows: WearRow[] = [];
  while (rows.length < count) {
    const line = reader.lines[reader.at];
    const match = line && /^\s*([+-]?\d+)\s+(\S.*?)\s*$/.exec(line.text);
    if (!match) {
      const at = line ?? { text: '', start: reader.end, end: reader.end };
      const args = { row: rows.length, count, found: at.text };
      reader.stopped = true;
      reader.report.add('wear/row', args, at, `${list}[${rows.length}]`);
      break;
    }
    next(reader, `${list}[${rows.length}]`);
    rows.push({ legacyId: Number(match[1]), name: match[2]!, nameBytes: encodeCp1251(match[2]!)! });
  }
  return rows;
}

const isHeading = (line: Line | undefined) => line?.text.trim().toUpperCase() === 'LIGHTMAPS';
const isBlank = (line: Line | undefined) => line !== undefined && line.text.trim() === '';

function readLightmaps(reader: ListReader): WearRow[] | undefined {
  const { lines, at } = reader;
  const separated = isBlank(lines[at]) && isHeading(lines[at + 1]);
  if (!separated && !isHeading(lines[at])) return undefined;
  if (separated) next(reader, 'separator');
  else reader.report.add('wear/separator', {}, lines[at]!, 'separator');
  next(reader, 'heading');
  return readList(reader, 'lightmaps') ?? [];
}

/** Anything but blank lines behind the lists. */
function reportTail(reader: ListReader): void {
  const rest = reader.lines.slice(reader.at);
  const first = rest.find((line) => !isBlank(line));
  if (first) reader.report.add('wear/tail', { found: first.text }, { start: first.start, end: reader.end }, 'rest');
}
