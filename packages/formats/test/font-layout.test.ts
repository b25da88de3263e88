import { describe, expect, test } from 'vitest';
import { glyph, smallFont } from '../../../test-support/font.ts';
import { layoutText, renderText } from '../src/font/glyph-layout.ts';
import type { RgbaImage } from '../src/scene/scene.ts';

/** A page whose texel (x, y) is (x, y, 0, alpha). */
function page(width: number, height: number, alpha = 255): RgbaImage {
  const rgba = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) rgba.set([i % width, Math.floor(i / width), 0, alpha], 4 * i);
  return { width, height, rgba };
}

const texel = ({ rgba, width }: RgbaImage, x: number, y: number) => [
  ...rgba.subarray((y * width + x) * 4).subarray(0, 4),
];

// Ascent 7, descent 2. A: 5x6 at bearing (-1, 1), advance 6. Space: nothing, advance 4.
const font = smallFont([glyph(0x20, { x1: 0, y1: 0, x2: 0, y2: 0, advance: 4 }), glyph(0x41)]);

describe('text layout', () => {
  test('pen, bearings, lines', () => {
    const { placed, ...rest } = layoutText(font, 'A A\r\n A');
    expect(placed.map((p) => [p.x, p.y])).toEqual([
      [-1, 1],
      [9, 1],
      [3, 10],
    ]);
    expect(rest).toEqual({ left: -1, top: 0, right: 16, bottom: 18, missing: [] });
  });

  test('characters without a glyph take no room and are listed once; a surrogate pair is two', () => {
    const { placed, missing } = layoutText(font, 'BAB😀A');
    expect(placed.map((p) => p.x)).toEqual([-1, 5]);
    expect(missing).toEqual([0x42, 0xd83d, 0xde00]);
  });

  test('an empty text is a line high', () => {
    expect(layoutText(font, '')).toEqual({ placed: [], left: 0, top: 0, right: 0, bottom: 9, missing: [] });
  });

  test('of a code that occurs twice the first glyph is taken', () => {
    const twice = smallFont([glyph(0x41, { advance: 3 }), glyph(0x41, { advance: 9 })]);
    expect(layoutText(twice, 'AA').placed[1]!.x).toBe(2);
  });
});

describe('text rendering', () => {
  test('the box of the page lands at its place, the rest stays clear', () => {
    const image = renderText(layoutText(font, 'A'), [page(16, 16)]);
    expect([image.width, image.height]).toEqual([7, 9]);
    expect(texel(image, 0, 1)).toEqual([2, 3, 0, 255]);
    expect(texel(image, 4, 6)).toEqual([6, 8, 0, 255]);
    expect(texel(image, 5, 6)).toEqual([0, 0, 0, 0]);
    expect(texel(image, 0, 0)).toEqual([0, 0, 0, 0]);
  });

  test('alpha is mixed with the background, halves up', () => {
    const image = renderText(layoutText(font, 'A'), [page(16, 16, 128)], { background: [255, 255, 255, 255] });
    // 2 * 128/255 + 255 * 127/255 = 128.003..; 3 * 128/255 + 127 = 128.505..
    expect(texel(image, 0, 1)).toEqual([128, 129, 127, 255]);
    expect(texel(image, 6, 8)).toEqual([255, 255, 255, 255]);
  });

  test('fault 084: texels outside a page and missing pages are not drawn', () => {
    const outside = smallFont([glyph(0x41, { x1: 14, x2: 19 }), glyph(0x42, { page: 3 })]);
    const image = renderText(layoutText(outside, 'AB'), [page(16, 16)]);
    expect(texel(image, 1, 1)).toEqual([15, 3, 0, 255]);
    expect(texel(image, 2, 1)).toEqual([0, 0, 0, 0]);
    expect(image.rgba.filter((_, i) => i % 4 === 3 && image.rgba[i] !== 0).length).toBe(2 * 6);
  });

  test('a picture larger than allowed is cut', () => {
    const image = renderText(layoutText(font, 'A'.repeat(100)), [page(16, 16)], { maxSize: 20 });
    expect([image.width, image.height, texel(image, 18, 1)]).toEqual([20, 9, [2, 3, 0, 255]]);
    const tiny = renderText(layoutText(font, 'A\nA'), [page(16, 16)], { maxSize: 3 });
    expect([tiny.width, tiny.height, texel(tiny, 2, 2)]).toEqual([3, 3, [4, 4, 0, 255]]);
  });
});
