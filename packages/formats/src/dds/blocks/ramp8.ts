/** `floor(n / divisor + 1/2)` for n up to 255 * divisor. */
function rounded(divisor: number): Uint8Array {
  const table = new Uint8Array(255 * divisor + 1);
  for (let n = 0; n < table.length; n++) table[n] = Math.floor((2 * n + divisor) / (2 * divisor));
  return table;
}

const sevenths = rounded(7);
const fifths = rounded(5);

/**
 * The eight values of a BC4 block (alpha of BC3, channels of BC5), shifted left: endpoints and sevenths when a0 > a1,
 * else endpoints, fifths, 0 and 255. Exact values rounded to nearest, halves up (svo.md §7).
 */
export function eightValues(a0: number, a1: number, shift: number, palette: Int32Array): void {
  palette[0] = a0 << shift;
  palette[1] = a1 << shift;
  if (a0 > a1) {
    palette[2] = sevenths[6 * a0 + a1]! << shift;
    palette[3] = sevenths[5 * a0 + 2 * a1]! << shift;
    palette[4] = sevenths[4 * a0 + 3 * a1]! << shift;
    palette[5] = sevenths[3 * a0 + 4 * a1]! << shift;
    palette[6] = sevenths[2 * a0 + 5 * a1]! << shift;
    palette[7] = sevenths[a0 + 6 * a1]! << shift;
  } else {
    palette[2] = fifths[4 * a0 + a1]! << shift;
    palette[3] = fifths[3 * a0 + 2 * a1]! << shift;
    palette[4] = fifths[2 * a0 + 3 * a1]! << shift;
    palette[5] = fifths[a0 + 4 * a1]! << shift;
    palette[6] = 0;
    palette[7] = 255 << shift;
  }
}
