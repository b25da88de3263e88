import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faceTangents } from '../../src/scene/tangents.ts';

const POSITIONS = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);
const NORMALS = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1);
const INDICES = [0, 1, 2, 2, 1, 3];
const four = (t: number[]) => [...t, ...t, ...t, ...t];

test('the tangent points along u, and w makes the bitangent point up the picture', () => {
  const upright = Float32Array.of(0, 1, 1, 1, 0, 0, 1, 0);
  expect([...faceTangents(POSITIONS, NORMALS, upright, INDICES)]).toEqual(four([1, 0, 0, 1]));
  const mirrored = Float32Array.of(1, 1, 0, 1, 1, 0, 0, 0);
  expect([...faceTangents(POSITIONS, NORMALS, mirrored, INDICES)]).toEqual(four([-1, 0, 0, -1]));
  const turned = Float32Array.of(0, 0, 0, 1, 1, 0, 1, 1);
  expect([...faceTangents(POSITIONS, NORMALS, turned, INDICES)]).toEqual(four([0, 1, 0, 1]));
});

test('without a direction in the texture any perpendicular one is taken', () => {
  expect([...faceTangents(POSITIONS, NORMALS, new Float32Array(8), INDICES)]).toEqual(four([1, 0, 0, 1]));
  const alongX = Float32Array.of(1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0);
  expect([...faceTangents(POSITIONS, alongX, new Float32Array(8), [])]).toEqual(four([0, 1, 0, 1]));
});

test('tangents are unit, perpendicular and finite for any triangle', () => {
  const value = fc.float({ min: -100, max: 100, noNaN: true });
  const values = (n: number) => fc.array(value, { minLength: n, maxLength: n }).map((list) => Float32Array.from(list));
  fc.assert(
    fc.property(values(9), values(6), values(3), (positions, uvs, direction) => {
      const length = Math.hypot(...direction);
      fc.pre(length > 1e-3);
      const normal = direction.map((c) => c / length);
      const tangents = faceTangents(positions, Float32Array.of(...normal, ...normal, ...normal), uvs, [0, 1, 2]);
      for (let v = 0; v < 3; v++) {
        const [x, y, z, w] = tangents.subarray(v * 4);
        expect(Math.abs(Math.hypot(x!, y!, z!) - 1)).toBeLessThan(1e-5);
        expect(Math.abs(x! * normal[0]! + y! * normal[1]! + z! * normal[2]!)).toBeLessThan(2e-4);
        expect(Math.abs(w!)).toBe(1);
      }
    }),
  );
});
