import { encodeDds, type FontDescription, type GlyphMetrics } from '@unbake/formats';
import { usageError } from '../failure.ts';
import { codeNames } from './code-names.ts';
import { PAGE_FORMAT } from './pages.ts';
import { type PlacedPath, rasterise } from './rasterise.ts';
import type { Outline, Outlines } from './read-outlines.ts';
import { packShelves } from './shelf-packer.ts';

/** Widths and heights of pages that the games' graphics cards take. */
export const PAGE_SIZES = [64, 128, 256, 512, 1024, 2048, 4096] as const;

export interface MakeFontOptions {
  baseName: string;
  name: string;
  comment: string;
  /** Of the em square, in texels. */
  size: number;
  /** Width and height of a page, one of `PAGE_SIZES`; the last page is as high as it needs to be. */
  pageSize: number;
  margin: number;
}

export interface MadeFont {
  font: FontDescription;
  pages: Uint8Array[];
}

/**
 * A font from outlines: glyphs placed on pages and drawn, metrics in whole texels. The same input gives the same font.
 * @throws Failure when a glyph is larger than a page.
 */
export async function makeFont(source: Outlines, options: MakeFontOptions): Promise<MadeFont> {
  const { pageSize, margin } = options;
  const outlines = [...source.outlines].sort((a, b) => a.code - b.code);
  const shapes = outlines.filter((outline) => outline.path.length > 0);
  refuseLarge(shapes, pageSize - 2 * margin, options);
  const places = packShelves(shapes.map(boxOf), pageSize, margin);
  const placed = new Map(shapes.map((shape, i) => [shape, places[i]!]));
  const glyphs = outlines.map((outline): GlyphMetrics => {
    const { width, height } = boxOf(outline);
    const at = placed.get(outline) ?? { page: 0, x: 0, y: 0 };
    return {
      code: outline.code,
      advance: outline.advance,
      advanceY: 0,
      page: at.page,
      originX: outline.left,
      originY: -outline.top + 0,
      x1: at.x,
      y1: at.y,
      x2: at.x + width,
      y2: at.y + height,
    };
  });
  const pageCount = 1 + places.reduce((last, place) => Math.max(last, place.page), 0);
  const pages: Uint8Array[] = [];
  let lastPageHeight = pageSize;
  for (let page = 0; page < pageCount; page++) {
    const paths: PlacedPath[] = [];
    let used = 0;
    for (const [outline, at] of placed) {
      if (at.page !== page) continue;
      paths.push({ path: outline.path, x: at.x - outline.left, y: at.y - outline.top });
      used = Math.max(used, at.y + boxOf(outline).height + margin);
    }
    if (page === pageCount - 1) lastPageHeight = PAGE_SIZES.find((size) => size >= used) ?? pageSize;
    const image = await rasterise(paths, pageSize, page === pageCount - 1 ? lastPageHeight : pageSize);
    pages.push(encodeDds(image, { format: PAGE_FORMAT, mips: 'none' }));
  }
  return {
    pages,
    font: {
      baseName: options.baseName,
      id: 'RHFONTDB',
      platform: 'DXPC',
      library: 'ceylon',
      name: options.name,
      comment: options.comment,
      flags: 0,
      point: options.size,
      maxAscent: source.ascent,
      maxDescent: source.descent,
      maxGlyphWidth: glyphs.reduce((most, glyph) => Math.max(most, glyph.x2 - glyph.x1), 0),
      maxGlyphHeight: glyphs.reduce((most, glyph) => Math.max(most, glyph.y2 - glyph.y1), 0),
      pageCount,
      pageWidth: pageSize,
      pageHeight: pageSize,
      lastPageHeight,
      margin,
      glyphs,
    },
  };
}

function boxOf(outline: Outline): { width: number; height: number } {
  return { width: outline.right - outline.left, height: outline.bottom - outline.top };
}

function refuseLarge(shapes: readonly Outline[], room: number, options: MakeFontOptions): void {
  const side = (shape: Outline) => Math.max(boxOf(shape).width, boxOf(shape).height);
  const large = shapes.filter((shape) => side(shape) > room);
  if (large.length === 0) return;
  const needed = large.reduce((most, shape) => Math.max(most, side(shape)), 0) + 2 * options.margin;
  const fitting = PAGE_SIZES.find((size) => size >= needed);
  throw usageError(
    `${codeNames(large.map((shape) => shape.code))}: larger than a page of ${options.pageSize} texels with its margin`,
    fitting === undefined
      ? 'Choose a smaller --size or --margin.'
      : `--page-size ${fitting} fits, or choose a smaller --size.`,
  );
}
