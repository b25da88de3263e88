import { type Dds, type RgbaImage, readDds } from '@unbake/formats';
import { decodePicture } from './image-decode.ts';
import { loadSharp } from './image-encode.ts';
import { malformed } from './malformed.ts';
import { decodeTga, looksLikeTga } from './tga.ts';

/** A picture for a texture: DDS files as they are, all others as straight RGBA. */
export type PictureSource = RgbaImage | Dds;

/**
 * Reads a DDS, PNG, JPEG, WebP or TGA file; by its bytes, TGA (which has no magic) last.
 * @param file for messages
 * @throws Failure or FormatError when it is damaged or of another kind.
 */
export async function readPicture(bytes: Uint8Array, file: string): Promise<PictureSource> {
  if (bytes.length === 0) throw malformed(file, 'the file is empty', PICTURES);
  if (isDds(bytes)) return readDds(bytes);
  if (/\.(?:tga|icb|vda|vst)$/i.test(file) && looksLikeTga(bytes)) return decodeTga(bytes, file);
  if (isKnownToSharp(bytes)) return (await decodePicture(bytes, file)).image;
  if (looksLikeTga(bytes)) return decodeTga(bytes, file);
  throw malformed(file, 'it is no picture that is read', PICTURES);
}

const PICTURES = 'Give a PNG, JPEG, WebP, TGA or DDS file.';

function isDds(bytes: Uint8Array): boolean {
  return textAt(bytes, 0, 4) === 'DDS ';
}

function isKnownToSharp(bytes: Uint8Array): boolean {
  const png = textAt(bytes, 1, 3) === 'PNG';
  const jpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  const webp = textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP';
  return png || jpeg || webp;
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return Buffer.from(bytes.subarray(at, at + length)).toString('latin1');
}

/** The picture in another size (Lanczos). Each channel for itself, so that alpha that is no opacity spoils no colour. */
export async function resized(image: RgbaImage, width: number, height: number): Promise<RgbaImage> {
  if (image.width === width && image.height === height) return image;
  const sharp = await loadSharp();
  const count = image.width * image.height;
  const rgba = new Uint8Array(width * height * 4);
  for (const [first, channels] of [
    [0, 3],
    [3, 1],
  ] as const) {
    const part = new Uint8Array(count * channels);
    for (let i = 0; i < count; i++) {
      for (let c = 0; c < channels; c++) part[i * channels + c] = image.rgba[4 * i + first + c]!;
    }
    const raw = { width: image.width, height: image.height, channels };
    const made = await sharp(part, { raw, limitInputPixels: false })
      .resize(width, height, { fit: 'fill' })
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .raw()
      .toBuffer();
    for (let i = 0; i < width * height; i++) {
      for (let c = 0; c < channels; c++) rgba[4 * i + first + c] = made[i * channels + c]!;
    }
  }
  return { width, height, rgba };
}
