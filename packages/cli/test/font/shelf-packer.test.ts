import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packShelves } from '../../src/font/shelf-packer.ts';

describe('places on pages', () => {
  test('rows, tallest first, then pages', () => {
    const boxes = [
      { width: 3, height: 2 },
      { width: 4, height: 5 },
      { width: 4, height: 3 },
      { width: 8, height: 4 },
    ];
    // Pages of 10 with a margin of 1: 5 high at 1,1; 4 high does not fit beside it and not below it.
    expect(packShelves(boxes, 10, 1)).toEqual([
      { page: 1, x: 6, y: 6 },
      { page: 0, x: 1, y: 1 },
      { page: 1, x: 1, y: 6 },
      { page: 1, x: 1, y: 1 },
    ]);
  });

  test('any boxes: inside their page, apart by the margin, pages without gaps', () => {
    const side = fc.integer({ min: 1, max: 28 });
    const boxes = fc.array(fc.record({ width: side, height: side }), { maxLength: 60 });
    fc.assert(
      fc.property(boxes, fc.nat(2), (list, margin) => {
        const places = packShelves(list, 32, margin);
        expect(places).toHaveLength(list.length);
        const pages = new Set(places.map(({ page }) => page));
        expect([...pages].sort((a, b) => a - b)).toEqual(Array.from(pages, (_, i) => i));
        for (const [i, a] of places.entries()) {
          const right = a.x + list[i]!.width;
          const bottom = a.y + list[i]!.height;
          expect(Math.min(a.x, a.y, 32 - right, 32 - bottom)).toBeGreaterThanOrEqual(margin);
          for (const [j, b] of places.entries()) {
            if (j <= i || a.page !== b.page) continue;
            const apart = [b.x - right, a.x - b.x - list[j]!.width, b.y - bottom, a.y - b.y - list[j]!.height];
            expect(Math.max(...apart)).toBeGreaterThanOrEqual(margin);
          }
        }
      }),
    );
  });
});
