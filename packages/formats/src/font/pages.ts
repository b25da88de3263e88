import { readAvts } from '../avts/read.ts';
import type { Avts, AvtsChunk } from '../avts/types.ts';
import { writeAvts } from '../avts/write.ts';
import { bytesEqual } from '../binary/bytes.ts';
import { hexBytes } from '../binary/hex.ts';
import { asciiLower } from '../binary/text.ts';
import { isDds, readDds } from '../dds/read.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import { formatError } from '../diagnostics/format-error.ts';
import type { Rfz } from '../rfz/types.ts';
import { writeRfz } from '../rfz/write.ts';
import { readYabx } from '../yabx/read.ts';
import type { Yabx, YabxObject } from '../yabx/types.ts';
import { writeYabx } from '../yabx/write.ts';
import { setField } from './graph.ts';
import { type FontDatabase, fontDatabaseOf, fontSvoOf } from './ruhuna.ts';

/** A page inside the embedded SVO of a font. */
export interface FontPage {
  readonly name: string;
  readonly chunk: AvtsChunk;
  /** Of the DDS header; 0 when it cannot be read. */
  readonly width: number;
  readonly height: number;
}

/** The pages: the DDS chunks of the embedded SVO in its order, whose position is a glyph's `page`. */
export function fontPagesOf(svo: Avts): FontPage[] {
  return svo.chunks
    .filter((chunk) => chunk.class === 'dds')
    .map((chunk) => {
      const dds = new Report().attempt(() => readDds(chunk.data));
      return { name: chunk.entry.name, chunk, width: dds?.width ?? 0, height: dds?.height ?? 0 };
    });
}

/** Width, height and mips of a page to be. Throws `font/page` when it is not a DDS file. */
export function pageSize(dds: Uint8Array, index: number): { width: number; height: number; mips: number } {
  if (!isDds(dds)) {
    const problem = `page ${index} is not a DDS file, it starts with ${hexBytes(dds, 4) || 'nothing'}`;
    throw formatError('font/page', { problem }, 0, `pages[${index}]`);
  }
  const { width, height, mips } = readDds(dds);
  return { width, height, mips };
}

/**
 * The embedded SVO with other pages: their chunks and the size fields of their Images change, nothing else; pages of the
 * same bytes change nothing at all.
 * @param pages DDS files by page.
 * @throws FormatError `font/page` when there is no such page or no Image for it.
 */
export function replaceSvoPages(svoBytes: Uint8Array, pages: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const svo = readAvts(svoBytes);
  const present = fontPagesOf(svo);
  const replacements = new Map<number, Uint8Array>();
  const graphChunk = svo.chunks.find((chunk) => chunk.class === 'yabx');
  const graph = graphChunk && new Report().attempt(() => readYabx(graphChunk.data));
  for (const [index, dds] of pages) {
    const page = present[index];
    const refuse = (problem: string) => formatError('font/page', { problem }, 0, `pages[${index}]`);
    if (!page) throw refuse(`there is no page ${index}, the font has ${present.length}`);
    const size = pageSize(dds, index);
    if (bytesEqual(dds, page.chunk.data)) continue;
    const image = graph && imageOf(graph, page.name);
    if (!image) throw refuse(`no Image of the embedded SVO names "${page.name}"`);
    setField(graph, image, '_width', size.width);
    setField(graph, image, '_height', size.height);
    setField(graph, image, '_maxMipmapLevel', size.mips);
    setField(graph, image, '_dataSize', dds.length);
    replacements.set(page.chunk.entry.index, dds);
  }
  if (replacements.size === 0) return svoBytes;
  if (graph && graphChunk) replacements.set(graphChunk.entry.index, writeYabx(graph));
  return writeAvts(svo, replacements);
}

/**
 * A font file with one page replaced: the page, its Image's sizes and, where it is the last page, `tex_last_h`; every
 * glyph and every other byte of the stream stays.
 * @throws FormatError `font/page` when it cannot be, `font/folder` when the file is damaged or holds no font.
 */
export function replaceRfzPage(rfz: Rfz, index: number, dds: Uint8Array): Uint8Array {
  if (!rfz.complete) {
    throw formatError('font/folder', { problem: 'the file is damaged; only a whole font can be changed' }, 0, 'stream');
  }
  const font = editableFont(rfz.stream);
  const svo = fontSvoOf(font);
  const texture = font.textures.find((t) => t.file === svo?.bytes);
  if (!svo || !texture) throw formatError('font/page', { problem: 'the font has no embedded SVO' }, 0, 'texture');
  const pages = fontPagesOf(svo);
  setField(font.yabx, texture.object, 'file', replaceSvoPages(texture.file, new Map([[index, dds]])));
  const { height } = pageSize(dds, index);
  if (index === pages.length - 1 && height !== pages[index]!.height)
    setField(font.yabx, font.database, 'tex_last_h', height);
  return writeRfz({ ...rfz, yabx: font.yabx });
}

/** A font on a graph of its own, which may be changed. Throws `font/folder` for a damaged stream or one without a font. */
export function editableFont(stream: Uint8Array): FontDatabase {
  const refuse = (problem: string) => formatError('font/folder', { problem }, 0, 'stream');
  const report = new Report();
  const yabx = readYabx(stream, { report });
  if (report.has('yabx/truncated')) throw refuse('the stream is damaged; only a whole font can be changed');
  const font = fontDatabaseOf(yabx);
  if (!font) throw refuse('the stream holds no ruhuna::Database');
  return font;
}

/** The Image that names a chunk: exactly, else without regard to case. */
function imageOf(graph: Yabx, chunkName: string): YabxObject | undefined {
  const images = graph.objects.filter((o) => o.className === 'stevia::Image');
  const nameOf = (image: YabxObject) => {
    const value = image.fields.find((f) => f.name === '_chunkFileName')?.value;
    return value?.kind === 'str' ? value.value : '';
  };
  return (
    images.find((image) => nameOf(image) === chunkName) ??
    images.find((image) => asciiLower(nameOf(image)) === asciiLower(chunkName))
  );
}
