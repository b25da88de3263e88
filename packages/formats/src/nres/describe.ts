import type { AssetEntry, AssetInfo } from '../asset.ts';
import { toHex } from '../binary/hex.ts';
import { latin1, untilNul } from '../binary/text.ts';
import type { JsonValue } from '../scene/scene.ts';
import type { Nres, NresFile } from './types.ts';

/** `0x6D786554 Texm`: a type as a number, and as letters where it is four of them. */
export function typeName(type: number): string {
  const hex = `0x${type.toString(16).toUpperCase().padStart(8, '0')}`;
  const letters = latin1(Uint8Array.of(type & 255, (type >>> 8) & 255, (type >>> 16) & 255, type >>> 24));
  return /^[\x20-\x7e]{4}$/.test(letters) ? `${hex} ${letters}` : hex;
}

/** The entries as every container lists them; `more` has the attributes as numbers. */
export function nresEntries(nres: Nres, kindOf: (entry: NresFile) => string = (e) => typeName(e.type)): AssetEntry[] {
  return nres.entries.map((entry) => {
    const { index, name, size, offset, data, type, attr1, attr2, attr3, sortIndex } = entry;
    const nameBytes = untilNul(entry.nameField);
    return {
      index,
      name,
      nameBytes,
      kind: kindOf(entry),
      size,
      offset,
      data,
      more: { type, attr1, attr2, attr3, sortIndex },
    };
  });
}

/** What `info` shows of any archive: counts by type, and bytes that no entry has. */
export function nresInfo(nres: Nres, kind: string, name: string | undefined): AssetInfo {
  const counts = new Map<number, number>();
  for (const { type } of nres.entries) counts.set(type, (counts.get(type) ?? 0) + 1);
  const unindexed = nres.gaps.filter((gap) => !gap.zero);
  const details: { [key: string]: JsonValue } = {
    entries: nres.entries.length,
    version: nres.version,
    directoryOffset: nres.directoryOffset,
    unindexedBytes: unindexed.reduce((sum, gap) => sum + gap.bytes.length, 0),
    trailingBytes: nres.trailing.length,
  };
  const classes = Array.from(counts, ([type, objects]) => ({ name: typeName(type), objects }));
  return { kind, byteOrder: 'little', classes, details, ...(name ? { name } : {}) };
}

/** The directory as stored, and every byte that no payload covers; payloads stay apart. */
export function nresToJson(nres: Nres): { [key: string]: JsonValue } {
  return {
    version: nres.version,
    totalSize: nres.totalSize,
    directoryOffset: nres.directoryOffset,
    entries: nres.entries.map(({ data, nameField, ...entry }) => ({
      ...entry,
      typeName: typeName(entry.type),
      nameField: toHex(nameField),
      present: data.length,
    })),
    gaps: nres.gaps.map(({ start, end, zero, bytes }) => ({
      start,
      end,
      zero,
      ...(zero ? {} : { bytes: toHex(bytes) }),
    })),
    trailing: toHex(nres.trailing),
  };
}
