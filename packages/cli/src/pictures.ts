import { type Asset, type AssetImage, type FileNames, FormatError, pictureStem } from '@unbake/formats';
import { encodeImage } from './image-encode.ts';

/** Every picture of a file as PNG, by file names called after the pictures. One that cannot be decoded goes to `onError`. */
export async function picturesAsPng(
  asset: Asset,
  fallbackName: string,
  names: FileNames,
  onError: (image: AssetImage, error: FormatError) => void,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const image of asset.images?.() ?? []) {
    try {
      const png = await encodeImage(image.decode(), 'png');
      files.set(names.take(pictureStem(image.name), 'png', fallbackName), png);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      onError(image, error);
    }
  }
  return files;
}
