import { pitchOrLinearSize } from './levels.ts';
import { fourCcOf } from './pixel-format.ts';
import {
  CAPS,
  type Dds,
  type DdsHeader,
  type DdsPixelFormat,
  HEADER_FLAGS,
  PIXEL_FLAGS,
  type PixelFormat,
} from './types.ts';

const MIP_CAPS = CAPS.complex | CAPS.mipMap;
const PITCH_FLAGS = HEADER_FLAGS.pitch | HEADER_FLAGS.linearSize;

/**
 * The header of a flat texture. Of `original` everything is kept but what the new size, format or mip count changes;
 * a format that its DX10 header does not name ends that header.
 */
export function makeHeader(
  format: PixelFormat,
  width: number,
  height: number,
  mips: number,
  original?: Pick<Dds, 'header' | 'format' | 'mips'>,
): DdsHeader {
  const base = original?.header ?? emptyHeader();
  const sameFormat = original?.format?.name === format.name;
  const header: DdsHeader = {
    ...base,
    width,
    height,
    pitchOrLinearSize: pitchOrLinearSize(format, width, height),
    pixelFormat: sameFormat ? base.pixelFormat : pixelFormatFields(format),
    flags: (base.flags & ~PITCH_FLAGS) | (format.kind === 'block' ? HEADER_FLAGS.linearSize : HEADER_FLAGS.pitch),
  };
  if (!sameFormat) delete header.dx10;
  if (original?.mips !== mips) {
    header.mipMapCount = mips > 1 ? mips : 0;
    header.flags = mips > 1 ? header.flags | HEADER_FLAGS.mipMapCount : header.flags & ~HEADER_FLAGS.mipMapCount;
    header.caps = mips > 1 ? header.caps | MIP_CAPS : header.caps & ~MIP_CAPS;
  }
  return header;
}

function emptyHeader(): DdsHeader {
  return {
    size: 124,
    flags: HEADER_FLAGS.caps | HEADER_FLAGS.height | HEADER_FLAGS.width | HEADER_FLAGS.pixelFormat,
    height: 0,
    width: 0,
    pitchOrLinearSize: 0,
    depth: 0,
    mipMapCount: 0,
    reserved1: new Uint8Array(44),
    pixelFormat: { size: 32, flags: 0, fourCC: 0, rgbBitCount: 0, redMask: 0, greenMask: 0, blueMask: 0, alphaMask: 0 },
    caps: CAPS.texture,
    caps2: 0,
    caps3: 0,
    caps4: 0,
    reserved2: 0,
  };
}

function pixelFormatFields(format: PixelFormat): DdsPixelFormat {
  const none = { size: 32, fourCC: 0, rgbBitCount: 0, redMask: 0, greenMask: 0, blueMask: 0, alphaMask: 0 };
  if (format.kind === 'block') return { ...none, flags: PIXEL_FLAGS.fourCC, fourCC: fourCcOf(format.name) };
  const colour = format.luminance
    ? PIXEL_FLAGS.luminance
    : format.red | format.green | format.blue
      ? PIXEL_FLAGS.rgb
      : 0;
  return {
    ...none,
    flags: colour === 0 ? PIXEL_FLAGS.alpha : colour | (format.alpha === 0 ? 0 : PIXEL_FLAGS.alphaPixels),
    rgbBitCount: format.bitCount,
    redMask: format.red,
    greenMask: format.luminance ? 0 : format.green,
    blueMask: format.luminance ? 0 : format.blue,
    alphaMask: format.alpha,
  };
}
