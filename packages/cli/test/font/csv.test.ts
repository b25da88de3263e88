import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvText, parseCsv } from '../../src/font/csv.ts';

const cellsOf = (text: string) => parseCsv(text, 't.csv').map(({ cells }) => cells);

describe('CSV', () => {
  test('written as RFC 4180 says', () => {
    expect(
      csvText([
        ['a', 1],
        ['b,c', '"'],
        [' x', 'y\nz'],
      ]),
    ).toBe('a,1\r\n"b,c",""""\r\n" x","y\nz"\r\n');
  });

  test.each([
    ['a,b\n1,2\n'],
    ['a;b\r\n1;2'],
    ['a\tb\r1\t2\r'],
    ['"a","b"\n"1","2"\n'],
    ['\n\na,b\n\n,\n1,2\n\n'.trimStart()],
  ])('%j is a table of two rows', (text) => {
    expect(cellsOf(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  test('separators inside quotes, doubled quotes, empty cells', () => {
    expect(cellsOf('a,b,c\n",","""",\n,,x\n')).toEqual([
      ['a', 'b', 'c'],
      [',', '"', ''],
      ['', '', 'x'],
    ]);
    expect(cellsOf('a,b\n1,')).toEqual([
      ['a', 'b'],
      ['1', ''],
    ]);
  });

  test('every row knows its line, also behind a cell of several', () => {
    expect(parseCsv('a,b\n\n"x\ny\nz",1\n2,3\n', 't.csv').map(({ line }) => line)).toEqual([1, 3, 6]);
  });

  test('a quote without end is named with its line', () => {
    expect(() => parseCsv('a,b\n1,"2\n3', 't.csv')).toThrow('t.csv line 2: a quote is not closed');
  });

  test('any table comes back', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '1', ',', ';', '"', ' ', '\t', '\n', '\r\n', 'é', '漢') });
    const row = fc.array(cell, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const head = ['one', 'two'];
        expect(cellsOf(csvText([head, ...rows]))).toEqual([
          head,
          ...rows.filter((cells) => cells.some((c) => c !== '')),
        ]);
      }),
    );
  });
});
