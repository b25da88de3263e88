import { usageError } from '../failure.ts';
import { decodeText } from './decode-text.ts';

/** The characters that a font is to have. */
export interface Characters {
  /** Ascending, each once, at most U+FFFF. */
  codes: number[];
  /** Those above U+FFFF, which a font cannot hold. */
  skipped: number[];
  warnings: string[];
}

const CODE_POINT = /^U\+([0-9A-F]{1,6})(?:(?:-|\.\.)(?:U\+)?([0-9A-F]{1,6}))?$/i;

/**
 * A characters file: the characters themselves, or a list of code points and ranges when there is nothing else in it but
 * comments. Of a text, control characters such as line ends and tabs are not taken.
 * @throws Failure for a file without characters, a range that is turned round, or a code that is none.
 */
export function readCharacters(bytes: Uint8Array, file: string): Characters {
  const { text, guessed } = decodeText(bytes, file);
  const all = [...new Set(listedCodes(text, file) ?? textCodes(text))].sort((a, b) => a - b);
  if (all.length === 0) {
    throw usageError(
      `${file}: there are no characters in it`,
      'Write the characters themselves, or code points: U+0041.',
    );
  }
  return {
    codes: all.filter((code) => code <= 0xffff),
    skipped: all.filter((code) => code > 0xffff),
    warnings: guessed ? [`${file}: its text is not UTF-8; read as ${guessed}`] : [],
  };
}

function textCodes(text: string): number[] {
  return Array.from(text, (char) => char.codePointAt(0)!).filter((code) => !isControl(code) && code !== 0xfeff);
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/** The codes of a list; undefined when the file is a text. */
function listedCodes(text: string, file: string): number[] | undefined {
  const codes: number[] = [];
  for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
    for (const word of line.replace(/(?:^|\s)#.*/, '').split(/[\s,;]+/)) {
      if (word === '') continue;
      const match = CODE_POINT.exec(word);
      if (!match) return undefined;
      const first = Number.parseInt(match[1]!, 16);
      const last = Number.parseInt(match[2] ?? match[1]!, 16);
      if (last < first || last > 0x10ffff) {
        throw usageError(
          `${file} line ${i + 1}: ${word} is no range of code points`,
          'Write the smaller first: U+0020-U+007E.',
        );
      }
      for (let code = first; code <= last; code++) codes.push(code);
    }
  }
  return codes.length > 0 ? codes : undefined;
}
