import type { Cursor } from '../binary/cursor.ts';
import { decodeText, encodeShiftJis, encodeUtf8, latin1, type TextEncodingName, untilNul } from '../binary/text.ts';
import type { Writer } from '../binary/writer.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { formatError } from '../diagnostics/format-error.ts';
import type { YabxString } from './types.ts';

/** Bytes a compact string can have, its NUL included. */
export const COMPACT_MAX = 0x7f;
/** Bytes a long string, or a string field, can have, its NUL included. */
export const LONG_MAX = 0x7fff;

/** `i8 len`, bytes (svo.md §2). Throws `yabx/string-length` when the length is negative. */
export function readCompact(c: Cursor, name: string, report: Report): YabxString {
  return stringOf(c, name, c.i8(`${name}Length`), 1, report);
}

/** `i16 len`, bytes (svo.md §2). Throws `yabx/string-length` when the length is negative. */
export function readLong(c: Cursor, name: string, report: Report): YabxString {
  return stringOf(c, name, c.i16(`${name}Length`), 2, report);
}

/** Throws RangeError for more than `COMPACT_MAX` bytes: the length would read back as another number. */
export function writeCompact(w: Writer, s: YabxString): void {
  checkLength(s, COMPACT_MAX);
  w.i8(s.bytes.length);
  w.bytes(s.bytes);
}

/** Throws RangeError for more than `LONG_MAX` bytes. */
export function writeLong(w: Writer, s: YabxString): void {
  checkLength(s, LONG_MAX);
  w.i16(s.bytes.length);
  w.bytes(s.bytes);
}

/** A string as a writer makes it: UTF-8 with its NUL, no bytes at all when empty. */
export function yabxString(text: string): YabxString {
  return { bytes: text === '' ? new Uint8Array(0) : withNul(encodeUtf8(text)), text };
}

/**
 * A text in the encoding of its neighbours, else UTF-8; undefined when neither gives bytes that show as this text again
 * (a lone surrogate).
 */
export function encodeText(text: string, like: TextEncodingName): Uint8Array | undefined {
  const own = like === 'shift_jis' ? encodeShiftJis(text) : like === 'latin1' ? encodeLatin1(text) : undefined;
  for (const bytes of [own, encodeUtf8(text)]) {
    if (bytes !== undefined && decodeText(bytes).text === text) return bytes;
  }
  return undefined;
}

function encodeLatin1(text: string): Uint8Array | undefined {
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return latin1(bytes) === text ? bytes : undefined;
}

/** The same bytes with a NUL behind them. */
export function withNul(bytes: Uint8Array): Uint8Array {
  const all = new Uint8Array(bytes.length + 1);
  all.set(bytes);
  return all;
}

function checkLength(s: YabxString, most: number): void {
  if (s.bytes.length > most) throw new RangeError(`"${s.text}" has ${s.bytes.length} bytes, a string here has ${most}`);
}

function stringOf(c: Cursor, name: string, length: number, prefix: number, report: Report): YabxString {
  if (length < 0) {
    const most = prefix === 1 ? COMPACT_MAX : LONG_MAX;
    throw formatError('yabx/string-length', { length, most }, c.position - prefix, c.pathOf(name));
  }
  if (length === 0) return { bytes: c.bytes.subarray(c.offset, c.offset), text: '' };
  const bytes = c.take(name, length);
  if (bytes.indexOf(0) !== length - 1) report.add('yabx/string-nul', { length }, c.behind(length), c.pathOf(name));
  return { bytes, text: decodeText(untilNul(bytes)).text };
}
