import type { RgbaImage } from '@unbake/formats';
import { EXIT } from './exit-code.ts';
import { Failure } from './failure.ts';

/** A picture as a lossless PNG or WebP file: the same bytes for the same picture, colours under alpha 0 kept. */
export async function encodeImage(image: RgbaImage, format: 'png' | 'webp'): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const raw = { width: image.width, height: image.height, channels: 4 as const };
  const picture = sharp(image.rgba, { raw, limitInputPixels: false });
  const encoded =
    format === 'png'
      ? picture.png({ compressionLevel: 9, adaptiveFiltering: false, palette: false })
      : picture.webp({ lossless: true, exact: true });
  return new Uint8Array(await encoded.toBuffer());
}

/** The picture library, loaded when it is first needed. @throws Failure when it is not installed for this system. */
export async function loadSharp(): Promise<typeof import('sharp')['default']> {
  try {
    return (await import('sharp')).default;
  } catch (error) {
    throw new Failure(
      EXIT.io,
      `the picture encoder (sharp) cannot be loaded: ${(error as Error).message.split('\n', 1)[0]}`,
      'Install unbake again on this system, or export with --textures dds or none.',
    );
  }
}
