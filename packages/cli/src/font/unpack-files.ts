import {
  bmFontFromFont,
  bmFontText,
  bmFontXml,
  decodeDds,
  descriptionOf,
  FileNames,
  type FontDescription,
  type FontFolder,
  FormatError,
  isDds,
  type JsonValue,
  pictureStem,
  readDds,
} from '@unbake/formats';
import { encodeImage } from '../image-encode.ts';
import { GLYPHS_FILE, glyphsToCsv } from './glyph-table.ts';

export const METADATA_FILE = 'metadata.json';
export const METADATA_SCHEMA = 'unbake-font-v1';
const SVO_FILE = 'texture.svo';
const STREAM_FILE = 'stream.yabx';
const TEXT_FNT = 'font.fnt';
const XML_FNT = 'font-xml.fnt';

/** `metadata.json`: the font without its glyphs, and which file is what. */
export interface FolderMetadata {
  schema: typeof METADATA_SCHEMA;
  /** By the names of `FontDescription`. */
  font: { [key: string]: JsonValue };
  /** In the order of their numbers. */
  pages: { dds: string; png?: string }[];
  svo?: string;
  stream?: string;
}

export interface UnpackedFiles {
  /** By file name. */
  files: Map<string, Uint8Array>;
  /** Pages without a PNG, with the reason. */
  notes: string[];
}

/** The files of an unpacked font. Names are made safe as those of every extracted file. */
export async function unpackedFiles(folder: FontFolder): Promise<UnpackedFiles> {
  const names = new FileNames();
  const files = new Map<string, Uint8Array>();
  const notes: string[] = [];
  const text = new TextEncoder();
  for (const name of [METADATA_FILE, GLYPHS_FILE, TEXT_FNT, XML_FNT, SVO_FILE, STREAM_FILE]) names.reserve(name);
  const pages: FolderMetadata['pages'] = [];
  for (const [i, page] of folder.pages.entries()) {
    const ddsName = names.takeName(page.name, `page_${i}.dds`);
    files.set(ddsName, page.dds);
    try {
      if (!isDds(page.dds)) throw new Error('it is not a DDS file');
      const png = await encodeImage(decodeDds(readDds(page.dds)), 'png');
      const pngName = names.take(pictureStem(ddsName), 'png');
      files.set(pngName, png);
      pages.push({ dds: ddsName, png: pngName });
    } catch (error) {
      pages.push({ dds: ddsName });
      const reason = error instanceof FormatError ? error.detail : (error as Error).message;
      notes.push(`page ${i} (${ddsName}) has no PNG: ${reason}`);
    }
  }
  const metadata: FolderMetadata = {
    schema: METADATA_SCHEMA,
    font: folder.metadata,
    pages,
    ...(folder.svo ? { svo: SVO_FILE } : {}),
    ...(folder.stream ? { stream: STREAM_FILE } : {}),
  };
  files.set(METADATA_FILE, text.encode(`${JSON.stringify(metadata, null, 2)}\n`));
  files.set(GLYPHS_FILE, text.encode(glyphsToCsv(folder.glyphs)));
  const pageNames = pages.map((page) => page.dds);
  for (const [name, fnt] of fntFiles(descriptionOf(folder), pageNames)) files.set(name, text.encode(fnt));
  if (folder.svo) files.set(SVO_FILE, folder.svo);
  if (folder.stream) files.set(STREAM_FILE, folder.stream);
  return { files, notes };
}

/** The font as .fnt files, by file name: to look at, or to take to other tools; a folder is packed without them. */
export function fntFiles(font: FontDescription, pageNames: readonly string[]): [name: string, text: string][] {
  const bmfont = bmFontFromFont(font, pageNames);
  return [
    [TEXT_FNT, bmFontText(bmfont)],
    [XML_FNT, bmFontXml(bmfont)],
  ];
}
