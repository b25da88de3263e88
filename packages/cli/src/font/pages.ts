import {
  bytesEqual,
  type Dds,
  decodeDds,
  encodeDds,
  type FormatError,
  hexBytes,
  isDds,
  type RgbaImage,
  readDds,
} from '@unbake/formats';
import { usageError } from '../failure.ts';
import { decodePicture, isPng } from '../image-decode.ts';

/** The pixel format of the pages that the game's tool makes. */
export const PAGE_FORMAT = 'A4R4G4B4';

export interface MadePage {
  dds: Uint8Array;
  /** What was done to the pixels, for the user; undefined when the file is kept as it is. */
  note: string | undefined;
}

/**
 * A page for a font that is made anew: a DDS of ARGB4444 stays byte for byte, any other picture becomes one.
 * @throws Failure for a file that is neither PNG nor DDS, or that cannot be decoded.
 */
export async function pageFromFile(bytes: Uint8Array, file: string): Promise<MadePage> {
  if (isDds(bytes)) {
    const dds = readDds(bytes);
    if (dds.format?.name === PAGE_FORMAT) return { dds: bytes, note: undefined };
    const note = `${file}: ${dds.format?.name ?? 'its pixels'} converted to ${PAGE_FORMAT}`;
    return { dds: encodeDds(decodePage(dds, file), { format: PAGE_FORMAT, mips: 'none' }), note };
  }
  if (!isPng(bytes)) {
    throw usageError(
      `${file} is neither PNG nor DDS, it starts with ${hexBytes(bytes.subarray(0, 8)) || 'nothing'}`,
      'Convert it to PNG and name that in the .fnt.',
    );
  }
  const { image, channels } = await decodePicture(bytes, file);
  const isCoverage = channels === 1;
  if (isCoverage) coverageToAlpha(image);
  return {
    dds: encodeDds(image, { format: PAGE_FORMAT, mips: 'none' }),
    note: isCoverage
      ? `${file}: greyscale without alpha, its brightness becomes the alpha of white`
      : channels === 3
        ? `${file}: it has no alpha, so glyphs are drawn as solid boxes`
        : undefined,
  };
}

/** A page in an unpacked folder: what the font had, and what is there now. */
export interface FolderPage {
  ddsName: string;
  pngName: string | undefined;
  original: Uint8Array | undefined;
  dds: Uint8Array | undefined;
  png: Uint8Array | undefined;
}

/**
 * The DDS of a page of a folder. A DDS whose bytes changed is taken; else a PNG whose pixels are not those of the DDS is
 * encoded in its format; else the bytes of the DDS stay.
 * @throws Failure when neither is there, or when both were changed and do not show the same.
 */
export async function pageFromFolder(page: FolderPage): Promise<MadePage> {
  const { original, dds, png, ddsName } = page;
  const pngName = page.pngName ?? '';
  const kept = dds ?? original;
  if (!dds && !png) {
    const names = [ddsName, pngName].filter(Boolean).join(' and ');
    throw usageError(`${names}: the page is missing`, 'Put the file back, or unpack the font again.');
  }
  if (!png) return { dds: dds!, note: undefined };
  const { image } = await decodePicture(png, pngName);
  if (!kept) return { dds: encodeDds(image, { format: PAGE_FORMAT, mips: 'none' }), note: `${pngName}: encoded` };
  if (!isDds(kept)) throw usageError(`${ddsName} is not a DDS file, it starts with ${hexBytes(kept, 4) || 'nothing'}`);
  const now = readDds(kept);
  if (sameImage(image, decodePage(now, ddsName))) return { dds: kept, note: undefined };
  if (dds && original && !bytesEqual(dds, original)) {
    if (isDds(original) && sameImage(image, decodePage(readDds(original), ddsName))) return { dds, note: undefined };
    throw usageError(
      `${pngName} and ${ddsName} were both changed and show different pictures`,
      'Remove the one that is out of date.',
    );
  }
  if (dds && !original) {
    const problem = `${pngName} and ${ddsName} show different pictures, and without the stream it is not known which was edited`;
    throw usageError(problem, 'Remove the one that is out of date.');
  }
  return { dds: encodeDds(image, { original: now }), note: `${pngName}: edited, encoded as ${now.format?.name}` };
}

function decodePage(dds: Dds, file: string): RgbaImage {
  try {
    return decodeDds(dds);
  } catch (error) {
    throw usageError(`${file} cannot be decoded: ${(error as FormatError).detail}`);
  }
}

function sameImage(a: RgbaImage, b: RgbaImage): boolean {
  return a.width === b.width && a.height === b.height && bytesEqual(a.rgba, b.rgba);
}

function coverageToAlpha({ rgba }: RgbaImage): void {
  for (let i = 0; i < rgba.length; i += 4) {
    rgba[i + 3] = rgba[i]!;
    rgba[i] = rgba[i + 1] = rgba[i + 2] = 255;
  }
}
