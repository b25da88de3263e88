import { Writer } from '../binary/writer.ts';
import { canonicalNres } from './layout.ts';
import type { Nres } from './types.ts';

/** The bytes of an archive, from its records: an unedited one gives the file it was read from. */
export function writeNres(nres: Nres): Uint8Array {
  const bytes = new Uint8Array(nres.totalSize + nres.trailing.length);
  const header = new Writer({ capacity: 16 });
  header.ascii('NRes');
  header.u32(nres.version);
  header.i32(nres.entries.length);
  header.u32(nres.totalSize);
  bytes.set(header.finish(), 0);
  for (const gap of nres.gaps) bytes.set(gap.bytes, gap.start);
  // An entry without its payload (out of range) has nothing to write; its declared position stays in the directory.
  for (const entry of nres.entries) if (entry.data.length > 0) bytes.set(entry.data, entry.offset);
  bytes.set(writeDirectory(nres), nres.directoryOffset);
  bytes.set(nres.trailing, nres.totalSize);
  return bytes;
}

function writeDirectory(nres: Nres): Uint8Array {
  const w = new Writer({ capacity: nres.entries.length * 64 });
  for (const entry of nres.entries) {
    w.u32(entry.type);
    w.u32(entry.attr1);
    w.u32(entry.attr2);
    w.u32(entry.size);
    w.u32(entry.attr3);
    w.bytes(entry.nameField);
    w.u32(entry.offset);
    w.u32(entry.sortIndex);
  }
  return w.finish();
}

/** The canonical archive as bytes: see `canonicalNres`. */
export function repackNres(nres: Nres): Uint8Array {
  return writeNres(canonicalNres(nres));
}
