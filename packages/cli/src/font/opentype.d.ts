/** What of opentype.js 2 is used here; the package has no types of its own. */
declare module 'opentype.js' {
  export interface PathCommand {
    readonly type: 'M' | 'L' | 'Q' | 'C' | 'Z';
    readonly x?: number;
    readonly y?: number;
    readonly x1?: number;
    readonly y1?: number;
    readonly x2?: number;
    readonly y2?: number;
  }
  export interface Glyph {
    readonly advanceWidth?: number;
    /** The outline at a size, y down. */
    getPath(x: number, y: number, size: number): { readonly commands: readonly PathCommand[] };
  }
  type Names = { readonly fontFamily?: { readonly [language: string]: string } };
  export interface Font {
    readonly unitsPerEm: number;
    readonly ascender: number;
    readonly descender: number;
    readonly names: Names & { readonly [platform: string]: Names | undefined };
    /** 0 for a character that the font does not have. */
    charToGlyphIndex(char: string): number;
    /** Of the `kern` table, by `left,right`. */
    readonly kerningPairs: { readonly [pair: string]: number };
    /** Of the GPOS table. */
    readonly position: { readonly defaultKerningTables?: readonly unknown[] };
    readonly glyphs: { get(index: number): Glyph };
  }
  const opentype: { parse(bytes: ArrayBuffer): Font };
  export default opentype;
}
