import { allZero } from '../binary/bytes.ts';
import { alignUp, place } from '../binary/layout.ts';
import { decodeCp1251, untilNul } from '../binary/text.ts';
import { sortIndexOf } from './lookup.ts';
import { DATA_ALIGN, ENTRY_SIZE, HEADER_SIZE, NAME_SIZE, type Nres, type NresFile, type NresGap } from './types.ts';

/** A new payload for an entry, and new attributes where they are given. */
export interface NresEdit {
  readonly index: number;
  readonly data: Uint8Array;
  readonly attr1?: number;
  readonly attr2?: number;
  readonly attr3?: number;
}

/** An entry to add at the end of the directory. */
export interface NewNresEntry {
  readonly type: number;
  readonly name: Uint8Array;
  readonly data: Uint8Array;
  readonly attr1: number;
  readonly attr2: number;
  readonly attr3: number;
}

/**
 * The archive with some payloads replaced; everything else keeps its bytes and order, unindexed regions included.
 * A payload that shares bytes with another one moves behind the data. Positions move only behind a payload whose size
 * changes, by multiples of 8.
 */
export function editNres(nres: Nres, edits: readonly NresEdit[], added: readonly NewNresEntry[] = []): Nres {
  const entries: NresFile[] = nres.entries.slice();
  for (const { index, ...change } of edits) {
    entries[index] = { ...entries[index]!, ...change, size: change.data.length };
  }
  const placed = moveParts(nres, entries);
  let end = placed.end;
  for (const entry of added) {
    const offset = alignUp(end, DATA_ALIGN);
    end = offset + entry.data.length;
    placed.entries.push(newEntry(entry, placed.entries.length, offset));
  }
  if (added.length > 0) {
    const order = sortIndexOf(placed.entries);
    placed.entries.forEach((entry, i) => {
      placed.entries[i] = { ...entry, sortIndex: order[i]! };
    });
  }
  const moved = end !== nres.directoryOffset;
  const directoryOffset = moved ? alignUp(end, DATA_ALIGN) : end;
  const totalSize = directoryOffset + placed.entries.length * ENTRY_SIZE;
  return { ...nres, entries: placed.entries, gaps: placed.gaps, directoryOffset, totalSize };
}

function newEntry(entry: NewNresEntry, index: number, offset: number): NresFile {
  const nameField = new Uint8Array(NAME_SIZE);
  nameField.set(entry.name.subarray(0, NAME_SIZE - 1));
  const { type, attr1, attr2, attr3, data } = entry;
  const name = decodeCp1251(untilNul(nameField));
  return { index, type, attr1, attr2, size: data.length, attr3, nameField, name, offset, sortIndex: 0, data };
}

interface Placed {
  entries: NresFile[];
  gaps: NresGap[];
  end: number;
}

/** Walks payloads and gaps in file order; what lies behind a payload of another size moves by a multiple of 8. */
function moveParts(nres: Nres, entries: readonly NresFile[]): Placed {
  const placed: Placed = { entries: entries.slice(), gaps: [], end: nres.directoryOffset };
  const resized = (e: NresFile) => e.data.length !== nres.entries[e.index]!.data.length;
  if (!entries.some((e) => e.data !== nres.entries[e.index]!.data)) {
    placed.gaps = nres.gaps.slice();
    return placed;
  }
  const shared = sharedEntries(nres.entries);
  const changedShared = entries.filter((e) => shared.has(e.index) && e.data !== nres.entries[e.index]!.data);
  const freed = changedShared.map((e) => nres.entries[e.index]!).map(asGap);
  const parts: ({ start: number; gap: NresGap } | { start: number; entry: NresFile })[] = [
    ...nres.gaps.concat(freed).map((gap) => ({ start: gap.start, gap })),
    ...entries.filter((e) => !changedShared.includes(e)).map((entry) => ({ start: entry.offset, entry })),
  ];
  parts.sort((a, b) => a.start - b.start || lengthOf(a) - lengthOf(b));
  let shift = 0;
  let padding: { from: number; to: number } | undefined;
  for (const part of parts) {
    if ('gap' in part) {
      const { gap } = part;
      if (padding && padding.to === gap.end) continue;
      placed.gaps.push({ ...gap, start: gap.start + shift, end: gap.end + shift });
      continue;
    }
    const { entry } = part;
    placed.entries[entry.index] = { ...entry, offset: entry.offset + shift };
    if (!resized(entry)) continue;
    const oldEnd = entry.offset + nres.entries[entry.index]!.data.length;
    const after = nres.gaps.find((g) => g.start === oldEnd && g.zero && g.bytes.length < DATA_ALIGN);
    padding = after ? { from: oldEnd, to: after.end } : undefined;
    const resume = after ? after.end : oldEnd;
    const grown = entry.offset + shift + entry.data.length;
    const phase = resume % DATA_ALIGN;
    shift = alignUp(grown - phase, DATA_ALIGN) + phase - resume;
  }
  placed.end = nres.directoryOffset + shift;
  for (const entry of changedShared) {
    const offset = alignUp(placed.end, DATA_ALIGN);
    placed.entries[entry.index] = { ...entry, offset };
    placed.end = offset + entry.data.length;
  }
  return placed;
}

const lengthOf = (part: { gap: NresGap } | { entry: NresFile }) =>
  'gap' in part ? part.gap.bytes.length : part.entry.data.length;

function asGap(entry: NresFile): NresGap {
  const { offset: start, data: bytes } = entry;
  return { start, end: start + bytes.length, bytes, zero: allZero(bytes) };
}

/** Entries whose payload shares bytes with another one. */
function sharedEntries(entries: readonly NresFile[]): Set<number> {
  const used = entries.filter((e) => e.data.length > 0).sort((a, b) => a.offset - b.offset);
  const shared = new Set<number>();
  let reached = 0;
  let last: NresFile | undefined;
  for (const entry of used) {
    if (last && entry.offset < reached) shared.add(last.index).add(entry.index);
    if (entry.offset + entry.data.length > reached) {
      reached = entry.offset + entry.data.length;
      last = entry;
    }
  }
  return shared;
}

/**
 * The canonical archive (msh.md §1): payloads in directory order at multiples of 8, the last one padded too, zeros
 * between them, a new sort index. Unindexed regions and trailing bytes are left out; names keep what follows their NUL.
 */
export function canonicalNres(nres: Nres): Nres {
  const { offsets, end } = place(
    nres.entries.map((e) => e.data.length),
    HEADER_SIZE,
    DATA_ALIGN,
  );
  const order = sortIndexOf(nres.entries);
  const entries = nres.entries.map((entry, i) => ({
    ...entry,
    size: entry.data.length,
    offset: offsets[i]!,
    sortIndex: order[i]!,
  }));
  const directoryOffset = alignUp(end, DATA_ALIGN);
  const totalSize = directoryOffset + entries.length * ENTRY_SIZE;
  return { ...nres, entries, gaps: [], directoryOffset, totalSize, trailing: new Uint8Array(0) };
}
