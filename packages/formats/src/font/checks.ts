import type { Report } from '../diagnostics/diagnostic.ts';
import type { FontGlyph } from './ruhuna.ts';
import type { FontDescription, GlyphMetrics } from './types.ts';

/** Width and height of a page, in texels. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A glyph that breaks a rule. */
export interface GlyphProblem {
  readonly index: number;
  readonly code: number;
  readonly problem: string;
}

/**
 * Every rule for the boxes, pages and codes of glyphs (svo.md §8), one finding a glyph at most. A box must lie inside its
 * page, and inside the page size by which the game divides.
 */
export function glyphProblems(
  font: Pick<FontDescription, 'glyphs' | 'pageWidth' | 'pageHeight'>,
  pages: readonly PageSize[],
): GlyphProblem[] {
  const sizes = pages.map(({ width, height }) => ({
    width: Math.min(width, font.pageWidth),
    height: Math.min(height, font.pageHeight),
  }));
  const problems: GlyphProblem[] = [];
  const first = new Map<number, number>();
  for (const [index, glyph] of font.glyphs.entries()) {
    const seen = first.get(glyph.code);
    if (seen === undefined) first.set(glyph.code, index);
    const problem = boxProblem(glyph, sizes) ?? (seen === undefined ? undefined : `glyph ${seen} has the same code`);
    if (problem !== undefined) problems.push({ index, code: glyph.code, problem });
  }
  return problems;
}

/** Kerning lists that are not empty: an empty one is a u32 count of 0. */
export function checkKerning(glyphs: readonly FontGlyph[], report: Report, path: (index: number) => string): void {
  for (const [index, { metrics, kerning, kerningCount, object }] of glyphs.entries()) {
    if (kerningCount === 0 && kerning.every((b) => b === 0)) continue;
    report.add(
      'rfz/kerning',
      { code: metrics.code, count: kerningCount, bytes: kerning.length },
      { start: object.offset, end: object.offset + object.bodySize },
      path(index),
    );
  }
}

/** The counts of pages and glyphs against what is there. */
export function checkFontCounts(font: FontDescription, pages: readonly PageSize[], report: Report, path: string): void {
  const add = (problem: string) => report.add('rfz/texture', { problem }, { start: 0, end: 0 }, path);
  if (font.pageCount !== pages.length) add(`the font counts ${font.pageCount} pages, its SVO has ${pages.length}`);
  for (const [i, page] of pages.entries()) {
    const isLast = i === pages.length - 1;
    const height = isLast ? (font.lastPageHeight ?? page.height) : font.pageHeight;
    if (page.width === font.pageWidth && page.height === height) continue;
    add(`page ${i} is ${page.width}x${page.height}, the font says ${font.pageWidth}x${height}`);
  }
}

/** A glyph without texels needs no page. */
function boxProblem(glyph: GlyphMetrics, pages: readonly PageSize[]): string | undefined {
  const { x1, y1, x2, y2 } = glyph;
  if (x2 < x1 || y2 < y1) return `its box ${x1},${y1} to ${x2},${y2} is turned round`;
  if (x1 === x2 || y1 === y2) return undefined;
  const page = pages[glyph.page];
  if (!page) return `page ${glyph.page} is missing, there are ${pages.length}`;
  if (x2 <= page.width && y2 <= page.height) return undefined;
  return `its box ${x1},${y1} to ${x2},${y2} leaves page ${glyph.page} of ${page.width}x${page.height} texels`;
}
