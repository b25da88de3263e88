import { type AssetImage, editAsset } from '@unbake/formats';
import { openRef } from '../../lib/open-ref.ts';
import type { FileRef, PictureFacts, Pixels } from '../protocol.ts';
import type { WorkContext } from '../worker.ts';
import { encodePng } from './png.ts';
import { shrink } from './shrink.ts';

async function imageOf(ref: FileRef, index: number): Promise<AssetImage> {
  const image = (await openRef(ref)).images?.()[index];
  if (!image) throw new Error(`there is no picture ${index}`);
  return image;
}

export async function pictures(_: WorkContext, ref: FileRef): Promise<PictureFacts[]> {
  const asset = await openRef(ref);
  let replaceable = 0;
  try {
    replaceable = editAsset(asset).textures().length;
  } catch {
    // A damaged file, or a format that is not edited: shown, not replaced.
  }
  return (asset.images?.() ?? []).map(({ name, width, height, format, mips, dds }, index) => ({
    index,
    name,
    width,
    height,
    format,
    mips,
    replaceable: index < replaceable,
    hasDds: dds !== undefined,
  }));
}

export async function picture(context: WorkContext, ref: FileRef, index: number, level: number): Promise<Pixels> {
  return moved(context, (await imageOf(ref, index)).decode(level));
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

export async function thumbnail(context: WorkContext, ref: FileRef, size: number): Promise<Pixels | undefined> {
  const image = (await openRef(ref)).images?.()[0];
  if (!image) return undefined;
  // The smallest level that is large enough saves most of the decoding.
  let level = 0;
  while (level + 1 < image.mips && Math.max(image.width, image.height) >> (level + 1) >= size) level++;
  return moved(context, shrink(image.decode(level), size));
}

function moved(context: WorkContext, pixels: Pixels): Pixels {
  const { buffer, byteLength } = pixels.rgba;
  const own = byteLength === buffer.byteLength ? pixels.rgba : pixels.rgba.slice();
  context.transfer.push(own.buffer as ArrayBuffer);
  return { width: pixels.width, height: pixels.height, rgba: own };
}
