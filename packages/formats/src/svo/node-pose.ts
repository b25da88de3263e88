import type { Report } from '../diagnostics/diagnostic.ts';
import { decompose, type Quat, type Transform, type Vec3 } from '../scene/math.ts';
import { type MatrixLayout, matrixFrom12, orderedQuaternion } from './matrix-layout.ts';
import { placeOf } from './place.ts';
import type { Node } from './stevia-types.ts';

/** How a node stands to its parent. */
export interface NodePose extends Transform {
  /** The quaternion was zero or not finite, so that the node is shown unrotated. */
  readonly unrotated: boolean;
  /** A component of translation or scale was not finite and is replaced by 0 or 1. */
  readonly nonFinite: boolean;
}

/**
 * The local transform of a node (svo.md §5): translation, unit quaternion and scale; from `_mtxLocal` when the object
 * has none of the three. Reports `svo/rotation` and `svo/non-finite`.
 */
export function nodePose(node: Node, layout: MatrixLayout, report: Report): NodePose {
  const { translation, quaternion, scale, mtxLocal } = node;
  if (!translation && !quaternion && !scale && mtxLocal?.length === 12 && mtxLocal.every(Number.isFinite)) {
    const parts = decompose(matrixFrom12(mtxLocal, layout.layout));
    return { ...parts, unrotated: false, nonFinite: false };
  }
  const rotation = quaternion && orderedQuaternion(quaternion, layout.quaternion);
  const unrotated = quaternion !== undefined && !rotation;
  if (unrotated) {
    const place = placeOf(node, '_quaternion');
    report.add('svo/rotation', { value: quaternion.join(', ') }, place.range, place.path);
  }
  const t = finite3(translation, 0);
  const s = finite3(scale, 1);
  for (const [part, field] of [
    [t, '_translation'],
    [s, '_scale'],
  ] as const) {
    if (!part.replaced) continue;
    const place = placeOf(node, field);
    report.add('svo/non-finite', { what: `${field} of the node`, count: 1, first: node.id }, place.range, place.path);
  }
  return {
    translation: t.value,
    rotation: rotation ?? ([0, 0, 0, 1] as Quat),
    scale: s.value,
    unrotated,
    nonFinite: t.replaced || s.replaced,
  };
}

function finite3(stored: readonly number[] | undefined, otherwise: number): { value: Vec3; replaced: boolean } {
  const at = (i: number) => (Number.isFinite(stored?.[i]) ? stored![i]! : otherwise);
  return { value: [at(0), at(1), at(2)], replaced: stored?.some((n) => !Number.isFinite(n)) ?? false };
}
