import { hexBytes, toHex } from '@unbake/formats';
import type { Font, Glyph, PathCommand } from 'opentype.js';
import { malformed } from '../malformed.ts';

/** A character's shape at a size: texels, y down, the pen at 0,0 on the base line. */
export interface Outline {
  code: number;
  advance: number;
  path: readonly PathCommand[];
  /** What the path covers; empty for a character without a shape. */
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Outlines {
  /** Name of the typeface; empty when the file has none. */
  name: string;
  ascent: number;
  descent: number;
  /** In the order of the codes given. */
  outlines: Outline[];
  /** Codes that the font has no glyph for. */
  missing: number[];
  /** It moves some pairs of characters closer or apart. */
  hasKerning: boolean;
  /** What the library said about the file. */
  warnings: string[];
}

/**
 * The outlines of characters in a TrueType, OpenType or WOFF file.
 * @param size of the em square, in texels
 * @throws Failure when the file cannot be read.
 */
export async function readOutlines(
  bytes: Uint8Array,
  file: string,
  size: number,
  codes: readonly number[],
): Promise<Outlines> {
  refuseOtherKinds(bytes, file);
  const { default: opentype } = await import('opentype.js');
  const warnings = new Set<string>();
  try {
    return quietly(warnings, () => {
      // A copy, for the library takes a whole buffer.
      const font = opentype.parse(bytes.slice().buffer);
      const scale = size / font.unitsPerEm;
      if (!(font.unitsPerEm > 0)) throw new Error(`${font.unitsPerEm} units per em`);
      const missing = codes.filter((code) => font.charToGlyphIndex(String.fromCodePoint(code)) === 0);
      const absent = new Set(missing);
      const outlines = codes
        .filter((code) => !absent.has(code))
        .map((code) => {
          const glyph = font.glyphs.get(font.charToGlyphIndex(String.fromCodePoint(code)));
          return outlineOf(code, glyph, size, scale);
        });
      const { ascender, descender } = font;
      return {
        name: familyName(font),
        ascent: Math.max(0, Math.ceil(ascender * scale)),
        descent: Math.max(0, Math.ceil(-descender * scale)),
        outlines,
        missing,
        hasKerning: Object.keys(font.kerningPairs).length > 0 || (font.position.defaultKerningTables?.length ?? 0) > 0,
        warnings: [...warnings],
      };
    });
  } catch (error) {
    // A DataView's words about its bounds help nobody.
    const reason =
      error instanceof RangeError ? 'it is damaged or cut short' : (error as Error).message.split('\n', 1)[0];
    throw malformed(file, `cannot be read as a font: ${reason}`, 'Get a whole copy of it.');
  }
}

/** First four bytes of the files that the library reads. */
const READ = ['00010000', '74727565', '4f54544f', '774f4646'];
/** Of others that a user may give. */
const OTHERS: { [head: string]: readonly [kind: string, advice: string] | undefined } = {
  '774f4632': ['a WOFF2 font', 'Decompress it to TrueType first, for example with woff2_decompress.'],
  '74746366': ['a collection of several fonts', 'Take one font out of it first, for example with FontForge.'],
  '25215053': ['a PostScript Type 1 font', 'Convert it to OpenType first, for example with FontForge.'],
};

function refuseOtherKinds(bytes: Uint8Array, file: string): void {
  const head = toHex(bytes.subarray(0, 4));
  if (READ.includes(head)) return;
  const [kind, advice] = OTHERS[head] ?? [
    `no font that can be read, it starts with ${hexBytes(bytes.subarray(0, 4)) || 'nothing'}`,
    'Give a TrueType, OpenType or WOFF file.',
  ];
  throw malformed(file, `it is ${kind}`, advice);
}

function outlineOf(code: number, glyph: Glyph, size: number, scale: number): Outline {
  const path = glyph.getPath(0, 0, size).commands;
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const reach = (x: number | undefined, y: number | undefined): void => {
    if (x === undefined || y === undefined) return;
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw new Error(`the outline of U+${code.toString(16)} is broken`);
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  };
  // Control points are outside the curve or on it: the box may be larger than the shape, never smaller.
  for (const command of path) {
    reach(command.x, command.y);
    reach(command.x1, command.y1);
    reach(command.x2, command.y2);
  }
  const advance = Math.round((glyph.advanceWidth ?? 0) * scale);
  if (!(box.right > box.left && box.bottom > box.top)) {
    return { code, advance, path: [], left: 0, top: 0, right: 0, bottom: 0 };
  }
  return {
    code,
    advance,
    path,
    left: Math.floor(box.left),
    top: Math.floor(box.top),
    right: Math.ceil(box.right),
    bottom: Math.ceil(box.bottom),
  };
}

/** English, else the first language there is; names of Windows before the others. */
function familyName(font: Font): string {
  const tables = [font.names.windows, font.names.unicode, font.names.macintosh, font.names];
  const family = tables.map((names) => names?.fontFamily).find((names) => names && Object.keys(names).length > 0);
  return family ? (family.en ?? Object.values(family)[0] ?? '') : '';
}

/** The library prints what it finds odd; here that is collected, so that nothing mixes with a command's results. */
function quietly<T>(said: Set<string>, work: () => T): T {
  const { log, warn, error } = console;
  console.log = console.warn = console.error = (...words: unknown[]) => void said.add(words.join(' '));
  try {
    return work();
  } finally {
    Object.assign(console, { log, warn, error });
  }
}
