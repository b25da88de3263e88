import fc from 'fast-check';
import { encode } from 'fast-png';
import { describe, expect, test } from 'vitest';
import { decodePng, encodePng } from '../src/worker/methods/png.ts';
import { shrink } from '../src/worker/methods/shrink.ts';

describe('PNG', () => {
  test('colours of transparent texels survive, which a canvas would drop', () => {
    const rgba = Uint8Array.of(200, 100, 50, 0, 1, 2, 3, 1, 255, 255, 255, 255, 0, 0, 0, 0);
    expect(decodePng(encodePng({ width: 2, height: 2, rgba }))).toEqual({ width: 2, height: 2, rgba });
  });

  test('any picture comes back', () => {
    const picture = fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
      .chain(([width, height]) =>
        fc
          .uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 })
          .map((rgba) => ({ width, height, rgba })),
      );
    fc.assert(
      fc.property(picture, (image) => {
        expect(decodePng(encodePng(image))).toEqual(image);
      }),
    );
  });

  test('grey, grey with alpha, RGB, 16 bits and palettes', () => {
    const grey = encode({ width: 2, height: 1, channels: 1, depth: 8, data: Uint8Array.of(7, 200) });
    expect([...decodePng(grey).rgba]).toEqual([7, 7, 7, 255, 200, 200, 200, 255]);
    const greyAlpha = encode({ width: 1, height: 1, channels: 2, depth: 8, data: Uint8Array.of(9, 5) });
    expect([...decodePng(greyAlpha).rgba]).toEqual([9, 9, 9, 5]);
    const rgb = encode({ width: 1, height: 1, channels: 3, depth: 8, data: Uint8Array.of(1, 2, 3) });
    expect([...decodePng(rgb).rgba]).toEqual([1, 2, 3, 255]);
    const deep = encode({
      width: 1,
      height: 1,
      channels: 4,
      depth: 16,
      data: Uint16Array.of(0xabff, 0x1200, 0xffff, 0x80ff),
    });
    expect([...decodePng(deep).rgba]).toEqual([0xab, 0x12, 0xff, 0x80]);
  });
});

describe('a smaller picture', () => {
  test('is the mean, with colours by their alpha', () => {
    const rgba = Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 0, 255, 0, 0, 255, 9, 9, 9, 0);
    expect(shrink({ width: 2, height: 2, rgba }, 1)).toEqual({
      width: 1,
      height: 1,
      rgba: Uint8Array.of(255, 0, 0, 128),
    });
  });

  test('keeps its shape, and is left alone when it is small', () => {
    const wide = { width: 300, height: 3, rgba: new Uint8Array(3600) };
    expect(shrink(wide, 100)).toMatchObject({ width: 100, height: 1 });
    expect(shrink(wide, 300)).toBe(wide);
  });
});
