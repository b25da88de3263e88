import { bytesEqual } from '../binary/bytes.ts';
import { formatError } from '../diagnostics/format-error.ts';
import { encodeRfz } from '../rfz/write.ts';
import type { YabxObject } from '../yabx/types.ts';
import { FIRST_ID } from '../yabx/values.ts';
import { writeYabx } from '../yabx/write.ts';
import { buildFontGraph, buildFontSvo, glyphValues, MAX_GLYPHS } from './build.ts';
import { glyphProblems } from './checks.ts';
import { checkNumber, DATABASE_NUMBERS, DATABASE_STRINGS, GLYPH_NUMBERS } from './fields.ts';
import { descriptionOf, type FontFolder, type GlyphRow, kerningOf, rowOf } from './folder.ts';
import { graphName, objectAdder, setField } from './graph.ts';
import { editableFont, fontPagesOf, pageSize, replaceSvoPages } from './pages.ts';
import { type FontDatabase, fontSvoOf } from './ruhuna.ts';
import type { FontDescription } from './types.ts';

/**
 * Puts an unpacked font together. With its stream only what differs from it is changed, so an unedited folder gives the
 * same stream; without it the font is made anew from metadata, glyphs and pages.
 * @throws FormatError `font/*` or `rfz/glyph`, with the place in the folder, for an edit that does not fit.
 */
export function packFont(folder: FontFolder): Uint8Array {
  const wanted = descriptionOf(folder);
  const values = folder.glyphs.map((row, i) => rowValues(row, `glyphs[${i}]`));
  const pages = folder.pages.map((page) => page.dds);
  if (!folder.stream) {
    const graph = buildFontGraph(wanted, pages);
    const glyphs = graph.objects.filter((o) => o.className === 'ruhuna::Glyph');
    for (const [i, glyph] of glyphs.entries()) {
      setField(graph, glyph, 'kerning_info_cnt', values[i]!.kerning_info_cnt!);
      setField(graph, glyph, 'kerning_info', values[i]!.kerning_info!);
    }
    return encodeRfz(writeYabx(graph));
  }
  const font = editableFont(folder.stream);
  refuseNewProblems(font, folder, wanted);
  applyDescription(font, wanted);
  applyPages(font, folder, wanted);
  const codes = font.glyphs.map((g) => g.metrics.code);
  const sameCodes = codes.length === folder.glyphs.length && folder.glyphs.every((row, i) => row.code === codes[i]);
  if (sameCodes) {
    for (const [i, row] of folder.glyphs.entries())
      applyRow(font, font.glyphs[i]!.object, rowOf(font.glyphs[i]!), row, i);
  } else {
    rebuildGlyphs(font, folder.glyphs);
  }
  return encodeRfz(writeYabx(font.yabx));
}

function applyDescription(font: FontDatabase, wanted: FontDescription): void {
  const { yabx, database, description } = font;
  for (const name of DATABASE_STRINGS) {
    if (wanted[name] !== description[name]) setField(yabx, database, name, wanted[name]);
  }
  for (const { key, stored } of DATABASE_NUMBERS) {
    const value = wanted[key] ?? 0;
    if (value !== description[key]) setField(yabx, database, stored, value);
  }
  if (wanted.baseName !== description.baseName) yabx.name = graphName(wanted.baseName);
}

/** The embedded SVO of the folder with its pages: changed in place, or made anew for another name or number of pages. */
function applyPages(font: FontDatabase, folder: FontFolder, wanted: FontDescription): void {
  const svo = fontSvoOf(font);
  const present = svo ? fontPagesOf(svo) : [];
  const pages = folder.pages.map((page) => page.dds);
  const texture = font.textures.find((t) => t.file === svo?.bytes) ?? font.textures[0];
  if (!texture) {
    if (pages.length === 0) return;
    throw formatError('font/page', { problem: 'the font has no TextureResource for its pages' }, 0, 'pages');
  }
  if (pages.length !== present.length || wanted.baseName !== font.description.baseName) {
    if (pages.length !== wanted.pageCount) {
      const problem = `the font has ${wanted.pageCount} pages, ${pages.length} are given`;
      throw formatError('font/page', { problem }, 0, 'pages');
    }
    setField(font.yabx, texture.object, 'file', buildFontSvo(wanted.baseName, pages));
    return;
  }
  const base = folder.svo ?? texture.file;
  const changed = new Map<number, Uint8Array>();
  for (const [i, page] of pages.entries()) if (!bytesEqual(page, present[i]!.chunk.data)) changed.set(i, page);
  const file = changed.size > 0 ? replaceSvoPages(base, changed) : base;
  if (!bytesEqual(file, texture.file)) setField(font.yabx, texture.object, 'file', file);
}

/** A glyph that leaves its page, or one code twice, is refused, unless it was so before. */
function refuseNewProblems(font: FontDatabase, folder: FontFolder, wanted: FontDescription): void {
  const svo = fontSvoOf(font);
  const present = svo ? fontPagesOf(svo) : [];
  const known = new Set(glyphProblems(font.description, present).map((p) => `${p.code} ${p.problem}`));
  const sizes = folder.pages.map((page, i) => {
    const old = present[i];
    return old && bytesEqual(old.chunk.data, page.dds) ? old : pageSize(page.dds, i);
  });
  for (const { index, code, problem } of glyphProblems(wanted, sizes)) {
    if (!known.has(`${code} ${problem}`)) throw formatError('rfz/glyph', { code, problem }, 0, `glyphs[${index}]`);
  }
}

/** The stored fields of a row. Throws `font/metric` or `font/folder` for what does not fit. */
function rowValues(row: GlyphRow, path: string): Record<string, number | Uint8Array> {
  checkNumber(row.kerningCount, { min: 0, max: 0xffff }, `${path}.kerningCount`);
  return {
    ...glyphValues(row, path),
    kerning_info_cnt: row.kerningCount,
    kerning_info: kerningOf(row, `${path}.kerning`),
  };
}

function applyRow(font: FontDatabase, object: YabxObject, before: GlyphRow, row: GlyphRow, index: number): void {
  for (const { key, stored } of GLYPH_NUMBERS) {
    if (row[key] !== before[key]) setField(font.yabx, object, stored, row[key]);
  }
  if (row.kerningCount !== before.kerningCount) setField(font.yabx, object, 'kerning_info_cnt', row.kerningCount);
  if (row.kerning.toLowerCase() !== before.kerning) {
    setField(font.yabx, object, 'kerning_info', kerningOf(row, `glyphs[${index}].kerning`));
  }
}

/**
 * Glyphs added, removed or given other codes: the objects of codes that stay are kept with all their fields, the table is
 * numbered anew, glyphs in code order.
 */
function rebuildGlyphs(font: FontDatabase, rows: readonly GlyphRow[]): void {
  const { yabx, database, glyphs, textures } = font;
  const refuse = (problem: string) => formatError('font/folder', { problem }, 0, 'glyphs');
  checkNumber(rows.length, { min: 0, max: MAX_GLYPHS }, 'glyphs.length');
  const known = new Set<YabxObject>([database, ...glyphs.map((g) => g.object), ...textures.map((t) => t.object)]);
  const named = yabx.localIds.length + yabx.objectNames.length > 0;
  if (named || yabx.objects.length !== yabx.objectCount || yabx.objects.some((o) => !known.has(o))) {
    throw refuse('glyphs cannot be added or removed: the font has objects whose references are not known');
  }
  if (glyphs.some((g) => rowOf(g).kerning !== '')) {
    throw refuse('glyphs cannot be added or removed: the font has kerning data that may name objects');
  }
  const sorted = [...rows].sort((a, b) => a.code - b.code);
  const twice = sorted.find((row, i) => sorted[i + 1]?.code === row.code);
  if (twice) throw formatError('font/glyph-duplicate', { code: twice.code, count: 2 }, 0, 'glyphs');

  const byCode = new Map(glyphs.map((g) => [g.metrics.code, g]));
  const listed = new Set(glyphs.map((g) => g.object));
  const first = yabx.objects.findIndex((o) => listed.has(o));
  const split = first < 0 ? yabx.objects.indexOf(database) + 1 : first;
  const behind = yabx.objects.slice(split).filter((o) => !listed.has(o));
  yabx.objects = yabx.objects.slice(0, split);
  const add = objectAdder(yabx);
  const made = sorted.map((row, i) => {
    const glyph = byCode.get(row.code);
    if (!glyph) return add('ruhuna::Glyph', rowValues(row, `glyphs[${i}]`));
    applyRow(font, glyph.object, rowOf(glyph), row, i);
    yabx.objects.push(glyph.object);
    return glyph.object;
  });
  for (const object of behind) yabx.objects.push(object);
  yabx.objects.forEach((object, i) => {
    object.id = FIRST_ID + i;
  });
  yabx.objectCount = yabx.objects.length;
  setField(
    yabx,
    database,
    'glyph',
    made.map((o) => o.id),
  );
  setField(
    yabx,
    database,
    'texture',
    textures.map((t) => t.object.id),
  );
  setField(yabx, database, 'glyph_cnt', made.length);
}
