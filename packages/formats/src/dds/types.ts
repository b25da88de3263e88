import type { FormatError } from '../diagnostics/format-error.ts';

/** Magic and header. */
export const DDS_HEADER_SIZE = 0x80;
/** The second header that the FourCC `DX10` announces. */
export const DX10_HEADER_SIZE = 20;

/** Bits of `DdsPixelFormat.flags`. */
export const PIXEL_FLAGS = {
  alphaPixels: 0x1,
  alpha: 0x2,
  fourCC: 0x4,
  rgb: 0x40,
  luminance: 0x20000,
} as const;

/** Bits of `DdsHeader.flags`. */
export const HEADER_FLAGS = {
  caps: 0x1,
  height: 0x2,
  width: 0x4,
  pitch: 0x8,
  pixelFormat: 0x1000,
  mipMapCount: 0x20000,
  linearSize: 0x80000,
} as const;

/** Bits of `DdsHeader.caps` and `caps2`. */
export const CAPS = { complex: 0x8, texture: 0x1000, mipMap: 0x400000 } as const;
export const CAPS2 = { cubeMap: 0x200, volume: 0x200000 } as const;

/** Faces in file order; face i is announced by bit `0x400 << i` of `caps2`. */
export const CUBE_FACES = ['+X', '-X', '+Y', '-Y', '+Z', '-Z'] as const;
export type CubeFace = (typeof CUBE_FACES)[number];

/** DDS_PIXELFORMAT, as stored. */
export interface DdsPixelFormat {
  size: number;
  flags: number;
  /** Little-endian u32 of the four characters. */
  fourCC: number;
  rgbBitCount: number;
  redMask: number;
  greenMask: number;
  blueMask: number;
  alphaMask: number;
}

/** DDS_HEADER_DXT10, as stored. */
export interface DdsHeaderDx10 {
  dxgiFormat: number;
  resourceDimension: number;
  miscFlag: number;
  arraySize: number;
  miscFlags2: number;
}

/** DDS_HEADER, every field as stored: u32 each. What a field means for the picture stands in `Dds`. */
export interface DdsHeader {
  size: number;
  flags: number;
  height: number;
  width: number;
  pitchOrLinearSize: number;
  depth: number;
  mipMapCount: number;
  /** 44 bytes. */
  reserved1: Uint8Array;
  pixelFormat: DdsPixelFormat;
  caps: number;
  caps2: number;
  caps3: number;
  caps4: number;
  reserved2: number;
  dx10?: DdsHeaderDx10;
}

/** 4x4 texels in 8 or 16 bytes. */
export interface BlockFormat {
  kind: 'block';
  /** As the file names it: the FourCC (`DXT5`, `ATI1`), or `BC7` and the like from a DX10 header. */
  name: string;
  codec: BlockCodec;
  blockBytes: 8 | 16;
}

export type BlockCodec = 'bc1' | 'bc2' | 'bc3' | 'bc4' | 'bc4s' | 'bc5' | 'bc5s' | 'bc6h' | 'bc7';

/** Texels as little-endian words, channels cut out by masks (u32, contiguous bits, 0 for an absent channel). */
export interface MaskFormat {
  kind: 'mask';
  /** Channels from the top bit down, `X` for padding: `A8R8G8B8`, `X1R5G5B5`, `L8`. */
  name: string;
  bitCount: 8 | 16 | 24 | 32;
  /** Red holds the luminance; green and blue are equal to it. */
  luminance: boolean;
  red: number;
  green: number;
  blue: number;
  /** 0 is opaque. */
  alpha: number;
}

export type PixelFormat = BlockFormat | MaskFormat;

/** One mip level of one face of one layer. */
export interface DdsSurface {
  layer: number;
  /** Index among the faces that are present. */
  face: number;
  mip: number;
  /** In texels, at least 1. */
  width: number;
  height: number;
  /** From the start of the DDS file. */
  offset: number;
  /** In bytes, from format and dimensions. */
  size: number;
  /** The bytes present; fewer than `size` where the file is cut. */
  data: Uint8Array;
}

/** A DDS file: every byte is in the header, in a surface or in `trailing`. */
export interface Dds {
  header: DdsHeader;
  /** 0x80, or 0x94 with a DX10 header. */
  dataOffset: number;
  /** Undefined when it is unknown; then `problem` says why. */
  format: PixelFormat | undefined;
  width: number;
  height: number;
  /** Mip levels of each face, at least 1. */
  mips: number;
  /** Array layers, at least 1. */
  layers: number;
  /** Faces of each layer: 1, or those of a cube map that are present. */
  faces: number;
  /** Names of the faces; empty when it is no cube map. */
  cubeFaces: CubeFace[];
  /** Whether bytes are missing (`dds/truncated`). */
  truncated: boolean;
  /** Layer by layer, face by face, mip by mip, as in the file. Empty when sizes are unknown or refused. */
  surfaces: DdsSurface[];
  /** Bytes behind the last surface. */
  trailing: Uint8Array;
  /** Why there are no pixels: `dds/size`, `dds/format` or `dds/oversize`. `decodeDds` throws it. */
  problem: FormatError | undefined;
}
