/** The normal of a vertex that no triangle with an area uses. */
export const FALLBACK_NORMAL: readonly [number, number, number] = [0, 0, 1];

/** Lengths this close to 1 are f32 rounding and stay as they are. */
const UNIT_TOLERANCE = 1e-5;

/** What `repairNormals` changed, in vertices. */
export interface NormalRepairs {
  /** Off unit length, now of unit length. */
  rescaled: number;
  /** Zero or not finite, now the mean of the faces around. */
  fromFaces: number;
  /** Zero or not finite and without a face that has an area, now `FALLBACK_NORMAL`. */
  fallback: number;
}

/**
 * Normals for a triangle list, 3 a vertex, unit length: the sum of the face normals around a vertex, weighted by area.
 * Counter-clockwise faces look outside. A vertex without any gets (0, 0, 0); `repairNormals` fills those.
 */
export function faceNormals(positions: Float32Array, indices: ArrayLike<number>): Float32Array {
  const sums = new Float64Array(positions.length);
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const a = indices[i]! * 3;
    const b = indices[i + 1]! * 3;
    const c = indices[i + 2]! * 3;
    const ux = positions[b]! - positions[a]!;
    const uy = positions[b + 1]! - positions[a + 1]!;
    const uz = positions[b + 2]! - positions[a + 2]!;
    const vx = positions[c]! - positions[a]!;
    const vy = positions[c + 1]! - positions[a + 1]!;
    const vz = positions[c + 2]! - positions[a + 2]!;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    if (!Number.isFinite(nx + ny + nz)) continue;
    for (let corner = 0; corner < 3; corner++) {
      const at = corner === 0 ? a : corner === 1 ? b : c;
      sums[at] = sums[at]! + nx;
      sums[at + 1] = sums[at + 1]! + ny;
      sums[at + 2] = sums[at + 2]! + nz;
    }
  }
  const normals = new Float32Array(positions.length);
  for (let i = 0; i < sums.length; i += 3) {
    const length = Math.hypot(sums[i]!, sums[i + 1]!, sums[i + 2]!);
    if (!(length > 0)) continue;
    normals[i] = sums[i]! / length;
    normals[i + 1] = sums[i + 1]! / length;
    normals[i + 2] = sums[i + 2]! / length;
  }
  return normals;
}

/** Makes every normal finite and of unit length, in place. */
export function repairNormals(
  normals: Float32Array,
  positions: Float32Array,
  indices: ArrayLike<number>,
): NormalRepairs {
  const repairs: NormalRepairs = { rescaled: 0, fromFaces: 0, fallback: 0 };
  let faces: Float32Array | undefined;
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i]!, normals[i + 1]!, normals[i + 2]!);
    if (Math.abs(length - 1) <= UNIT_TOLERANCE) continue;
    if (length > 0 && length < Number.POSITIVE_INFINITY) {
      normals[i] = normals[i]! / length;
      normals[i + 1] = normals[i + 1]! / length;
      normals[i + 2] = normals[i + 2]! / length;
      repairs.rescaled++;
      continue;
    }
    faces ??= faceNormals(positions, indices);
    if (faces[i] !== 0 || faces[i + 1] !== 0 || faces[i + 2] !== 0) {
      normals[i] = faces[i]!;
      normals[i + 1] = faces[i + 1]!;
      normals[i + 2] = faces[i + 2]!;
      repairs.fromFaces++;
    } else {
      normals[i] = FALLBACK_NORMAL[0];
      normals[i + 1] = FALLBACK_NORMAL[1];
      normals[i + 2] = FALLBACK_NORMAL[2];
      repairs.fallback++;
    }
  }
  return repairs;
}
