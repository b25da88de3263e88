import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type FontDatabase,
  type FontFolder,
  fontDatabaseOf,
  fontPagesOf,
  fontSvoOf,
  type JsonValue,
  Report,
  readYabx,
  safeFileName,
} from '@unbake/formats';
import { usageError } from '../failure.ts';
import { readWhole } from '../io/read-input.ts';
import { malformed } from '../malformed.ts';
import { decodeText } from './decode-text.ts';
import { GLYPHS_FILE, glyphsFromCsv } from './glyph-table.ts';
import { pageFromFolder } from './pages.ts';
import { type FolderMetadata, fntFiles, METADATA_FILE, METADATA_SCHEMA } from './unpack-files.ts';

export interface ReadFolder {
  folder: FontFolder;
  /** Names a path of the library as the files of the folder do. */
  placeOf: (path: string) => string;
  /** What was made of edited pages. */
  notes: string[];
  /** Every file that was read. */
  inputs: string[];
}

/** Reads what `font unpack` wrote and a person edited. @throws Failure with file and place for what cannot be used. */
export async function readFolder(dir: string): Promise<ReadFolder> {
  const inputs: string[] = [];
  const read = async (name: string): Promise<Uint8Array> => {
    const path = join(dir, name);
    inputs.push(path);
    return readWhole(path);
  };
  const readIfThere = async (name: string | undefined): Promise<Uint8Array | undefined> => {
    if (name === undefined) return undefined;
    const exists = await stat(join(dir, name)).catch(() => undefined);
    return exists ? read(name) : undefined;
  };
  const metadataPath = join(dir, METADATA_FILE);
  if (!(await stat(metadataPath).catch(() => undefined))) {
    throw usageError(
      `${dir} is not the folder of an unpacked font: it has no ${METADATA_FILE}`,
      'Give a folder that font unpack wrote, or the .fnt file of a BMFont.',
    );
  }
  const metadata = metadataOf(decodeText(await read(METADATA_FILE), metadataPath).text, metadataPath);
  const csvPath = join(dir, GLYPHS_FILE);
  const { glyphs, lines } = glyphsFromCsv(decodeText(await read(GLYPHS_FILE), csvPath).text, csvPath);
  const stream = await readIfThere(metadata.stream);
  const svo = await readIfThere(metadata.svo);
  const font = stream && fontInStream(stream);
  const originals = font ? pagesOf(font) : [];
  const pages: FontFolder['pages'] = [];
  const notes: string[] = [];
  for (const [i, page] of metadata.pages.entries()) {
    const made = await pageFromFolder({
      ddsName: page.dds,
      pngName: page.png,
      original: originals[i],
      dds: await readIfThere(page.dds),
      png: await readIfThere(page.png),
    });
    if (made.note !== undefined) notes.push(made.note);
    pages.push({ name: page.dds, dds: made.dds });
  }
  for (const [name, text] of font
    ? fntFiles(
        font.description,
        metadata.pages.map((page) => page.dds),
      )
    : []) {
    const now = await readIfThere(name);
    if (!now || decodeText(now, name).text.replaceAll('\r\n', '\n') === text) continue;
    notes.push(
      `${name} was edited, but only glyphs.csv and metadata.json are read; name ${join(dir, name)} to pack that`,
    );
  }
  const placeOf = (path: string): string => {
    const [, index, key] = /^glyphs\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? [];
    if (index !== undefined) return `${csvPath} line ${lines[Number(index)] ?? '?'}${key ? `, ${key}` : ''}`;
    if (path.startsWith('glyphs')) return csvPath;
    const [, page] = /^pages\[(\d+)\]/.exec(path) ?? [];
    if (page !== undefined) return join(dir, metadata.pages[Number(page)]?.dds ?? `page ${page}`);
    return `${metadataPath}, ${path.replace(/^metadata\./, 'font.')}`;
  };
  return { folder: { metadata: metadata.font, glyphs, pages, svo, stream }, placeOf, notes, inputs };
}

/** The font as it was, to tell an edited file from one that is not. */
function fontInStream(stream: Uint8Array): FontDatabase | undefined {
  const report = new Report();
  const graph = report.attempt(() => readYabx(stream, { report }));
  return graph && fontDatabaseOf(graph);
}

function pagesOf(font: FontDatabase): Uint8Array[] {
  const svo = fontSvoOf(font);
  return svo ? fontPagesOf(svo).map((page) => page.chunk.data) : [];
}

function metadataOf(text: string, path: string): FolderMetadata {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw malformed(path, (error as Error).message);
  }
  const root = isObject(value) ? value : {};
  if (root.schema !== METADATA_SCHEMA || !isObject(root.font)) {
    throw usageError(
      `${path} is not the metadata of an unpacked font`,
      `Its "schema" must be "${METADATA_SCHEMA}", its "font" an object.`,
    );
  }
  const pages = Array.isArray(root.pages) ? root.pages : [];
  const name = (value: JsonValue | undefined, place: string): string | undefined => {
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'string' && value === safeFileName(value)) return value;
    throw usageError(`${path}, ${place}: ${JSON.stringify(value)} is not the name of a file in the folder`);
  };
  const svo = name(root.svo, 'svo');
  const stream = name(root.stream, 'stream');
  return {
    schema: METADATA_SCHEMA,
    font: root.font,
    pages: pages.map((page, i) => {
      const item = isObject(page) ? page : {};
      const dds = name(item.dds, `pages[${i}].dds`);
      if (dds === undefined)
        throw usageError(`${path}, pages[${i}]: "dds" is missing`, 'Give a page as {"dds": NAME}.');
      const png = name(item.png, `pages[${i}].png`);
      return { dds, ...(png === undefined ? {} : { png }) };
    }),
    ...(svo === undefined ? {} : { svo }),
    ...(stream === undefined ? {} : { stream }),
  };
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
