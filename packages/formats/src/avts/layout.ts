import { subview } from '../binary/bytes.ts';
import { alignUp } from '../binary/layout.ts';
import { type Avts, DATA_ALIGN } from './types.ts';

/** Bytes with their place in the file to be. */
export interface AvtsPiece {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** Where everything behind the directory goes. */
export interface AvtsLayout {
  /** Size of the file. */
  readonly size: number;
  /** Offset and size of every entry, in directory order. */
  readonly places: readonly { readonly offset: number; readonly size: number }[];
  /** Gaps, then chunks: a later piece lies over an earlier one. */
  readonly pieces: readonly AvtsPiece[];
}

/** A chunk that grows or shrinks in place, and by how much everything from `end` on moves. */
interface Resize {
  readonly index: number;
  /** End of the chunk as it was. */
  readonly end: number;
  readonly by: number;
}

/**
 * Places the chunks of a file of which some are replaced (svo.md §1). Nothing moves but what lies behind a chunk whose
 * size changes; that moves by whole multiples of 0x80, so that every chunk keeps its alignment, no byte between chunks is
 * lost, and putting the old bytes back gives the old file. The new bytes of a chunk that shares bytes with another one, or that is cut off by the
 * end of the file, go to the end of the file instead, so that no other chunk changes.
 * @param replacements new bytes by entry index; without any the layout is that of the file.
 * @throws RangeError when there is no chunk of an index.
 */
export function layoutAvts(avts: Avts, replacements: ReadonlyMap<number, Uint8Array> = new Map()): AvtsLayout {
  const oldSize = sizeOf(avts);
  const { resizes, appended } = planResizes(avts, replacements, oldSize);
  const shift = (at: number, index = -1): number => {
    let by = 0;
    for (const r of resizes) {
      if (r.index === index) break;
      if (r.end <= at) by += r.by;
    }
    return by;
  };

  const pieces: AvtsPiece[] = [];
  for (const gap of avts.gaps) {
    const before = resizes.find((r) => r.end === gap.start && avts.chunks[r.index]!.entry.size > 0);
    const at = before ? newEndOf(avts, before, shift, replacements) : gap.start + shift(gap.start - 1); // an empty chunk that grows at the start of a gap lies over it
    const room = gap.end + shift(gap.end) - at;
    pieces.push({ at, bytes: subview(gap.data, 0, Math.max(0, Math.min(gap.data.length, room))) });
  }

  let size = oldSize + shift(oldSize);
  const padded = oldSize % DATA_ALIGN === 0;
  const places: { offset: number; size: number }[] = [];
  for (const [index, chunk] of avts.chunks.entries()) {
    const replacement = replacements.get(index);
    const outside = chunk.data.length === 0 && chunk.entry.size > 0;
    const offset = outside ? chunk.entry.offset : chunk.entry.offset + shift(chunk.entry.offset, index);
    places.push({ offset, size: replacement?.length ?? chunk.entry.size });
    const keepsOld = replacement === undefined || appended.has(index);
    pieces.push({ at: offset, bytes: keepsOld ? chunk.data : replacement });
  }
  for (const index of appended) {
    const bytes = replacements.get(index)!;
    const at = alignUp(size, DATA_ALIGN);
    places[index] = { offset: at, size: bytes.length };
    pieces.push({ at, bytes });
    size = at + bytes.length;
    if (padded) size = alignUp(size, DATA_ALIGN);
  }
  return { size, places, pieces: pieces.filter((p) => p.bytes.length > 0) };
}

/** Size of the file that the records describe. */
function sizeOf(avts: Avts): number {
  let size = avts.directory.end;
  for (const c of avts.chunks) if (c.data.length > 0) size = Math.max(size, c.entry.offset + c.data.length);
  for (const g of avts.gaps) size = Math.max(size, g.end);
  return size;
}

function planResizes(avts: Avts, replacements: ReadonlyMap<number, Uint8Array>, fileSize: number) {
  const resizes: Resize[] = [];
  const appended = new Set<number>();
  const offsetOf = (index: number) => avts.chunks[index]!.entry.offset;
  for (const index of replacements.keys()) {
    if (!avts.chunks[index]) throw new RangeError(`there is no chunk ${index}`);
  }
  const byOffset = [...replacements.keys()].sort((a, b) => offsetOf(a) - offsetOf(b) || a - b);
  for (const index of byOffset) {
    const { entry, data } = avts.chunks[index]!;
    if (data.length < entry.size || isShared(avts, index) || entry.offset > fileSize) {
      appended.add(index);
      continue;
    }
    const end = entry.offset + entry.size;
    const newEnd = entry.offset + replacements.get(index)!.length;
    let next = fileSize;
    for (const c of avts.chunks) {
      if (c.data.length > 0 && c.entry.offset >= end && c.entry.offset < next) next = c.entry.offset;
    }
    resizes.push({ index, end, by: moveBy(end, newEnd, residueBehind(avts, end), next, next === fileSize) });
  }
  return { resizes, appended };
}

/**
 * How far what starts at `next` moves when the chunk before it ends at `newEnd` instead of `end`, with `residue` bytes
 * between them that are to stay. A tail of odd size stays as it is behind the last chunk.
 */
function moveBy(end: number, newEnd: number, residue: number, next: number, isTail: boolean): number {
  if (isTail && next % DATA_ALIGN !== 0) return newEnd - end;
  const phase = next % DATA_ALIGN;
  const firstFrom = (at: number) => alignUp(at - phase, DATA_ALIGN) + phase;
  return firstFrom(newEnd + residue) - firstFrom(end + residue);
}

/** Length of the gap that starts at `end`, without the zeros at its end. */
function residueBehind(avts: Avts, end: number): number {
  const data = avts.gaps.find((gap) => gap.start === end)?.data;
  let length = data?.length ?? 0;
  while (length > 0 && data![length - 1] === 0) length--;
  return length;
}

function newEndOf(
  avts: Avts,
  resize: Resize,
  shift: (at: number, index: number) => number,
  replacements: ReadonlyMap<number, Uint8Array>,
): number {
  const { offset } = avts.chunks[resize.index]!.entry;
  return offset + shift(offset, resize.index) + replacements.get(resize.index)!.length;
}

/** Whether the chunk lies over the directory or over bytes of another chunk. */
function isShared(avts: Avts, index: number): boolean {
  const { offset, size } = avts.chunks[index]!.entry;
  if (offset < avts.directory.end) return true;
  return avts.chunks.some((other, i) => {
    if (i === index || other.data.length === 0) return false;
    const start = other.entry.offset;
    const end = start + other.data.length;
    return size === 0 ? start < offset && offset < end : start < offset + size && offset < end;
  });
}
