import type { LossList } from '../../scene/losses.ts';
import { mergeJoints } from '../skin.ts';

/** Joints and weights of a part: the vertex's joints first, in their order, then joint 0 with weight 0. */
export interface Influences {
  /** 4 a vertex: places in the Tree. */
  readonly slots: Uint16Array;
  /** 4 a vertex, sum 1. */
  readonly weights: Float32Array;
  /** Joints that the vertex with the most of them has, 1 to 4. */
  readonly most: number;
}

/** Joints and weights as a skin has them; weights of joints that it lacks are left out, vertices without any follow the first. */
export function makeInfluences(
  p: { readonly joints?: Uint16Array; readonly weights?: Float32Array; readonly vertexCount: number },
  kept: Uint32Array | undefined,
  jointCount: number,
  losses: LossList,
): { joints: Uint16Array; weights: Float32Array } {
  const count = kept?.length ?? p.vertexCount;
  const joints = new Uint16Array(count * 4);
  const weights = new Float32Array(count * 4);
  let outside = 0;
  for (let v = 0; v < count && p.joints && p.weights; v++) {
    const from = (kept?.[v] ?? v) * 4;
    for (let k = 0; k < 4; k++) {
      const weight = p.weights[from + k]!;
      if (!(weight > 0 && weight < Number.POSITIVE_INFINITY)) continue;
      if (p.joints[from + k]! >= jointCount) {
        outside++;
        continue;
      }
      joints[v * 4 + k] = p.joints[from + k]!;
      weights[v * 4 + k] = weight;
    }
  }
  losses.add('left-out', 'weights', 'of a joint that the skin does not have', outside);
  const merged = mergeJoints({ joints, weights });
  let unbound = 0;
  for (let at = 0; at < count * 4; at += 4) if (!packVertex(merged.joints, merged.weights, at)) unbound++;
  losses.add('approximated', 'weights', 'none in the source, bound to the first joint', unbound);
  return merged;
}

/** Moves used joints to the front and makes the sum 1; false when there was no weight. */
function packVertex(joints: Uint16Array, weights: Float32Array, at: number): boolean {
  let used = 0;
  let sum = 0;
  for (let k = 0; k < 4; k++) {
    const weight = weights[at + k]!;
    if (weight === 0) continue;
    joints[at + used] = joints[at + k]!;
    weights[at + used] = weight;
    used++;
    sum += weight;
  }
  for (let k = used; k < 4; k++) joints[at + k] = weights[at + k] = 0;
  if (used === 0) weights[at] = 1;
  else for (let k = 0; k < used; k++) weights[at + k] = weights[at + k]! / sum;
  return used > 0;
}

/** The same with places in the Tree instead of joints of the skin. */
export function placedInfluences(
  { joints, weights }: { joints: Uint16Array; weights: Float32Array },
  slotOf: readonly number[],
): Influences {
  const slots = new Uint16Array(joints.length);
  let most = 1;
  for (let i = 0; i < joints.length; i++) {
    if (weights[i] === 0) continue;
    slots[i] = slotOf[joints[i]!]!;
    if ((i & 3) + 1 > most) most = (i & 3) + 1;
  }
  return { slots, weights, most };
}

/** Weights of a vertex as bytes with the sum 255: rounded down, what is missing goes to the largest remainders. */
export function packedWeights(weights: Float32Array, at: number): [number, number, number, number] {
  const bytes: [number, number, number, number] = [0, 0, 0, 0];
  const rest: { k: number; by: number }[] = [];
  let missing = 255;
  for (let k = 0; k < 4; k++) {
    const exact = weights[at + k]! * 255;
    bytes[k] = Math.floor(exact);
    missing -= bytes[k]!;
    rest.push({ k, by: exact - bytes[k]! });
  }
  rest.sort((a, b) => b.by - a.by || a.k - b.k);
  for (let i = 0; i < missing; i++) bytes[rest[i]!.k] = bytes[rest[i]!.k]! + 1;
  return bytes;
}
