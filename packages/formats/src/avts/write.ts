import { alignUp, place } from '../binary/layout.ts';
import { Writer } from '../binary/writer.ts';
import { layoutAvts } from './layout.ts';
import { type Avts, DATA_ALIGN, ENTRY_SIZE, HEADER_SIZE, NAME_SIZE } from './types.ts';

/**
 * The file made again from its records: the same bytes for an unedited one, residue, name tails, reserved bytes, gaps,
 * overlaps and tail included.
 * @param replacements new bytes of chunks by entry index; see `layoutAvts` for what moves.
 */
export function writeAvts(avts: Avts, replacements?: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const { directory } = avts;
  const layout = layoutAvts(avts, replacements);
  const bytes = new Uint8Array(layout.size);
  for (const piece of layout.pieces) bytes.set(piece.bytes, piece.at);

  const w = new Writer({ capacity: HEADER_SIZE + directory.entries.length * ENTRY_SIZE + directory.unused.length });
  writeHeader(w, directory.declaredCount, directory.residue);
  for (const [index, entry] of directory.entries.entries()) {
    writeEntry(w, { ...entry, ...layout.places[index]! });
  }
  w.bytes(directory.unused);
  bytes.set(w.finish());
  return bytes;
}

/** A chunk of a file to be made. */
export interface NewChunk {
  /** At most 511 bytes; the NUL is added. */
  readonly name: Uint8Array;
  readonly kind: number;
  readonly sequence: number;
  readonly data: Uint8Array;
}

/**
 * A new file in the canonical layout (svo.md §1 [D]): chunks in the order given, each at a multiple of 0x80.
 * @param padEnd zeros up to a multiple of 0x80 at the end: a model's file has them, a font's does not.
 * @throws RangeError for a name of more than 511 bytes.
 */
export function buildAvts(chunks: readonly NewChunk[], padEnd: boolean): Uint8Array {
  const start = HEADER_SIZE + chunks.length * ENTRY_SIZE;
  const { offsets, end } = place(
    chunks.map((c) => c.data.length),
    start,
    DATA_ALIGN,
  );
  const w = new Writer({ capacity: alignUp(end, DATA_ALIGN) });
  writeHeader(w, chunks.length, new Uint8Array(HEADER_SIZE - 8));
  for (const [index, chunk] of chunks.entries()) {
    if (chunk.name.length >= NAME_SIZE) throw new RangeError(`a chunk name has at most ${NAME_SIZE - 1} bytes`);
    const nameField = new Uint8Array(NAME_SIZE);
    nameField.set(chunk.name);
    writeEntry(w, {
      nameField,
      kind: chunk.kind,
      sequence: chunk.sequence,
      size: chunk.data.length,
      offset: offsets[index]!,
      reserved: new Uint8Array(496),
    });
  }
  for (const [index, chunk] of chunks.entries()) {
    w.padTo(offsets[index]!);
    w.bytes(chunk.data);
  }
  if (padEnd) w.padTo(alignUp(end, DATA_ALIGN));
  return w.finish();
}

function writeHeader(w: Writer, count: number, residue: Uint8Array): void {
  w.ascii('AVTS');
  w.u32(count);
  w.bytes(residue);
}

interface EntryFields {
  readonly nameField: Uint8Array;
  readonly kind: number;
  readonly sequence: number;
  readonly size: number;
  readonly offset: number;
  readonly reserved: Uint8Array;
}

function writeEntry(w: Writer, entry: EntryFields): void {
  w.bytes(entry.nameField);
  w.u32(entry.kind);
  w.u32(entry.sequence);
  w.u32(entry.size);
  w.u32(entry.offset);
  w.bytes(entry.reserved);
}
