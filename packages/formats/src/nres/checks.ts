import type { Report } from '../diagnostics/diagnostic.ts';
import { firstUnsorted } from './lookup.ts';
import { DATA_ALIGN, ENTRY_SIZE, HEADER_SIZE, NAME_SIZE, type NresDirectory, type NresEntry } from './types.ts';

/** Whether an entry's payload lies inside the data region, an empty one at its end included. */
export function payloadInside(directory: NresDirectory, entry: NresEntry): boolean {
  return entry.offset >= HEADER_SIZE && entry.offset + entry.size <= directory.offset;
}

type Rule = (directory: NresDirectory, report: Report, base: number) => void;

/** The rules of the directory (msh.md §1), each with the code it reports. */
const RULES: readonly (readonly [string, Rule])[] = [
  ['nres/payload-range', checkPayloadRanges],
  ['nres/alignment', checkAlignment],
  ['nres/overlap', checkOverlaps],
  ['nres/name', checkNames],
  ['nres/sort-index', checkSortIndex],
];

export function checkDirectory(directory: NresDirectory, report: Report, base: number): void {
  for (const [, rule] of RULES) rule(directory, report, base);
}

function recordRange(directory: NresDirectory, index: number, base: number) {
  const start = base + directory.offset + index * ENTRY_SIZE;
  return { start, end: start + ENTRY_SIZE };
}

function checkPayloadRanges(directory: NresDirectory, report: Report, base: number): void {
  for (const entry of directory.entries) {
    if (payloadInside(directory, entry)) continue;
    const args = { offset: entry.offset, size: entry.size, end: directory.offset };
    report.add(
      'nres/payload-range',
      args,
      recordRange(directory, entry.index, base),
      `directory[${entry.index}].offset`,
    );
  }
}

function checkAlignment(directory: NresDirectory, report: Report, base: number): void {
  for (const entry of directory.entries) {
    if (entry.offset % DATA_ALIGN === 0) continue;
    const range = recordRange(directory, entry.index, base);
    report.add('nres/alignment', { offset: entry.offset }, range, `directory[${entry.index}].offset`);
  }
}

/** Each payload against the one before it, by position, that reaches furthest. */
function checkOverlaps(directory: NresDirectory, report: Report, base: number): void {
  const used = directory.entries.filter((e) => e.size > 0 && payloadInside(directory, e));
  used.sort((a, b) => a.offset - b.offset || a.index - b.index);
  let last: NresEntry | undefined;
  for (const entry of used) {
    const reached = last ? last.offset + last.size : 0;
    const end = entry.offset + entry.size;
    if (last && entry.offset < reached) {
      const bytes = Math.min(reached, end) - entry.offset;
      const range = { start: base + entry.offset, end: base + entry.offset + bytes };
      report.add('nres/overlap', { other: last.index, bytes }, range, `directory[${entry.index}].offset`);
    }
    if (end > reached) last = entry;
  }
}

function checkNames(directory: NresDirectory, report: Report, base: number): void {
  for (const entry of directory.entries) {
    if (entry.nameField.includes(0)) continue;
    const range = recordRange(directory, entry.index, base);
    report.add('nres/name', { length: NAME_SIZE }, range, `directory[${entry.index}].name`);
  }
}

function checkSortIndex(directory: NresDirectory, report: Report, base: number): void {
  const position = firstUnsorted(directory.entries);
  if (position < 0) return;
  const found = directory.entries[position]!.sortIndex;
  const range = recordRange(directory, position, base);
  report.add('nres/sort-index', { position, found }, range, `directory[${position}].sortIndex`);
}
