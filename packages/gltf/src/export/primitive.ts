import {
  faceNormals,
  faceTangents,
  type LossList,
  repairNormals,
  type ScenePrimitive,
  type SceneTarget,
} from '@unbake/formats';
import type { MaterialNeeds } from './material.ts';
import { cleanSkinAttributes } from './skin-attributes.ts';

/** A primitive that a validator accepts: finite, unit, normalised, without unused or missing attributes. */
export interface CleanPrimitive {
  vertexCount: number;
  /** 16 bits while no index can be 65535, the restart value of 16-bit indices. */
  indices: Uint16Array | Uint32Array;
  positions: Float32Array;
  normals?: Float32Array;
  tangents?: Float32Array;
  colors?: Float32Array;
  uvs: Float32Array[];
  joints?: Uint16Array;
  weights?: Float32Array;
  targets: SceneTarget[];
}

/**
 * Repairs what can be repaired and says so in the losses; undefined when no triangle is left. `jointCount` is undefined
 * without a skin, `targetCount` that of the mesh. Arrays that need no change are passed on, not copied.
 */
export function cleanPrimitive(
  p: ScenePrimitive,
  needs: MaterialNeeds,
  jointCount: number | undefined,
  targetCount: number,
  losses: LossList,
): CleanPrimitive | undefined {
  const indices = usableTriangles(p, losses);
  if (indices.length === 0) return undefined;
  const positions = finitePositions(p.positions, indices);
  const targets = Array.from({ length: targetCount }, (_, t) => cleanTarget(p.targets[t], p, losses));
  const clean: CleanPrimitive = {
    vertexCount: p.vertexCount,
    indices: p.vertexCount <= 0xffff ? Uint16Array.from(indices) : indices,
    positions,
    uvs: p.uvs.map((uv) => finite(uv, 'texture coordinates', losses)),
    targets,
  };
  for (let set = clean.uvs.length; set < needs.uvSets; set++) {
    clean.uvs.push(new Float32Array(p.vertexCount * 2));
    losses.add(
      'approximated',
      'texture coordinates',
      'a set that a texture uses is missing; written as zeros',
      p.vertexCount,
    );
  }
  if (p.normals) clean.normals = unitNormals(p.normals, positions, indices, losses);
  setTangents(p, clean, needs, losses);
  if (p.colors) {
    clean.colors = unitColors(p.colors, losses);
    losses.add('approximated', 'vertex colours', 'numbers as stored; glTF takes them as linear light', p.vertexCount);
  }
  if (jointCount !== undefined) {
    const skin = cleanSkinAttributes(p, jointCount, losses);
    clean.joints = skin.joints;
    clean.weights = skin.weights;
  } else if (p.joints) {
    losses.add('left-out', 'joints and weights', 'of a mesh without a skin', p.vertexCount);
  }
  if (!clean.normals || !targets.some((t) => t.normals)) {
    if (targets.some((t) => t.normals))
      losses.add('left-out', 'morph normals', 'of a mesh without normals', p.vertexCount);
    for (const t of targets) delete t.normals;
  } else {
    for (const t of targets) t.normals ??= new Float32Array(p.vertexCount * 3);
  }
  return clean;
}

/** Whole triangles of existing, finite vertices. */
function usableTriangles(p: ScenePrimitive, losses: LossList): Uint32Array {
  const { indices, positions, vertexCount } = p;
  const bad = new Uint8Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const sum = positions[v * 3]! * 0 + positions[v * 3 + 1]! * 0 + positions[v * 3 + 2]! * 0;
    if (sum !== 0) bad[v] = 1;
  }
  const usable = new Uint32Array(indices.length - (indices.length % 3));
  let at = 0;
  let outside = 0;
  let notFinite = 0;
  for (let i = 0; i < usable.length; i += 3) {
    const a = indices[i]!;
    const b = indices[i + 1]!;
    const c = indices[i + 2]!;
    if (a >= vertexCount || b >= vertexCount || c >= vertexCount) outside++;
    else if (bad[a] || bad[b] || bad[c]) notFinite++;
    else {
      usable[at] = a;
      usable[at + 1] = b;
      usable[at + 2] = c;
      at += 3;
    }
  }
  losses.add('left-out', 'triangles', 'with an index outside the vertices', outside);
  losses.add('left-out', 'triangles', 'with a position that is not a finite number', notFinite);
  return at === indices.length ? indices : usable.subarray(0, at);
}

/** Vertices that are not finite are unused by now; they take the place of a used one, so that the bounds stay true. */
function finitePositions(positions: Float32Array, indices: Uint32Array): Float32Array {
  if (isFinite32(positions)) return positions;
  const fixed = positions.slice();
  const from = indices[0]! * 3;
  for (let v = 0; v < fixed.length; v += 3) {
    if (fixed[v]! * 0 + fixed[v + 1]! * 0 + fixed[v + 2]! * 0 === 0) continue;
    fixed[v] = positions[from]!;
    fixed[v + 1] = positions[from + 1]!;
    fixed[v + 2] = positions[from + 2]!;
  }
  return fixed;
}

function unitNormals(
  normals: Float32Array,
  positions: Float32Array,
  indices: Uint32Array,
  losses: LossList,
): Float32Array {
  const unit = normals.slice();
  const repairs = repairNormals(unit, positions, indices);
  losses.add('approximated', 'normals', 'scaled to unit length', repairs.rescaled);
  losses.add('approximated', 'normals', 'zero or not finite, taken from the faces around', repairs.fromFaces);
  losses.add('approximated', 'normals', 'zero or not finite and without a face around, set to +Z', repairs.fallback);
  return unit;
}

function setTangents(p: ScenePrimitive, clean: CleanPrimitive, needs: MaterialNeeds, losses: LossList): void {
  if (needs.normalUv === undefined) {
    if (p.tangents) losses.add('left-out', 'tangents', 'of a material without a normal map', p.vertexCount);
    return;
  }
  if (!clean.normals) {
    clean.normals = faceNormals(clean.positions, clean.indices);
    repairNormals(clean.normals, clean.positions, clean.indices);
    losses.add('approximated', 'normals', 'made from the faces, as the normal map needs them', p.vertexCount);
  }
  if (p.tangents && isUnitTangents(p.tangents)) {
    clean.tangents = p.tangents;
    return;
  }
  clean.tangents = faceTangents(clean.positions, clean.normals, clean.uvs[needs.normalUv]!, clean.indices);
  losses.add(
    'approximated',
    'tangents',
    'made from the texture coordinates, as the normal map needs them',
    p.vertexCount,
  );
}

function isUnitTangents(tangents: Float32Array): boolean {
  for (let i = 0; i < tangents.length; i += 4) {
    const length = Math.hypot(tangents[i]!, tangents[i + 1]!, tangents[i + 2]!);
    if (!(Math.abs(length - 1) < 1e-4) || Math.abs(tangents[i + 3]!) !== 1) return false;
  }
  return true;
}

function unitColors(colors: Float32Array, losses: LossList): Float32Array {
  let fixed: Float32Array | undefined;
  let count = 0;
  for (let i = 0; i < colors.length; i++) {
    const c = colors[i]!;
    if (c >= 0 && c <= 1) continue;
    fixed ??= colors.slice();
    fixed[i] = c > 1 ? 1 : 0;
    count++;
  }
  losses.add('approximated', 'vertex colour values', 'outside 0..1, clamped', count);
  return fixed ?? colors;
}

function cleanTarget(target: SceneTarget | undefined, p: ScenePrimitive, losses: LossList): SceneTarget {
  if (!target) {
    losses.add('approximated', 'morph targets', 'missing on a part of the mesh, written as zero differences');
    return { positions: new Float32Array(p.vertexCount * 3) };
  }
  const clean: SceneTarget = { positions: finite(target.positions, 'morph differences', losses) };
  if (target.normals) clean.normals = finite(target.normals, 'morph differences', losses);
  return clean;
}

/** The array itself, or a copy with 0 for values that are not finite. */
function finite(values: Float32Array, what: string, losses: LossList): Float32Array {
  if (isFinite32(values)) return values;
  const fixed = values.slice();
  let count = 0;
  for (let i = 0; i < fixed.length; i++) {
    if (Number.isFinite(fixed[i]!)) continue;
    fixed[i] = 0;
    count++;
  }
  losses.add('approximated', what, 'not a finite number, written as 0', count);
  return fixed;
}

function isFinite32(values: Float32Array): boolean {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]! * 0;
  return sum === 0;
}
