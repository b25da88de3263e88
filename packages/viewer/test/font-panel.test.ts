import { describe, expect, test } from 'vitest';
import { characterText, codeText, findGlyphs } from '../src/panels/font/glyph-text.ts';
import { problemsByObject } from '../src/panels/font/problems.ts';
import { sampleText } from '../src/panels/font/sample-text.ts';

const glyphs = ['A', 'B', 'a', '1', '2', ' ', 'あ'].map((c) => ({
  code: c.charCodeAt(0),
  advance: 5,
  advanceY: 0,
  page: 0,
  originX: 0,
  originY: 0,
  x1: 0,
  y1: 0,
  x2: c === ' ' ? 0 : 4,
  y2: 4,
}));
const found = (query: string) => findGlyphs(glyphs, query).map((i) => String.fromCharCode(glyphs[i]!.code));

describe('finding glyphs', () => {
  test('by characters, by code in hex, by a decimal code', () => {
    expect(found('')).toHaveLength(7);
    expect(found('aB')).toEqual(['B', 'a']);
    expect(found('U+0041')).toEqual(['A']);
    expect(found('0x3042')).toEqual(['あ']);
    expect(found('65')).toEqual(['A']);
    expect(found('12')).toEqual(['1', '2']);
    expect(found(' ')).toEqual([' ']);
    expect(found('Z')).toEqual([]);
  });

  test('codes are shown as Unicode writes them; what has no picture gets a sign', () => {
    expect(codeText(0x41)).toBe('U+0041');
    expect(characterText(0x41)).toBe('A');
    expect(characterText(0x20)).toBe('␣');
    expect(characterText(0x0a)).toBe('␊');
    expect(characterText(0xd83d)).toBe('·');
    expect(characterText(0x202e)).toBe('·');
  });
});

test('findings go to the objects that their paths name', () => {
  const base = { code: 'rfz/glyph', severity: 'warning', offset: 0, length: 0 } as const;
  const map = problemsByObject([
    { ...base, path: 'stream.#10012', message: 'one' },
    { ...base, path: 'stream.#10012.kerning_info', message: 'two' },
    { ...base, path: 'header', message: 'three' },
  ]);
  expect([...map]).toEqual([[10012, 'one\ntwo']]);
});

test('the first text is one that the font can draw whole, else its first glyphs', () => {
  const font = { glyphs } as Parameters<typeof sampleText>[0];
  expect(sampleText(font)).toBe('ABa12あ');
  const digits = [...'0123456789'].map((c) => ({ ...glyphs[0]!, code: c.charCodeAt(0) }));
  expect(sampleText({ ...font, glyphs: digits })).toBe('0123456789');
});
