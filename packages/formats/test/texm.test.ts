import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { toHex } from '../src/binary/hex.ts';
import { coverageOf, Trace } from '../src/binary/trace.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { FormatError } from '../src/diagnostics/format-error.ts';
import { decodeTexm } from '../src/texm/decode.ts';
import { encodeTexm } from '../src/texm/encode.ts';
import { readTexm } from '../src/texm/read.ts';
import { TEXM_FORMATS, type TexmFormat } from '../src/texm/types.ts';
import { writeTexm } from '../src/texm/write.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The same bytes at an odd offset inside a buffer of other bytes. */
function shifted(bytes: Uint8Array): Uint8Array {
  const dirty = new Uint8Array(bytes.length + 11).fill(0xa5);
  dirty.set(bytes, 3);
  return dirty.subarray(3, 3 + bytes.length);
}

describe.each(samplesIn('texm', '.texm'))('Texm $name', ({ bytes, expected }) => {
  test.each([
    ['the file', bytes],
    ['a shifted view', shifted(bytes)],
  ])('fields, pixels and page of %s', (_, input) => {
    const report = new Report();
    const texm = readTexm(input, { report });
    const { mips, rgba8Sha256, firstPixels, page, codes, ...fields } = expected;
    expect(texm).toMatchObject(fields);
    const decoded = texm.levels.map((_, i) => decodeTexm(texm, i));
    expect(decoded.map(({ width, height, rgba }) => ({ width, height, sha256: sha256(rgba) }))).toEqual(mips);
    expect(sha256(decoded[0]!.rgba)).toBe(rgba8Sha256);
    expect(toHex(decoded[0]!.rgba.subarray(0, firstPixels.length / 2))).toBe(firstPixels);
    expect(texm.page?.rects ?? null).toEqual(page);
    expect(report.diagnostics.map((d) => d.code)).toEqual(codes);
    expect(writeTexm(texm)).toEqual(bytes);
  });

  test('every byte is explained', () => {
    const trace = new Trace('file', 0, bytes.length);
    readTexm(bytes, { trace });
    expect(coverageOf(trace.root, bytes.length)).toMatchObject({ gaps: [], overlaps: [] });
  });

  test('a cut file is read as far as it goes and written back, or is a FormatError', () => {
    for (let size = 0; size < bytes.length; size += 7) {
      const cut = bytes.slice(0, size);
      const report = new Report();
      const texm = report.attempt(() => readTexm(cut, { report }));
      if (texm) expect(writeTexm(texm)).toEqual(cut);
      else expect(report.diagnostics.map((d) => d.code)).toEqual(['texm/truncated']);
    }
  });
});

describe('malformed Texm', () => {
  test.each(samplesIn('texm/bad', '.texm'))(
    '$name gives exactly its codes and keeps its bytes',
    ({ bytes, expected }) => {
      expect(bytes.length).toBe(expected.size);
      const report = new Report();
      const texm = report.attempt(() => readTexm(bytes, { report }));
      expect([...new Set(report.diagnostics.map((d) => d.code))]).toEqual(expected.codes);
      if (texm) expect(writeTexm(texm)).toEqual(bytes);
    },
  );

  test('a picture that is not there is a FormatError, not an allocation', () => {
    const bytes = samplesIn('texm/bad', '.texm').find((s) => s.name === 'size-huge.texm')!.bytes;
    expect(() => decodeTexm(readTexm(bytes))).toThrow(FormatError);
  });
});

function texm(format: TexmFormat, width: number, height: number, pixels: number[]) {
  return readTexm(
    writeTexm({
      width,
      height,
      mipCount: 1,
      flags4: 0,
      flags5: 0,
      unknown6: 0,
      format,
      palette: undefined,
      levels: [{ width, height, data: Uint8Array.from(pixels) }],
      page: undefined,
      rest: new Uint8Array(0),
      base: 0,
    }),
  );
}

test('fault 021: 16-bit words are taken apart as words', () => {
  expect([...decodeTexm(texm(565, 2, 1, [0x00, 0xf8, 0x1f, 0x00])).rgba]).toEqual([255, 0, 0, 255, 0, 0, 255, 255]);
  expect([...decodeTexm(texm(4444, 1, 1, [0x21, 0x8f])).rgba]).toEqual([255, 34, 17, 136]);
});

describe('encoding', () => {
  const image = fc
    .record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) })
    .chain(({ width, height }) =>
      fc
        .uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 })
        .map((rgba) => ({ width, height, rgba })),
    );
  const formats = Object.keys(TEXM_FORMATS).map(Number) as TexmFormat[];

  test('decoding what was decoded and encoded gives the same pixels, for every format', () => {
    fc.assert(
      fc.property(image, fc.constantFrom(...formats), (picture, format) => {
        const once = decodeTexm(encodeTexm([picture], { format }));
        const written = writeTexm(encodeTexm([once], { format }));
        expect(decodeTexm(readTexm(written)).rgba).toEqual(once.rgba);
      }),
    );
  });

  test('8888 keeps every channel; 565 takes the nearest step', () => {
    const picture = { width: 1, height: 1, rgba: Uint8Array.from([13, 130, 250, 7]) };
    expect([...decodeTexm(encodeTexm([picture], { format: 8888 })).rgba]).toEqual([13, 130, 250, 7]);
    expect([...decodeTexm(encodeTexm([picture], { format: 565 })).rgba]).toEqual([16, 130, 247, 255]);
  });

  test('a template keeps flags and page, and the levels encode to what they were', () => {
    const source = samplesIn('texm', '.texm').find((s) => s.name === 'fmt565.texm')!;
    const before = readTexm(source.bytes);
    const images = before.levels.map((_, i) => decodeTexm(before, i));
    expect(encodeTexm(images, { format: 565 }, before)).toEqual(before);
    expect(() => encodeTexm([images[1]!, images[1]!], { format: 565 })).toThrow(RangeError);
  });

  test('format 0 takes the picture’s own colours, and says when there are too many', () => {
    const rgba = new Uint8Array(17 * 16 * 4).map((_, i) => (i % 4 === 3 ? 255 : i % 4 === 0 ? (i / 4) % 256 : i >> 10));
    expect(() => encodeTexm([{ width: 17, height: 16, rgba }], { format: 0 })).toThrow('texm/colours');
  });
});
