/**
 * The conventions between the file, the runtime and a scene, each in one place: the word order of stored rotations
 * (§3.1), the sense in which a stored rotation turns (§3.3), the change of axes (§5).
 */

/** Order of the four rotation words of a key. The shipped files have w first; the seed's description has x first. */
export type QuatOrder = 'wxyz' | 'xyzw';

/** Position of w, x, y, z among the four words. */
export const WORD_POSITIONS: Readonly<Record<QuatOrder, readonly [number, number, number, number]>> = {
  wxyz: [0, 1, 2, 3],
  xyzw: [3, 0, 1, 2],
};

/**
 * Inferred: whether the stored rotation maps mesh to parent by its conjugate (the disassembled matrix formula and a
 * viewer checked on real models) or by itself (another viewer). Default `conjugate` (§3.3).
 */
export type RotationSense = 'conjugate' | 'stored';

/** The factor of x, y, z that makes a stored rotation one that maps mesh to parent. */
export function senseSign(sense: RotationSense): 1 | -1 {
  return sense === 'conjugate' ? -1 : 1;
}

/** `baked`: Z up becomes Y up, (x, y, z) -> (x, z, -y); `none`: axes as in the file. */
export type AxisChange = 'baked' | 'none';

/** How engine samples become scene values. */
export interface Convention {
  readonly sense: RotationSense;
  readonly axis: AxisChange;
}

export const DEFAULT_CONVENTION: Convention = { sense: 'conjugate', axis: 'baked' };

type NumberArray = Float64Array | Float32Array | number[];

/** Engine position at `sample[at..at+3]` to a scene translation at `out[outAt..]`. */
export function toSceneTranslation(
  sample: NumberArray,
  at: number,
  axis: AxisChange,
  out: NumberArray,
  outAt: number,
): void {
  const y = sample[at + 1]!;
  const z = sample[at + 2]!;
  // + 0 turns negative zeros, which the signs make of zeros, into plain ones.
  out[outAt] = sample[at]! + 0;
  out[outAt + 1] = (axis === 'baked' ? z : y) + 0;
  out[outAt + 2] = (axis === 'baked' ? -y : z) + 0;
}

/** The inverse of `toSceneTranslation`. */
export function fromSceneTranslation(
  value: NumberArray,
  at: number,
  axis: AxisChange,
  out: NumberArray,
  outAt: number,
): void {
  const y = value[at + 1]!;
  const z = value[at + 2]!;
  out[outAt] = value[at]! + 0;
  out[outAt + 1] = (axis === 'baked' ? -z : y) + 0;
  out[outAt + 2] = (axis === 'baked' ? y : z) + 0;
}

/**
 * Engine rotation w, x, y, z at `sample[at..at+4]` to a scene rotation x, y, z, w of unit length at `out[outAt..]`.
 * A zero or non-finite quaternion becomes identity; false is returned then.
 */
export function toSceneRotation(
  sample: NumberArray,
  at: number,
  convention: Convention,
  out: NumberArray,
  outAt: number,
): boolean {
  const w = sample[at]!;
  const x = sample[at + 1]!;
  const y = sample[at + 2]!;
  const z = sample[at + 3]!;
  const length = Math.hypot(w, x, y, z);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) {
    out[outAt] = 0;
    out[outAt + 1] = 0;
    out[outAt + 2] = 0;
    out[outAt + 3] = 1;
    return false;
  }
  const turn = senseSign(convention.sense) / length;
  toSceneTranslation([x * turn, y * turn, z * turn], 0, convention.axis, out, outAt);
  out[outAt + 3] = w / length;
  return true;
}

/** The inverse of `toSceneRotation`: x, y, z, w to w, x, y, z of unit length; zero becomes identity. */
export function fromSceneRotation(
  value: NumberArray,
  at: number,
  convention: Convention,
  out: NumberArray,
  outAt: number,
): void {
  const length = Math.hypot(value[at]!, value[at + 1]!, value[at + 2]!, value[at + 3]!);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) {
    out[outAt] = 1;
    out[outAt + 1] = 0;
    out[outAt + 2] = 0;
    out[outAt + 3] = 0;
    return;
  }
  const turn = senseSign(convention.sense) / length;
  fromSceneTranslation(
    [value[at]! * turn, value[at + 1]! * turn, value[at + 2]! * turn],
    0,
    convention.axis,
    out,
    outAt + 1,
  );
  out[outAt] = value[at + 3]! / length;
}
