import type { ArgsOf } from '../diagnostics/codes.ts';
import type { Msh, MshBatch } from './types.ts';

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
  let largest = -1;
  for (let i = start; i < start + count; i++) if (indices[i]! > largest) largest = indices[i]!;
  const available = msh.positions.length / 3;
  const vertex = baseVertex + largest;
  return largest >= 0 && vertex >= available ? { code: 'msh/vertex-range', args: { vertex, available } } : undefined;
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
