import { expect, test } from 'vitest';
import { codeNames } from '../../src/font/code-names.ts';

test.each([
  [[], ''],
  [[0x41], 'U+0041'],
  [[0x41, 0x42], 'U+0041, U+0042'],
  [[9, 0x41, 0x42, 0x43, 0x10ffff], 'U+0009, U+0041-U+0043, U+10FFFF'],
  [[0x42, 0x41], 'U+0042, U+0041'],
])('%j', (codes, names) => {
  expect(codeNames(codes)).toBe(names);
});

test('of a long list a hundred ranges are named, the rest is counted', () => {
  const names = codeNames(Array.from({ length: 150 }, (_, i) => 4 * i).flatMap((code) => [code, code + 1, code + 2]));
  expect(names.split(', ')).toHaveLength(100);
  expect(names).toMatch(/U\+018C-U\+018E and 150 more$/);
});
