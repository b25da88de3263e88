import { asciiLower } from '../binary/text.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { type Avts, type AvtsEntry, ENTRY_SIZE, HEADER_SIZE } from './types.ts';

/** Every rule on the directory that reading does not need (svo.md §1, §9). `base` as for `readAvts`. */
export function checkAvts(avts: Avts, report: Report, base = 0): void {
  for (const rule of [checkRanges, checkOverlaps, checkNames, checkDuplicates]) rule(avts, report, base);
}

function checkRanges(avts: Avts, report: Report, base: number): void {
  const fileSize = avts.bytes.length;
  for (const { entry } of avts.chunks) {
    if (entry.offset + entry.size <= fileSize || entry.size === 0) continue;
    const args = { offset: entry.offset, size: entry.size, fileSize };
    report.add('avts/chunk-range', args, entryRange(entry, base), `entries[${entry.index}].offset`);
  }
}

function checkOverlaps(avts: Avts, report: Report, base: number): void {
  const ranges = avts.chunks
    .filter((c) => c.data.length > 0)
    .map((c) => ({ entry: c.entry, start: c.entry.offset, end: c.entry.offset + c.data.length }))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  let reached = avts.directory.end;
  let other = 'the directory';
  for (const { entry, start, end } of ranges) {
    if (start < reached) {
      const args = { other, bytes: Math.min(reached, end) - start };
      report.add('avts/chunk-overlap', args, entryRange(entry, base), `entries[${entry.index}].offset`);
    }
    if (end > reached) {
      reached = end;
      other = `entry ${entry.index} "${entry.name}"`;
    }
  }
}

function checkNames(avts: Avts, report: Report, base: number): void {
  for (const entry of avts.directory.entries) {
    if (!isSafeFileName(entry.name)) {
      report.add('avts/name-unsafe', { name: entry.name }, entryRange(entry, base), `entries[${entry.index}].name`);
    }
  }
}

function checkDuplicates(avts: Avts, report: Report, base: number): void {
  const seen = new Map<string, number>();
  for (const entry of avts.directory.entries) {
    const key = asciiLower(entry.name);
    const other = seen.get(key);
    if (other === undefined) seen.set(key, entry.index);
    else {
      const args = { name: entry.name, other };
      report.add('avts/name-duplicate', args, entryRange(entry, base), `entries[${entry.index}].name`);
    }
  }
}

const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i;

/** Whether every common file system takes the name as it is, inside one folder: no path, no device, no stray ends. */
export function isSafeFileName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (name === '' || /[\x00-\x1F\x7F"*/:<>?\\|]/.test(name)) return false;
  if (/[. ]$/.test(name) || name.startsWith(' ')) return false;
  return !RESERVED.test(name.split('.')[0]!.trimEnd());
}

/** The fields of an entry, from the start of the outer file. */
function entryRange(entry: AvtsEntry, base: number) {
  const start = base + HEADER_SIZE + entry.index * ENTRY_SIZE;
  return { start, end: start + ENTRY_SIZE };
}
