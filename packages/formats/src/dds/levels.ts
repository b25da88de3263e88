import type { PixelFormat } from './types.ts';

/** Length of a full mip chain. */
export function fullMipCount(width: number, height: number): number {
  return Math.floor(Math.log2(Math.max(width, height, 1))) + 1;
}

/** Width or height of a mip level. */
export function levelSide(side: number, mip: number): number {
  return Math.max(1, Math.floor(side / 2 ** mip));
}

/** Bytes of one surface: whole blocks, or unpadded rows (svo.md §7). Exact for any u32 dimensions. */
export function surfaceSize(format: PixelFormat, width: number, height: number): number {
  return format.kind === 'block'
    ? Math.ceil(width / 4) * Math.ceil(height / 4) * format.blockBytes
    : width * height * (format.bitCount / 8);
}

/** What `dwPitchOrLinearSize` should hold: bytes of a row, or of the first surface of a block format. */
export function pitchOrLinearSize(format: PixelFormat, width: number, height: number): number {
  return format.kind === 'block' ? surfaceSize(format, width, height) : (width * format.bitCount) / 8;
}

/** Bytes of a chain of `mips` levels. */
export function chainSize(format: PixelFormat, width: number, height: number, mips: number): number {
  let size = 0;
  for (let mip = 0; mip < mips; mip++) {
    size += surfaceSize(format, levelSide(width, mip), levelSide(height, mip));
  }
  return size;
}
