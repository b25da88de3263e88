import type { RgbaImage } from '@unbake/formats';
import { loadSharp } from './image-encode.ts';
import { malformed } from './malformed.ts';

const PNG_MAGIC = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export interface DecodedPicture {
  image: RgbaImage;
  /** Of the file: 1 grey, 2 grey and alpha, 3 colour, 4 colour and alpha. */
  channels: number;
}

/** Whether the bytes start as a PNG file does. */
export function isPng(head: Uint8Array): boolean {
  return PNG_MAGIC.every((byte, i) => head[i] === byte);
}

/**
 * A PNG, JPEG or WebP file as straight RGBA, 8 bits a channel.
 * @param file for messages
 * @throws Failure when it is damaged or of another kind.
 */
export async function decodePicture(bytes: Uint8Array, file: string): Promise<DecodedPicture> {
  const sharp = await loadSharp();
  try {
    const picture = sharp(bytes);
    const { channels } = await picture.metadata();
    const { data, info } = await picture
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const rgba = new Uint8Array(data.buffer, data.byteOffset, data.length);
    return { image: { width: info.width, height: info.height, rgba }, channels };
  } catch (error) {
    throw malformed(file, `the picture cannot be decoded: ${(error as Error).message.split('\n', 1)[0]}`);
  }
}
