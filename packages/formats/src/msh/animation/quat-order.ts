/** Which order the rotation words of a file have (msh.md §3.1). */
import type { QuatOrder } from './convention.ts';
import { unpackKeys } from './keys.ts';
import { createPose, poseAt } from './pose.ts';
import { readAnimation } from './read.ts';
import type { AnimationTables } from './types.ts';

/** What is known of a model's shape, for the comparison with its box. */
export interface RestGeometry {
  /** For each node the points that it draws, x, y, z each, node-local; undefined for a node that draws nothing. */
  readonly points: readonly (Float32Array | undefined)[];
  /** The eight corners of Res2, x, y, z each, in posed space; undefined without a header. */
  readonly corners: Float32Array | undefined;
}

/** A choice with its reason, a sentence. */
export interface QuatOrderChoice {
  readonly order: QuatOrder;
  readonly why: string;
}

/** Distances below this part of the box's diagonal are quantisation, not evidence. */
const BOX_NOISE = 1e-4;

/**
 * Inferred: the word order of a file's rotations. The reading whose posed rest geometry fills the box of Res2 with under
 * half of the other's error is taken; else the order in which more keys are exactly identity; else w first, as shipped.
 */
export function detectQuaternionOrder(tables: AnimationTables, geometry: RestGeometry): QuatOrderChoice {
  const byBox = orderByBox(tables, geometry);
  if (byBox) return byBox;
  const { wxyz, xyzw } = countIdentities(tables);
  const counts = `${xyzw} keys are (0, 0, 0, ±32767) in file order, ${wxyz} are (±32767, 0, 0, 0)`;
  return { order: xyzw > wxyz ? 'xyzw' : 'wxyz', why: `the box of Res2 does not decide; ${counts}` };
}

function orderByBox(tables: AnimationTables, geometry: RestGeometry): QuatOrderChoice | undefined {
  if (!geometry.corners) return undefined;
  const box = boundsOf(geometry.corners);
  const noise = BOX_NOISE * Math.hypot(box[3]! - box[0]!, box[4]! - box[1]!, box[5]! - box[2]!);
  const wError = boxError(tables, geometry, 'wxyz', box);
  const xError = boxError(tables, geometry, 'xyzw', box);
  if (wError === undefined || xError === undefined) return undefined;
  const w = Math.max(wError, noise);
  const x = Math.max(xError, noise);
  const why = `the rest pose misses the box of Res2 by ${wError.toPrecision(3)} with w first, by ${xError.toPrecision(3)} with x first`;
  if (x < w / 2) return { order: 'xyzw', why };
  if (w < x / 2) return { order: 'wxyz', why };
  return undefined;
}

/** Sum of the distances between the six sides of the authored box and of the posed points. */
function boxError(
  tables: AnimationTables,
  geometry: RestGeometry,
  order: QuatOrder,
  box: Float64Array,
): number | undefined {
  const anim = readAnimation(tables, order);
  const pose = createPose(anim);
  try {
    poseAt(anim, 0, pose, 'double');
  } catch {
    return undefined;
  }
  const posed = emptyBounds();
  const count = Math.min(anim.nodeCount, geometry.points.length);
  for (let node = 0; node < count; node++) {
    const points = geometry.points[node];
    if (points) growBounds(posed, points, pose.world, 16 * node);
  }
  let error = 0;
  for (let i = 0; i < 6; i++) error += Math.abs(posed[i]! - box[i]!);
  return Number.isFinite(error) ? error : undefined;
}

function emptyBounds(): Float64Array {
  const { POSITIVE_INFINITY: up, NEGATIVE_INFINITY: down } = Number;
  return Float64Array.of(up, up, up, down, down, down);
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

function boundsOf(points: Float32Array): Float64Array {
  const bounds = emptyBounds();
  growBounds(bounds, points, IDENTITY, 0);
  return bounds;
}

function growBounds(bounds: Float64Array, points: Float32Array, matrix: Float64Array, at: number): void {
  for (let i = 0; i + 2 < points.length; i += 3) {
    for (let row = 0; row < 3; row++) {
      const m = at + 4 * row;
      const value =
        matrix[m]! * points[i]! + matrix[m + 1]! * points[i + 1]! + matrix[m + 2]! * points[i + 2]! + matrix[m + 3]!;
      if (value < bounds[row]!) bounds[row] = value;
      if (value > bounds[3 + row]!) bounds[3 + row] = value;
    }
  }
}

/** Keys that are exactly identity in the one or the other order. */
function countIdentities(tables: AnimationTables): Record<QuatOrder, number> {
  const counts = { wxyz: 0, xyzw: 0 };
  if (!tables.keys) return counts;
  const { count, words } = unpackKeys(tables.keys.bytes, 'wxyz');
  for (let i = 0; i < count; i++) {
    const inner = words[4 * i + 1] !== 0 || words[4 * i + 2] !== 0;
    if (inner) continue;
    const first = Math.abs(words[4 * i]!);
    const last = Math.abs(words[4 * i + 3]!);
    if (first === 32767 && last === 0) counts.wxyz++;
    if (first === 0 && last === 32767) counts.xyzw++;
  }
  return counts;
}
