import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stripToList, wholeTriangles } from '../../src/scene/strips.ts';

describe('strips', () => {
  const GRID = [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
    [2, 0],
    [2, 1],
    [3, 0],
    [3, 1],
  ];

  test('fault 034: stitched strips keep their faces outside, parity over all positions', () => {
    const list = stripToList([0, 1, 2, 3, 3, 4, 4, 5, 6, 7]);
    expect([...list]).toEqual([0, 1, 2, 2, 1, 3, 4, 5, 6, 6, 5, 7]);
    const faces = [];
    for (let i = 0; i < list.length; i += 3) {
      const [a, b, c] = [GRID[list[i]!]!, GRID[list[i + 1]!]!, GRID[list[i + 2]!]!];
      faces.push(Math.sign((b[0]! - a[0]!) * (c[1]! - a[1]!) - (b[1]! - a[1]!) * (c[0]! - a[0]!)));
    }
    expect(new Set(faces).size).toBe(1);
  });

  test('fault 035: strips with fewer than 3 indices give none, a list of 5 gives one', () => {
    for (const strip of [[], [0], [0, 1], [0, 0, 0]]) expect(stripToList(strip).length).toBe(0);
    expect([...wholeTriangles([0, 1, 2, 3, 4])]).toEqual([0, 1, 2]);
    expect(wholeTriangles([]).length).toBe(0);
  });

  test('fault 032: a strip of repeated indices only gives no triangle', () => {
    expect(stripToList([0, 0, 0, 1, 1]).length).toBe(0);
  });

  test('every strip without repeats gives all triangles with alternating order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), (n) => {
        const list = stripToList(Array.from({ length: n }, (_, i) => i));
        expect(list.length).toBe(Math.max(0, n - 2) * 3);
        for (let t = 0; t * 3 < list.length; t++) {
          expect([...list.subarray(t * 3, t * 3 + 3)]).toEqual(t % 2 ? [t + 1, t, t + 2] : [t, t + 1, t + 2]);
        }
      }),
    );
  });
});
