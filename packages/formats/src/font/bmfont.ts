import type { Report } from '../diagnostics/diagnostic.ts';
import { checkNumber } from './fields.ts';
import { type FontDescription, type GlyphMetrics, lineHeight, pageFileName } from './types.ts';

/** A BMFont as its usual parsers give it; text, XML and binary alike. Other members are ignored. */
export interface BmFont {
  info: {
    face?: string;
    /** Negative when it is the height of the characters instead of the line. */
    size: number;
    bold?: number;
    italic?: number;
    charset?: string;
    unicode?: number;
    stretchH?: number;
    smooth?: number;
    aa?: number;
    /** Up, right, down, left. */
    padding?: readonly number[];
    spacing?: readonly number[];
    outline?: number;
  };
  common: { lineHeight: number; base: number; scaleW: number; scaleH: number; pages?: number };
  /** File names, in order of their ids. */
  pages: readonly string[];
  chars: readonly BmChar[];
  kernings?: readonly { first: number; second: number; amount: number }[];
}

export interface BmChar {
  id: number;
  x: number;
  y: number;
  width: number;
  height: number;
  xoffset: number;
  yoffset: number;
  xadvance: number;
  page: number;
  chnl?: number;
}

export interface FromBmFontOptions {
  /** Name of the .fnt file, with or without its ending: the base name when the pages do not give one. */
  fileName?: string;
  /** Typeface name instead of the face. */
  name?: string;
  comment?: string;
  point?: number;
  margin?: number;
}

export interface FromBmFont {
  font: FontDescription;
  /** Codes of characters left out because they do not fit 16 bits, as in the BMFont. */
  skippedCodes: number[];
  /** Kerning pairs left out. */
  droppedKernings: number;
}

/** Items named in one message; further ones are counted. */
const NAMED_ITEMS = 100;

/**
 * BMFont to font metrics (svo.md §8). What is left out is reported: characters above U+FFFF and kerning as warnings, a
 * character that occurs twice as an error (the first one is kept), so that a caller refuses when the report has errors.
 * @throws FormatError `font/metric` when a number does not fit its field.
 */
export function fontFromBmFont(bmfont: BmFont, report: Report, options: FromBmFontOptions = {}): FromBmFont {
  const { info, common } = bmfont;
  const base = unsigned(common.base, 'common.base');
  const { kept, skippedCodes } = storableChars(bmfont.chars, report);
  const glyphs = kept.map((char) => glyphFromChar(char, base));
  const face = options.name ?? info.face ?? '';
  let maxGlyphWidth = 0;
  let maxGlyphHeight = 0;
  for (const glyph of glyphs) {
    maxGlyphWidth = Math.max(maxGlyphWidth, glyph.x2 - glyph.x1);
    maxGlyphHeight = Math.max(maxGlyphHeight, glyph.y2 - glyph.y1);
  }
  reportKernings(bmfont.kernings ?? [], report);
  return {
    font: {
      baseName: baseNameOf(bmfont.pages[0], options.fileName),
      id: 'RHFONTDB',
      platform: 'DXPC',
      library: 'ceylon',
      name: face,
      comment: options.comment ?? face,
      flags: 0,
      point: unsigned(options.point ?? Math.abs(info.size), 'info.size'),
      maxAscent: base,
      maxDescent: unsigned(common.lineHeight - base, 'common, lineHeight - base'),
      maxGlyphWidth,
      maxGlyphHeight,
      pageCount: bmfont.pages.length,
      pageWidth: unsigned(common.scaleW, 'common.scaleW'),
      pageHeight: unsigned(common.scaleH, 'common.scaleH'),
      lastPageHeight: undefined,
      margin: unsigned(options.margin ?? info.padding?.[0] ?? 0, 'info.padding'),
      glyphs,
    },
    skippedCodes,
    droppedKernings: bmfont.kernings?.length ?? 0,
  };
}

/** Font metrics to a BMFont with pages of the given names, or of the names that the game's tool gives. */
export function bmFontFromFont(font: FontDescription, pageNames?: readonly string[]): BmFont {
  const pages = pageNames ?? Array.from({ length: font.pageCount }, (_, i) => pageFileName(font.baseName, i));
  return {
    info: {
      face: font.name,
      size: font.point,
      bold: 0,
      italic: 0,
      charset: '',
      unicode: 1,
      stretchH: 100,
      smooth: 1,
      aa: 1,
      padding: [font.margin, font.margin, font.margin, font.margin],
      spacing: [0, 0],
      outline: 0,
    },
    common: {
      lineHeight: lineHeight(font),
      base: font.maxAscent,
      scaleW: font.pageWidth,
      scaleH: font.pageHeight,
      pages: pages.length,
    },
    pages,
    chars: font.glyphs.map((glyph) => ({
      id: glyph.code,
      x: glyph.x1,
      y: glyph.y1,
      width: glyph.x2 - glyph.x1,
      height: glyph.y2 - glyph.y1,
      xoffset: glyph.originX,
      yoffset: font.maxAscent - glyph.originY,
      xadvance: glyph.advance,
      page: glyph.page,
      chnl: 15,
    })),
    kernings: [],
  };
}

/** `_NNNN.dds` off the first page's file name; without that ending the name of the .fnt file (svo.md §8). */
function baseNameOf(page: string | undefined, fileName: string | undefined): string {
  const pageFile = page?.replace(/^.*[\\/]/, '') ?? '';
  const match = /^(.+)_\d{4}\.dds$/i.exec(pageFile);
  if (match) return match[1]!;
  return (fileName?.replace(/^.*[\\/]/, '') ?? pageFile).replace(/\.[^.]*$/, '') || 'font';
}

function storableChars(chars: readonly BmChar[], report: Report): { kept: BmChar[]; skippedCodes: number[] } {
  const skippedCodes: number[] = [];
  const byCode = new Map<number, { char: BmChar; count: number }>();
  for (const char of chars) {
    const seen = byCode.get(char.id);
    if (seen) seen.count++;
    else if (Number.isInteger(char.id) && char.id >= 0 && char.id <= 0xffff) byCode.set(char.id, { char, count: 1 });
    else skippedCodes.push(char.id);
  }
  const nowhere = { start: 0, end: 0 };
  if (skippedCodes.length > 0) {
    const codes = listed(skippedCodes.map(codeName));
    report.add('font/code-skipped', { count: skippedCodes.length, codes }, nowhere, 'chars');
  }
  const kept = [...byCode.values()].sort((a, b) => a.char.id - b.char.id);
  for (const { char, count } of kept) {
    if (count > 1) report.add('font/glyph-duplicate', { code: char.id, count }, nowhere, 'chars');
  }
  return { kept: kept.map((k) => k.char), skippedCodes };
}

function glyphFromChar(char: BmChar, base: number): GlyphMetrics {
  const path = `chars[id=${char.id}]`;
  return {
    code: char.id,
    advance: unsigned(char.xadvance, `${path}.xadvance`),
    advanceY: 0,
    page: unsigned(char.page, `${path}.page`),
    originX: signed(char.xoffset, `${path}.xoffset`),
    originY: signed(base - char.yoffset, `${path}, base - yoffset`),
    x1: unsigned(char.x, `${path}.x`),
    y1: unsigned(char.y, `${path}.y`),
    x2: unsigned(char.x + char.width, `${path}, x + width`),
    y2: unsigned(char.y + char.height, `${path}, y + height`),
  };
}

function reportKernings(kernings: NonNullable<BmFont['kernings']>, report: Report): void {
  if (kernings.length === 0) return;
  const pairs = listed(kernings.map((k) => `${codeName(k.first)} ${codeName(k.second)} by ${k.amount}`));
  report.add('font/kerning-dropped', { count: kernings.length, pairs }, { start: 0, end: 0 }, 'kernings');
}

function listed(items: readonly string[]): string {
  const named = items.slice(0, NAMED_ITEMS).join(', ');
  return items.length > NAMED_ITEMS ? `${named} and ${items.length - NAMED_ITEMS} more` : named;
}

/** `U+0041`; the placeholder that generators write as -1, or as its 32 bits, as `-1`. */
function codeName(code: number): string {
  if (code === 0xffffffff) return '-1';
  if (!(Number.isInteger(code) && code >= 0)) return String(code);
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function unsigned(value: number, path: string): number {
  checkNumber(value, { min: 0, max: 0xffff }, path);
  return value;
}

function signed(value: number, path: string): number {
  checkNumber(value, { min: -0x8000, max: 0x7fff }, path);
  return value;
}
