/**
 * A font in plain numbers (svo.md §8): what an RFZ stores of `ruhuna::Database`, without objects, ids and pages. All are
 * whole numbers; lengths in texels. u16 unless said otherwise.
 */
export interface FontDescription {
  /** Name of the object graph and of the pages: `BASE_NNNN.dds`. */
  baseName: string;
  /** `RHFONTDB` in known files. */
  id: string;
  /** `DXPC` in known files. */
  platform: string;
  /** `ceylon` in known files. */
  library: string;
  /** Name of the typeface. */
  name: string;
  comment: string;
  /** u32, 0 in known files. */
  flags: number;
  point: number;
  /** From the top of a line to its base line. */
  maxAscent: number;
  /** From the base line to the bottom of a line. */
  maxDescent: number;
  maxGlyphWidth: number;
  maxGlyphHeight: number;
  /** Number of pages, u32. */
  pageCount: number;
  pageWidth: number;
  pageHeight: number;
  /** Height of the last page; undefined: taken from its DDS when the font is built. */
  lastPageHeight: number | undefined;
  margin: number;
  /** Ascending by code. */
  glyphs: GlyphMetrics[];
}

/** One character (`ruhuna::Glyph`). u16 unless said otherwise. */
export interface GlyphMetrics {
  /** UTF-16 code unit. */
  code: number;
  /** Advance to the next character. */
  advance: number;
  /** `cell_inc_y`, 0 in known files. */
  advanceY: number;
  page: number;
  /** s16: from the pen to the left edge of the box. */
  originX: number;
  /** s16: from the base line up to the top of the box. */
  originY: number;
  /** The box on its page: x1, y1 inside, x2, y2 one beyond. */
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** The metrics with which the game draws a character that is not rotated (svo.md §8). */
export interface DrawnGlyph {
  width: number;
  height: number;
  /** From the pen to the left edge. */
  bearingX: number;
  /** From the top of the line down to the top edge. */
  bearingY: number;
  advance: number;
}

export function drawnGlyph(font: Pick<FontDescription, 'maxAscent'>, glyph: GlyphMetrics): DrawnGlyph {
  return {
    width: glyph.x2 - glyph.x1,
    height: glyph.y2 - glyph.y1,
    bearingX: glyph.originX,
    bearingY: font.maxAscent - glyph.originY,
    advance: glyph.advance,
  };
}

/** Height of a line in the game (svo.md §8). */
export function lineHeight(font: Pick<FontDescription, 'maxAscent' | 'maxDescent'>): number {
  return font.maxAscent + font.maxDescent;
}

/** `BASE_0003.dds`: the file name of a page. */
export function pageFileName(baseName: string, page: number): string {
  return `${baseName}_${String(page).padStart(4, '0')}.dds`;
}
