/**
 * Tangents for a triangle list, 4 a vertex (unit xyz, handedness w of 1 or -1): the direction in which u grows, summed
 * over the faces around a vertex and made perpendicular to its normal. A vertex whose faces give no direction gets any
 * perpendicular one. The normals must have unit length. Handedness is glTF's: the bitangent, cross(normal, tangent) * w,
 * points up the picture, which is against v.
 */
export function faceTangents(
  positions: Float32Array,
  normals: Float32Array,
  uvs: Float32Array,
  indices: ArrayLike<number>,
): Float32Array {
  const vertexCount = positions.length / 3;
  const alongU = new Float64Array(vertexCount * 3);
  const alongV = new Float64Array(vertexCount * 3);
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const a = indices[i]!;
    const b = indices[i + 1]!;
    const c = indices[i + 2]!;
    const du1 = uvs[b * 2]! - uvs[a * 2]!;
    const dv1 = uvs[b * 2 + 1]! - uvs[a * 2 + 1]!;
    const du2 = uvs[c * 2]! - uvs[a * 2]!;
    const dv2 = uvs[c * 2 + 1]! - uvs[a * 2 + 1]!;
    const area = du1 * dv2 - du2 * dv1;
    if (area === 0 || !Number.isFinite(1 / area)) continue;
    for (let axis = 0; axis < 3; axis++) {
      const e1 = positions[b * 3 + axis]! - positions[a * 3 + axis]!;
      const e2 = positions[c * 3 + axis]! - positions[a * 3 + axis]!;
      const u = (e1 * dv2 - e2 * dv1) / area;
      const v = (e2 * du1 - e1 * du2) / area;
      alongU[a * 3 + axis] = alongU[a * 3 + axis]! + u;
      alongU[b * 3 + axis] = alongU[b * 3 + axis]! + u;
      alongU[c * 3 + axis] = alongU[c * 3 + axis]! + u;
      alongV[a * 3 + axis] = alongV[a * 3 + axis]! + v;
      alongV[b * 3 + axis] = alongV[b * 3 + axis]! + v;
      alongV[c * 3 + axis] = alongV[c * 3 + axis]! + v;
    }
  }
  const tangents = new Float32Array(vertexCount * 4);
  for (let v = 0; v < vertexCount; v++) {
    const nx = normals[v * 3]!;
    const ny = normals[v * 3 + 1]!;
    const nz = normals[v * 3 + 2]!;
    let tx = alongU[v * 3]!;
    let ty = alongU[v * 3 + 1]!;
    let tz = alongU[v * 3 + 2]!;
    let along = tx * nx + ty * ny + tz * nz;
    const size = Math.hypot(tx, ty, tz);
    tx -= along * nx;
    ty -= along * ny;
    tz -= along * nz;
    let length = Math.hypot(tx, ty, tz);
    if (!(length > size * 1e-3 && length < Number.POSITIVE_INFINITY)) {
      tx = Math.abs(nx) < 0.9 ? 1 : 0;
      ty = 1 - tx;
      along = tx * nx + ty * ny;
      tx -= along * nx;
      ty -= along * ny;
      tz = 0 - along * nz;
      length = Math.hypot(tx, ty, tz);
    }
    tangents[v * 4] = tx / length;
    tangents[v * 4 + 1] = ty / length;
    tangents[v * 4 + 2] = tz / length;
    const side =
      (ny * tz - nz * ty) * alongV[v * 3]! +
      (nz * tx - nx * tz) * alongV[v * 3 + 1]! +
      (nx * ty - ny * tx) * alongV[v * 3 + 2]!;
    tangents[v * 4 + 3] = side > 0 ? -1 : 1;
  }
  return tangents;
}
