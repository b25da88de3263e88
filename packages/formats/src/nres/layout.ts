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
 * The archive with some payloads replaced; everything else keeps its bytes and order, unindexed regions included. A new
 * payload for an entry that shares bytes with another one, or has lost its own, goes behind the data. Positions move only
 * behind a payload whose size changes, by multiples of 8. Added entries go behind the others, and the sort index is made
 * anew then.
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
    end = alignUp(offset + entry.data.length, DATA_ALIGN);
    placed.entries.push(newEntry(entry, placed.entries.length, offset));
  }
  if (added.length > 0) {
    const order = sortIndexOf(placed.entries);
    placed.entries.forEach((entry, i) => {
      placed.entries[i] = { ...entry, sortIndex: order[i]! };
    });
  }
  const totalSize = end + placed.entries.length * ENTRY_SIZE;
  return { ...nres, entries: placed.entries, gaps: placed.gaps, directoryOffset: end, totalSize };
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

/** A payload or a gap of the data region, by its old position. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly gap?: NresGap;
  readonly entry?: NresFile;
}

/** Walks payloads and gaps in file order; what lies behind a payload of another size moves by a multiple of 8. */
function moveParts(nres: Nres, entries: readonly NresFile[]): Placed {
  const placed: Placed = { entries: entries.slice(), gaps: [], end: nres.directoryOffset };
  const isChanged = (e: NresFile) => e.data !== nres.entries[e.index]!.data;
  if (!entries.some(isChanged)) return { ...placed, gaps: nres.gaps.slice() };
  const shared = sharedEntries(nres.entries);
  const isLost = (e: NresFile) => nres.entries[e.index]!.data.length !== nres.entries[e.index]!.size;
  const away = entries.filter((e) => isChanged(e) && (shared.has(e.index) || isLost(e)));
  let shift = 0;
  let padding = -1;
  for (const part of partsOf(nres, new Set(away.map((e) => e.index)))) {
    if (part.gap) {
      if (part.start === padding) continue;
      placed.gaps.push({ ...part.gap, start: part.start + shift, end: part.end + shift });
      continue;
    }
    const entry = entries[part.entry!.index]!;
    placed.entries[entry.index] = { ...entry, offset: part.start + shift };
    const oldSize = part.end - part.start;
    if (entry.data.length === oldSize) continue;
    // The zeros up to the next multiple of 8 are padding of this payload: made anew for its new size.
    const after = nres.gaps.find((g) => g.start === part.end && g.zero && g.end - g.start < DATA_ALIGN);
    if (after) padding = after.start;
    const resume = after ? after.end : part.end;
    const phase = resume % DATA_ALIGN;
    shift = alignUp(part.start + shift + entry.data.length - phase, DATA_ALIGN) + phase - resume;
  }
  placed.end = nres.directoryOffset + shift;
  for (const entry of away) {
    const offset = alignUp(placed.end, DATA_ALIGN);
    placed.entries[entry.index] = { ...entry, offset };
    placed.end = alignUp(offset + entry.data.length, DATA_ALIGN);
  }
  return placed;
}

/** Old payloads and gaps by position; the old bytes of entries that move `away` are gaps. Lost payloads stay out. */
function partsOf(nres: Nres, away: ReadonlySet<number>): Part[] {
  const parts: Part[] = nres.gaps.map((gap) => ({ start: gap.start, end: gap.end, gap }));
  for (const entry of nres.entries) {
    if (entry.data.length !== entry.size) continue;
    const range = { start: entry.offset, end: entry.offset + entry.size };
    parts.push(away.has(entry.index) ? { ...range, gap: asGap(entry) } : { ...range, entry });
  }
  return parts.sort((a, b) => a.start - b.start || a.end - b.end);
}

function asGap(entry: NresFile): NresGap {
  const { offset: start, data: bytes } = entry;
  return { start, end: start + bytes.length, bytes, zero: allZero(bytes) };
}

/** Entries whose payload shares bytes with another one, empty ones inside another one included. */
function sharedEntries(entries: readonly NresFile[]): Set<number> {
  const placed = entries.filter((e) => e.data.length === e.size);
  placed.sort((a, b) => a.offset - b.offset || a.size - b.size);
  const shared = new Set<number>();
  let reached = 0;
  let last: NresFile | undefined;
  for (const entry of placed) {
    if (last && entry.offset < reached) {
      shared.add(entry.index);
      if (entry.size > 0) shared.add(last.index);
    }
    if (entry.offset + entry.size > reached) {
      reached = entry.offset + entry.size;
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
