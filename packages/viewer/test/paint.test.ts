import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHANNELS, type Channel, paint } from '../src/pictures/paint.ts';
import { halvings, reduce } from '../src/pictures/reduce.ts';
import type { Pixels } from '../src/worker/protocol.ts';

/** Each texel tells its place: R is the column, G the row, B their sum, A given. */
function grid(width: number, height: number, alpha: (x: number, y: number) => number = () => 255): Pixels {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rgba.set([x, y, x + y, alpha(x, y)], (y * width + x) * 4);
  return { width, height, rgba };
}

function painted(picture: Pixels, size: [number, number], window: Parameters<typeof paint>[4], channel: Channel) {
  const [width, height] = size;
  const target = new Uint8ClampedArray(width * height * 4).fill(77);
  paint(target, width, height, picture, window, channel);
  return (x: number, y: number) => [...target.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
}

describe('painting a picture', () => {
  test('each texel fills the pixels that its middle is nearest to; beside the picture there is nothing', () => {
    const at = painted(grid(3, 2), [14, 10], { scale: 4, x: -0.25, y: -0.25 }, 'rgb');
    expect(at(0, 0)).toEqual([0, 0, 0, 0]);
    expect(at(1, 1)).toEqual([0, 0, 0, 255]);
    expect(at(4, 4)).toEqual([0, 0, 0, 255]);
    expect(at(5, 4)).toEqual([1, 0, 1, 255]);
    expect(at(12, 8)).toEqual([2, 1, 3, 255]);
    expect(at(13, 8)).toEqual([0, 0, 0, 0]);
    expect(at(12, 9)).toEqual([0, 0, 0, 0]);
  });

  test('a channel is grey and opaque, alpha too, whatever alpha says', () => {
    const picture: Pixels = { width: 1, height: 1, rgba: Uint8Array.of(10, 20, 30, 40) };
    const shown = (channel: Channel) => painted(picture, [1, 1], { scale: 1, x: 0, y: 0 }, channel)(0, 0);
    expect(shown('r')).toEqual([10, 10, 10, 255]);
    expect(shown('g')).toEqual([20, 20, 20, 255]);
    expect(shown('b')).toEqual([30, 30, 30, 255]);
    expect(shown('a')).toEqual([40, 40, 40, 255]);
    expect(shown('rgb')).toEqual([10, 20, 30, 255]);
  });

  test('transparency lies over a checker: opaque texels are exact, clear ones are the checker alone', () => {
    const picture = grid(2, 1, (x) => (x === 0 ? 255 : 0));
    const at = painted(picture, [32, 16], { scale: 16, x: 0, y: 0 }, 'rgba');
    expect(at(3, 3)).toEqual([0, 0, 0, 255]);
    const squares = [at(16, 0), at(24, 0), at(16, 8), at(24, 8)].map(([r]) => r);
    expect(new Set(squares)).toEqual(new Set([0xcc, 0x99]));
    expect(squares[0]).toBe(squares[3]);
    expect(squares[1]).toBe(squares[2]);
    const half = { width: 1, height: 1, rgba: Uint8Array.of(255, 0, 100, 128) };
    // 128 / 255 of the texel and 127 / 255 of the first square, which is 0xCC or 0x99.
    const mixed = painted(half, [1, 1], { scale: 1, x: 0, y: 0 }, 'rgba')(0, 0);
    const first = squares[0] === 0xcc ? 0xcc : 0x99;
    const mean = (value: number) => Math.round((value * 128 + first * 127) / 255);
    expect(mixed).toEqual([mean(255), mean(0), mean(100), 255]);
  });

  test('from far off a halved copy is drawn', () => {
    const picture = grid(512, 512, () => 255);
    const smaller = halvings(picture);
    expect(smaller.map(({ width }) => width)).toEqual([256]);
    const at = painted({ ...picture, smaller } as Pixels, [256, 256], { scale: 0.5, x: 0, y: 0 }, 'rgb');
    const [r] = at(10, 0);
    expect(r).toBe(smaller[0]!.rgba[10 * 4]);
  });

  test('property: every pixel is a texel of the picture or nothing, opaque or nothing, for any window', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0.05, max: 40, noNaN: true }),
        fc.double({ min: -12, max: 12, noNaN: true }),
        fc.double({ min: -12, max: 12, noNaN: true }),
        fc.constantFrom(...CHANNELS),
        (width, height, scale, x, y, channel) => {
          const at = painted(grid(width, height), [7, 5], { scale, x, y }, channel);
          for (let py = 0; py < 5; py++) {
            for (let px = 0; px < 7; px++) {
              const tx = Math.floor(x + (px + 0.5) / scale);
              const ty = Math.floor(y + (py + 0.5) / scale);
              const inside = tx >= 0 && tx < width && ty >= 0 && ty < height;
              expect(at(px, py)[3]).toBe(inside ? 255 : 0);
              if (inside && channel === 'rgb') expect(at(px, py).slice(0, 2)).toEqual([tx, ty]);
            }
          }
        },
      ),
    );
  });

  test('bytes that begin at an odd place are drawn as well', () => {
    const { width, height, rgba } = grid(2, 2);
    const shifted = new Uint8Array(rgba.length + 1);
    shifted.set(rgba, 1);
    const at = painted({ width, height, rgba: shifted.subarray(1) }, [2, 2], { scale: 1, x: 0, y: 0 }, 'rgb');
    expect(at(1, 1)).toEqual([1, 1, 2, 255]);
  });
});

describe('reducing a picture', () => {
  test('a square becomes its mean, channel by channel; squares at the edge are of what is there', () => {
    const picture: Pixels = {
      width: 3,
      height: 1,
      rgba: Uint8Array.of(10, 0, 0, 255, 20, 0, 0, 0, 90, 1, 2, 3),
    };
    expect(reduce(picture, 2)).toEqual({ width: 2, height: 1, rgba: Uint8Array.of(15, 0, 0, 128, 90, 1, 2, 3) });
  });

  test('halvings end where both sides are small', () => {
    expect(halvings(grid(200, 9))).toEqual([]);
    expect(halvings(grid(1000, 3)).map(({ width, height }) => [width, height])).toEqual([
      [500, 2],
      [250, 1],
    ]);
  });
});
