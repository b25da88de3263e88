import { allZero, dataView, subview } from '../binary/bytes.ts';
import { Cursor } from '../binary/cursor.ts';
import { type ByteSource, bytesSource } from '../binary/source.ts';
import { decodeText, untilNul } from '../binary/text.ts';
import type { Trace } from '../binary/trace.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import {
  type Avts,
  type AvtsChunk,
  type AvtsDirectory,
  type AvtsEntry,
  type AvtsGap,
  type ChunkClass,
  ENTRY_SIZE,
  HEADER_SIZE,
  NAME_SIZE,
} from './types.ts';

export interface ReadAvtsOptions {
  report?: Report;
  trace?: Trace | undefined;
  /** Position of the file inside an outer one (an SVO embedded in a font). */
  base?: number;
}

/** Whether the bytes start as an AVTS file does. Never throws. */
export function isAvts(head: Uint8Array): boolean {
  return head.length >= 4 && head[0] === 0x41 && head[1] === 0x56 && head[2] === 0x54 && head[3] === 0x53;
}

/**
 * Reads header and directory only (svo.md §1).
 * @throws FormatError `avts/magic`, or `avts/truncated` when header or first entry do not fit.
 */
export function readAvtsDirectory(source: ByteSource, options: ReadAvtsOptions = {}): AvtsDirectory {
  const report = options.report ?? new Report();
  const base = options.base ?? 0;
  const cursorOver = (bytes: Uint8Array, at: number) =>
    Cursor.over(bytes, { truncated: 'avts/truncated', trace: options.trace, base: base + at });

  const header = cursorOver(source.read(0, HEADER_SIZE), 0);
  const { declaredCount, residue } = header.group('header', () => {
    header.magic('magic', 'AVTS', 'avts/magic');
    return { declaredCount: header.u32('entryCount'), residue: header.take('residue', HEADER_SIZE - 8) };
  });

  const held = Math.floor(Math.max(0, source.size - HEADER_SIZE) / ENTRY_SIZE);
  const implied = impliedEntries(source);
  const sound = implied !== undefined && implied <= held;
  const wanted = sound ? implied : declaredCount;
  const count = Math.min(wanted, held);
  if (wanted > held && count > 0) {
    report.add(
      'avts/truncated',
      { needed: wanted * ENTRY_SIZE, left: source.size - HEADER_SIZE },
      { start: base + HEADER_SIZE, end: base + source.size },
      'entries',
    );
  }
  // A declared entry of which nothing fits is read all the same, so that the error names its field.
  const read = wanted > 0 ? Math.max(1, count) : 0;
  const table = cursorOver(source.read(HEADER_SIZE, read * ENTRY_SIZE), HEADER_SIZE);
  const entries: AvtsEntry[] = [];
  for (let index = 0; index < read; index++) {
    entries.push(table.group(`entries[${index}]`, () => readEntry(table, index, report)));
  }
  while (entries.length > 0 && isUnused(entries[entries.length - 1]!)) entries.pop();
  const unused = subview(table.bytes, entries.length * ENTRY_SIZE, (read - entries.length) * ENTRY_SIZE);
  if (entries.length !== declaredCount) {
    report.add(
      'avts/entry-count',
      { declared: declaredCount, used: entries.length },
      { start: base + 4, end: base + 8 },
      'header.entryCount',
    );
  }
  return { declaredCount, residue, entries, unused, end: HEADER_SIZE + count * ENTRY_SIZE };
}

/**
 * Reads an SVO file's directory and cuts the chunks, as views.
 * @throws FormatError as `readAvtsDirectory`.
 */
export function readAvts(bytes: Uint8Array, options: ReadAvtsOptions = {}): Avts {
  const directory = readAvtsDirectory(bytesSource(bytes), options);
  const chunks: AvtsChunk[] = directory.entries.map((entry) => {
    const start = Math.min(entry.offset, bytes.length);
    const data = subview(bytes, start, Math.min(entry.size, bytes.length - start));
    return { entry, data, class: classifyChunk(data, entry.name) };
  });
  return { bytes, directory, chunks, gaps: findGaps(bytes, directory, chunks) };
}

/** What a chunk is: by its first bytes, else by its name's extension, never by position (svo.md §1). */
export function classifyChunk(data: Uint8Array, name: string): ChunkClass {
  const magic = data.length >= 4 ? String.fromCharCode(data[0]!, data[1]!, data[2]!, data[3]!) : '';
  if (magic === 'YABX' || magic === 'XBAY') return 'yabx';
  if (magic === 'DDS ') return 'dds';
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (extension === 'vbo' || extension === 'ibo' || extension === 'dds') return extension;
  return extension === 'svo' ? 'yabx' : 'other';
}

/**
 * How many entries the directory region holds by entry 0's data offset (svo.md §1 [D]); undefined when that is not a
 * whole positive number of entries inside a 4 GiB file.
 */
function impliedEntries(source: ByteSource): number | undefined {
  const first = source.read(HEADER_SIZE + 0x20c, 4);
  if (first.length < 4) return undefined;
  const implied = (dataView(first).getUint32(0, true) - HEADER_SIZE) / ENTRY_SIZE;
  return implied > 0 && Number.isInteger(implied) ? implied : undefined;
}

function readEntry(c: Cursor, index: number, report: Report): AvtsEntry {
  const start = c.position;
  const nameField = c.take('name', NAME_SIZE);
  if (!nameField.includes(0)) {
    report.add('avts/name', { length: NAME_SIZE }, { start, end: start + NAME_SIZE }, `entries[${index}].name`);
  }
  return {
    index,
    nameField,
    name: decodeText(untilNul(nameField)).text,
    kind: c.u32('kind'),
    sequence: c.u32('sequence'),
    size: c.u32('size'),
    offset: c.u32('offset'),
    reserved: c.take('reserved', 496),
  };
}

/** A slot that no chunk uses: empty name and size 0. Its bytes still belong to the directory region. */
function isUnused(entry: AvtsEntry): boolean {
  return entry.nameField[0] === 0 && entry.size === 0;
}

function findGaps(bytes: Uint8Array, directory: AvtsDirectory, chunks: readonly AvtsChunk[]): AvtsGap[] {
  const ranges = chunks
    .filter((c) => c.data.length > 0)
    .map((c) => ({ start: c.entry.offset, end: c.entry.offset + c.data.length }))
    .sort((a, b) => a.start - b.start);
  const gaps: AvtsGap[] = [];
  let reached = Math.min(directory.end, bytes.length);
  const close = (until: number) => {
    if (until > reached) {
      const data = subview(bytes, reached, until - reached);
      gaps.push({ start: reached, end: until, data, zero: allZero(data) });
    }
  };
  for (const range of ranges) {
    close(range.start);
    reached = Math.max(reached, range.end);
  }
  close(bytes.length);
  return gaps;
}
