import { malformed } from '../malformed.ts';

export interface DecodedText {
  text: string;
  /** The encoding that was guessed because the bytes are no UTF-8. */
  guessed?: string;
}

/**
 * A text file as text, without its byte-order mark: UTF-8, UTF-16 of either order, what an XML declaration names, else
 * Windows-1252.
 * @throws Failure for an encoding that is not known, or bytes that are not what the file says.
 */
export function decodeText(bytes: Uint8Array, file: string): DecodedText {
  const unicode = unicodeForm(bytes);
  if (unicode) return { text: decode(bytes, unicode, file) };
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)["']/.exec(head)?.[1];
  if (declared && !/^utf-?(?:8|16)$/i.test(declared)) return { text: decode(bytes, declared, file) };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    if (declared) throw malformed(file, `its bytes are not ${declared}`, 'Save it as UTF-8.');
    return { text: new TextDecoder('windows-1252').decode(bytes), guessed: 'Windows-1252' };
  }
}

/** By byte-order mark, or by where the zeros of the first letter are. */
function unicodeForm(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if ((a === 0xff && b === 0xfe) || (a && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b)) return 'utf-16be';
  return undefined;
}

function decode(bytes: Uint8Array, encoding: string, file: string): string {
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    throw malformed(file, `its encoding "${encoding}" is not known`, 'Save it as UTF-8.');
  }
  try {
    return decoder.decode(bytes);
  } catch {
    throw malformed(file, `its bytes are not ${encoding}`, 'Save it as UTF-8.');
  }
}
