import type { RgbaImage } from '@unbake/formats';
import { malformed } from './malformed.ts';

const HEADER_SIZE = 18;
const LARGEST_SIDE = 16384;

/** Whether the header could be that of a TGA file, which has no magic: every field holds one of its few values. */
export function looksLikeTga(bytes: Uint8Array): boolean {
  if (bytes.length < HEADER_SIZE) return false;
  const [, colourMap, type] = bytes;
  const mapped = type === 1 || type === 9;
  if (!mapped && ![2, 3, 10, 11].includes(type!)) return false;
  if (colourMap! > 1 || (mapped && colourMap !== 1)) return false;
  return [8, 15, 16, 24, 32].includes(bytes[16]!) && (bytes[17]! & 0xc0) === 0;
}

/**
 * A TGA file as straight RGBA: true colour, grey or with a colour map, run-length encoded or not. Alpha counts in a file
 * that says it has none, too, unless all of it is 0: many programs leave the header field at 0.
 * @param file for messages
 * @throws Failure when it is damaged.
 */
export async function decodeTga(bytes: Uint8Array, file: string): Promise<RgbaImage> {
  const width = bytes[12]! | (bytes[13]! << 8);
  const height = bytes[14]! | (bytes[15]! << 8);
  if (width < 1 || height < 1 || width > LARGEST_SIDE || height > LARGEST_SIDE) {
    throw malformed(file, `the TGA header says ${width}x${height} texels`, `1 to ${LARGEST_SIDE} a side are read.`);
  }
  const rle = bytes[2]! >= 8;
  const depth = Math.ceil(bytes[16]! / 8);
  // A run of at most 128 texels takes a byte and one texel.
  const least = rle ? Math.ceil((width * height) / 128) * (1 + depth) : width * height * depth;
  if (bytes.length - HEADER_SIZE < least) {
    throw malformed(file, `the TGA file is cut off: ${width}x${height} texels need ${least} bytes or more`);
  }
  const codec = await import('@lunapaint/tga-codec');
  try {
    const { image } = await codec.decodeTga(bytes);
    const rgba = new Uint8Array(image.data);
    if ((bytes[17]! & 0x0f) === 0 && isTransparent(rgba)) for (let at = 3; at < rgba.length; at += 4) rgba[at] = 255;
    return { width: image.width, height: image.height, rgba };
  } catch (error) {
    throw malformed(file, `the TGA file cannot be decoded: ${(error as Error).message}`);
  }
}

function isTransparent(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 0) return false;
  return true;
}
