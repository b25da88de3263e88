import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeTga, looksLikeTga } from '../src/tga.ts';
import { type TgaOptions, tga } from './support/tga.ts';

/** What a depth of 16 bits keeps of a channel. */
const five = (value: number) => Math.round(((value >> 3) * 255) / 31);

describe('decodeTga', () => {
  test('true colour of every depth, direction and packing', () => {
    const options = fc.record({
      bits: fc.constantFrom<TgaOptions['bits']>(16, 24, 32),
      topDown: fc.boolean(),
      rightToLeft: fc.boolean(),
      rle: fc.boolean(),
    });
    const picture = fc
      .record({
        width: fc.integer({ min: 1, max: 9 }),
        height: fc.integer({ min: 1, max: 9 }),
        flat: fc.boolean(),
        seed: fc.nat(),
      })
      .map(({ width, height, flat, seed }) => ({
        width,
        height,
        rgba: Uint8Array.from(
          { length: 4 * width * height },
          (_, i) => Math.imul((flat ? i % 4 : i) + seed, 2654435761) >>> 24,
        ),
      }));
    fc.assert(
      fc.property(picture, options, (image, how) => {
        const file = tga(image, how);
        expect(looksLikeTga(file)).toBe(true);
        const shown = decodeTga(file, 'x.tga');
        const wanted = image.rgba.map((value, i) => {
          if (how.bits === 24) return i % 4 === 3 ? 255 : value;
          if (how.bits === 32) return value;
          return i % 4 === 3 ? (value >= 128 ? 255 : 0) : five(value);
        });
        expect(shown.width).toBe(image.width);
        const worst = shown.rgba.reduce((most, value, i) => Math.max(most, Math.abs(value - wanted[i]!)), 0);
        expect(worst).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  test('alpha in a file that says it has none counts, unless all of it is 0', () => {
    const image = (alpha: number[]) => ({
      width: 2,
      height: 1,
      rgba: Uint8Array.of(1, 2, 3, alpha[0]!, 4, 5, 6, alpha[1]!),
    });
    const alphaOf = (alpha: number[], alphaBits: number) =>
      decodeTga(tga(image(alpha), { bits: 32, alphaBits }), 'x').rgba.filter((_, i) => i % 4 === 3);
    expect([...alphaOf([7, 0], 0)]).toEqual([7, 0]);
    expect([...alphaOf([0, 0], 0)]).toEqual([255, 255]);
    expect([...alphaOf([0, 0], 8)]).toEqual([0, 0]);
  });

  test('grey, and a colour map with an offset', () => {
    const head = (map: number[], type: number, bits: number) => [
      0,
      map.length > 0 ? 1 : 0,
      type,
      ...(map.length > 0 ? map : [0, 0, 0, 0, 0]),
      0,
      0,
      0,
      0,
      2,
      0,
      1,
      0,
      bits,
      0x20,
    ];
    const grey = Uint8Array.from([...head([], 3, 8), 9, 200]);
    expect([...decodeTga(grey, 'x').rgba]).toEqual([9, 9, 9, 255, 200, 200, 200, 255]);
    const mapped = Uint8Array.from([...head([5, 0, 2, 0, 24], 1, 8), 1, 2, 3, 4, 5, 6, 6, 5]);
    expect([...decodeTga(mapped, 'x').rgba]).toEqual([6, 5, 4, 255, 3, 2, 1, 255]);
  });

  test.each([
    ['cut off', (f: Uint8Array) => f.subarray(0, f.length - 1), /is cut off/],
    ['of no size', (f: Uint8Array) => f.map((b, i) => (i === 12 || i === 13 ? 0 : b)), /says 0x4 texels/],
    ['larger than any texture', (f: Uint8Array) => f.map((b, i) => (i === 13 ? 0xff : b)), /texels\b/],
  ])('a file %s is refused', (_, damage, message) => {
    const file = tga({ width: 4, height: 4, rgba: new Uint8Array(64) }, { bits: 32 });
    expect(() => decodeTga(damage(file), 'x.tga')).toThrow(message);
  });

  test('a run-length file that ends inside a packet is refused', () => {
    const rgba = Uint8Array.from({ length: 64 }, (_, i) => i);
    const file = tga({ width: 4, height: 4, rgba }, { bits: 32, rle: true });
    expect(() => decodeTga(file.subarray(0, 40), 'x.tga')).toThrow(/is cut off/);
  });
});
