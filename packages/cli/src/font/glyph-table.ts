import type { GlyphRow } from '@unbake/formats';
import { usageError } from '../failure.ts';
import { type CsvRow, csvText, parseCsv } from './csv.ts';

/** The table of glyphs in an unpacked folder. */
export const GLYPHS_FILE = 'glyphs.csv';

const NUMBERS = [
  'code',
  'advance',
  'advanceY',
  'page',
  'originX',
  'originY',
  'x1',
  'y1',
  'x2',
  'y2',
  'kerningCount',
] as const satisfies readonly (keyof GlyphRow)[];
const COLUMNS = ['code', 'char', ...NUMBERS.slice(1), 'kerning'] as const;

/** `glyphs.csv`: a line a glyph in the order of the font. `char` shows the code as a character and is not read. */
export function glyphsToCsv(glyphs: readonly GlyphRow[]): string {
  const rows = glyphs.map((glyph) => COLUMNS.map((name) => (name === 'char' ? charOf(glyph.code) : glyph[name])));
  return csvText([COLUMNS, ...rows]);
}

/** The glyphs of a `glyphs.csv`, and the line of each. */
export interface GlyphTable {
  glyphs: GlyphRow[];
  lines: number[];
}

/**
 * Reads `glyphs.csv`; columns may stand in any order, others are ignored.
 * @throws Failure for a column that is missing or a cell that is no whole number.
 */
export function glyphsFromCsv(text: string, file: string): GlyphTable {
  const [head, ...rows] = parseCsv(text, file);
  const names = head?.cells.map((cell) => cell.trim()) ?? [];
  const missing = [...NUMBERS, 'kerning'].filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw usageError(`${file}: no column ${missing.join(', ')}`, `Its first line must be ${COLUMNS.join(',')}.`);
  }
  return {
    glyphs: rows.map((row) => {
      const glyph = { kerning: row.cells[names.indexOf('kerning')]?.trim() ?? '' } as GlyphRow;
      for (const name of NUMBERS) glyph[name] = wholeNumber(row, names.indexOf(name), name, file);
      return glyph;
    }),
    lines: rows.map((row) => row.line),
  };
}

function wholeNumber(row: CsvRow, column: number, name: string, file: string): number {
  const text = row.cells[column]?.trim() ?? '';
  if (/^[-+]?\d+$/.test(text)) return Number(text);
  throw usageError(`${file} line ${row.line}, ${name}: "${text.slice(0, 40)}" is not a whole number`);
}

/** The character itself, for people; empty where it would not be seen. */
function charOf(code: number): string {
  const char = String.fromCharCode(code);
  return /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(char) ? char : '';
}
