import { bytesEqual } from '../binary/bytes.ts';
import { Writer } from '../binary/writer.ts';
import { editNres, type NewNresEntry, type NresEdit } from '../nres/layout.ts';
import type { Nres } from '../nres/types.ts';
import { writeNres } from '../nres/write.ts';
import * as t from './tables.ts';
import type { Msh, MshBatch, MshNode, MshSlot, MshTriangle } from './types.ts';

/** A table to put in the place of the first one of its type, or behind the others when there is none. */
export interface TableChange {
  readonly type: number;
  readonly data: Uint8Array;
  readonly attr1: number;
  readonly attr2: number;
  readonly attr3: number;
}

/** The bytes of a model, from its records: an unedited one gives the file it was read from. */
export function writeMsh(msh: Msh): Uint8Array {
  const edits: NresEdit[] = [];
  for (const [type, entry] of msh.tables) {
    const records = encodeTable(msh, type);
    if (!records) continue;
    const data = withRest(records, entry.data);
    if (!bytesEqual(data, entry.data)) edits.push({ index: entry.index, data });
  }
  return writeNres(editNres(msh.nres, edits));
}

/** The archive of a model with some tables replaced; every other byte as it was (see `editNres`). */
export function replaceTables(msh: Msh, changes: readonly TableChange[]): Nres {
  const edits: NresEdit[] = [];
  const added: NewNresEntry[] = [];
  for (const { type, ...change } of changes) {
    const entry = msh.tables.get(type);
    if (entry) edits.push({ index: entry.index, ...change });
    else added.push({ type, name: ascii(`Res${type}`), ...change });
  }
  return editNres(msh.nres, edits, added);
}

/** `replaceTables` as the bytes of a file. */
export function writeReplaced(msh: Msh, changes: readonly TableChange[]): Uint8Array {
  return writeNres(replaceTables(msh, changes));
}

/** Table 1 of 38-byte nodes, for `replaceTables`. */
export function encodeNodes(nodes: readonly MshNode[]): Uint8Array {
  const w = new Writer({ capacity: nodes.length * t.NODE_SIZE });
  for (const node of nodes) {
    w.u16(node.flags);
    w.u16(node.parent);
    w.u16(node.animMapStart);
    w.u16(node.fallbackKey);
    for (let i = 0; i < 15; i++) w.u16(node.slots[i]!);
  }
  return w.finish();
}

/** The records of a table as bytes; undefined for a table that is kept as bytes. */
function encodeTable(msh: Msh, type: number): Uint8Array | undefined {
  switch (type) {
    case t.NODES:
      return msh.legacyNodes.length > 0 ? joined(msh.legacyNodes) : encodeNodes(msh.nodes);
    case t.SLOTS:
      return encodeSlots(msh);
    case t.POSITIONS:
      return bytesOf(msh.positions);
    case t.NORMALS:
      return bytesOf(msh.normals);
    case t.UV0:
      return bytesOf(msh.uv0);
    case t.INDICES:
      return bytesOf(msh.indices);
    case t.TRIANGLES:
      return encodeTriangles(msh.triangles);
    case t.KEYS:
      return msh.keys.bytes;
    case t.BATCHES:
      return encodeBatches(msh.batches);
    case t.LIGHTMAP_UV:
      return bytesOf(msh.lightmapUv);
    case t.FRAME_MAP:
      return bytesOf(msh.frameMap.words);
    default:
      return undefined;
  }
}

function encodeSlots(msh: Msh): Uint8Array {
  const w = new Writer({ capacity: t.SLOTS_HEADER + msh.slots.length * 68 });
  if (!msh.header) return w.finish();
  w.bytes(bytesOf(msh.header.corners));
  w.bytes(bytesOf(msh.header.sphere));
  w.bytes(bytesOf(msh.header.cylinder));
  for (const slot of msh.slots) encodeSlot(w, slot);
  return w.finish();
}

function encodeSlot(w: Writer, slot: MshSlot): void {
  w.u16(slot.triStart);
  w.u16(slot.triCount);
  w.u16(slot.batchStart);
  w.u16(slot.batchCount);
  w.bytes(bytesOf(slot.aabbMin));
  w.bytes(bytesOf(slot.aabbMax));
  w.bytes(bytesOf(slot.sphere));
  w.bytes(bytesOf(slot.opaque));
}

function encodeTriangles(triangles: readonly MshTriangle[]): Uint8Array {
  const w = new Writer({ capacity: triangles.length * 16 });
  for (const triangle of triangles) {
    w.u16(triangle.flags);
    for (const link of triangle.links) w.u16(link);
    for (const component of triangle.normal) w.i16(component);
    w.u16(triangle.selectors);
  }
  return w.finish();
}

function encodeBatches(batches: readonly MshBatch[]): Uint8Array {
  const w = new Writer({ capacity: batches.length * 20 });
  for (const batch of batches) {
    w.u16(batch.flags);
    w.u16(batch.material);
    w.u8(batch.wear);
    w.u8(batch.lightmap);
    w.u16(batch.local);
    w.u16(batch.indexCount);
    w.u32(batch.indexStart);
    w.u16(batch.vertexCount);
    w.u32(batch.baseVertex);
  }
  return w.finish();
}

/** Bytes behind the last whole record stay. */
function withRest(records: Uint8Array, original: Uint8Array): Uint8Array {
  if (records.length >= original.length) return records;
  const all = original.slice();
  all.set(records, 0);
  return all;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const w = new Writer();
  for (const part of parts) w.bytes(part);
  return w.finish();
}

const bytesOf = (view: ArrayBufferView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
