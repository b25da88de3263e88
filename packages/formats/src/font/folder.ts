import { fromHex, toHex } from '../binary/hex.ts';
import { formatError } from '../diagnostics/format-error.ts';
import type { Rfz } from '../rfz/types.ts';
import type { JsonValue } from '../scene/scene.ts';
import { checkNumber, DATABASE_NUMBERS, DATABASE_STRINGS } from './fields.ts';
import { fontPagesOf } from './pages.ts';
import { type FontGlyph, fontDatabaseOf, fontSvoOf } from './ruhuna.ts';
import type { FontDescription, GlyphMetrics } from './types.ts';

/** A glyph of an unpacked font. */
export interface GlyphRow extends GlyphMetrics {
  kerningCount: number;
  /** Bytes of the kerning list in hex; empty for the empty list. */
  kerning: string;
}

/** What `unbake font unpack` puts in a folder and `font pack` takes from one, as data. */
export interface FontFolder {
  /** `metadata.json`: everything of the font but glyphs and pixels that has a name. */
  metadata: { [key: string]: JsonValue };
  /** `glyphs.csv`, in the order of the font. */
  glyphs: GlyphRow[];
  /** One DDS file a page, in order; names as the font has them, without the tool's prefix: `BASE_NNNN.dds`. */
  pages: { name: string; dds: Uint8Array }[];
  /** The embedded SVO. */
  svo: Uint8Array | undefined;
  /** The decompressed stream: the record of all that nothing else here has, such as unknown fields and padding. */
  stream: Uint8Array | undefined;
}

/** Bytes of an empty kerning list: u32 0. */
const NO_KERNING = '00000000';

/**
 * Takes a font apart.
 * @throws FormatError `font/folder` when the file holds no font.
 */
export function unpackFont(rfz: Rfz): FontFolder {
  const font = rfz.yabx && fontDatabaseOf(rfz.yabx);
  if (!font) throw formatError('font/folder', { problem: 'the stream holds no ruhuna::Database' }, 0, 'stream');
  const svo = fontSvoOf(font);
  const pages = svo ? fontPagesOf(svo) : [];
  return {
    metadata: metadataOf(font.description),
    glyphs: font.glyphs.map(rowOf),
    pages: pages.map(({ name, chunk }) => ({ name: name.replace(/^__HmfToSvo__/, ''), dds: chunk.data })),
    svo: font.textures[0]?.file,
    stream: rfz.stream,
  };
}

/** A glyph as a row. */
export function rowOf({ metrics, kerning, kerningCount }: FontGlyph): GlyphRow {
  const hex = toHex(kerning);
  return { ...metrics, kerningCount, kerning: hex === NO_KERNING ? '' : hex };
}

/** The bytes of a row's kerning list. Throws `font/folder` when they are not hex. */
export function kerningOf(row: GlyphRow, path: string): Uint8Array {
  const bytes = fromHex(row.kerning === '' ? NO_KERNING : row.kerning);
  if (!bytes) throw formatError('font/folder', { problem: `"${row.kerning.slice(0, 40)}" is not hex` }, 0, path);
  return bytes;
}

/** Everything of a font but its glyphs, under the names of `FontDescription`. */
export function metadataOf(font: FontDescription): { [key: string]: JsonValue } {
  const metadata: { [key: string]: JsonValue } = { baseName: font.baseName };
  for (const name of DATABASE_STRINGS) metadata[name] = font[name];
  for (const { key } of DATABASE_NUMBERS) metadata[key] = font[key] ?? 0;
  return metadata;
}

/**
 * The font that metadata and rows describe.
 * @throws FormatError `font/folder` for a value of the wrong type, `font/metric` for a number that does not fit.
 */
export function descriptionOf(folder: Pick<FontFolder, 'metadata' | 'glyphs'>): FontDescription {
  const { metadata, glyphs } = folder;
  const wrong = (key: string, what: string) =>
    formatError('font/folder', { problem: `"${key}" must be ${what}` }, 0, `metadata.${key}`);
  const text = (key: string): string => {
    const value = metadata[key];
    if (typeof value !== 'string') throw wrong(key, 'a string');
    return value;
  };
  const strings = {} as Record<(typeof DATABASE_STRINGS)[number], string>;
  for (const name of DATABASE_STRINGS) strings[name] = text(name);
  const numbers = {} as Record<(typeof DATABASE_NUMBERS)[number]['key'], number>;
  for (const field of DATABASE_NUMBERS) {
    const value = metadata[field.key];
    if (typeof value !== 'number') throw wrong(field.key, 'a number');
    checkNumber(value, field, `metadata.${field.key}`);
    numbers[field.key] = value;
  }
  return {
    baseName: text('baseName'),
    ...strings,
    ...numbers,
    glyphs: glyphs.map(({ kerning: _, kerningCount: __, ...metrics }) => metrics),
  };
}
