import type { GlyphMetrics } from '@unbake/formats';

/** `U+0041`. */
export function codeText(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The character as it can be shown in a line; a blank one and a control code by a sign of their own. */
export function characterText(code: number): string {
  if (code === 0x20 || code === 0xa0 || code === 0x3000) return '␣';
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  // Half of a pair, or a code that is only a mark of direction, shows nothing by itself.
  if ((code >= 0xd800 && code <= 0xdfff) || (code >= 0x200b && code <= 0x200f) || (code >= 0x202a && code <= 0x202e))
    return '·';
  return String.fromCharCode(code);
}

/**
 * Indices of the glyphs that a search finds: a code (`U+41`, `0x41`, or a decimal number of two and more digits), else any
 * of the characters typed. An empty search finds all.
 */
export function findGlyphs(glyphs: readonly GlyphMetrics[], query: string): number[] {
  const wanted = query.trim();
  const all = glyphs.map((_, i) => i);
  if (query === '' || (wanted === '' && query !== ' ')) return all;
  const hex = /^(?:u\+|0x)([0-9a-f]{1,4})$/i.exec(wanted)?.[1];
  const decimal = /^\d{2,5}$/.test(wanted) ? Number(wanted) : undefined;
  const codes = new Set<number>();
  if (hex) codes.add(Number.parseInt(hex, 16));
  else {
    for (let i = 0; i < query.length; i++) codes.add(query.charCodeAt(i));
    if (decimal !== undefined) codes.add(decimal);
  }
  return all.filter((i) => codes.has(glyphs[i]!.code));
}
