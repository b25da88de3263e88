import {
  type Asset,
  type AssetImage,
  ddsImages,
  editAsset,
  FormatError,
  type NresAsset,
  Report,
  readDds,
  readTexm,
  type SvoAsset,
  svoImages,
  TEXM_TYPE,
} from '@unbake/formats';
import { openRef } from '../../lib/open-ref.ts';
import { halvings } from '../../pictures/reduce.ts';
import type { FileRef, PageRect, PictureFacts, Pixels, ShownPixels } from '../protocol.ts';
import type { WorkContext } from '../worker.ts';
import { decodeReduced, reductionOf } from './decode-large.ts';
import { encodePng } from './png.ts';
import { shrink } from './shrink.ts';

async function imageOf(ref: FileRef, index: number): Promise<AssetImage> {
  const image = (await openRef(ref)).images?.()[index];
  if (!image) throw new Error(`there is no picture ${index}`);
  return image;
}

export async function pictures(_: WorkContext, ref: FileRef): Promise<PictureFacts[]> {
  return pictureFacts(await openRef(ref));
}

function pictureFacts(asset: Asset): PictureFacts[] {
  let replaceable = 0;
  try {
    replaceable = editAsset(asset).textures().length;
  } catch {
    // A damaged file, or a format that is not edited: shown, not replaced.
  }
  const images = asset.images?.() ?? [];
  const sources = sourcesOf(asset);
  const entries = entriesOf(asset);
  const page = asset.format === 'texm' ? rectsOf(asset.bytes) : [];
  let set = 0;
  return images.map((image, index) => {
    const { name, width, height, format, mips, dds } = image;
    if (!dds || images[index - 1]?.dds !== dds) set = index;
    const parts = partsOf(dds);
    const place = index - set;
    const faces = Math.max(1, parts.faces.length);
    const entry = entries[index];
    return {
      index,
      name,
      width,
      height,
      format,
      mips,
      replaceable: index < replaceable,
      hasDds: dds !== undefined,
      set,
      layer: Math.floor(place / faces),
      layers: parts.layers,
      face: place % faces,
      faces: parts.faces,
      rects: entry?.rects ?? page,
      ...(entry ? { entry: entry.index } : {}),
      sources: sources[index] ?? [],
    };
  });
}

/** Layers and faces of a DDS file; one of each for any other picture, and for one whose pixels cannot be read. */
function partsOf(dds: Uint8Array | undefined): { layers: number; faces: readonly string[] } {
  const read = dds && new Report().attempt(() => readDds(dds));
  return read && !read.problem ? { layers: read.layers, faces: read.cubeFaces } : { layers: 1, faces: [] };
}

/** By picture of an SVO: the objects that name it. */
function sourcesOf(asset: Asset): number[][] {
  if (asset.format !== 'svo') return [];
  return svoImages((asset as SvoAsset).svo, new Report()).flatMap(({ name, dds, chunk, sources }) => {
    const ids = sources.map((source) => source.id);
    return ddsImages(dds, chunk.data, name).map(() => ids);
  });
}

/** By picture of an archive: its entry. Textures that cannot be read have no picture. */
function entriesOf(asset: Asset): { index: number; rects: PageRect[] }[] {
  if (asset.format !== 'nres') return [];
  return (asset as NresAsset).nres.entries.flatMap(({ index, type, data }) => {
    const texm = type === TEXM_TYPE ? new Report().attempt(() => readTexm(data)) : undefined;
    return texm ? [{ index, rects: (texm.page?.rects ?? []).map((rect) => ({ ...rect })) }] : [];
  });
}

function rectsOf(bytes: Uint8Array): PageRect[] {
  const texm = new Report().attempt(() => readTexm(bytes));
  return (texm?.page?.rects ?? []).map((rect) => ({ ...rect }));
}

export async function picture(context: WorkContext, ref: FileRef, index: number, level: number): Promise<ShownPixels> {
  const asset = await openRef(ref);
  const image = asset.images?.()[index];
  if (!image) throw new Error(`there is no picture ${index}`);
  const reduced = reductionOf(image.width >> level || 1, image.height >> level || 1);
  const pixels =
    reduced === 1
      ? image.decode(level)
      : await decodeReduced(context, image, { ...placeOf(asset, index), level }, reduced);
  return { ...moved(context, pixels), reduced, smaller: halvings(pixels).map((p) => moved(context, p)) };
}

function placeOf(asset: Asset, index: number): { layer: number; face: number } {
  const { layer, face } = pictureFacts(asset)[index]!;
  return { layer, face };
}

export async function pictureFile(
  _: WorkContext,
  ref: FileRef,
  index: number,
  level: number,
  kind: 'png' | 'dds',
): Promise<Blob> {
  const image = await imageOf(ref, index);
  if (kind === 'dds') {
    if (!image.dds) throw new Error('the picture is no DDS file');
    return new Blob([image.dds as Uint8Array<ArrayBuffer>], { type: 'image/vnd-ms.dds' });
  }
  return new Blob([encodePng(image.decode(level))], { type: 'image/png' });
}

export async function thumbnail(
  context: WorkContext,
  ref: FileRef,
  index: number,
  size: number,
): Promise<Pixels | undefined> {
  const small = await smallCopy(context, await imageOf(ref, index), size);
  return small && moved(context, small);
}

/** The picture with at most `size` texels a side; undefined when it cannot be decoded. */
export async function smallCopy(context: WorkContext, image: AssetImage, size: number): Promise<Pixels | undefined> {
  // The smallest level that is large enough saves most of the decoding.
  let level = 0;
  while (level + 1 < image.mips && Math.max(image.width, image.height) >> (level + 1) >= size) level++;
  const factor = reductionOf(image.width >> level || 1, image.height >> level || 1);
  try {
    // A face or layer other than the first is as good as it for a small picture of something this large.
    const place = { layer: 0, face: 0, level };
    const whole = factor === 1 ? image.decode(level) : await decodeReduced(context, image, place, factor);
    return shrink(whole, size);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** A picture as a result, its buffer moved to the page and not copied. */
export function moved(context: WorkContext, pixels: Pixels): Pixels {
  const { buffer, byteLength } = pixels.rgba;
  const own = byteLength === buffer.byteLength ? pixels.rgba : pixels.rgba.slice();
  context.transfer.push(own.buffer as ArrayBuffer);
  return { width: pixels.width, height: pixels.height, rgba: own };
}
