import type { RgbaImage } from '../scene/scene.ts';
import { drawnGlyph, type FontDescription, type GlyphMetrics, lineHeight } from './types.ts';

/** A character placed in a text: its glyph, and the top left corner of its box from the top left of the text, in texels. */
export interface PlacedGlyph {
  glyph: GlyphMetrics;
  x: number;
  y: number;
}

export interface TextLayout {
  placed: PlacedGlyph[];
  /** Extent of the drawn boxes and of the lines; a box may begin left of the pen or above its line. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Codes of the text that the font does not have, each once, in order. */
  missing: number[];
}

/**
 * Places a text with the game's metrics (svo.md §8): every UTF-16 code unit is a character, `\n` begins a line, `\r` is left
 * out, a character without a glyph takes no room and is listed.
 */
export function layoutText(font: FontDescription, text: string): TextLayout {
  const byCode = new Map<number, GlyphMetrics>();
  for (const glyph of font.glyphs) if (!byCode.has(glyph.code)) byCode.set(glyph.code, glyph);
  const height = lineHeight(font);
  const placed: PlacedGlyph[] = [];
  const missing = new Set<number>();
  const extent = { left: 0, top: 0, right: 0, bottom: height };
  let pen = 0;
  let line = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 13) continue;
    if (code === 10) {
      pen = 0;
      line += height;
      extent.bottom = Math.max(extent.bottom, line + height);
      continue;
    }
    const glyph = byCode.get(code);
    if (!glyph) {
      missing.add(code);
      continue;
    }
    const drawn = drawnGlyph(font, glyph);
    const x = pen + drawn.bearingX;
    const y = line + drawn.bearingY;
    pen += drawn.advance;
    extent.right = Math.max(extent.right, pen);
    if (drawn.width > 0 && drawn.height > 0) {
      placed.push({ glyph, x, y });
      extent.left = Math.min(extent.left, x);
      extent.top = Math.min(extent.top, y);
      extent.right = Math.max(extent.right, x + drawn.width);
      extent.bottom = Math.max(extent.bottom, y + drawn.height);
    }
  }
  return { placed, ...extent, missing: [...missing] };
}

export interface RenderTextOptions {
  /** Colour behind the text, RGBA; transparent black when absent. */
  background?: readonly [number, number, number, number];
  /** Width and height of the picture are at most this; what lies beyond is cut. */
  maxSize?: number;
}

/**
 * Draws a placed text from the decoded pages, source over destination, in stored space. Texels outside a page, or of a page
 * that is not there, are not drawn.
 */
export function renderText(
  layout: TextLayout,
  pages: readonly RgbaImage[],
  options: RenderTextOptions = {},
): RgbaImage {
  const maxSize = options.maxSize ?? 8192;
  const width = Math.max(1, Math.min(maxSize, layout.right - layout.left));
  const height = Math.max(1, Math.min(maxSize, layout.bottom - layout.top));
  const rgba = new Uint8Array(width * height * 4);
  const background = options.background;
  if (background) for (let i = 0; i < rgba.length; i++) rgba[i] = background[i & 3]!;
  const image = { width, height, rgba };
  for (const { glyph, x, y } of layout.placed) {
    const page = pages[glyph.page];
    if (page) drawBox(image, x - layout.left, y - layout.top, page, glyph);
  }
  return image;
}

function drawBox(image: RgbaImage, atX: number, atY: number, page: RgbaImage, box: GlyphMetrics): void {
  const x2 = Math.min(box.x2, page.width, box.x1 + image.width - atX);
  const y2 = Math.min(box.y2, page.height, box.y1 + image.height - atY);
  for (let y = box.y1; y < y2; y++) {
    let from = (y * page.width + box.x1) * 4;
    let to = ((atY + y - box.y1) * image.width + atX) * 4;
    for (let x = box.x1; x < x2; x++, from += 4, to += 4) blend(image.rgba, to, page.rgba, from);
  }
}

/** Source over destination, alpha not premultiplied, rounded to nearest. */
function blend(to: Uint8Array, at: number, from: Uint8Array, source: number): void {
  const alpha = from[source + 3]!;
  const below = to[at + 3]!;
  const kept = below * (255 - alpha);
  const sum = alpha * 255 + kept;
  if (sum === 0) return;
  for (let c = 0; c < 3; c++) {
    to[at + c] = Math.floor((from[source + c]! * alpha * 255 + to[at + c]! * kept) / sum + 0.5);
  }
  to[at + 3] = Math.floor(sum / 255 + 0.5);
}
