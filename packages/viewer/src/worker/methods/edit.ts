import {
  type Difference,
  diffAssets,
  type EditSession,
  editAsset,
  openAsset,
  type RgbaImage,
  readDds,
  replacementFor,
} from '@unbake/formats';
import { openRef } from '../../lib/open-ref.ts';
import type { Change, FileRef } from '../protocol.ts';
import type { WorkContext } from '../worker.ts';
import { decodePng, isPng } from './png.ts';

/** Applies one change; the result is checked by opening it. */
export async function edit(_: WorkContext, ref: FileRef, change: Change): Promise<Blob> {
  const asset = await openRef(ref);
  const session = editAsset(asset);
  if (change.kind === 'set') session.set(change.path, change.input);
  else if (change.kind === 'chunk') session.replaceChunk(change.path, new Uint8Array(await change.data.arrayBuffer()));
  else await replaceTexture(session, change);
  const bytes = session.save();
  openAsset(bytes, { name: ref.name, ...(ref.entryOf?.attributes ? { entry: ref.entryOf.attributes } : {}) });
  return new Blob([bytes as Uint8Array<ArrayBuffer>]);
}

export async function diff(_: WorkContext, before: FileRef, after: FileRef): Promise<Difference[]> {
  return diffAssets(await openRef(before), await openRef(after));
}

async function replaceTexture(session: EditSession, change: Extract<Change, { kind: 'texture' }>): Promise<void> {
  const texture = session.textures()[change.index];
  if (!texture) throw new Error(`there is no texture ${change.index}`);
  const bytes = new Uint8Array(await change.picture.arrayBuffer());
  const isDds = bytes[0] === 0x44 && bytes[1] === 0x44 && bytes[2] === 0x53 && bytes[3] === 0x20;
  const source = isDds ? readDds(bytes) : await decodePicture(bytes, change.picture);
  const options = {
    ...(change.format ? { format: change.format } : {}),
    ...(change.mips ? { mips: change.mips } : {}),
  };
  session.replaceTexture(texture, replacementFor(texture, source, options));
}

/** PNG exactly; any other picture as the browser decodes it. */
async function decodePicture(bytes: Uint8Array, picture: Blob): Promise<RgbaImage> {
  if (isPng(bytes)) return decodePng(bytes);
  const bitmap = await createImageBitmap(picture, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  canvas.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { width, height, rgba: new Uint8Array(canvas.getImageData(0, 0, width, height).data.buffer) };
}
