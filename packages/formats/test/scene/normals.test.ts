import { describe, expect, test } from 'vitest';
import { FALLBACK_NORMAL, faceNormals, repairNormals } from '../../src/scene/normals.ts';

describe('normals', () => {
  const TRIANGLE = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);

  test('face normals are area-weighted unit sums, counter-clockwise outside', () => {
    expect([...faceNormals(TRIANGLE, [0, 1, 2])]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
    expect([...faceNormals(TRIANGLE, [0, 2, 1])]).toEqual([0, 0, -1, 0, 0, -1, 0, 0, -1]);
    expect([...faceNormals(TRIANGLE, [0, 1, 1])]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('fault 029: zero, off and non-finite normals become unit ones, with counts', () => {
    const normals = Float32Array.of(0, 0, 0, 1.0002, 0, 0, 2, 0, 0);
    expect(repairNormals(normals, TRIANGLE, [0, 2, 1])).toEqual({ rescaled: 2, fromFaces: 1, fallback: 0 });
    expect([...normals]).toEqual([0, 0, -1, 1, 0, 0, 1, 0, 0]);
    const degenerate = Float32Array.of(0, 0, 0, Number.NaN, 0, 0, Number.POSITIVE_INFINITY, 0, 0);
    expect(repairNormals(degenerate, TRIANGLE, [0, 1, 1])).toEqual({ rescaled: 0, fromFaces: 0, fallback: 3 });
    expect([...degenerate]).toEqual([...FALLBACK_NORMAL, ...FALLBACK_NORMAL, ...FALLBACK_NORMAL]);
  });

  test('unit normals stay as they are', () => {
    const normals = Float32Array.of(0.6, 0.8, 0, 0, 0, -1, 0, 1, 0);
    const before = [...normals];
    expect(repairNormals(normals, TRIANGLE, [0, 1, 2])).toEqual({ rescaled: 0, fromFaces: 0, fallback: 0 });
    expect([...normals]).toEqual(before);
  });
});
