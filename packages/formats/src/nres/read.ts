import { allZero, subview } from '../binary/bytes.ts';
import { Cursor } from '../binary/cursor.ts';
import { hexBytes } from '../binary/hex.ts';
import { type ByteSource, bytesSource } from '../binary/source.ts';
import { decodeCp1251, untilNul } from '../binary/text.ts';
import type { Trace } from '../binary/trace.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import { formatError } from '../diagnostics/format-error.ts';
import { checkDirectory, payloadInside } from './checks.ts';
import {
  ENTRY_SIZE,
  HEADER_SIZE,
  NAME_SIZE,
  type Nres,
  type NresDirectory,
  type NresEntry,
  type NresFile,
  type NresGap,
} from './types.ts';

export interface ReadNresOptions {
  report?: Report;
  trace?: Trace | undefined;
  /** Position of the archive inside an outer one. */
  base?: number;
  /** Records payloads in the trace as one field each; false when the caller explains them itself. Default true. */
  tracePayloads?: boolean;
}

/** Whether the bytes start as an NRes archive does. Never throws. */
export function isNres(head: Uint8Array): boolean {
  return head.length >= 4 && head[0] === 0x4e && head[1] === 0x52 && head[2] === 0x65 && head[3] === 0x73;
}

/** Whether the bytes start as an RsLi archive does, the other archive kind of the games ("NL"). Never throws. */
export function isRsli(head: Uint8Array): boolean {
  return head.length >= 2 && head[0] === 0x4e && head[1] === 0x4c;
}

/**
 * Reads header and directory only (msh.md §1), with two reads of the source.
 * @throws FormatError `nres/truncated`, `nres/magic`, `nres/rsli`, `nres/count`, `nres/directory`, or `nres/total-size`
 * when the header says more than the file holds.
 */
export function readNresDirectory(source: ByteSource, options: ReadNresOptions = {}): NresDirectory {
  const report = options.report ?? new Report();
  const base = options.base ?? 0;
  const head = source.read(0, HEADER_SIZE);
  if (isRsli(head)) throw formatError('nres/rsli', {}, base, 'header.magic');
  if (head.length < HEADER_SIZE) {
    const wrong = head.length >= 4 && !isNres(head);
    if (wrong) throw formatError('nres/magic', { found: hexBytes(head, 4) }, base, 'header.magic');
    throw formatError('nres/truncated', { needed: HEADER_SIZE, left: head.length }, base, 'header');
  }
  const c = Cursor.over(head, { truncated: 'nres/truncated', trace: options.trace, base });
  const { version, count, totalSize } = c.group('header', () => {
    c.magic('magic', 'NRes', 'nres/magic');
    return { version: c.u32('version'), count: c.i32('entryCount'), totalSize: c.u32('totalSize') };
  });
  if (version !== 0x100) {
    report.add('nres/version', { found: version }, { start: base + 4, end: base + 8 }, 'header.version');
  }
  if (count < 0) throw formatError('nres/count', { declared: count }, base + 8, 'header.entryCount');
  if (totalSize > source.size) {
    throw formatError('nres/total-size', { declared: totalSize, actual: source.size }, base + 12, 'header.totalSize');
  }
  const offset = totalSize - ENTRY_SIZE * count;
  if (offset < HEADER_SIZE) throw formatError('nres/directory', { count, totalSize }, base + 8, 'header.entryCount');
  if (totalSize < source.size) {
    const range = { start: base + totalSize, end: base + source.size };
    report.add('nres/total-size', { declared: totalSize, actual: source.size }, range, 'header.totalSize');
  }
  const entries = readEntries(source.read(offset, ENTRY_SIZE * count), base + offset, count, options.trace);
  const directory = { version, totalSize, offset, fileSize: source.size, entries };
  checkDirectory(directory, report, base);
  return directory;
}

function readEntries(bytes: Uint8Array, base: number, count: number, trace: Trace | undefined): NresEntry[] {
  const c = Cursor.over(bytes, { truncated: 'nres/truncated', trace, base });
  const entries: NresEntry[] = [];
  for (let index = 0; index < count; index++) {
    // A large directory without a trace is read without a name and a closure for each entry.
    entries.push(trace ? c.group(`directory[${index}]`, () => readEntry(c, index)) : readEntry(c, index));
  }
  return entries;
}

function readEntry(c: Cursor, index: number): NresEntry {
  const type = c.u32('type');
  const attr1 = c.u32('attr1');
  const attr2 = c.u32('attr2');
  const size = c.u32('size');
  const attr3 = c.u32('attr3');
  const nameField = c.take('name', NAME_SIZE);
  const name = decodeCp1251(untilNul(nameField));
  return {
    index,
    type,
    attr1,
    attr2,
    size,
    attr3,
    nameField,
    name,
    offset: c.u32('offset'),
    sortIndex: c.u32('sortIndex'),
  };
}

/**
 * Reads an archive: its directory, payloads as views, and every byte that no payload covers.
 * @throws FormatError as `readNresDirectory`.
 */
export function readNres(bytes: Uint8Array, options: ReadNresOptions = {}): Nres {
  const directory = readNresDirectory(bytesSource(bytes), options);
  const entries: NresFile[] = directory.entries.map((entry) => ({ ...entry, data: payload(bytes, directory, entry) }));
  const nres: Nres = {
    version: directory.version,
    totalSize: directory.totalSize,
    directoryOffset: directory.offset,
    entries,
    gaps: findGaps(bytes, directory.offset, entries),
    trailing: subview(bytes, directory.totalSize, bytes.length - directory.totalSize),
    base: options.base ?? 0,
  };
  if (options.trace) tracePayloads(nres, options.trace, options.tracePayloads ?? true);
  return nres;
}

function payload(bytes: Uint8Array, directory: NresDirectory, entry: NresEntry): Uint8Array {
  return payloadInside(directory, entry) ? subview(bytes, entry.offset, entry.size) : subview(bytes, 0, 0);
}

/** Ranges of `[16, directory)` that no payload covers. */
function findGaps(bytes: Uint8Array, directoryOffset: number, entries: readonly NresFile[]): NresGap[] {
  const used = entries.filter((e) => e.data.length > 0).sort((a, b) => a.offset - b.offset);
  const gaps: NresGap[] = [];
  let reached = HEADER_SIZE;
  const close = (until: number) => {
    if (until <= reached) return;
    const part = subview(bytes, reached, until - reached);
    gaps.push({ start: reached, end: until, bytes: part, zero: allZero(part) });
  };
  for (const entry of used) {
    close(entry.offset);
    reached = Math.max(reached, entry.offset + entry.data.length);
  }
  close(directoryOffset);
  return gaps;
}

function tracePayloads(nres: Nres, trace: Trace, payloads: boolean): void {
  const { base } = nres;
  if (payloads) {
    for (const entry of nres.entries) {
      const start = base + entry.offset;
      trace.field(`entries[${entry.index}]`, start, start + entry.data.length, entry.data);
    }
  }
  nres.gaps.forEach((gap, i) => {
    const kind = gap.zero && gap.bytes.length < 8 ? 'padding' : 'unindexed';
    trace.field(`${kind}[${i}]`, base + gap.start, base + gap.end, gap.bytes);
  });
  const end = base + nres.totalSize;
  if (nres.trailing.length > 0) trace.field('trailing', end, end + nres.trailing.length, nres.trailing);
}
