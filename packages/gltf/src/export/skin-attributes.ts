import type { LossList, ScenePrimitive } from '@unbake/formats';

/** How far the sum of 4 f32 weights may be from 1 and still count as 1. */
const SUM_TOLERANCE = 2e-7;

/**
 * Joints and weights as glTF demands them: weights >= 0 with sum 1, each joint once a vertex and in range, joint 0 where
 * the weight is 0. A vertex without any weight follows the first joint.
 */
export function cleanSkinAttributes(
  p: ScenePrimitive,
  jointCount: number,
  losses: LossList,
): { joints: Uint16Array; weights: Float32Array } {
  const joints = new Uint16Array(p.vertexCount * 4);
  const weights = new Float32Array(p.vertexCount * 4);
  if (!p.joints || !p.weights) {
    for (let v = 0; v < p.vertexCount; v++) weights[v * 4] = 1;
    losses.add('approximated', 'weights', 'none in the source, bound to the first joint', p.vertexCount);
    return { joints, weights };
  }
  let outside = 0;
  let unbound = 0;
  let rescaled = 0;
  for (let at = 0; at < weights.length; at += 4) {
    let sum = 0;
    let used = 0;
    for (let k = 0; k < 4; k++) {
      const weight = p.weights[at + k]!;
      const joint = p.joints[at + k]!;
      if (!(weight > 0 && weight < Number.POSITIVE_INFINITY)) continue;
      if (joint >= jointCount) {
        outside++;
        continue;
      }
      sum += weight;
      let slot = 0;
      while (slot < used && joints[at + slot] !== joint) slot++;
      if (slot === used) {
        joints[at + slot] = joint;
        used++;
      }
      weights[at + slot] = weights[at + slot]! + weight;
    }
    if (used === 0) {
      weights[at] = 1;
      unbound++;
    } else if (Math.abs(sum - 1) > SUM_TOLERANCE) {
      for (let k = 0; k < used; k++) weights[at + k] = weights[at + k]! / sum;
      rescaled++;
    }
  }
  losses.add('left-out', 'weights', 'of a joint that the skin does not have', outside);
  losses.add('approximated', 'weights', 'none in the source, bound to the first joint', unbound);
  losses.add('approximated', 'weights', 'scaled to the sum 1', rescaled);
  return { joints, weights };
}
