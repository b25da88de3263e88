import type { FontDescription } from '@unbake/formats';

/** Sentences that show a typeface, by what a font may have. */
const SENTENCES = [
  'The quick brown fox jumps over the lazy dog. 0123456789',
  'いろはにほへと ちりぬるを',
  '天地玄黄 宇宙洪荒',
  'Съешь же ещё этих мягких французских булок',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '0123456789',
];
/** Glyphs of a font that has none of them whole. */
const FIRST = 24;

/** What is written before anything is typed: every sentence that the font has whole, else its first glyphs. */
export function sampleText(font: FontDescription): string {
  const known = new Set(font.glyphs.map((glyph) => glyph.code));
  const whole = SENTENCES.filter((text) =>
    Array.from(text, (c) => c.charCodeAt(0)).every((c) => c === 32 || known.has(c)),
  );
  if (whole.length > 0) return whole.slice(0, 2).join('\n');
  return String.fromCharCode(
    ...font.glyphs
      .filter((g) => g.x2 > g.x1)
      .slice(0, FIRST)
      .map((g) => g.code),
  );
}
