/**
 * The numeric profiles of msh.md §3.4. The game computes on the x87 with its control word set to single precision, so
 * each operation is rounded to 24 bits; the double results of +, -, *, / rounded once more are exactly those.
 */

/** One result of +, -, *, / or of a transcendental as the profile keeps it: `single` is profile x87. */
export function round(single: boolean, value: number): number {
  return single ? Math.fround(value) : value;
}

/** `a + weight * (b - a)`, each step rounded. */
export function lerp(single: boolean, a: number, b: number, weight: number): number {
  return round(single, a + round(single, weight * round(single, b - a)));
}

/** `weightA * a + weightB * b`, each step rounded. */
export function weighted(single: boolean, weightA: number, a: number, weightB: number, b: number): number {
  return round(single, round(single, weightA * a) + round(single, weightB * b));
}

/** `((a*b + c*d) + e*f) + g*h`, each step rounded: the order of dot products and of sums of squares. */
export function dot4(
  single: boolean,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
  h: number,
): number {
  const first = round(single, round(single, a * b) + round(single, c * d));
  return round(single, round(single, first + round(single, e * f)) + round(single, g * h));
}
