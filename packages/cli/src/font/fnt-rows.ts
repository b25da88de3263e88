import type { BmChar, BmFont } from '@unbake/formats';
import { usageError } from '../failure.ts';
import { malformed } from '../malformed.ts';
import { plural } from '../output/table.ts';

/** A line of the text form or an element of the XML form: `char id=65 x=1`. */
export interface FntRow {
  kind: string;
  /** For messages: file and line. */
  place: string;
  fields: ReadonlyMap<string, string>;
}

export interface ReadFnt {
  bmfont: BmFont;
  /** What is odd and was lived with. */
  warnings: string[];
}

const CHAR_KEYS = ['id', 'x', 'y', 'width', 'height', 'xoffset', 'yoffset', 'xadvance'] as const;

/**
 * The BMFont that rows describe; rows and keys that it does not need are ignored.
 * @throws Failure when one that it needs is missing or is no number.
 */
export function bmFontFromRows(rows: readonly FntRow[], file: string): ReadFnt {
  const one = (kind: string): FntRow => {
    const found = rows.find((row) => row.kind === kind);
    if (!found) throw malformed(file, `there is no "${kind}"`, 'Export the font again as BMFont text, XML or binary.');
    return found;
  };
  const info = one('info');
  const common = one('common');
  const chars = rows.filter((row) => row.kind === 'char').map(charOf);
  const kernings = rows
    .filter((row) => row.kind === 'kerning')
    .map((row) => ({ first: number(row, 'first'), second: number(row, 'second'), amount: number(row, 'amount') }));
  const padding = list(info, 'padding');
  const bmfont: BmFont = {
    info: { face: info.fields.get('face') ?? '', size: number(info, 'size'), ...(padding ? { padding } : {}) },
    common: {
      lineHeight: number(common, 'lineHeight'),
      base: number(common, 'base'),
      scaleW: number(common, 'scaleW'),
      scaleH: number(common, 'scaleH'),
    },
    pages: pagesOf(
      rows.filter((row) => row.kind === 'page'),
      file,
    ),
    chars,
    kernings,
  };
  refusePacked(bmfont, number(common, 'packed', 0) !== 0, file);
  const warnings = [
    ...wrongCount(rows, 'chars', chars.length),
    ...wrongCount(rows, 'kernings', kernings.length),
    ...(number(common, 'pages', bmfont.pages.length) === bmfont.pages.length
      ? []
      : [`${common.place}: common counts ${common.fields.get('pages')} pages, ${bmfont.pages.length} are named`]),
  ];
  return { bmfont, warnings };
}

/**
 * Characters that share texels, each in colour channels of its own.
 * @throws Failure: the game draws all channels at once.
 */
export function refusePacked(bmfont: BmFont, packed: boolean, file: string): void {
  const shared = packed ? bmfont.chars.find((char) => char.chnl && char.chnl !== 15) : undefined;
  if (!shared) return;
  const problem = `character ${shared.id} is in colour channel ${shared.chnl} of texels that others use too`;
  throw usageError(`${file}: ${problem}`, 'Export the font again without packing characters in channels.');
}

function charOf(row: FntRow): BmChar {
  const char = { page: number(row, 'page', 0), chnl: number(row, 'chnl', 15) } as BmChar;
  for (const key of CHAR_KEYS) char[key] = number(row, key);
  return char;
}

/** File names in the order of their ids, which count from 0. */
function pagesOf(rows: readonly FntRow[], file: string): string[] {
  const names = new Map<number, string>();
  for (const row of rows) {
    const id = number(row, 'id');
    const name = row.fields.get('file');
    if (!name) throw malformed(row.place, 'the page has no file');
    if (names.has(id)) throw malformed(row.place, `page ${id} is named twice`);
    names.set(id, name);
  }
  return Array.from(names, (_, i) => {
    const name = names.get(i);
    if (name === undefined) throw malformed(file, `page ${i} is missing; ${plural(names.size, 'page')} named`);
    return name;
  });
}

function wrongCount(rows: readonly FntRow[], kind: string, found: number): string[] {
  const row = rows.find((r) => r.kind === kind);
  const declared = row ? number(row, 'count', found) : found;
  return declared === found ? [] : [`${row!.place}: ${kind} counts ${declared}, ${found} are there`];
}

function number(row: FntRow, key: string, absent?: number): number {
  const text = row.fields.get(key)?.trim();
  if (text === undefined && absent !== undefined) return absent;
  if (text === undefined) throw malformed(row.place, `${row.kind} has no ${key}`);
  return parsed(row, key, text);
}

function list(row: FntRow, key: string): number[] | undefined {
  return row.fields
    .get(key)
    ?.split(',')
    .map((text) => parsed(row, key, text.trim()));
}

function parsed(row: FntRow, key: string, text: string): number {
  if (!/^[-+]?\d+(?:\.\d+)?$/.test(text)) {
    throw malformed(row.place, `${row.kind} ${key}="${text.slice(0, 40)}" is not a number`);
  }
  return Number(text);
}
