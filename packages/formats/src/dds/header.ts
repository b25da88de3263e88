import type { Cursor } from '../binary/cursor.ts';
import { Writer } from '../binary/writer.ts';
import { DX10_FOUR_CC } from './pixel-format.ts';
import { DDS_HEADER_SIZE, type DdsHeader, type DdsHeaderDx10, type DdsPixelFormat, DX10_HEADER_SIZE } from './types.ts';

/**
 * Reads magic and header, and the second header that the FourCC `DX10` announces.
 * @throws FormatError `dds/magic`, or `dds/truncated` when they do not fit.
 */
export function readHeader(c: Cursor): DdsHeader {
  return c.group('header', () => {
    c.magic('magic', 'DDS ', 'dds/magic');
    const header: DdsHeader = {
      size: c.u32('size'),
      flags: c.u32('flags'),
      height: c.u32('height'),
      width: c.u32('width'),
      pitchOrLinearSize: c.u32('pitchOrLinearSize'),
      depth: c.u32('depth'),
      mipMapCount: c.u32('mipMapCount'),
      reserved1: c.take('reserved1', 44),
      pixelFormat: c.group('pixelFormat', () => readPixelFormat(c)),
      caps: c.u32('caps'),
      caps2: c.u32('caps2'),
      caps3: c.u32('caps3'),
      caps4: c.u32('caps4'),
      reserved2: c.u32('reserved2'),
    };
    if (header.pixelFormat.fourCC === DX10_FOUR_CC) header.dx10 = c.group('dx10', () => readDx10(c));
    return header;
  });
}

function readPixelFormat(c: Cursor): DdsPixelFormat {
  return {
    size: c.u32('size'),
    flags: c.u32('flags'),
    fourCC: c.u32('fourCC'),
    rgbBitCount: c.u32('rgbBitCount'),
    redMask: c.u32('redMask'),
    greenMask: c.u32('greenMask'),
    blueMask: c.u32('blueMask'),
    alphaMask: c.u32('alphaMask'),
  };
}

function readDx10(c: Cursor): DdsHeaderDx10 {
  return {
    dxgiFormat: c.u32('dxgiFormat'),
    resourceDimension: c.u32('resourceDimension'),
    miscFlag: c.u32('miscFlag'),
    arraySize: c.u32('arraySize'),
    miscFlags2: c.u32('miscFlags2'),
  };
}

/** Magic and headers, as `readHeader` read them. */
export function writeHeader(header: DdsHeader): Uint8Array {
  const w = new Writer({ capacity: DDS_HEADER_SIZE + DX10_HEADER_SIZE });
  w.ascii('DDS ');
  w.u32(header.size);
  w.u32(header.flags);
  w.u32(header.height);
  w.u32(header.width);
  w.u32(header.pitchOrLinearSize);
  w.u32(header.depth);
  w.u32(header.mipMapCount);
  w.bytes(header.reserved1);
  w.u32(header.pixelFormat.size);
  w.u32(header.pixelFormat.flags);
  w.u32(header.pixelFormat.fourCC);
  w.u32(header.pixelFormat.rgbBitCount);
  w.u32(header.pixelFormat.redMask);
  w.u32(header.pixelFormat.greenMask);
  w.u32(header.pixelFormat.blueMask);
  w.u32(header.pixelFormat.alphaMask);
  w.u32(header.caps);
  w.u32(header.caps2);
  w.u32(header.caps3);
  w.u32(header.caps4);
  w.u32(header.reserved2);
  if (header.dx10) {
    w.u32(header.dx10.dxgiFormat);
    w.u32(header.dx10.resourceDimension);
    w.u32(header.dx10.miscFlag);
    w.u32(header.dx10.arraySize);
    w.u32(header.dx10.miscFlags2);
  }
  return w.finish();
}
