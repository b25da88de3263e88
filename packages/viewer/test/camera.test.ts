import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fitted,
  framed,
  MAX_ZOOM,
  MIN_ZOOM,
  panned,
  showing,
  texelAt,
  windowOf,
  zoomed,
} from '../src/pictures/camera.ts';

const VIEW = { width: 416, height: 316 };

describe('looking at a picture', () => {
  test('a small picture fits by whole pixels a texel, a large one is made smaller', () => {
    expect(fitted({ width: 32, height: 32 }, VIEW)).toEqual({ x: 16, y: 16, zoom: 9 });
    expect(fitted({ width: 800, height: 100 }, VIEW)).toEqual({ x: 400, y: 50, zoom: 0.5 });
    expect(fitted({ width: 1, height: 1 }, VIEW).zoom).toBeLessThanOrEqual(MAX_ZOOM);
  });

  test('the texel under the pointer stays under it', () => {
    const picture = { width: 64, height: 64 };
    let camera = fitted(picture, VIEW);
    const point = { x: 200, y: 150 };
    const at = () => {
      const x = camera.x + (point.x - VIEW.width / 2) / camera.zoom;
      const y = camera.y + (point.y - VIEW.height / 2) / camera.zoom;
      return { x, y };
    };
    const before = at();
    for (const factor of [1.3, 1.3, 2, 0.5, 1.3]) camera = zoomed(camera, factor, point, VIEW, picture);
    expect(at().x).toBeCloseTo(before.x, 9);
    expect(at().y).toBeCloseTo(before.y, 9);
  });

  test('zooming in goes on by whole pixels a texel and ends; zooming out ends too', () => {
    const picture = { width: 64, height: 64 };
    let camera = { x: 32, y: 32, zoom: 1 };
    for (let i = 0; i < 40; i++) {
      const next = zoomed(camera, 1.3, { x: 0, y: 0 }, VIEW, picture);
      expect(next.zoom).toBeGreaterThanOrEqual(camera.zoom);
      if (next.zoom > 2) expect(next.zoom % 1).toBe(0);
      camera = next;
    }
    expect(camera.zoom).toBe(MAX_ZOOM);
    for (let i = 0; i < 60; i++) camera = zoomed(camera, 1 / 1.3, { x: 0, y: 0 }, VIEW, picture);
    expect(camera.zoom).toBe(MIN_ZOOM);
  });

  test('property: what the pointer reads is what is painted there, at any density', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 300 }),
        fc.constantFrom(1, 1.25, 2, 3),
        fc.integer({ min: 0, max: VIEW.width - 1 }),
        fc.integer({ min: 0, max: VIEW.height - 1 }),
        (width, height, density, px, py) => {
          const picture = { width, height };
          const window = windowOf(fitted(picture, VIEW), VIEW, density);
          const texel = texelAt(
            { x: px / density + 0.5 / density, y: py / density + 0.5 / density },
            window,
            density,
            picture,
          );
          const x = Math.floor(window.x + (px + 0.5) / window.scale);
          const y = Math.floor(window.y + (py + 0.5) / window.scale);
          const inside = x >= 0 && y >= 0 && x < width && y < height;
          expect(texel).toEqual(inside ? { x, y } : undefined);
        },
      ),
    );
  });

  test('the middle of the view never leaves the picture', () => {
    const picture = { width: 64, height: 32 };
    const camera = panned({ x: 5, y: 5, zoom: 4 }, 10_000, -10_000, picture);
    expect(camera).toEqual({ x: 0, y: 32, zoom: 4 });
  });

  test('a framed rectangle is whole in view; a texel that is read is brought into view', () => {
    const picture = { width: 256, height: 256 };
    const camera = framed({ x: 39, y: 0, w: 14, h: 19 }, picture, VIEW);
    expect(camera.zoom * 19).toBeLessThan(VIEW.height);
    expect(camera.x).toBe(46);
    const moved = showing({ x: 10, y: 10, zoom: 32 }, { x: 200, y: 3 }, VIEW);
    const { x, y, scale } = windowOf(moved, VIEW, 1);
    expect(x + VIEW.width / scale).toBeGreaterThan(201);
    expect(y).toBeLessThan(3);
  });
});
