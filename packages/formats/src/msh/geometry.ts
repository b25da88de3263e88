import type { ArgsOf } from '../diagnostics/codes.ts';
import type { Msh, MshBatch } from './types.ts';

/**
 * Indices that the parts of one model may draw together. Far above any real model: slots can name the same batches
 * again and again, so that a small damaged file could ask for more than any memory holds.
 */
export const MOST_DRAWN_INDICES = 1 << 22;
/** What a batch costs of them beside its own. */
export const BATCH_COST = 256;

/** What makes a batch undrawable. */
export type BatchFault =
  | { code: 'msh/batch-indices'; args: ArgsOf<'msh/batch-indices'> }
  | { code: 'msh/vertex-range'; args: ArgsOf<'msh/vertex-range'> };

/** The first fault of a batch's ranges (msh.md §3.6); undefined for one that can be drawn. */
export function batchFault(msh: Msh, batch: MshBatch): BatchFault | undefined {
  const { indexStart: start, indexCount: count, baseVertex } = batch;
  const { indices } = msh;
  if (start + count > indices.length) {
    return { code: 'msh/batch-indices', args: { start, count, available: indices.length } };
  }
  if (count === 0) return undefined;
  const available = msh.positions.length / 3;
  const vertex = baseVertex + largestIndex(indices, start, start + count);
  return vertex >= available ? { code: 'msh/vertex-range', args: { vertex, available } } : undefined;
}

const BLOCK = 256;
const blockMaxima = new WeakMap<Uint16Array, Uint16Array>();

/**
 * The largest of `indices[start..end)`, by blocks whose maxima are worked out once: a damaged file can have very many
 * batches that all name the same indices.
 */
function largestIndex(indices: Uint16Array, start: number, end: number): number {
  let maxima = blockMaxima.get(indices);
  if (!maxima) {
    maxima = new Uint16Array(Math.ceil(indices.length / BLOCK));
    for (let i = 0; i < indices.length; i++) {
      const block = Math.floor(i / BLOCK);
      if (indices[i]! > maxima[block]!) maxima[block] = indices[i]!;
    }
    blockMaxima.set(indices, maxima);
  }
  let largest = 0;
  for (let i = start; i < end; ) {
    const whole = i % BLOCK === 0 && i + BLOCK <= end;
    const value = whole ? maxima[i / BLOCK]! : indices[i]!;
    if (value > largest) largest = value;
    i += whole ? BLOCK : 1;
  }
  return largest;
}

/**
 * The vertices of a batch's triangles, three each: `indices[indexStart + i] + baseVertex` (msh.md §2). Indices behind
 * the last whole triangle are left out; none when the batch cannot be drawn.
 */
export function batchTriangles(msh: Msh, batch: MshBatch): Uint32Array {
  if (batchFault(msh, batch)) return new Uint32Array(0);
  const count = batch.indexCount - (batch.indexCount % 3);
  const vertices = new Uint32Array(count);
  for (let i = 0; i < count; i++) vertices[i] = msh.indices[batch.indexStart + i]! + batch.baseVertex;
  return vertices;
}

/** Normal of a vertex: clamp(n / 127, -1, 1) (msh.md §2), not made unit; zeros where table 4 has none. */
export function readNormal(msh: Msh, vertex: number, into: Float64Array | number[]): void {
  const at = vertex * 4;
  for (let k = 0; k < 3; k++) into[k] = Math.max(-1, (msh.normals[at + k] ?? 0) / 127);
}

/** One unit of UV in tables 5 and 18. */
export const UV_UNIT = 1024;
