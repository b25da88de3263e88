import type { Report } from '../diagnostics/diagnostic.ts';
import { stripToList, wholeTriangles } from '../scene/strips.ts';
import { type DecodedIndexBuffer, type DecodedVertexBuffer, decodeIndexBuffer, decodeVertexBuffer } from './buffers.ts';
import type { Svo } from './open.ts';
import { placeOf } from './place.ts';
import type { Batch } from './stevia-types.ts';

/** A batch as triangles over its vertex buffers. */
export interface DecodedBatch {
  readonly source: Batch;
  readonly primitive: 'list' | 'strip';
  /** Those that could be decoded, in list order; undefined where one could not. */
  readonly vertexBuffers: readonly (DecodedVertexBuffer | undefined)[];
  /** Vertices that the first buffer has. */
  readonly vertexCount: number;
  /** 3 a triangle, each below `vertexCount`; strips converted, triangles with an index out of range dropped. */
  readonly triangles: Uint32Array;
  /** Triangles that an index out of range has cost. */
  readonly dropped: number;
}

/** Decodes batches, each buffer once however many batches share it. */
export interface Geometry {
  vertexBuffer(id: number | undefined): DecodedVertexBuffer | undefined;
  indexBuffer(id: number | undefined): DecodedIndexBuffer | undefined;
  /** Undefined when the batch has no readable vertices or indices, or an unknown primitive type. */
  batch(source: Batch): DecodedBatch | undefined;
}

/** The geometry of a file (svo.md §4), decoded on demand; findings go to `report`, once for each buffer and batch. */
export function geometryOf(svo: Svo, report: Report): Geometry {
  const vertexBuffers = new Map<number, DecodedVertexBuffer | undefined>();
  const indexBuffers = new Map<number, DecodedIndexBuffer | undefined>();
  const batches = new Map<number, DecodedBatch | undefined>();
  const geometry: Geometry = {
    vertexBuffer: (id) =>
      once(vertexBuffers, id, () => {
        const source = svo.stevia.get('VertexBuffer', id);
        return source && decodeVertexBuffer(svo, source, report);
      }),
    indexBuffer: (id) =>
      once(indexBuffers, id, () => {
        const source = svo.stevia.get('IndexBuffer', id);
        return source && decodeIndexBuffer(svo, source, report);
      }),
    batch: (source) => once(batches, source.id, () => decodeBatch(geometry, source, report)),
  };
  return geometry;
}

function once<T>(known: Map<number, T>, id: number | undefined, make: () => T): T | undefined {
  if (id === undefined) return undefined;
  if (!known.has(id)) known.set(id, make());
  return known.get(id);
}

function decodeBatch(geometry: Geometry, source: Batch, report: Report): DecodedBatch | undefined {
  const vertexBuffers = (source.vertexBufferList ?? []).map((id) => geometry.vertexBuffer(id));
  const indexBuffer = geometry.indexBuffer(source.indexBuffer);
  const primitive = primitiveOf(source, report);
  const first = vertexBuffers[0];
  if (!first || !indexBuffer || !primitive) return undefined;
  checkVertexRange(source, first, report);
  const indices = indexRange(source, indexBuffer, report);
  checkCounts(source, primitive, indices.length, report);
  const list = primitive === 'strip' ? stripToList(indices) : wholeTriangles(indices);
  const declared = list.length / 3;
  const triangles = insideOnly(list, first.vertexCount, source, report);
  const dropped = declared - triangles.length / 3;
  return { source, primitive, vertexBuffers, vertexCount: first.vertexCount, triangles, dropped };
}

function primitiveOf(source: Batch, report: Report): 'list' | 'strip' | undefined {
  if (source.primitiveType === 3) return 'list';
  if (source.primitiveType === 4) return 'strip';
  const place = placeOf(source, '_primitiveType');
  report.add('svo/primitive-type', { type: source.primitiveType ?? 0 }, place.range, place.path);
  return undefined;
}

/** The part of the index buffer that the batch uses and that is there. */
function indexRange(source: Batch, buffer: DecodedIndexBuffer, report: Report): Uint16Array | Uint32Array {
  const { values } = buffer;
  const start = source.indexStart ?? 0;
  const end = start + (source.indexNumber ?? Math.max(0, values.length - start));
  const declared = buffer.source.indexNumber ?? values.length;
  if (end > declared) {
    const place = placeOf(source, '_indexStart');
    report.add('svo/batch-range', { what: 'indices', start, end, size: declared }, place.range, place.path);
  }
  return values.subarray(Math.min(start, values.length), Math.min(end, values.length));
}

function checkVertexRange(source: Batch, buffer: DecodedVertexBuffer, report: Report): void {
  const { startNumber: start, endNumber: end } = source;
  if (start === undefined || end === undefined) return;
  const size = buffer.source.vertexNumber ?? buffer.vertexCount;
  if (end < size && start <= end) return;
  // An empty batch has no vertex to name.
  if (source.indexNumber === 0) return;
  const place = placeOf(source, '_startNumber');
  report.add('svo/batch-range', { what: 'vertices', start, end, size }, place.range, place.path);
}

function checkCounts(source: Batch, primitive: 'list' | 'strip', present: number, report: Report): void {
  const indices = source.indexNumber ?? present;
  const implied = primitive === 'list' ? indices / 3 : Math.max(0, indices - 2);
  const stated = source.primitiveNumber ?? implied;
  const wasted = primitive === 'list' ? indices % 3 !== 0 : indices === 1 || indices === 2;
  if (stated === implied && !wasted) return;
  const place = placeOf(source, '_indexNumber');
  report.add('svo/primitive-count', { indices, primitive, stated }, place.range, place.path);
}

/** Without the triangles that have an index out of range. */
function insideOnly(list: Uint32Array, vertexCount: number, source: Batch, report: Report): Uint32Array {
  let kept = 0;
  let dropped = 0;
  let firstBad = 0;
  for (let i = 0; i < list.length; i += 3) {
    const a = list[i]!;
    const b = list[i + 1]!;
    const c = list[i + 2]!;
    if (a < vertexCount && b < vertexCount && c < vertexCount) {
      list[kept] = a;
      list[kept + 1] = b;
      list[kept + 2] = c;
      kept += 3;
    } else {
      if (dropped === 0) firstBad = a >= vertexCount ? a : b >= vertexCount ? b : c;
      dropped++;
    }
  }
  if (dropped > 0) {
    const place = placeOf(source, '_indexStart');
    const args = { index: firstBad, vertices: vertexCount, dropped };
    report.add('svo/index-range', args, place.range, place.path);
  }
  return list.subarray(0, kept);
}
