import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteIndex } from '../src/lib/byte-index.ts';
import { unexplainedByColumn } from '../src/lib/coverage.ts';

/** An index over `[start, end)` fields, numbered by their place. */
function indexOf(fields: readonly (readonly [number, number])[]): ByteIndex {
  return new ByteIndex(
    fields.map((_, i) => i),
    Float64Array.from(fields, ([start]) => start),
    Float64Array.from(fields, ([, end]) => end),
  );
}

describe('from a byte to its field', () => {
  test('first and last byte of a field, and the bytes between fields', () => {
    const index = indexOf([
      [4, 8],
      [8, 9],
      [12, 20],
    ]);
    expect([3, 4, 7, 8, 9, 11, 12, 19, 20, 1e12].map((at) => index.at(at))).toEqual([
      -1, 0, 0, 1, -1, -1, 2, 2, -1, -1,
    ]);
  });

  test('the innermost of fields that overlap, in whatever order they are given', () => {
    const index = indexOf([
      [20, 30],
      [0, 100],
      [20, 25],
      [90, 95],
    ]);
    expect([0, 20, 24, 25, 29, 30, 92, 99].map((at) => index.at(at))).toEqual([1, 2, 2, 0, 0, 1, 3, 1]);
    expect(index.gaps(100)).toEqual([]);
  });

  test('nothing at all', () => {
    expect(indexOf([]).at(0)).toBe(-1);
    expect(indexOf([]).gaps(10)).toEqual([{ start: 0, end: 10 }]);
    expect(indexOf([]).gaps(0)).toEqual([]);
  });

  test('beyond 4 GiB, where 32-bit numbers would wrap', () => {
    const far = 6 * 2 ** 30;
    const index = indexOf([
      [0, 16],
      [far, far + 4],
    ]);
    expect([far - 1, far, far + 3, far + 4].map((at) => index.at(at))).toEqual([-1, 1, 1, -1]);
    expect(index.gaps(far + 5)).toEqual([
      { start: 16, end: far },
      { start: far + 4, end: far + 5 },
    ]);
  });

  test('as a search byte by byte, for any fields', () => {
    const field = fc
      .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 12 }))
      .map(([start, length]) => [start, start + length] as const);
    fc.assert(
      fc.property(fc.array(field, { maxLength: 20 }), (fields) => {
        const index = indexOf(fields);
        const size = 64;
        const gaps = index.gaps(size);
        for (let at = 0; at < size; at++) {
          const holding = fields.flatMap(([start, end], i) => (start <= at && at < end ? [i] : []));
          const found = index.at(at);
          if (holding.length === 0) expect(found).toBe(-1);
          else {
            const latest = Math.max(...holding.map((i) => fields[i]![0]));
            const shortest = Math.min(...holding.filter((i) => fields[i]![0] === latest).map((i) => fields[i]![1]));
            expect(fields[found]).toEqual([latest, shortest]);
          }
          expect(gaps.some((gap) => gap.start <= at && at < gap.end)).toBe(holding.length === 0);
        }
      }),
    );
  });
});

describe('the coverage bar', () => {
  test('each column says how much of its bytes is unexplained', () => {
    const gaps = [
      { start: 5, end: 15 },
      { start: 39, end: 40 },
    ];
    expect([...unexplainedByColumn(gaps, 40, 4)]).toEqual([0.5, 0.5, 0, 0.1]);
  });

  test('a byte in a huge file still shows, and an empty file has no columns to fill', () => {
    const size = 5e9;
    const parts = unexplainedByColumn([{ start: 4.9e9, end: 4.9e9 + 1 }], size, 512);
    expect(parts.filter((part) => part > 0)).toHaveLength(1);
    expect([...unexplainedByColumn([], 0, 2)]).toEqual([0, 0]);
  });

  test('more columns than bytes', () => {
    expect([...unexplainedByColumn([{ start: 1, end: 2 }], 2, 4)]).toEqual([0, 0, 1, 1]);
  });
});
