import { compose, identity, type Mat4, type Quat, quatNormalize } from '../scene/math.ts';
import type { Node } from './stevia-types.ts';

/** `3x4`: 3 rows of 4, translation at [3], [7], [11]. `4x3`: 4 rows of 3 (row vectors), translation at [9], [10], [11]. */
export type Layout12 = '3x4' | '4x3';
export type QuaternionOrder = 'xyzw' | 'wxyz';

/** How the file stores matrices and quaternions, with what speaks for it. */
export interface MatrixLayout {
  readonly layout: Layout12;
  readonly quaternion: QuaternionOrder;
  /** Whether the nodes decide it; else it is the default. */
  readonly layoutDecided: boolean;
  readonly quaternionDecided: boolean;
  /** The combinations, such as `3x4/xyzw`, that agree with the largest number of nodes. Empty without usable nodes. */
  readonly fits: readonly string[];
  /** Nodes whose matrix and TRS could be compared, and those that agree with the choice. */
  readonly compared: number;
  readonly agreeing: number;
}

/** Largest difference of a matrix element, relative to the largest element, that still counts as the same. */
const TOLERANCE = 1e-4;

/**
 * Inferred: the layout of the 12-float matrices and the order of quaternions, by which combination makes `_mtxLocal` the
 * same as translation, rotation and scale for most nodes (svo.md §5). Default: 3x4, (x, y, z, w).
 */
export function detectMatrixLayout(nodes: readonly Node[]): MatrixLayout {
  const combinations = (['3x4', '4x3'] as const).flatMap((layout) =>
    (['xyzw', 'wxyz'] as const).map((quaternion) => ({ layout, quaternion, agreeing: 0 })),
  );
  let compared = 0;
  for (const node of nodes) {
    const { mtxLocal, translation, quaternion, scale } = node;
    if (mtxLocal?.length !== 12 || !translation || quaternion?.length !== 4 || !scale) continue;
    if (!quatNormalize(quaternion) || !mtxLocal.every(Number.isFinite)) continue;
    compared++;
    for (const combination of combinations) {
      const rotation = orderedQuaternion(quaternion, combination.quaternion)!;
      const composed = compose(translation, rotation, scale);
      if (isSame(matrixFrom12(mtxLocal, combination.layout), composed)) combination.agreeing++;
    }
  }
  const most = combinations.reduce((max, c) => Math.max(max, c.agreeing), 0);
  const best = most > 0 ? combinations.filter((c) => c.agreeing === most) : [];
  const chosen = best[0] ?? combinations[0]!;
  return {
    layout: chosen.layout,
    quaternion: chosen.quaternion,
    layoutDecided: best.length > 0 && best.every((c) => c.layout === chosen.layout),
    quaternionDecided: best.length > 0 && best.every((c) => c.quaternion === chosen.quaternion),
    fits: best.map((c) => `${c.layout}/${c.quaternion}`),
    compared,
    agreeing: chosen.agreeing,
  };
}

/** The stored components as a unit (x, y, z, w); undefined when they have no direction. */
export function orderedQuaternion(stored: readonly number[], order: QuaternionOrder): Quat | undefined {
  if (stored.length !== 4) return undefined;
  return quatNormalize(order === 'xyzw' ? stored : [stored[1]!, stored[2]!, stored[3]!, stored[0]!]);
}

/** A stored matrix as column-major 4x4 for column vectors, the last row exactly 0 0 0 1. */
export function matrixFrom12(stored: readonly number[], layout: Layout12): Mat4 {
  const m = identity();
  for (let i = 0; i < 12; i++) {
    const row = layout === '3x4' ? Math.floor(i / 4) : i % 3;
    const column = layout === '3x4' ? i % 4 : Math.floor(i / 3);
    m[column * 4 + row] = stored[i]!;
  }
  return m;
}

function isSame(a: Mat4, b: Mat4): boolean {
  let largest = 1;
  let difference = 0;
  for (let i = 0; i < 16; i++) {
    largest = Math.max(largest, Math.abs(a[i]!));
    difference = Math.max(difference, Math.abs(a[i]! - b[i]!));
  }
  return difference <= TOLERANCE * largest;
}
