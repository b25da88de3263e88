/** Neighbours among the f32 numbers. */

const value = new Float32Array(1);
const bits = new Uint32Array(value.buffer);

/** The smallest f32 above a finite `x` that is an f32 and >= 0. */
export function nextUp(x: number): number {
  value[0] = x;
  bits[0] = bits[0]! + 1;
  return value[0];
}

/** The largest f32 below an f32 `x` > 0. */
export function nextDown(x: number): number {
  value[0] = x;
  bits[0] = bits[0]! - 1;
  return value[0];
}

/** The largest f32 that is not above `x` >= 0. */
export function f32AtMost(x: number): number {
  const nearest = Math.fround(x);
  return nearest > x ? nextDown(nearest) : nearest;
}

/** The smallest f32 that is not below `x` >= 0. */
export function f32AtLeast(x: number): number {
  const nearest = Math.fround(x);
  return nearest < x ? nextUp(nearest) : nearest;
}
