/**
 * File names made from names inside a file. The scheme, the same on every system:
 *
 * 1. Unicode NFC.
 * 2. `/ \ : * ? " < > |`, control characters, bidirectional controls and lone surrogates become `_`: a name is one
 *    file, never a path.
 * 3. Dots and blanks at either end become `_` (so do `.` and `..`); an empty name becomes the fallback.
 * 4. A name that Windows reserves (CON, PRN, AUX, NUL, COM0-9, LPT0-9, CONIN$, CONOUT$; with any extension) gets a
 *    `_` in front.
 * 5. At most 200 bytes of UTF-8, the extension kept.
 * 6. Among the files of one folder, a name equal to an earlier one but for case is numbered: `a.dds`, `A-2.dds`.
 *
 * Letters of any script, blanks inside, `%` and `#` stay.
 */

const MAX_BYTES = 200;
const FORBIDDEN = /[/\\:*?"<>|\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufeff]/gu;
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i;

/** A whole file name by steps 1 to 5. */
export function safeFileName(name: string, fallback = 'unnamed'): string {
  const plain = name
    .normalize('NFC')
    .replace(FORBIDDEN, '_')
    .replace(/^[\s.]+|[\s.]+$/gu, (run) => '_'.repeat(run.length));
  if (plain === '') return fallback;
  const device = plain.split('.', 1)[0]!.trimEnd();
  return shorten(RESERVED.test(device) ? `_${plain}` : plain, '', MAX_BYTES);
}

/** Hands out the file names of one folder, no two the same on a disk that folds case (step 6). */
export class FileNames {
  readonly #taken = new Set<string>();

  /** `stem.extension`, the stem made safe first. */
  take(stem: string, extension: string, fallback?: string): string {
    return this.#number(safeFileName(stem, fallback), `.${extension}`);
  }

  /** A whole name, made safe first. */
  takeName(name: string, fallback?: string): string {
    const { stem, extension } = splitExtension(safeFileName(name, fallback));
    return this.#number(stem, extension);
  }

  /** A name that is in use already, as it is. */
  reserve(name: string): void {
    this.#taken.add(foldFileName(name));
  }

  #number(stem: string, extension: string): string {
    let candidate = shorten(stem, extension, MAX_BYTES);
    for (let n = 2; this.#taken.has(foldFileName(candidate)); n++) {
      candidate = shorten(stem, `-${n}${extension}`, MAX_BYTES);
    }
    this.reserve(candidate);
    return candidate;
  }
}

/** File names with equal results are one file on a disk that ignores case. */
export function foldFileName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase();
}

/** `hero.v2.dds` -> `hero.v2` and `.dds`; a leading dot starts no extension, nor do more than 16 letters follow it. */
export function splitExtension(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || name.length - dot > 17) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension: name.slice(dot) };
}

/** `stem + end` in at most `maxBytes` of UTF-8; the stem gives way, and without an `end` its extension stays. */
function shorten(stem: string, end: string, maxBytes: number): string {
  if (utf8Length(stem) + utf8Length(end) <= maxBytes) return stem + end;
  const parts = end ? { stem, extension: end } : splitExtension(stem);
  let room = maxBytes - utf8Length(parts.extension);
  let kept = '';
  for (const letter of parts.stem) {
    room -= utf8Length(letter);
    if (room < 0) break;
    kept += letter;
  }
  return kept.replace(/[\s.]+$/u, '_') + parts.extension;
}

function utf8Length(text: string): number {
  let length = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}

/** The name of a picture without its own extension: `hero.dds` -> `hero`, `v1.2` as it is. */
export function pictureStem(name: string): string {
  return name.replace(/\.(?:bmp|dds|jpe?g|png|tex|texm|tga|webp)$/i, '');
}
