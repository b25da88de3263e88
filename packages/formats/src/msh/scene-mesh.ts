import type { LossList } from '../scene/losses.ts';
import { repairNormals } from '../scene/normals.ts';
import type { ScenePrimitive } from '../scene/scene.ts';
import { type AxisChange, toSceneTranslation } from './animation/convention.ts';
import { batchFault, batchTriangles, readNormal, UV_UNIT } from './geometry.ts';
import { UNLIT_BY_MAP } from './materials.ts';
import type { Msh, MshBatch } from './types.ts';

export type Winding = 'auto' | 'keep' | 'flip';

export interface PrimitiveOptions {
  axis: AxisChange;
  winding: Winding;
  losses: LossList;
}

/** A batch as triangles with their own vertices; undefined when nothing of it can be drawn. The material is not set. */
export function batchPrimitive(
  msh: Msh,
  index: number,
  options: PrimitiveOptions,
): Omit<ScenePrimitive, 'material'> | undefined {
  const { axis, losses } = options;
  const batch = msh.batches[index]!;
  const fault = batchFault(msh, batch);
  if (fault) {
    losses.add('left-out', 'batches', `warning: ${fault.code}`);
    return undefined;
  }
  losses.add('left-out', 'indices', 'warning: behind the last whole triangle of a batch', batch.indexCount % 3);
  const corners = finiteTriangles(msh, batch, losses);
  if (corners.length === 0) return undefined;

  const { vertices, indices } = compact(corners);
  const positions = new Float32Array(vertices.length * 3);
  for (let i = 0; i < vertices.length; i++) {
    toSceneTranslation(msh.positions, vertices[i]! * 3, axis, positions, i * 3);
  }
  const normals = normalsOf(msh, vertices, axis);
  if (normals) {
    if (mustFlip(options.winding, positions, normals, indices)) {
      flip(indices);
      losses.add('approximated', 'winding', 'batches turned round because their triangles disagree with their normals');
    }
    const repairs = repairNormals(normals, positions, indices);
    losses.add('approximated', 'normals', 'scaled to unit length', repairs.rescaled);
    losses.add('approximated', 'normals', 'zero ones replaced by the faces around', repairs.fromFaces);
    losses.add('approximated', 'normals', 'zero ones without a face replaced by a constant', repairs.fallback);
  } else if (options.winding === 'flip') flip(indices);

  const uvs = uvSets(msh, batch, vertices);
  const primitive: Omit<ScenePrimitive, 'material'> = {
    vertexCount: vertices.length,
    indices,
    positions,
    uvs,
    targets: [],
    raw: { msh: { batch: index, ...batch } },
  };
  if (normals) primitive.normals = normals;
  return primitive;
}

/** Corners of the triangles whose three positions are finite. */
function finiteTriangles(msh: Msh, batch: MshBatch, losses: LossList): Uint32Array {
  const corners = batchTriangles(msh, batch);
  const { positions } = msh;
  let kept = 0;
  for (let i = 0; i < corners.length; i += 3) {
    let sum = 0;
    for (let k = i; k < i + 3; k++) {
      const at = corners[k]! * 3;
      // 0 times a finite number is 0, times any other NaN.
      sum += 0 * positions[at]! + 0 * positions[at + 1]! + 0 * positions[at + 2]!;
    }
    if (sum !== 0) continue;
    corners.copyWithin(kept, i, i + 3);
    kept += 3;
  }
  losses.add('left-out', 'triangles', 'warning: a position is no number', (corners.length - kept) / 3);
  return corners.subarray(0, kept);
}

/** The vertices in use, in order of first use, and the corners as indices of them. */
function compact(corners: Uint32Array): { vertices: Uint32Array; indices: Uint32Array } {
  const place = new Map<number, number>();
  const indices = new Uint32Array(corners.length);
  for (let i = 0; i < corners.length; i++) {
    const vertex = corners[i]!;
    let at = place.get(vertex);
    if (at === undefined) {
      at = place.size;
      place.set(vertex, at);
    }
    indices[i] = at;
  }
  return { vertices: Uint32Array.from(place.keys()), indices };
}

/** Undefined when a vertex has none. */
function normalsOf(msh: Msh, vertices: Uint32Array, axis: AxisChange): Float32Array | undefined {
  const available = msh.normals.length / 4;
  const normals = new Float32Array(vertices.length * 3);
  const normal = [0, 0, 0];
  for (let i = 0; i < vertices.length; i++) {
    if (vertices[i]! >= available) return undefined;
    readNormal(msh, vertices[i]!, normal);
    toSceneTranslation(normal, 0, axis, normals, i * 3);
  }
  return normals;
}

/** Table 5, and table 18 behind it for a batch that a lightmap lights; none where a vertex has none. */
function uvSets(msh: Msh, batch: MshBatch, vertices: Uint32Array): Float32Array[] {
  const first = uvSet(msh.uv0, vertices);
  if (!first) return [];
  const second = batch.lightmap === UNLIT_BY_MAP ? undefined : uvSet(msh.lightmapUv, vertices);
  return second ? [first, second] : [first];
}

function uvSet(words: Int16Array, vertices: Uint32Array): Float32Array | undefined {
  const available = words.length / 2;
  const uvs = new Float32Array(vertices.length * 2);
  for (let i = 0; i < vertices.length; i++) {
    const vertex = vertices[i]!;
    if (vertex >= available) return undefined;
    uvs[i * 2] = words[vertex * 2]! / UV_UNIT;
    uvs[i * 2 + 1] = words[vertex * 2 + 1]! / UV_UNIT;
  }
  return uvs;
}

function mustFlip(winding: Winding, positions: Float32Array, normals: Float32Array, indices: Uint32Array): boolean {
  if (winding !== 'auto') return winding === 'flip';
  let agree = 0;
  let disagree = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i]! * 3;
    const b = indices[i + 1]! * 3;
    const c = indices[i + 2]! * 3;
    const ux = positions[b]! - positions[a]!;
    const uy = positions[b + 1]! - positions[a + 1]!;
    const uz = positions[b + 2]! - positions[a + 2]!;
    const vx = positions[c]! - positions[a]!;
    const vy = positions[c + 1]! - positions[a + 1]!;
    const vz = positions[c + 2]! - positions[a + 2]!;
    const dot =
      (uy * vz - uz * vy) * (normals[a]! + normals[b]! + normals[c]!) +
      (uz * vx - ux * vz) * (normals[a + 1]! + normals[b + 1]! + normals[c + 1]!) +
      (ux * vy - uy * vx) * (normals[a + 2]! + normals[b + 2]! + normals[c + 2]!);
    if (dot > 0) agree++;
    else if (dot < 0) disagree++;
  }
  return disagree > agree;
}

function flip(indices: Uint32Array): void {
  for (let i = 0; i < indices.length; i += 3) {
    const second = indices[i + 1]!;
    indices[i + 1] = indices[i + 2]!;
    indices[i + 2] = second;
  }
}
