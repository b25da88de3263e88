import { encodeCp1251 } from '../binary/text.ts';
import type { NresEntry } from './types.ts';

const lower = (byte: number) => (byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte);

/**
 * Order of names, given as name fields or as the bytes before their NUL: byte by byte, ASCII letters folded to lower
 * case, a shorter name first.
 */
export function compareNames(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; ; i++) {
    const x = i < a.length ? a[i]! : 0;
    const y = i < b.length ? b[i]! : 0;
    if (x === 0 || y === 0) return x - y;
    const difference = lower(x) - lower(y);
    if (difference !== 0) return difference;
  }
}

/** The sort index of a directory: original indices in the order of names, equal names in directory order. */
export function sortIndexOf(entries: readonly Pick<NresEntry, 'nameField'>[]): number[] {
  const order = entries.map((_, i) => i);
  return order.sort((a, b) => compareNames(entries[a]!.nameField, entries[b]!.nameField) || a - b);
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
    if (last && compareNames(last, entry.nameField) > 0) return position;
    last = entry.nameField;
  }
  return -1;
}

/**
 * The entries that an address names, in directory order: `#3` by index, `type:13` or `type:0x6D786554` by type, else by
 * name, ASCII letters in any case. An entry whose name looks like the other two forms is found by name first.
 */
export function findEntries<E extends NresEntry>(entries: readonly E[], address: string | Uint8Array): E[] {
  const bytes = typeof address === 'string' ? encodeCp1251(address) : address;
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
  return entries.filter((e) => compareNames(e.nameField, name) === 0);
}

function searchSorted<E extends NresEntry>(entries: readonly E[], name: Uint8Array): E[] {
  const at = (position: number) => entries[entries[position]!.sortIndex]!;
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareNames(at(middle).nameField, name) < 0) low = middle + 1;
    else high = middle;
  }
  const found: E[] = [];
  for (; low < entries.length && compareNames(at(low).nameField, name) === 0; low++) found.push(at(low));
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
