import type { LossList } from '../../scene/losses.ts';
import { repairNormals } from '../../scene/normals.ts';
import type { ScenePrimitive } from '../../scene/scene.ts';

/** A primitive as a Shape and its Batch draw it: finite values, whole triangles, no vertex that none of them uses. */
export interface Part {
  readonly vertexCount: number;
  /** 3 a triangle, each below `vertexCount`. */
  indices: Uint32Array;
  readonly positions: Float32Array;
  readonly normals: Float32Array | undefined;
  readonly tangents: Float32Array | undefined;
  readonly colors: Float32Array | undefined;
  readonly uvs: readonly Float32Array[];
  /** Vertices of the source that are kept, ascending; undefined when all are. */
  readonly kept: Uint32Array | undefined;
  /** Absolute positions and normals of the morph targets. */
  readonly targets: readonly PartTarget[];
}

export interface PartTarget {
  readonly positions: Float32Array;
  readonly normals: Float32Array | undefined;
}

/** What the material asks of the vertices. */
export interface PartNeeds {
  /** UV sets that its textures use. */
  readonly uvSets: number;
  /** Whether it has a normal map: only then tangents are stored. */
  readonly tangents: boolean;
}

/** Undefined when no triangle is left. Arrays that need no change are shared with the primitive. */
export function makePart(p: ScenePrimitive, needs: PartNeeds, losses: LossList): Part | undefined {
  const used = usableTriangles(p, losses);
  if (used.length === 0) return undefined;
  const { kept, indices, vertexCount } = compact(used, p.vertexCount);
  losses.add('left-out', 'vertices', 'that no triangle uses', p.vertexCount - vertexCount);
  const take = (values: Float32Array, width: number) => (kept ? pick(values, width, kept) : values);
  const positions = take(p.positions, 3);
  const normals = p.normals && unitNormals(take(p.normals, 3), positions, indices, losses);
  const uvs = p.uvs.map((uv) => finite(take(uv, 2), 'texture coordinates', losses));
  if (uvs.length < needs.uvSets) {
    losses.add('approximated', 'UV sets', 'a texture uses a set that the vertices do not have; written as zeros');
    while (uvs.length < needs.uvSets) uvs.push(new Float32Array(vertexCount * 2));
  }
  const tangents = needs.tangents && normals ? p.tangents : undefined;
  if (p.tangents && !tangents) losses.add('left-out', 'tangents', 'of parts without a normal map', vertexCount);
  return {
    vertexCount,
    indices,
    positions,
    normals,
    tangents: tangents && finite(take(tangents, 4), 'tangents', losses),
    colors: p.colors && take(p.colors, 4),
    uvs,
    kept,
    targets: p.targets.map((t) => ({
      positions: added(positions, finite(take(t.positions, 3), 'morph targets', losses)),
      normals: normals && (t.normals ? moved(normals, finite(take(t.normals, 3), 'morph targets', losses)) : normals),
    })),
  };
}

/** Triangles of vertices that exist and have finite positions. */
function usableTriangles({ indices, positions, vertexCount }: ScenePrimitive, losses: LossList): Uint32Array {
  const usable = new Uint32Array(indices.length - (indices.length % 3));
  const isUsable = (v: number) =>
    v < vertexCount && positions[v * 3]! * 0 + positions[v * 3 + 1]! * 0 + positions[v * 3 + 2]! * 0 === 0;
  let length = 0;
  for (let i = 0; i < usable.length; i += 3) {
    if (!isUsable(indices[i]!) || !isUsable(indices[i + 1]!) || !isUsable(indices[i + 2]!)) continue;
    usable.set(indices.subarray(i, i + 3), length);
    length += 3;
  }
  losses.add('left-out', 'triangles', 'of vertices that do not exist or are not finite', (usable.length - length) / 3);
  return usable.subarray(0, length);
}

/** Indices over the used vertices alone, in their order: primitives of a glTF file may share one large set. */
function compact(indices: Uint32Array, vertexCount: number) {
  const place = new Uint32Array(vertexCount);
  for (const v of indices) place[v] = 1;
  let count = 0;
  for (let v = 0; v < vertexCount; v++) if (place[v]) place[v] = ++count;
  if (count === vertexCount) return { indices: indices.slice(), kept: undefined, vertexCount };
  const kept = new Uint32Array(count);
  for (let v = 0; v < vertexCount; v++) if (place[v]) kept[place[v]! - 1] = v;
  return { indices: indices.map((v) => place[v]! - 1), kept, vertexCount: count };
}

function pick(values: Float32Array, width: number, kept: Uint32Array): Float32Array {
  const out = new Float32Array(kept.length * width);
  for (let v = 0; v < kept.length; v++) {
    const from = kept[v]! * width;
    for (let c = 0; c < width; c++) out[v * width + c] = values[from + c] ?? 0;
  }
  return out;
}

function finite(values: Float32Array, what: string, losses: LossList): Float32Array {
  let out: Float32Array | undefined;
  for (let i = 0; i < values.length; i++) {
    if (Number.isFinite(values[i]!)) continue;
    out ??= values.slice();
    out[i] = 0;
    losses.add('approximated', what, 'not finite, written as 0');
  }
  return out ?? values;
}

function unitNormals(
  stored: Float32Array,
  positions: Float32Array,
  indices: Uint32Array,
  losses: LossList,
): Float32Array {
  const normals = stored.slice();
  const { fromFaces, fallback } = repairNormals(normals, positions, indices);
  losses.add('approximated', 'normals', 'without a direction, taken from the faces around or +Z', fromFaces + fallback);
  return normals;
}

function added(base: Float32Array, differences: Float32Array): Float32Array {
  return base.map((value, i) => value + differences[i]!);
}

/** Normals of a target, of unit length again; one without a direction stays that of the base. */
function moved(base: Float32Array, differences: Float32Array): Float32Array {
  const out = added(base, differences);
  for (let i = 0; i < out.length; i += 3) {
    const length = Math.hypot(out[i]!, out[i + 1]!, out[i + 2]!);
    for (let c = i; c < i + 3; c++) out[c] = length > 0 ? out[c]! / length : base[c]!;
  }
  return out;
}
