import type { CodeRow } from '../severity.ts';

/** RFZ fonts and their LZW stream (svo.md §8, §9), and what is found when a font is built from a BMFont (`font/`). */
export const rfzCodes = {
  'rfz/magic': {
    severity: 'error',
    title: 'not an RFZ file',
    meaning: 'The first four bytes are not "YS" 02 00.',
    advice: 'Check that this is an .rfz font; it may be compressed, encrypted or of another game.',
    spec: 'svo.md §8',
    message: (a: { found: string }) => `expected 59 53 02 00, found ${a.found}`,
  },
  'rfz/corrupt': {
    severity: 'error',
    title: 'a code of the LZW stream cannot be',
    meaning: 'A code names a dictionary entry that does not exist; what came before it is shown.',
    advice: 'The file was damaged: get a whole copy. The objects before the damage can still be read.',
    spec: 'svo.md §8',
    message: (a: { bit: number; code: number; highest: number; decoded: number }) =>
      `code ${a.code} at bit ${a.bit} of the codes, the highest possible here is ${a.highest}; ${a.decoded} bytes decoded`,
  },
  'rfz/oversize': {
    severity: 'error',
    title: 'the LZW stream grows beyond the limit',
    meaning: 'The codes decode to more bytes than a font may have here; the rest is not decoded.',
    advice: 'No real font is that large. Raise the limit only for a file that you trust.',
    spec: 'svo.md §8',
    message: (a: { limit: number }) => `decodes to more than the limit of ${a.limit} bytes`,
  },
  'rfz/leftover': {
    severity: 'warning',
    title: 'bytes behind the last code',
    meaning:
      'Bits that are not zero follow the code that completes the YABX; as far as they are codes they are data behind it.',
    advice: 'Nothing to do: they are written back as they are. Some tools append data.',
    spec: 'svo.md §8',
    message: (a: { bits: number; bytes: number }) =>
      `${a.bits} bits behind the last code of the graph, with ${a.bytes} bytes that are not zero`,
  },
  'rfz/texture': {
    severity: 'warning',
    title: 'the textures of a font cannot be read',
    meaning: 'The font has no TextureResource, or its content is not an SVO with the pages that the font counts.',
    advice: 'The glyphs can be listed; for pictures put the pages back with "font pack".',
    spec: 'svo.md §8',
    message: (a: { problem: string }) => a.problem,
  },
  'rfz/glyph': {
    severity: 'warning',
    title: 'a glyph that the game cannot show as meant',
    meaning: 'The box of a glyph leaves its page, its page is missing, or its code occurs twice.',
    advice: 'Correct the box or page of the glyph in the font generator, or make the pages larger.',
    spec: 'svo.md §8',
    message: (a: { code: number; problem: string }) => `glyph ${codePoint(a.code)}: ${a.problem}`,
  },
  'rfz/kerning': {
    severity: 'warning',
    title: 'a glyph with kerning data',
    meaning: 'The kerning list of a glyph is not empty; its layout is not known, its bytes are kept.',
    advice: 'Nothing to do: the bytes are written back as they are.',
    spec: 'svo.md §8',
    message: (a: { code: number; count: number; bytes: number }) =>
      `glyph ${codePoint(a.code)}: ${a.count} kerning entries in ${a.bytes} bytes of unknown layout`,
  },
  'font/kerning-dropped': {
    severity: 'warning',
    title: 'kerning pairs are not stored',
    meaning: 'The layout of the kerning list of an RFZ is not known, so the pairs of the BMFont are left out.',
    advice: 'Text is spaced by the advances alone; there is nothing to correct.',
    spec: 'svo.md §8',
    message: (a: { count: number; pairs: string }) => `${a.count} kerning pairs are left out: ${a.pairs}`,
  },
  'font/code-skipped': {
    severity: 'warning',
    title: 'a character that an RFZ cannot hold',
    meaning: 'Character codes are 16 bits; characters above U+FFFF and the placeholder -1 are left out.',
    advice: 'Map the character to a free code below U+FFFF if the game should show it.',
    spec: 'svo.md §8',
    message: (a: { count: number; codes: string }) => `${a.count} characters are left out: ${a.codes}`,
  },
  'font/glyph-duplicate': {
    severity: 'error',
    title: 'two glyphs for one character',
    meaning: 'A character code occurs more than once in the BMFont; the game would find only one of them.',
    advice: 'Remove all but one of them.',
    spec: 'svo.md §8',
    message: (a: { code: number; count: number }) =>
      `${a.count} glyphs for ${codePoint(a.code)}, only one can be stored`,
  },
  'font/metric': {
    severity: 'error',
    title: 'a number that does not fit its field',
    meaning: 'Metrics are 16 bits, unsigned but for the origins; the value lies outside or is no whole number.',
    advice: 'Scale the font down, or correct the value.',
    spec: 'svo.md §8',
    message: (a: { value: number; min: number; max: number }) =>
      `${a.value} is not a whole number of ${a.min} to ${a.max}`,
  },
  'font/page': {
    severity: 'error',
    title: 'a page that cannot be used',
    meaning: 'The pages given do not match those that the font names, or one is not a DDS file.',
    advice: 'Give exactly the pages of the font, as DDS, in order.',
    spec: 'svo.md §8',
    message: (a: { problem: string }) => a.problem,
  },
  'font/name': {
    severity: 'error',
    title: 'a name that cannot be stored',
    meaning: 'Names of the font and its pages are at most 126 bytes (long ones 32766) and have no NUL.',
    advice: 'Choose a shorter name.',
    spec: 'svo.md §2, §8',
    message: (a: { name: string; bytes: number; max: number }) =>
      `"${a.name}" has ${a.bytes} bytes or letters that cannot be stored, at most ${a.max} bytes fit`,
  },
  'font/folder': {
    severity: 'error',
    title: 'a font that cannot be unpacked or packed',
    meaning: 'The file is no whole font, or the unpacked folder does not have the form that "font unpack" writes.',
    advice: 'Correct the place named, or unpack the font again.',
    spec: 'svo.md §8',
    message: (a: { problem: string }) => a.problem,
  },
} satisfies Record<string, CodeRow>;

function codePoint(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')} (${code})`;
}
