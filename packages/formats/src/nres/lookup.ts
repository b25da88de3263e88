import { encodeCp1251, untilNul } from '../binary/text.ts';
import type { NresEntry } from './types.ts';

const lower = (byte: number) => (byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte);

/** Order of names: byte by byte, ASCII letters folded to lower case, a shorter name first. */
export function compareNames(a: Uint8Array, b: Uint8Array): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const difference = lower(a[i]!) - lower(b[i]!);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** The sort index of a directory: original indices in the order of names, equal names in directory order. */
export function sortIndexOf(entries: readonly Pick<NresEntry, 'nameField'>[]): number[] {
  const names = entries.map((e) => untilNul(e.nameField));
  return names.map((_, i) => i).sort((a, b) => compareNames(names[a]!, names[b]!) || a - b);
}

/**
 * The first position whose sort index is out of range, used before, or names an entry that sorts before its
 * predecessor; -1 when the index can be searched. Equal names may stand in any order.
 */
export function firstUnsorted(entries: readonly NresEntry[]): number {
  const seen = new Uint8Array(entries.length);
  let last: Uint8Array | undefined;
  for (let position = 0; position < entries.length; position++) {
    const index = entries[position]!.sortIndex;
    const entry = entries[index];
    if (!entry || seen[index]) return position;
    seen[index] = 1;
    const name = untilNul(entry.nameField);
    if (last && compareNames(last, name) > 0) return position;
    last = name;
  }
  return -1;
}

/**
 * The entries that an address names, in directory order: `#3` by index, `type:13` or `type:0x6D786554` by type, else by
 * name, ASCII letters in any case. An entry whose name looks like the other two forms is found by name first.
 */
export function findEntries<E extends NresEntry>(entries: readonly E[], address: string | Uint8Array): E[] {
  const bytes = typeof address === 'string' ? encodeCp1251(address) : untilNul(address);
  const byName = bytes ? findByName(entries, bytes) : [];
  if (byName.length > 0 || typeof address !== 'string') return byName;
  const index = /^#(\d+)$/.exec(address)?.[1];
  if (index !== undefined) return entries.slice(Number(index), Number(index) + 1);
  const type = /^type:(0x[0-9a-f]+|\d+)$/i.exec(address)?.[1];
  return type === undefined ? [] : entries.filter((e) => e.type === Number(type));
}

/** The first of `findEntries`. */
export function findEntry<E extends NresEntry>(entries: readonly E[], address: string | Uint8Array): E | undefined {
  return findEntries(entries, address)[0];
}

/** Every entry of this name, in directory order: by the sort index where it is right, else one by one. */
function findByName<E extends NresEntry>(entries: readonly E[], name: Uint8Array): E[] {
  return sortedBy(entries) ? searchSorted(entries, name) : searchAll(entries, name);
}

function searchAll<E extends NresEntry>(entries: readonly E[], name: Uint8Array): E[] {
  return entries.filter((e) => compareNames(untilNul(e.nameField), name) === 0);
}

function searchSorted<E extends NresEntry>(entries: readonly E[], name: Uint8Array): E[] {
  const at = (position: number) => entries[entries[position]!.sortIndex]!;
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareNames(untilNul(at(middle).nameField), name) < 0) low = middle + 1;
    else high = middle;
  }
  const found: E[] = [];
  for (; low < entries.length && compareNames(untilNul(at(low).nameField), name) === 0; low++) found.push(at(low));
  return found.sort((a, b) => a.index - b.index);
}

const sorted = new WeakMap<readonly NresEntry[], boolean>();

/** Whether the sort index of these entries is right; worked out once for a directory. */
function sortedBy(entries: readonly NresEntry[]): boolean {
  let known = sorted.get(entries);
  if (known === undefined) {
    known = firstUnsorted(entries) < 0;
    sorted.set(entries, known);
  }
  return known;
}
