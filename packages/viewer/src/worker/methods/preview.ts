import {
  type Asset,
  decodeDds,
  type EntryAttributes,
  FormatError,
  fontDatabaseOf,
  fontPagesOf,
  fontSvoOf,
  layoutText,
  openAsset,
  Report,
  type RgbaImage,
  readDds,
  readRfz,
  renderText,
  type SceneOptions,
} from '@unbake/formats';
import { openRef, sceneOptionsOf } from '../../lib/open-ref.ts';
import { sizeOf } from '../../lib/source-size.ts';
import type { FileRef, Pixels } from '../protocol.ts';
import type { WorkContext } from '../worker.ts';
import { moved, smallCopy } from './pictures.ts';
import { shrink } from './shrink.ts';
import { SURVEY_MAX } from './survey.ts';

export async function preview(context: WorkContext, ref: FileRef, size: number): Promise<Pixels | undefined> {
  if (sizeOf(ref.source) > SURVEY_MAX) return undefined;
  try {
    const asset = await openRef(ref);
    const made = await previewOf(context, asset, size, () => sceneOptionsOf(ref));
    return made && moved(context, made);
  } catch (error) {
    // What cannot be read has no picture; the list says why.
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

type Find = () => Promise<SceneOptions>;

async function previewOf(context: WorkContext, asset: Asset, size: number, find: Find): Promise<Pixels | undefined> {
  if (asset.format === 'rfz') return fontSample(asset, size);
  const model = asset.scene && (await modelPicture(asset, size, find));
  if (model) return model;
  const image = asset.images?.()[0];
  if (image) return smallCopy(context, image, size);
  return asset.format === 'nres' ? firstModel(context, asset, size) : undefined;
}

/** three is loaded when the first model is to be drawn. */
async function modelPicture(asset: Asset, size: number, find: Find): Promise<Pixels | undefined> {
  const { drawModel } = await import('./draw-model.ts');
  return drawModel(asset.scene!(await find()), size);
}

/** Of an archive without textures: its first model. */
async function firstModel(context: WorkContext, archive: Asset, size: number): Promise<Pixels | undefined> {
  for (const { name, data, more } of archive.entries()) {
    if (!name.toLowerCase().endsWith('.msh')) continue;
    const { type, attr1, attr2 } = (more ?? {}) as unknown as EntryAttributes;
    const asset = new Report().attempt(() => openAsset(data, { name, archive, entry: { type, attr1, attr2 } }));
    if (asset?.format === 'msh') return previewOf(context, asset, size, async () => ({}));
  }
  return undefined;
}

/** Letters that show a typeface, most telling first. */
const SAMPLES = ['Aa', 'あ', 'Аа', '字', '12'];

/** The first letters that a font has, else its first glyphs. */
function fontSample(asset: Asset, size: number): Pixels | undefined {
  const { yabx } = readRfz(asset.bytes);
  const font = yabx && fontDatabaseOf(yabx);
  const svo = font && fontSvoOf(font);
  if (!font || !svo) return undefined;
  const { description } = font;
  const known = new Set(description.glyphs.map((glyph) => glyph.code));
  const own = String.fromCharCode(
    ...description.glyphs
      .filter((g) => g.x2 > g.x1)
      .slice(0, 2)
      .map((g) => g.code),
  );
  const text = SAMPLES.find((sample) => [...sample].every((c) => known.has(c.charCodeAt(0)))) ?? own;
  const layout = layoutText(description, text);
  const used = new Set(layout.placed.map(({ glyph }) => glyph.page));
  const pages: RgbaImage[] = [];
  for (const [index, { chunk }] of fontPagesOf(svo).entries()) {
    const page = used.has(index) ? new Report().attempt(() => decodeDds(readDds(chunk.data))) : undefined;
    if (page) pages[index] = page;
  }
  return shrink(renderText(layout, pages, { maxSize: 1024 }), size);
}
