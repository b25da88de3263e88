import { identity } from '../../scene/math.ts';
import type { Layout12 } from '../matrix-layout.ts';

/** The inverse of `matrixFrom12`: column-major 4x4 as 12 stored numbers. */
export function matrixTo12(m: ArrayLike<number>, layout: Layout12): number[] {
  const stored: number[] = [];
  for (let i = 0; i < 12; i++) {
    const row = layout === '3x4' ? Math.floor(i / 4) : i % 3;
    const column = layout === '3x4' ? i % 4 : Math.floor(i / 3);
    stored.push(m[column * 4 + row]!);
  }
  return stored;
}

/** The identity as stored. */
export function identity12(layout: Layout12): number[] {
  return matrixTo12(identity(), layout);
}

/** Whether every element is a finite number in 32 bits. */
export function fitsF32(m: ArrayLike<number>): boolean {
  for (let i = 0; i < m.length; i++) if (!Number.isFinite(Math.fround(m[i]!))) return false;
  return true;
}
