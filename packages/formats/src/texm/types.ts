/** A Texm texture (msh.md §4), every byte represented. */
export interface Texm {
  readonly width: number;
  readonly height: number;
  /** As stored. */
  readonly mipCount: number;
  readonly flags4: number;
  readonly flags5: number;
  readonly unknown6: number;
  /** As stored; a `TexmFormat` where it is known. */
  readonly format: number;
  /** Format 0: 256 colours of 4 bytes B, G, R, unused. */
  readonly palette: Uint8Array | undefined;
  /** Levels that are whole, the largest first. */
  readonly levels: readonly TexmLevel[];
  /** The "Page" block: named rectangles of the picture. */
  readonly page: TexmPage | undefined;
  /** Everything behind what could be read: a cut level, an unknown block. */
  readonly rest: Uint8Array;
  /** Position of the texture in the outer file. */
  readonly base: number;
}

export interface TexmLevel {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface TexmPage {
  /** As stored. */
  readonly declared: number;
  readonly rects: readonly TexmRect[];
}

/** In pixels of level 0, i16. */
export interface TexmRect {
  readonly x: number;
  readonly w: number;
  readonly y: number;
  readonly h: number;
}

export const HEADER_SIZE = 32;
export const PALETTE_SIZE = 1024;
/** Type of a Texm entry in an archive: its magic. */
export const TEXM_TYPE = 0x6d786554;

export type TexmFormat = 0 | 565 | 556 | 4444 | 88 | 888 | 8888;

/** Bytes of a pixel and a name for people, by format number. */
export const TEXM_FORMATS: Readonly<Record<TexmFormat, { bytes: number; label: string }>> = {
  0: { bytes: 1, label: 'indexed' },
  565: { bytes: 2, label: 'R5G6B5' },
  556: { bytes: 2, label: 'R5G5B6' },
  4444: { bytes: 2, label: 'A4R4G4B4' },
  88: { bytes: 2, label: 'L8A8' },
  888: { bytes: 4, label: 'X8R8G8B8' },
  8888: { bytes: 4, label: 'A8R8G8B8' },
};

export function isTexmFormat(format: number): format is TexmFormat {
  return Object.hasOwn(TEXM_FORMATS, format);
}

/** How many levels a picture can have, down to 1 x 1. */
export function fullMipCount(width: number, height: number): number {
  return 32 - Math.clz32(Math.max(1, width, height));
}
