import type { Asset, AssetEntry } from './asset.ts';
import { hexBytes } from './binary/hex.ts';
import { formatError } from './diagnostics/format-error.ts';
import type { EntryAttributes, FormatRow, OpenOptions } from './format-row.ts';
import { FORMATS } from './formats.ts';

/**
 * The format of a file: by the type of its archive entry where that tells, by its bytes, else by its name's extension;
 * undefined when none tells.
 */
export function detectFormat(bytes: Uint8Array, name = '', entry?: EntryAttributes): FormatRow | undefined {
  const lower = name.toLowerCase();
  const named = FORMATS.find((row) => row.extensions.some((extension) => lower.endsWith(extension)));
  const typed = entry && FORMATS.find((row) => row.entryType === entry.type);
  const found = typed ?? FORMATS.find((row) => row.sniff(bytes)) ?? named;
  // A damaged model is an archive by its bytes, and still a model by its name.
  return found?.id === 'nres' && named?.id === 'msh' ? named : found;
}

/**
 * Opens a file of any known format.
 * @throws FormatError `file/unknown`, or the format's own code when nothing of it can be read.
 */
export function openAsset(bytes: Uint8Array, options: OpenOptions = {}): Asset {
  const row = detectFormat(bytes, options.name, options.entry);
  if (!row) {
    throw formatError('file/unknown', { found: hexBytes(bytes, 4), size: bytes.length }, options.base ?? 0);
  }
  return row.open(bytes, options);
}

/**
 * Opens an entry of an archive with what its directory says of it. `base`: position of the archive in the outer file.
 * @throws FormatError as `openAsset`.
 */
export function openEntry(archive: Asset, entry: AssetEntry, base = 0): Asset {
  const options: OpenOptions = { name: entry.name, base: base + entry.offset, archive };
  const attributes = attributesOf(entry);
  if (attributes) options.entry = attributes;
  return openAsset(entry.data, options);
}

/** The format of an archive's entry; undefined when nothing tells. */
export function entryFormat(entry: AssetEntry): FormatRow | undefined {
  return detectFormat(entry.data, entry.name, attributesOf(entry));
}

/** What the directory of an archive says of an entry; undefined for chunks of other containers. */
function attributesOf({ more }: AssetEntry): EntryAttributes | undefined {
  const { type, attr1, attr2 } = more ?? {};
  if (typeof type !== 'number' || typeof attr1 !== 'number' || typeof attr2 !== 'number') return undefined;
  return { type, attr1, attr2 };
}
