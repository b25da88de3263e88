import { subview } from '../binary/bytes.ts';

/** Codes below are the literal bytes; the dictionary starts here. */
export const FIRST_ENTRY = 256;
export const FIRST_WIDTH = 9;
export const LAST_WIDTH = 12;
/** With `next` here the dictionary starts anew instead of growing. */
export const RESET_AT = 4094;

/** Longer strings are copied by the engine, shorter ones byte by byte. */
const BULK_COPY = 48;

/**
 * How the codes ended. `end`: fewer bits left than a code has; `stop`: `stopAt` bytes were reached; `corrupt`: a code that
 * the dictionary does not hold; `full`: the next string does not fit in `maxBytes` or in `into`.
 */
export type LzwEnd = 'end' | 'stop' | 'corrupt' | 'full';

export interface LzwDecoded {
  /** What was decoded up to the end: a view on `into`, or on a buffer of its own. */
  readonly bytes: Uint8Array;
  readonly end: LzwEnd;
  /** Bits of the codes that were understood: the position of the first bit after them. */
  readonly bits: number;
  /** The code that could not be used, for `corrupt`. */
  readonly code: number;
  /** The number that the next dictionary entry would have had; codes above are corrupt, 255 where only literals may stand. */
  readonly highest: number;
}

export interface LzwDecodeOptions {
  /** Stops after the code that reaches this many bytes; its string may go beyond. */
  stopAt?: number;
  /** Upper bound of the output, in bytes. */
  maxBytes?: number;
  /** Buffer to decode into; its length bounds the output. */
  into?: Uint8Array;
}

/**
 * Decodes the LZW codes of an RFZ file (svo.md §8): most significant bit first, 9 to 12 bits, width grown one entry early,
 * dictionary started anew at entry 4094. Never throws; a code that cannot be ends the output.
 */
export function decodeLzw(codes: Uint8Array, options: LzwDecodeOptions = {}): LzwDecoded {
  const into = options.into;
  const maxBytes = Math.min(options.maxBytes ?? Number.POSITIVE_INFINITY, into?.length ?? Number.POSITIVE_INFINITY);
  const stopAt = options.stopAt ?? Number.POSITIVE_INFINITY;
  // A first guess in proportion to the codes, whatever size is hoped for.
  const guess = Number.isFinite(stopAt) ? Math.min(stopAt, codes.length * 64) : codes.length * 4;
  let out = into ?? new Uint8Array(Math.min(maxBytes, guess + 4096));
  let room = Math.min(maxBytes, out.length);
  // An entry is a place in the output: the previous string and the byte behind it, which begins the next string.
  const starts = new Int32Array(RESET_AT + 1);
  const lengths = new Int32Array(RESET_AT + 1);

  let next = FIRST_ENTRY;
  let width = FIRST_WIDTH;
  let previousStart = 0;
  let previousLength = 0;
  const totalBits = codes.length * 8;
  const lastWhole = codes.length - 3;
  let bits = 0;
  let written = 0;
  let end: LzwEnd = stopAt <= 0 ? 'stop' : 'end';
  let code = 0;

  while (written < stopAt) {
    if (bits + width > totalBits) {
      end = 'end';
      break;
    }
    const at = bits >>> 3;
    const three =
      at <= lastWhole
        ? (codes[at]! << 16) | (codes[at + 1]! << 8) | codes[at + 2]!
        : (codes[at]! << 16) | ((at + 1 < codes.length ? codes[at + 1]! : 0) << 8);
    code = (three >>> (24 - width - (bits & 7))) & ((1 << width) - 1);

    let from = previousStart;
    let length = 1;
    if (code >= FIRST_ENTRY) {
      if (code > next || previousLength === 0) {
        end = 'corrupt';
        break;
      }
      if (code < next) {
        from = starts[code]!;
        length = lengths[code]!;
      } else {
        length = previousLength + 1;
      }
    }
    if (written + length > room) {
      if (into !== undefined || written + length > maxBytes) {
        end = 'full';
        break;
      }
      const larger = new Uint8Array(Math.min(maxBytes, Math.max(written + length, out.length * 2)));
      larger.set(out);
      out = larger;
      room = larger.length;
    }
    bits += width;

    if (code < FIRST_ENTRY) {
      out[written] = code;
    } else if (length > BULK_COPY && from + length <= written) {
      out.copyWithin(written, from, from + length);
    } else {
      // Forward, so that a string that overlaps its own copy (code === next) takes its first byte as its last.
      for (let i = 0; i < length; i++) out[written + i] = out[from + i]!;
    }

    if (previousLength === 0) {
      previousStart = written;
      previousLength = length;
    } else if (next === RESET_AT) {
      next = FIRST_ENTRY;
      width = FIRST_WIDTH;
      previousLength = 0;
    } else {
      starts[next] = previousStart;
      lengths[next] = previousLength + 1;
      if (next + 2 === 1 << width && width < LAST_WIDTH) width++;
      next++;
      previousStart = written;
      previousLength = length;
    }
    written += length;
    end = 'stop';
  }
  return {
    bytes: subview(out, 0, written),
    end,
    bits,
    code,
    highest: previousLength === 0 ? FIRST_ENTRY - 1 : next,
  };
}
