import type { DecodedBatch } from './geometry.ts';
import type { Shape } from './stevia-types.ts';
import type { VertexStream } from './streams.ts';

/** A morph target as differences to the base, 3 a vertex. */
export interface MorphTarget {
  /** As stored, repeated and empty names included. */
  readonly name: string;
  /** Id of its VertexBuffer. */
  readonly buffer: number;
  readonly positions: Float32Array;
  /** Differences of the stored normals; undefined when base or target has none. */
  readonly normals: Float32Array | undefined;
}

/**
 * Inferred: whether the vertex buffers of a shape are its base and morph targets (svo.md §5 [H]): the Batch lists
 * `1 + number of target names` buffers of the same declaration; buffer 0 is the base, buffer 1 + i holds target i's
 * absolute positions and normals. Returns the targets as differences; undefined when the buffers are something else.
 */
export function morphTargets(shape: Shape, batch: DecodedBatch): MorphTarget[] | undefined {
  const names = shape.blendTargetName ?? [];
  const [base, ...others] = batch.vertexBuffers;
  if (names.length === 0 || others.length !== names.length || !base) return undefined;
  const targets: MorphTarget[] = [];
  const basePositions = streamOf(base.streams, 'POSITION');
  if (!basePositions) return undefined;
  for (const [i, target] of others.entries()) {
    if (!target || target.source.vertexDeclaration !== base.source.vertexDeclaration) return undefined;
    const positions = streamOf(target.streams, 'POSITION');
    if (!positions) return undefined;
    const baseNormals = streamOf(base.streams, 'NORMAL');
    const normals = streamOf(target.streams, 'NORMAL');
    targets.push({
      name: names[i]!,
      buffer: target.source.id,
      positions: differences(basePositions, positions, base.vertexCount),
      normals: baseNormals && normals ? differences(baseNormals, normals, base.vertexCount) : undefined,
    });
  }
  return targets;
}

/** The first stream of a usage, the lowest index first. */
export function streamOf(streams: readonly VertexStream[], usage: VertexStream['usage']): VertexStream | undefined {
  let found: VertexStream | undefined;
  for (const s of streams) if (s.usage === usage && (!found || s.index < found.index)) found = s;
  return found;
}

/** Target minus base, xyz; 0 where the target has no such vertex or a value is not finite. */
function differences(base: VertexStream, target: VertexStream, count: number): Float32Array {
  const out = new Float32Array(count * 3);
  const most = Math.min(3, base.components, target.components);
  const present = Math.min(count, target.values.length / target.components);
  for (let v = 0; v < present; v++) {
    for (let c = 0; c < most; c++) {
      const difference = target.values[v * target.components + c]! - base.values[v * base.components + c]!;
      if (Number.isFinite(difference)) out[v * 3 + c] = difference;
    }
  }
  return out;
}
