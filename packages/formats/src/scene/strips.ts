/**
 * A triangle strip as a triangle list: (i, i + 1, i + 2), the first two exchanged on odd positions, triangles with a
 * repeated index dropped. Parity counts every position of the strip, dropped triangles included, so that stitched strips
 * keep their faces outside. Fewer than 3 indices give no triangle. There is no restart index.
 */
export function stripToList(strip: ArrayLike<number>): Uint32Array {
  const positions = Math.max(0, strip.length - 2);
  const list = new Uint32Array(positions * 3);
  let at = 0;
  for (let i = 0; i < positions; i++) {
    const a = strip[i]!;
    const b = strip[i + 1]!;
    const c = strip[i + 2]!;
    if (a === b || b === c || a === c) continue;
    const odd = i & 1;
    list[at] = odd ? b : a;
    list[at + 1] = odd ? a : b;
    list[at + 2] = c;
    at += 3;
  }
  return list.subarray(0, at);
}

/**
 * A triangle list without the one or two indices that make no whole triangle. Triangles with a repeated index stay: they
 * are the author's, and take no part in a picture.
 */
export function wholeTriangles(list: ArrayLike<number>): Uint32Array {
  const whole = new Uint32Array(list.length - (list.length % 3));
  for (let i = 0; i < whole.length; i++) whole[i] = list[i]!;
  return whole;
}
