import type { FontDescription, GlyphMetrics } from '../packages/formats/src/font/types.ts';

/** A DDS file of 4 bits a channel, every byte of its pixels `fill`. */
export function dds(width: number, height: number, fill = 0): Uint8Array {
  const bytes = new Uint8Array(128 + width * height * 2).fill(fill, 128);
  const view = new DataView(bytes.buffer);
  const header = [0x20534444, 124, 0x100f, height, width, width * 2];
  const pixelFormat = [32, 0x41, 0, 16, 0xf00, 0xf0, 0xf, 0xf000, 0x1000];
  for (const [i, word] of header.entries()) view.setUint32(4 * i, word, true);
  for (const [i, word] of pixelFormat.entries()) view.setUint32(76 + 4 * i, word, true);
  return bytes;
}

/** A font with one page of 16 by 16 texels. */
export function smallFont(glyphs: GlyphMetrics[]): FontDescription {
  return {
    baseName: 'small',
    id: 'RHFONTDB',
    platform: 'DXPC',
    library: 'ceylon',
    name: '小',
    comment: '',
    flags: 0,
    point: 8,
    maxAscent: 7,
    maxDescent: 2,
    maxGlyphWidth: 5,
    maxGlyphHeight: 6,
    pageCount: 1,
    pageWidth: 16,
    pageHeight: 16,
    lastPageHeight: undefined,
    margin: 1,
    glyphs,
  };
}

/** A glyph that fits a small font's page. */
export function glyph(code: number, more: Partial<GlyphMetrics> = {}): GlyphMetrics {
  return { code, advance: 6, advanceY: 0, page: 0, originX: -1, originY: 6, x1: 2, y1: 3, x2: 7, y2: 9, ...more };
}
