import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FileNames, foldFileName, safeFileName } from '../../src/scene/file-name.ts';

describe('safeFileName', () => {
  test.each([
    ['hero.dds', 'hero.dds'],
    ['10% #1 テ.dds', '10% #1 テ.dds'],
    ['..\\..\\p.txt', '___.._p.txt'],
    ['C:\\p.txt', 'C__p.txt'],
    ['\\\\srv\\s\\p', '__srv_s_p'],
    ['/etc/p', '_etc_p'],
    ['a/../../p', 'a_.._.._p'],
    ['../out2/x.dds', '___out2_x.dds'],
    ['link/x.dds', 'link_x.dds'],
    ['a:b', 'a_b'],
    ['CON', '_CON'],
    ['con.tar.gz', '_con.tar.gz'],
    ['CON .txt', '_CON .txt'],
    ['com¹.dds', '_com¹.dds'],
    ['lpt9', '_lpt9'],
    ['CONIN$', '_CONIN$'],
    ['console.txt', 'console.txt'],
    ['name.', 'name_'],
    ['name. .', 'name___'],
    ['.', '_'],
    ['..', '__'],
    ['.hidden', '_hidden'],
    ['', 'unnamed'],
    ['a\u0000b\nc\u202ed', 'a_b_c_d'],
    ['e\u0301.dds', '\u00e9.dds'],
    ['\ud800x', '_x'],
  ])('%j becomes %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });

  test('a long name is cut to 200 bytes between letters and keeps its extension', () => {
    const cut = safeFileName(`${'漢'.repeat(100)}.dds`);
    expect(cut).toBe(`${'漢'.repeat(65)}.dds`);
    expect(Buffer.byteLength(cut)).toBe(199);
  });

  test('any name gives one safe file name, and a safe name stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const safe = safeFileName(name);
        expect(safe).not.toMatch(/[/\\:*?"<>|]|^[\s.]|[\s.]$/u);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200);
        expect(safe.length).toBeGreaterThan(0);
        expect(safeFileName(safe)).toBe(safe);
      }),
    );
  });
});

describe('FileNames', () => {
  test('fault 062: names that differ in case only are numbered, the same everywhere', () => {
    const names = new FileNames();
    expect(['Ha.dds', 'ha.DDS', 'A', 'a', 'A', 'a-2'].map((name) => names.takeName(name))).toEqual([
      'Ha.dds',
      'ha-2.DDS',
      'A',
      'a-2',
      'A-3',
      'a-2-2',
    ]);
  });

  test('a long name has room for its number', () => {
    const names = new FileNames();
    const long = `${'x'.repeat(300)}.dds`;
    expect(names.takeName(long)).toBe(`${'x'.repeat(196)}.dds`);
    expect(names.takeName(long)).toBe(`${'x'.repeat(194)}-2.dds`);
  });

  test('any list of names gives names that stay apart when case is folded', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 4 })), (list) => {
        const names = new FileNames();
        const taken = list.map((name) => foldFileName(names.takeName(name)));
        expect(new Set(taken).size).toBe(list.length);
      }),
    );
  });
});
