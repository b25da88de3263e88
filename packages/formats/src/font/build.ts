import { buildAvts } from '../avts/write.ts';
import { encodeUtf8 } from '../binary/text.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { formatError } from '../diagnostics/format-error.ts';
import { encodeRfz } from '../rfz/write.ts';
import type { Yabx } from '../yabx/types.ts';
import { FIRST_ID } from '../yabx/values.ts';
import { writeYabx } from '../yabx/write.ts';
import { checkFontCounts, glyphProblems } from './checks.ts';
import { checkNumber, DATABASE_NUMBERS, DATABASE_STRINGS, GLYPH_NUMBERS } from './fields.ts';
import { newGraph, objectAdder } from './graph.ts';
import { pageSize } from './pages.ts';
import { FONT_SVO_CLASSES, RUHUNA_CLASSES } from './schema.ts';
import { type FontDescription, type GlyphMetrics, pageFileName } from './types.ts';

/** Objects of a table that ids can name (svo.md §2), less Database and TextureResource. */
export const MAX_GLYPHS = 55532;

/**
 * The texture-only SVO of a font (svo.md §8), byte for byte as the game's tool makes it.
 * @param pages one DDS file a page, in order.
 * @throws FormatError `font/page` for none or one that is no DDS, `font/name` for a base name that is too long.
 */
export function buildFontSvo(baseName: string, pages: readonly Uint8Array[]): Uint8Array {
  const sizes = pageSizes(pages);
  const tool = `__HmfToSvo__${baseName}`;
  const yabx = newGraph(
    tool,
    [
      [4, 'HmfToSvo/svo'],
      [7, 'stevia::Database'],
    ],
    [
      ['yabukita', 1005],
      ['stevia', 1000],
    ],
    FONT_SVO_CLASSES,
  );
  const add = objectAdder(yabx);
  const firstTexture = FIRST_ID + 6;
  add('stevia::Database', {
    _vertexDeclaration: [FIRST_ID + 1, FIRST_ID + 3],
    _texture: pages.map((_, i) => firstTexture + 2 * i),
    _image: pages.map((_, i) => firstTexture + 2 * i + 1),
    _name: baseName,
    _fullName: baseName,
  });
  add('stevia::VertexDeclaration', { _vertexElement: [FIRST_ID + 2], _name: 'P', _fullName: 'P' });
  add('stevia::VertexElement', { _semantics: 0, _elementType: 2 });
  add('stevia::VertexDeclaration', { _vertexElement: [FIRST_ID + 4, FIRST_ID + 5], _name: 'PN', _fullName: 'PN' });
  add('stevia::VertexElement', { _semantics: 0, _elementType: 2 });
  add('stevia::VertexElement', { _semantics: 3, _elementType: 8 });
  for (const [i, page] of pages.entries()) {
    const file = pageFileName(baseName, i);
    const stem = file.slice(0, -'.dds'.length);
    add('stevia::Texture', {
      _wrapU: 2,
      _wrapV: 2,
      _minFilter: 1,
      _magFilter: 1,
      _anisoNumber: 1,
      _textureType: 'base',
      _image: firstTexture + 2 * i + 1,
      _name: `${stem}_tga`,
      _fullName: `ruhuna__${stem}_tga`,
    });
    add('stevia::Image', {
      _height: sizes[i]!.height,
      _width: sizes[i]!.width,
      _maxMipmapLevel: 1,
      _format: 3,
      _alphaMode: 2,
      _fileName: file,
      _chunkFileName: `__HmfToSvo__${file}`,
      _dataSize: page.length,
      _name: stem,
      _fullName: stem,
      _flag: 2,
    });
  }
  return buildAvts(
    [
      { name: encodeUtf8(`${tool}.svo`), kind: 0, sequence: 0, data: writeYabx(yabx) },
      ...pages.map((data, i) => ({
        name: encodeUtf8(`__HmfToSvo__${pageFileName(baseName, i)}`),
        kind: 1,
        sequence: i + 1,
        data,
      })),
    ],
    false,
  );
}

export interface BuildRfzOptions {
  /** Takes the findings that do not refuse the font: page sizes, and glyphs when lenient. */
  report?: Report;
  /** Glyphs outside their page and codes that occur twice are reported instead of refused. */
  lenient?: boolean;
}

/**
 * A font file from metrics and pages (svo.md §8), glyphs in the order given.
 * @param pages one DDS file a page, in order.
 * @throws FormatError `font/page` when there are not as many pages as `font.pageCount`, `rfz/glyph` for the first glyph
 * that does not fit (unless lenient), `font/metric` and `font/name` for what its field cannot hold.
 */
export function buildRfz(
  font: FontDescription,
  pages: readonly Uint8Array[],
  options: BuildRfzOptions = {},
): Uint8Array {
  return encodeRfz(writeYabx(buildFontGraph(font, pages, options)));
}

/** The object graph of an RFZ: what `buildRfz` compresses. Throws as it does. */
export function buildFontGraph(
  font: FontDescription,
  pages: readonly Uint8Array[],
  options: BuildRfzOptions = {},
): Yabx {
  const sizes = pageSizes(pages);
  if (font.pageCount !== pages.length) {
    const problem = `the font has ${font.pageCount} pages, ${pages.length} are given`;
    throw formatError('font/page', { problem }, 0, 'pages');
  }
  checkNumber(font.glyphs.length, { min: 0, max: MAX_GLYPHS }, 'glyphs.length');
  const database = databaseValues(font);
  for (const { index, code, problem } of glyphProblems(font, sizes)) {
    const path = `glyphs[${index}]`;
    if (!options.lenient) throw formatError('rfz/glyph', { code, problem }, 0, path);
    options.report?.add('rfz/glyph', { code, problem }, { start: 0, end: 0 }, path);
  }
  if (options.report) checkFontCounts(font, sizes, options.report, 'pages');

  const yabx = newGraph(
    font.baseName,
    [[7, 'ruhuna::Database']],
    [
      ['yabukita', 1005],
      ['ruhuna', 537202737],
    ],
    RUHUNA_CLASSES,
  );
  const add = objectAdder(yabx);
  add('ruhuna::Database', {
    tex_last_h: sizes[sizes.length - 1]!.height,
    ...database,
    glyph_cnt: font.glyphs.length,
    glyph: font.glyphs.map((_, i) => FIRST_ID + 1 + i),
    texture: [FIRST_ID + 1 + font.glyphs.length],
  });
  for (const [i, glyph] of font.glyphs.entries()) add('ruhuna::Glyph', glyphValues(glyph, `glyphs[${i}]`));
  add('ruhuna::TextureResource', { file: buildFontSvo(font.baseName, pages) });
  return yabx;
}

/** The stored fields of a glyph. Throws `font/metric` for a number that does not fit. */
export function glyphValues(glyph: GlyphMetrics, path: string): Record<string, number> {
  const values: Record<string, number> = {};
  for (const field of GLYPH_NUMBERS) {
    checkNumber(glyph[field.key], field, `${path}.${field.key}`);
    values[field.stored] = glyph[field.key];
  }
  return values;
}

function databaseValues(font: FontDescription): Record<string, number | string> {
  const values: Record<string, number | string> = {};
  for (const name of DATABASE_STRINGS) values[name] = font[name];
  for (const field of DATABASE_NUMBERS) {
    const value = font[field.key];
    if (value === undefined) continue;
    checkNumber(value, field, field.key);
    values[field.stored] = value;
  }
  return values;
}

function pageSizes(pages: readonly Uint8Array[]): { width: number; height: number }[] {
  if (pages.length === 0) throw formatError('font/page', { problem: 'a font needs at least one page' }, 0, 'pages');
  return pages.map(pageSize);
}
