import type { Report } from '../diagnostics/diagnostic.ts';
import type { LossList } from '../scene/losses.ts';
import { repairNormals } from '../scene/normals.ts';
import type { ScenePrimitive } from '../scene/scene.ts';
import type { DecodedBatch } from './geometry.ts';
import { type MorphTarget, streamOf } from './morph.ts';
import { placeOf } from './place.ts';
import { completeWeights, mergeJoints, type SkinWeights } from './skin.ts';
import type { VertexStream } from './streams.ts';

/** What a primitive is made of. */
export interface PrimitiveSource {
  readonly batch: DecodedBatch;
  /** Undefined when the vertex buffers are streams of the same vertices. */
  readonly targets: readonly MorphTarget[] | undefined;
  /** `State._maxInfluence`. */
  readonly influences: number | undefined;
  /** Position in the skin's joints of each joint that blend indices may name; empty when there is no skeleton. */
  readonly jointSlots: readonly number[];
  /** UV sets that the material needs. */
  readonly uvSets: number;
}

/** The streams of a batch's vertices: those of all its buffers, or of the base when the others are morph targets. */
function vertexStreams(batch: DecodedBatch, areTargets: boolean, report: Report): readonly VertexStream[] {
  const first = batch.vertexBuffers[0]!;
  if (areTargets || batch.vertexBuffers.length === 1) return first.streams;
  const streams: VertexStream[] = [...first.streams];
  for (const buffer of batch.vertexBuffers.slice(1)) {
    if (!buffer) continue;
    if (buffer.vertexCount !== first.vertexCount) {
      const place = placeOf(batch.source, '_vertexBufferList');
      const what = `#${buffer.source.id} has ${buffer.vertexCount} vertices, #${first.source.id} has ${first.vertexCount}`;
      report.add('svo/streams', { what }, place.range, place.path);
    }
    for (const stream of buffer.streams) {
      if (!streams.some((s) => s.usage === stream.usage && s.index === stream.index)) streams.push(stream);
    }
  }
  return streams;
}

/**
 * A primitive of the scene: the vertices from the first to the last one used, everything finite, normals of unit length.
 * Undefined when no triangle is left.
 */
export function buildPrimitive(source: PrimitiveSource, report: Report, losses: LossList): ScenePrimitive | undefined {
  const { batch } = source;
  const streams = vertexStreams(batch, source.targets !== undefined, report);
  const stored = streamOf(streams, 'POSITION');
  if (!stored) {
    losses.add('left-out', 'batches', 'the vertices have no positions');
    return undefined;
  }
  losses.add('left-out', 'triangles', 'an index points past the vertices', batch.dropped);
  const used = finiteTriangles(batch, stored, losses);
  if (used.triangles.length === 0) return undefined;
  const { first, count } = used;
  const indices = used.triangles;
  for (let i = 0; i < indices.length; i++) indices[i] = indices[i]! - first;

  const positions = attribute(stored, first, count, 3, 0);
  replaceNonFinite(positions, 0);
  const primitive: ScenePrimitive = {
    vertexCount: count,
    indices,
    positions,
    uvs: uvSets(streams, source, first, count, losses),
    targets: (source.targets ?? []).map((t) => ({
      positions: t.positions.slice(first * 3, (first + count) * 3),
      ...(t.normals ? { normals: t.normals.slice(first * 3, (first + count) * 3) } : {}),
    })),
    raw: { firstVertex: first },
  };
  addNormals(primitive, streams, first, losses);
  addTangents(primitive, streams, first, losses);
  addColors(primitive, streams, first, losses);
  addSkin(primitive, streams, source, first, report, losses);
  return primitive;
}

/** Triangles whose three positions are finite, and the range of vertices that they use. */
function finiteTriangles(batch: DecodedBatch, positions: VertexStream, losses: LossList) {
  const { values, components } = positions;
  const { triangles } = batch;
  const most = Math.min(3, components);
  const isFiniteAt = (vertex: number) => {
    let zero = 0;
    for (let c = 0; c < most; c++) zero += values[vertex * components + c]! * 0;
    return zero === 0;
  };
  const kept = new Uint32Array(triangles.length);
  let length = 0;
  let first = batch.vertexCount;
  let last = -1;
  for (let i = 0; i < triangles.length; i += 3) {
    const a = triangles[i]!;
    const b = triangles[i + 1]!;
    const c = triangles[i + 2]!;
    if (!isFiniteAt(a) || !isFiniteAt(b) || !isFiniteAt(c)) continue;
    kept[length] = a;
    kept[length + 1] = b;
    kept[length + 2] = c;
    length += 3;
    first = Math.min(first, a, b, c);
    last = Math.max(last, a, b, c);
  }
  losses.add('left-out', 'triangles', 'a position is not finite', (triangles.length - length) / 3);
  return { triangles: kept.subarray(0, length), first, count: last - first + 1 };
}

/** `width` components a vertex; missing ones are `fill`, vertices that the stream does not have are 0. */
function attribute(stream: VertexStream, first: number, count: number, width: number, fill: number): Float32Array {
  const { values, components } = stream;
  const out = new Float32Array(count * width);
  const most = Math.min(width, components);
  for (let v = 0; v < count; v++) {
    const at = (first + v) * components;
    for (let c = 0; c < most; c++) out[v * width + c] = values[at + c] ?? 0;
    for (let c = most; c < width; c++) out[v * width + c] = fill;
  }
  return out;
}

/** Returns how many were replaced. */
function replaceNonFinite(values: Float32Array, by: number): number {
  let replaced = 0;
  for (let i = 0; i < values.length; i++) {
    if (Number.isFinite(values[i]!)) continue;
    values[i] = by;
    replaced++;
  }
  return replaced;
}

function addNormals(
  primitive: ScenePrimitive,
  streams: readonly VertexStream[],
  first: number,
  losses: LossList,
): void {
  const stored = streamOf(streams, 'NORMAL');
  if (!stored || stored.components < 3) return;
  const normals = attribute(stored, first, primitive.vertexCount, 3, 0);
  const repairs = repairNormals(normals, primitive.positions, primitive.indices);
  losses.add('approximated', 'normals', 'scaled to unit length', repairs.rescaled);
  losses.add('approximated', 'normals', 'zero in the source, taken from the faces around', repairs.fromFaces);
  losses.add('approximated', 'normals', 'zero in the source and no face around, +Z', repairs.fallback);
  primitive.normals = normals;
}

/**
 * Tangents; the handedness is that of the stored binormal, which is the direction that the stored normal maps mean. Left
 * out when one has no direction.
 */
function addTangents(
  primitive: ScenePrimitive,
  streams: readonly VertexStream[],
  first: number,
  losses: LossList,
): void {
  const stored = streamOf(streams, 'TANGENT');
  const normals = primitive.normals;
  if (!stored || stored.components < 3 || !normals) return;
  const count = primitive.vertexCount;
  const tangents = attribute(stored, first, count, 4, 1);
  const binormal = streamOf(streams, 'BINORMAL');
  const binormals = binormal && attribute(binormal, first, count, 3, 0);
  for (let v = 0; v < count; v++) {
    const t = v * 4;
    const [x, y, z] = [tangents[t]!, tangents[t + 1]!, tangents[t + 2]!];
    const length = Math.hypot(x, y, z);
    if (!(length > 0 && length < Number.POSITIVE_INFINITY)) {
      losses.add('left-out', 'tangents', 'a tangent is zero or not finite', count);
      return;
    }
    tangents[t] = x / length;
    tangents[t + 1] = y / length;
    tangents[t + 2] = z / length;
    let hand = tangents[t + 3]!;
    if (binormals) {
      const n = v * 3;
      const [nx, ny, nz] = [normals[n]!, normals[n + 1]!, normals[n + 2]!];
      const cx = ny * z - nz * y;
      const cy = nz * x - nx * z;
      const cz = nx * y - ny * x;
      hand = cx * binormals[n]! + cy * binormals[n + 1]! + cz * binormals[n + 2]!;
    }
    tangents[t + 3] = hand < 0 ? -1 : 1;
  }
  primitive.tangents = tangents;
}

/** Inferred: vertex colours are RGBA in that order (svo.md §4 [H]). */
function addColors(primitive: ScenePrimitive, streams: readonly VertexStream[], first: number, losses: LossList): void {
  const stored = streamOf(streams, 'COLOR');
  if (!stored) return;
  const colors = attribute(stored, first, primitive.vertexCount, 4, 1);
  let changed = replaceNonFinite(colors, 1);
  for (let i = 0; i < colors.length; i++) {
    const value = colors[i]!;
    if (value >= 0 && value <= 1) continue;
    colors[i] = value < 0 ? 0 : 1;
    changed++;
  }
  losses.add('approximated', 'vertex colours', 'not finite or clamped to 0..1', changed);
  primitive.colors = colors;
  const more = streams.filter((s) => s.usage === 'COLOR').length - 1;
  losses.add('left-out', 'further vertex colours', 'the scene has one set', more);
}

/** The stored sets in order of their index, and as many more as the material's textures need. */
function uvSets(
  streams: readonly VertexStream[],
  source: PrimitiveSource,
  first: number,
  count: number,
  losses: LossList,
): Float32Array[] {
  const sets = streams
    .filter((s) => s.usage === 'TEXCOORD')
    .sort((a, b) => a.index - b.index)
    .map((stream) => attribute(stream, first, count, 2, 0));
  for (const set of sets) {
    losses.add('approximated', 'texture coordinates', 'not finite, set to 0', replaceNonFinite(set, 0));
  }
  while (sets.length < source.uvSets) {
    const last = sets[sets.length - 1];
    losses.add('approximated', 'UV sets', 'a texture uses a set that the vertices do not have');
    sets.push(last ? last.slice() : new Float32Array(count * 2));
  }
  return sets;
}

function addSkin(
  primitive: ScenePrimitive,
  streams: readonly VertexStream[],
  source: PrimitiveSource,
  first: number,
  report: Report,
  losses: LossList,
): void {
  const { batch } = source;
  const { jointSlots } = source;
  const hasJoints = streams.some((s) => s.usage === 'BLENDINDICES');
  if (hasJoints && jointSlots.length === 0) {
    losses.add('left-out', 'skinning', 'there is no Tree with the joints', primitive.vertexCount);
    return;
  }
  const skin = completeWeights(streams, first, primitive.vertexCount, source.influences, jointSlots.length);
  if (!skin) return;
  reportSkin(skin, batch, jointSlots.length, report, losses);
  for (let i = 0; i < skin.joints.length; i++) if (skin.weights[i]! > 0) skin.joints[i] = jointSlots[skin.joints[i]!]!;
  Object.assign(primitive, mergeJoints(skin));
}

function reportSkin(skin: SkinWeights, batch: DecodedBatch, joints: number, report: Report, losses: LossList): void {
  const place = placeOf(batch.source);
  const { unweighted, outOfRange } = skin;
  if (unweighted.count > 0) {
    report.add('svo/weights', unweighted, place.range, place.path);
    losses.add('approximated', 'weights', 'all zero; bound to the first joint with weight 1', unweighted.count);
  }
  if (outOfRange.count > 0) {
    const args = { index: outOfRange.joint, joints, count: outOfRange.count };
    report.add('svo/joint-range', args, place.range, place.path);
    losses.add('left-out', 'weights', 'the joint does not exist', outOfRange.count);
  }
  losses.add('approximated', 'weights', 'more than four joints a vertex; the largest four are kept', skin.cut);
  losses.add('approximated', 'weights', 'scaled to a sum of 1', skin.rescaled);
}
