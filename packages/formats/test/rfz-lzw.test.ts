import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { decodeLzw } from '../src/rfz/lzw-decode.ts';
import { encodeLzw } from '../src/rfz/lzw-encode.ts';

/** The first `length` bytes of the order-2 de Bruijn sequence over 256 symbols: 00 00 01 00 02 .., no pair twice. */
function deBruijn(length: number): Uint8Array {
  const bytes: number[] = [];
  for (let a = 0; a < 256 && bytes.length < length; a++) {
    bytes.push(a);
    for (let b = a + 1; b < 256; b++) bytes.push(a, b);
  }
  return Uint8Array.from(bytes.slice(0, length));
}

/** Bits written by hand, most significant first. */
class Bits {
  text = '';
  add(code: number, width: number): this {
    this.text += code.toString(2).padStart(width, '0');
    return this;
  }
  bytes(): Uint8Array {
    const padded = this.text.padEnd(Math.ceil(this.text.length / 8) * 8, '0');
    return Uint8Array.from(padded.match(/.{8}/g) ?? [], (b) => Number.parseInt(b, 2));
  }
}

/** Another encoder of svo.md §8, from the decoder's rules, with strings as dictionary keys. */
function referenceEncode(data: Uint8Array): Uint8Array {
  const bits = new Bits();
  let at = 0;
  let dictionary = new Map<string, number>();
  let previous: string | undefined;
  let next = 256;
  let width = 9;
  while (at < data.length) {
    // What the decoder could take: a literal, a known string, or the entry that this very code would complete.
    let text = String.fromCharCode(data[at]!);
    let code = data[at]!;
    for (let n = 2; at + n <= data.length; n++) {
      const longer = text + String.fromCharCode(data[at + n - 1]!);
      const known = dictionary.get(longer);
      const completes = previous !== undefined && next < 4094 && longer === previous + previous[0];
      if (known === undefined && !completes) break;
      text = longer;
      code = known ?? next;
    }
    bits.add(code, width);
    at += text.length;
    if (previous === undefined) {
      previous = text;
    } else if (next === 4094) {
      dictionary = new Map();
      next = 256;
      width = 9;
      previous = undefined;
    } else {
      const entry = previous + text[0];
      if (!dictionary.has(entry)) dictionary.set(entry, next);
      if (next + 2 === 2 ** width && width < 12) width++;
      next++;
      previous = text;
    }
  }
  return bits.bytes();
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('LZW decode', () => {
  test('fault 076: a code one ahead is the previous string and its first byte', () => {
    const decoded = decodeLzw(Uint8Array.of(0x20, 0xc0, 0x00));
    expect({ ...decoded, bytes: hex(decoded.bytes) }).toEqual({
      bytes: '414141',
      end: 'end',
      bits: 18,
      code: 256,
      highest: 257,
    });
  });

  test('fault 076: a first code of 256 is corrupt at bit 0', () => {
    expect(decodeLzw(Uint8Array.of(0x80, 0x00))).toMatchObject({ end: 'corrupt', bits: 0, code: 256, highest: 255 });
  });

  test('fault 076: a code two ahead is corrupt, at its bit', () => {
    const decoded = decodeLzw(new Bits().add(0x41, 9).add(257, 9).bytes());
    expect(decoded).toMatchObject({ end: 'corrupt', bits: 9, code: 257, highest: 256 });
    expect(hex(decoded.bytes)).toBe('41');
  });

  test('a code one ahead of entry 4094 is taken', () => {
    const bits = new Bits();
    let next = 256;
    let width = 9;
    const data = deBruijn(3839);
    data.forEach((byte, i) => {
      bits.add(byte, width);
      if (i === 0) return;
      if (next + 2 === 2 ** width && width < 12) width++;
      next++;
    });
    expect(next).toBe(4094);
    const decoded = decodeLzw(bits.add(4094, 12).add(0x42, 9).bytes());
    const last = data[data.length - 1]!;
    expect(hex(decoded.bytes)).toBe(hex(data) + hex(Uint8Array.of(last, last, 0x42)));
  });

  test('stopAt ends after the code that reaches it', () => {
    const codes = encodeLzw(new Uint8Array(100));
    const decoded = decodeLzw(codes, { stopAt: 2 });
    expect([decoded.bytes.length, decoded.end, decoded.bits]).toEqual([3, 'stop', 18]);
    expect(decodeLzw(codes, { stopAt: 0 })).toMatchObject({ end: 'stop', bits: 0 });
  });

  test('maxBytes and a buffer too small end the output before the string that does not fit', () => {
    const codes = encodeLzw(new Uint8Array(100));
    expect(decodeLzw(codes, { maxBytes: 5 })).toMatchObject({ end: 'full', bits: 18, bytes: new Uint8Array(3) });
    const into = new Uint8Array(8).fill(7);
    const decoded = decodeLzw(codes, { into: into.subarray(0, 7) });
    expect([decoded.end, decoded.bytes.length, into[6], into[7]]).toEqual(['full', 6, 7, 7]);
    expect(decoded.bytes.buffer).toBe(into.buffer);
  });
});

describe('LZW golden bytes', () => {
  test('fault 077: 256 codes of 9 bits, then one of 10', () => {
    const data = deBruijn(257);
    expect(hex(data.subarray(0, 7))).toBe('00000100020003');
    const bits = new Bits();
    for (const byte of data.subarray(0, 256)) bits.add(byte, 9);
    const golden256 = bits.bytes();
    const golden257 = bits.add(data[256]!, 10).bytes();
    expect([golden256.length + 4, golden257.length + 4]).toEqual([292, 294]);
    expect(hex(encodeLzw(data.subarray(0, 256)))).toBe(hex(golden256));
    expect(hex(encodeLzw(data))).toBe(hex(golden257));
    expect(hex(decodeLzw(golden256).bytes)).toBe(hex(data.subarray(0, 256)));
    expect(hex(decodeLzw(golden257).bytes)).toBe(hex(data));
  });

  test('fault 079: after a reset the first code only outputs, and 256 may follow at once', () => {
    const start = deBruijn(3840);
    const data = new Uint8Array(3844).fill(0x58);
    data.set(start);
    const codes = encodeLzw(data);
    const bits = 256 * 9 + 512 * 10 + 1024 * 11 + (3840 - 1792) * 12;
    const tail = new Bits().add(0x58, 9).add(256, 9).add(0x58, 9).text;
    const all = Array.from(codes, (b) => b.toString(2).padStart(8, '0')).join('');
    expect(all.slice(bits)).toBe(tail.padEnd(all.length - bits, '0'));
    expect(codes.length).toBe(Math.ceil((bits + 27) / 8));
    expect(hex(decodeLzw(codes).bytes)).toBe(hex(data));
  });

  test('fault 079: a stream that ends exactly at the reset ends clean', () => {
    const data = deBruijn(3840);
    const codes = encodeLzw(data);
    const decoded = decodeLzw(codes);
    expect(decoded.end).toBe('end');
    expect(hex(decoded.bytes)).toBe(hex(data));
    expect(decoded.highest).toBe(255);
  });

  test.each(samplesIn('font', '.rfz'))('the codes of $name come out again', ({ bytes, expected }) => {
    const codes = bytes.subarray(4);
    const decoded = decodeLzw(codes);
    expect(decoded.bytes.length).toBe(expected.decompressedBytes);
    expect(Buffer.compare(encodeLzw(decoded.bytes), codes)).toBe(0);
    expect(Buffer.compare(referenceEncode(decoded.bytes), codes)).toBe(0);
  });
});

describe('LZW properties', () => {
  const runs = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 600 })), { maxLength: 40 })
    .map((parts) => Uint8Array.from(parts.flatMap(([byte, n]) => new Array<number>(n).fill(byte))));
  const noise = fc.uint8Array({ maxLength: 9000, size: 'max' });
  const few = fc.uint8Array({ maxLength: 9000, max: 2, size: 'max' });
  const data = fc.oneof(runs, noise, few);

  test('encode is what the reference encoder writes, and decode gives the data back', () => {
    fc.assert(
      fc.property(data, (bytes) => {
        const codes = encodeLzw(bytes);
        expect(Buffer.compare(codes, referenceEncode(bytes))).toBe(0);
        const decoded = decodeLzw(codes);
        expect(decoded.end).toBe('end');
        expect(Buffer.compare(decoded.bytes, bytes)).toBe(0);
        expect(codes.length * 8 - decoded.bits).toBeLessThan(8);
        const into = new Uint8Array(bytes.length);
        expect(Buffer.compare(decodeLzw(codes, { into }).bytes, bytes)).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  test('any bytes decode to an end within the limit, and a prefix of the codes to a prefix of the output', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000, size: 'max' }), fc.nat(3000), (codes, cut) => {
        const whole = decodeLzw(codes, { maxBytes: 1 << 16 });
        expect(whole.bytes.length).toBeLessThanOrEqual(1 << 16);
        const part = decodeLzw(codes.subarray(0, cut), { maxBytes: 1 << 16 });
        expect(Buffer.compare(part.bytes, whole.bytes.subarray(0, part.bytes.length))).toBe(0);
      }),
    );
  });
});
