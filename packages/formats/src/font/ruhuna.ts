import { isAvts, type ReadAvtsOptions, readAvts } from '../avts/read.ts';
import type { Avts } from '../avts/types.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import type { Yabx, YabxObject } from '../yabx/types.ts';
import { FIRST_ID } from '../yabx/values.ts';
import { DATABASE_NUMBERS, DATABASE_STRINGS, GLYPH_NUMBERS } from './fields.ts';
import type { FontDescription, GlyphMetrics } from './types.ts';

/** The font of an RFZ (svo.md §8): a view on its object graph, by class and field name. */
export interface FontDatabase {
  readonly yabx: Yabx;
  /** The `ruhuna::Database`. */
  readonly database: YabxObject;
  /** The metrics; a field that the file does not have is 0 or empty. */
  readonly description: FontDescription;
  /** In the order of the Database's list; `description.glyphs` are their metrics. */
  readonly glyphs: readonly FontGlyph[];
  readonly textures: readonly FontTexture[];
}

/** A `ruhuna::Glyph`. */
export interface FontGlyph {
  readonly object: YabxObject;
  readonly metrics: GlyphMetrics;
  readonly kerningCount: number;
  /** Bytes of `kerning_info`: an empty list, or of unknown layout. */
  readonly kerning: Uint8Array;
}

/** A `ruhuna::TextureResource`. */
export interface FontTexture {
  readonly object: YabxObject;
  /** The embedded SVO, a view. */
  readonly file: Uint8Array;
  /** Position of `file` in the decompressed stream. */
  readonly offset: number;
}

/** The font of a graph; undefined when it has no `ruhuna::Database`. */
export function fontDatabaseOf(yabx: Yabx): FontDatabase | undefined {
  const database = yabx.objects.find((o) => o.className === 'ruhuna::Database');
  if (!database) return undefined;
  const glyphs = referred(yabx, database, 'glyph', 'ruhuna::Glyph').map((object) => glyphOf(yabx, object));
  const numbers = {} as Record<(typeof DATABASE_NUMBERS)[number]['key'], number>;
  for (const field of DATABASE_NUMBERS) numbers[field.key] = storedNumber(yabx, database, field);
  const strings = {} as Record<(typeof DATABASE_STRINGS)[number], string>;
  for (const name of DATABASE_STRINGS) strings[name] = textField(database, name);
  return {
    yabx,
    database,
    description: { baseName: yabx.name.text, ...strings, ...numbers, glyphs: glyphs.map((g) => g.metrics) },
    glyphs,
    textures: referred(yabx, database, 'texture', 'ruhuna::TextureResource').map((object) => {
      const field = object.fields.find((f) => f.name === 'file');
      return { object, file: field?.raw ?? new Uint8Array(0), offset: (field?.offset ?? object.offset) + 4 };
    }),
  };
}

/** The embedded SVO taken apart; undefined when the font has none that can be read. Never throws. */
export function fontSvoOf(font: FontDatabase, options: ReadAvtsOptions = {}): Avts | undefined {
  const texture = font.textures.find((t) => isAvts(t.file));
  if (!texture) return undefined;
  const report = options.report ?? new Report();
  return report.attempt(() => readAvts(texture.file, { ...options, report, base: texture.offset }));
}

function glyphOf(yabx: Yabx, object: YabxObject): FontGlyph {
  const metrics = {} as GlyphMetrics;
  for (const field of GLYPH_NUMBERS) metrics[field.key] = storedNumber(yabx, object, field);
  return {
    object,
    metrics,
    kerningCount: storedNumber(yabx, object, { stored: 'kerning_info_cnt', min: 0 }),
    kerning: object.fields.find((f) => f.name === 'kerning_info')?.raw ?? new Uint8Array(0),
  };
}

/** The number in a field of 1, 2 or 4 bytes, signed when it may be negative; 0 when there is no such field. */
export function storedNumber(
  yabx: Yabx,
  object: YabxObject,
  field: { readonly stored: string; readonly min: number },
): number {
  const raw = object.fields.find((f) => f.name === field.stored)?.raw;
  const size = raw?.length ?? 0;
  if (!raw || (size !== 1 && size !== 2 && size !== 4)) return 0;
  let value = 0;
  for (let i = 0; i < size; i++) value = value * 256 + raw[yabx.bigEndian ? i : size - 1 - i]!;
  return field.min < 0 && value >= 2 ** (8 * size - 1) ? value - 2 ** (8 * size) : value;
}

/** The objects of a class that a list of references names and that are there, in its order. */
function referred(yabx: Yabx, owner: YabxObject, field: string, className: string): YabxObject[] {
  const value = owner.fields.find((f) => f.name === field)?.value;
  if (value?.kind !== 'refs') return [];
  const found: YabxObject[] = [];
  for (const id of value.value) {
    const object = yabx.objects[id - FIRST_ID];
    if (object?.className === className) found.push(object);
  }
  return found;
}

function textField(object: YabxObject, name: string): string {
  const value = object.fields.find((f) => f.name === name)?.value;
  return value?.kind === 'str' ? value.value : '';
}
