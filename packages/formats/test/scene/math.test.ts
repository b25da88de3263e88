import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compose,
  decompose,
  determinant3,
  identity,
  invert,
  multiply,
  normalMatrix,
  type Quat,
  quatConjugate,
  quatFromMatrix,
  quatMultiply,
  quatNormalize,
  quatRotate,
  transformPoint,
  transpose,
  type Vec3,
} from '../../src/scene/math.ts';

const R = Math.SQRT1_2;
const number = fc.double({ min: -8, max: 8, noNaN: true });
const vec3 = fc.tuple(number, number, number);
const quat = fc
  .tuple(number, number, number, number)
  .map((q) => quatNormalize(q))
  .filter((q): q is Quat => q !== undefined);
const scale3 = fc.tuple(
  ...([0, 1, 2].map(() => fc.tuple(fc.double({ min: 0.125, max: 8, noNaN: true }), fc.boolean())) as [
    fc.Arbitrary<[number, boolean]>,
    fc.Arbitrary<[number, boolean]>,
    fc.Arbitrary<[number, boolean]>,
  ]),
);

function close(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance = 1e-9) {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    expect(Math.abs(actual[i]! - expected[i]!), `element ${i}`).toBeLessThanOrEqual(tolerance);
  }
}

describe('matrices', () => {
  test('are column-major: translation in 12..14, x axis in 0..2', () => {
    close(compose([1, 2, 3], [0, 0, R, R], [2, 3, 4]), [0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 1, 2, 3, 1]);
    expect(transformPoint(compose([1, 2, 3], [0, 0, 0, 1], [2, 3, 4]), 1, 1, 1)).toEqual([3, 5, 7]);
  });

  test('multiply applies the right one first, also into one of its arguments', () => {
    const move = compose([1, 0, 0], [0, 0, 0, 1], [1, 1, 1]);
    const grow = compose([0, 0, 0], [0, 0, 0, 1], [2, 2, 2]);
    expect(transformPoint(multiply(grow, move), 1, 0, 0)).toEqual([4, 0, 0]);
    expect(transformPoint(multiply(move, grow, move), 1, 0, 0)).toEqual([3, 0, 0]);
  });

  test('transpose exchanges rows and columns', () => {
    expect([...transpose([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])]).toEqual([
      0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15,
    ]);
  });

  test('the inverse undoes any transform; a flat one has none', () => {
    fc.assert(
      fc.property(vec3, quat, scale3, (t, q, s) => {
        const m = compose(
          t,
          q,
          s.map(([v, minus]) => (minus ? -v : v)),
        );
        close(multiply(m, invert(m)!), identity(), 1e-9);
      }),
    );
    expect(invert(compose([0, 0, 0], [0, 0, 0, 1], [1, 0, 1]))).toBeUndefined();
    expect(invert(compose([Number.NaN, 0, 0], [0, 0, 0, 1], [1, 1, 1]))).toBeUndefined();
  });

  test('fault 050: decomposition with a negative determinant gives a unit rotation that recomposes', () => {
    const mirrored = decompose(compose([7, 8, 9], [0, 0, 0, 1], [-1, 2, 3]));
    expect(mirrored).toEqual({ translation: [7, 8, 9], rotation: [0, 0, 0, 1], scale: [-1, 2, 3], error: 0 });
    fc.assert(
      fc.property(vec3, quat, scale3, (t, q, s) => {
        const m = compose(
          t,
          q,
          s.map(([v, minus]) => (minus ? -v : v)),
        );
        const parts = decompose(m);
        expect(Math.abs(Math.hypot(...parts.rotation) - 1)).toBeLessThan(1e-12);
        expect(Math.sign(determinant3(m))).toBe(Math.sign(parts.scale[0] * parts.scale[1] * parts.scale[2]));
        close(compose(parts.translation, parts.rotation, parts.scale), m);
        expect(parts.error).toBeLessThan(1e-9);
      }),
    );
  });

  test('decomposition of flattened matrices stays a rotation, and shear shows as error', () => {
    for (const scale of [
      [0, 1, 1],
      [1, 0, 1],
      [1, 1, 0],
      [0, 0, 2],
      [0, 2, 0],
      [2, 0, 0],
      [0, 0, 0],
    ]) {
      const m = compose([0, 0, 0], [0.5, 0.5, 0.5, 0.5], scale);
      const parts = decompose(m);
      expect(Math.abs(Math.hypot(...parts.rotation) - 1)).toBeLessThan(1e-12);
      expect(parts.error).toBeLessThan(1e-12);
    }
    const sheared = identity();
    sheared[4] = 0.5;
    expect(decompose(sheared).error).toBeGreaterThan(0.05);
  });

  test('the normal matrix turns normals so that they stay perpendicular', () => {
    const m = compose([0, 0, 0], [0, 0, R, R], [2, 1, 1]);
    const n = normalMatrix(m);
    // Plane x + y = 0 has the direction (1, -1, 0) and the normal (1, 1, 0).
    const direction = transformPoint(m, 1, -1, 0);
    const normal = [n[0]! + n[3]!, n[1]! + n[4]!, n[2]! + n[5]!];
    expect(Math.abs(direction[0] * normal[0]! + direction[1] * normal[1]! + direction[2] * normal[2]!)).toBeLessThan(
      1e-12,
    );
  });
});

describe('quaternions', () => {
  test('fault 050: length 2 becomes 1, length 0 and NaN have none', () => {
    expect(quatNormalize([0, 0, 0, 2])).toEqual([0, 0, 0, 1]);
    expect(quatNormalize([0, 0, 0, 0])).toBeUndefined();
    expect(quatNormalize([0, Number.NaN, 0, 1])).toBeUndefined();
    expect(quatNormalize([0, Number.POSITIVE_INFINITY, 0, 1])).toBeUndefined();
  });

  test('product, conjugate and matrix agree with turning a vector', () => {
    close(quatRotate([0, 0, R, R], [1, 0, 0]), [0, 1, 0]);
    fc.assert(
      fc.property(quat, quat, vec3, (a, b, v) => {
        close(quatRotate(quatMultiply(a, b), v), quatRotate(a, quatRotate(b, v)), 1e-8);
        close(quatRotate(quatConjugate(a), quatRotate(a, v)), v, 1e-8);
        const m = compose([0, 0, 0], a, [1, 1, 1]);
        close(transformPoint(m, ...(v as Vec3)), quatRotate(a, v), 1e-8);
        const again = quatFromMatrix(m);
        const sign = Math.sign(again[0] * a[0] + again[1] * a[1] + again[2] * a[2] + again[3] * a[3]);
        close(
          again.map((c) => c * sign),
          a,
        );
      }),
    );
  });
});
