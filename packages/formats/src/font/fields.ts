import { formatError } from '../diagnostics/format-error.ts';
import type { FontDescription, GlyphMetrics } from './types.ts';

/** A number of the font: where the object graph has it, what it is called here, what it may be. */
export interface NumberField<K> {
  readonly stored: string;
  readonly key: K;
  readonly min: number;
  readonly max: number;
}

const u16 = <K>(stored: string, key: K): NumberField<K> => ({ stored, key, min: 0, max: 0xffff });
const s16 = <K>(stored: string, key: K): NumberField<K> => ({ stored, key, min: -0x8000, max: 0x7fff });
const u32 = <K>(stored: string, key: K): NumberField<K> => ({ stored, key, min: 0, max: 0xffffffff });

/** The numbers of `ruhuna::Glyph` in the order of its schema (svo.md §8). */
export const GLYPH_NUMBERS: readonly NumberField<keyof GlyphMetrics>[] = [
  u16('code', 'code'),
  u16('cell_inc_x', 'advance'),
  u16('cell_inc_y', 'advanceY'),
  u16('page', 'page'),
  s16('origin_x', 'originX'),
  s16('origin_y', 'originY'),
  u16('box_x1', 'x1'),
  u16('box_y1', 'y1'),
  u16('box_x2', 'x2'),
  u16('box_y2', 'y2'),
];

type NumberKey = {
  [K in keyof FontDescription]: FontDescription[K] extends number | undefined ? K : never;
}[keyof FontDescription];

/** The numbers of `ruhuna::Database`, lists and glyph count apart. */
export const DATABASE_NUMBERS: readonly NumberField<NumberKey>[] = [
  u32('flags', 'flags'),
  u16('point', 'point'),
  u16('max_ascent', 'maxAscent'),
  u16('max_descent', 'maxDescent'),
  u16('max_glyph_w', 'maxGlyphWidth'),
  u16('max_glyph_h', 'maxGlyphHeight'),
  u32('tex_page', 'pageCount'),
  u16('tex_w', 'pageWidth'),
  u16('tex_h', 'pageHeight'),
  u16('tex_last_h', 'lastPageHeight'),
  u16('glyph_margin', 'margin'),
];

/** The strings of `ruhuna::Database`, called the same here. */
export const DATABASE_STRINGS = ['id', 'platform', 'library', 'name', 'comment'] as const;

/** Throws `font/metric` unless the value is a whole number that the field holds. */
export function checkNumber(value: number, field: { readonly min: number; readonly max: number }, path: string): void {
  if (!(Number.isInteger(value) && value >= field.min && value <= field.max)) {
    throw formatError('font/metric', { value, min: field.min, max: field.max }, 0, path);
  }
}
