import type { Asset } from '../asset.ts';
import { readDds } from '../dds/read.ts';
import { wholeFile } from './archive.ts';
import { noGraph } from './refuse.ts';
import type { EditSession } from './session.ts';
import { pictureTextures } from './texture-dds.ts';

export function ddsSession(asset: Asset): EditSession {
  let bytes = asset.bytes;
  const dds = readDds(asset.bytes);
  const name = asset.info().name?.replace(/\.dds$/i, '') ?? '';
  return {
    ...noGraph('a texture', asset),
    ...wholeFile(
      () => bytes,
      (data) => (bytes = data),
    ),
    textures: () => pictureTextures(0, name, [asset.info().name ?? ''], dds, asset.bytes),
  };
}
