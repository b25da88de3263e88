import { malformed } from '../malformed.ts';
import type { FntRow } from './fnt-rows.ts';

/**
 * The lines of a BMFont in text form: a word, then `key=value` with blanks or tabs between and around. A value is quoted or
 * one word; of a value that is not quoted and has blanks all words are kept.
 * @throws Failure for a quote without end.
 */
export function fntTextRows(text: string, file: string): FntRow[] {
  const rows: FntRow[] = [];
  for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
    const kind = /^\s*(\S+)/.exec(line);
    if (!kind) continue;
    const place = `${file} line ${i + 1}`;
    rows.push({ kind: kind[1]!, place, fields: fieldsOf(line, kind[0].length, place) });
  }
  return rows;
}

const KEY = /\s*([^\s=]+)\s*=/y;
/** The closing quote is one that a blank or the line's end follows, so that `letter="""` has a value. */
const QUOTED = /\s*(["'])(.*?)\1(?=\s|$)/y;
const OPENED = /\s*["']/y;
/** A word that touches the `=` may hold anything; behind blanks it must not be the next key. */
const WORD = /\S+|\s+(?![^\s=]+\s*=)\S+/y;
const STRAY = /\s*(\S+)/y;

function fieldsOf(line: string, start: number, place: string): Map<string, string> {
  const fields = new Map<string, string>();
  let at = start;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(line);
    if (found) at = pattern.lastIndex;
    return found;
  };
  let last: string | undefined;
  while (at < line.length) {
    const key = match(KEY)?.[1];
    if (key !== undefined) {
      const quoted = match(QUOTED);
      if (!quoted && match(OPENED)) throw malformed(place, `the quote of ${key} is not closed`);
      fields.set(key, quoted ? quoted[2]! : (match(WORD)?.[0].trim() ?? ''));
      last = key;
      continue;
    }
    const stray = match(STRAY)?.[1];
    if (stray === undefined) break;
    if (last !== undefined) fields.set(last, `${fields.get(last)} ${stray}`);
  }
  return fields;
}
