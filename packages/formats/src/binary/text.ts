// The platform's decoder, in Node and browsers alike; declared here so that nothing else in the package can use it.
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes: Uint8Array): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

let utf8: TextDecoder | undefined;
let shiftJis: TextDecoder | undefined;
let shiftJisLossy: TextDecoder | undefined;
let cp1251: TextDecoder | undefined;

export type TextEncodingName = 'ascii' | 'utf-8' | 'shift_jis' | 'windows-1251' | 'latin1';

/** Text for display with the encoding that gave it. The bytes stay the truth: compare and write those. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncodingName;
}

/** SVO text for display (svo.md §2): UTF-8, else Shift-JIS, else Latin-1. A cut Shift-JIS letter shows as U+FFFD. */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (isAscii(bytes)) return { text: latin1(bytes), encoding: 'ascii' };
  utf8 ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const asUtf8 = tryDecode(utf8, bytes);
  if (asUtf8 !== undefined) return { text: asUtf8, encoding: 'utf-8' };
  shiftJis ??= new TextDecoder('shift_jis', { fatal: true });
  const asShiftJis = tryDecode(shiftJis, bytes);
  if (asShiftJis !== undefined) return { text: asShiftJis, encoding: 'shift_jis' };
  if (endsInsideLetter(bytes)) {
    shiftJisLossy ??= new TextDecoder('shift_jis');
    return { text: shiftJisLossy.decode(bytes), encoding: 'shift_jis' };
  }
  return { text: latin1(bytes), encoding: 'latin1' };
}

/** Parkan text for display (msh.md §1): CP1251 when not ASCII. */
export function decodeCp1251(bytes: Uint8Array): string {
  if (isAscii(bytes)) return latin1(bytes);
  cp1251 ??= new TextDecoder('windows-1251');
  return cp1251.decode(bytes);
}

let cp1251Bytes: Map<string, number> | undefined;

/** The bytes that `decodeCp1251` shows as this text; undefined when a letter is not in CP1251. */
export function encodeCp1251(text: string): Uint8Array | undefined {
  if (!cp1251Bytes) {
    const all = Uint8Array.from({ length: 256 }, (_, i) => i);
    cp1251Bytes = new Map(Array.from(decodeCp1251(all), (letter, i) => [letter, i]));
  }
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const byte = cp1251Bytes.get(text[i]!);
    if (byte === undefined) return undefined;
    bytes[i] = byte;
  }
  return bytes;
}

export function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** One character a byte, U+0000 to U+00FF. */
export function latin1(bytes: Uint8Array): string {
  if (bytes.length <= CHUNK) return String.fromCharCode.apply(null, bytes as never);
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + CHUNK) as never);
  }
  return text;
}

/** Bytes that one call turns into text: far below what an argument list can hold. */
const CHUNK = 1024;

function isAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! > 0x7f) return false;
  return true;
}

/** Bytes up to the first NUL, or all. */
export function untilNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/** ASCII letters to lower case, every other byte as it is: the comparison of both games' lookups. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A code unit that a two-byte Shift-JIS letter starts with. */
function isLead(byte: number): boolean {
  return (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc);
}

/** Valid Shift-JIS but for a lone first half at the end: a fixed-size field cut a letter. */
function endsInsideLetter(bytes: Uint8Array): boolean {
  const last = bytes.length - 1;
  if (last < 1 || !isLead(bytes[last]!)) return false;
  shiftJis ??= new TextDecoder('shift_jis', { fatal: true });
  return tryDecode(shiftJis, bytes.subarray(0, last)) !== undefined;
}

function tryDecode(decoder: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

let shiftJisCodes: Map<string, number> | undefined;

/** Shift-JIS (with the Windows extensions) bytes, or undefined when a character has none. */
export function encodeShiftJis(text: string): Uint8Array | undefined {
  shiftJisCodes ??= makeShiftJisCodes();
  const bytes: number[] = [];
  for (const letter of text) {
    const code = letter <= '\x7f' ? letter.charCodeAt(0) : shiftJisCodes.get(letter);
    if (code === undefined) return undefined;
    if (code > 0xff) bytes.push(code >> 8);
    bytes.push(code & 0xff);
  }
  return Uint8Array.from(bytes);
}

/** Letter to code, made by decoding every code. Of two codes for one letter the first counts, but the IBM row before NEC's copy of it. */
function makeShiftJisCodes(): Map<string, number> {
  shiftJisLossy ??= new TextDecoder('shift_jis');
  const codes: number[] = [];
  for (let code = 0xa1; code <= 0xdf; code++) codes.push(code);
  for (let lead = 0x81; lead <= 0xfc; lead++) {
    if (!isLead(lead) || lead === 0xed || lead === 0xee) continue;
    for (let trail = 0x40; trail <= 0xfc; trail++) codes.push((lead << 8) | trail);
  }
  const all = new Uint8Array(codes.length * 3);
  let at = 0;
  for (const code of codes) {
    if (code > 0xff) all[at++] = code >> 8;
    all[at++] = code & 0xff;
    all[at++] = 0x0a;
  }
  const letters = shiftJisLossy.decode(all.subarray(0, at)).split('\n');
  const map = new Map<string, number>();
  codes.forEach((code, i) => {
    const letter = letters[i]!;
    if (letter.length === 1 && letter !== '\ufffd' && !map.has(letter)) map.set(letter, code);
  });
  return map;
}
