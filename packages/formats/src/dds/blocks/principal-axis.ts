/**
 * The extremes of `count` points (r, g, b each) along their principal axis, as r0 g0 b0 r1 g1 b1 into `ends`; not
 * clamped. Points that are all the same give that point twice.
 */
export function principalEnds(points: Int32Array, count: number, ends: Float64Array): void {
  let mr = 0;
  let mg = 0;
  let mb = 0;
  for (let i = 0; i < count; i++) {
    mr += points[3 * i]!;
    mg += points[3 * i + 1]!;
    mb += points[3 * i + 2]!;
  }
  mr /= count;
  mg /= count;
  mb /= count;
  let rr = 0;
  let rg = 0;
  let rb = 0;
  let gg = 0;
  let gb = 0;
  let bb = 0;
  for (let i = 0; i < count; i++) {
    const r = points[3 * i]! - mr;
    const g = points[3 * i + 1]! - mg;
    const b = points[3 * i + 2]! - mb;
    rr += r * r;
    rg += r * g;
    rb += r * b;
    gg += g * g;
    gb += g * b;
    bb += b * b;
  }
  // Power iteration from the row of the widest channel, which cannot be at right angles to the axis.
  let x = rr;
  let y = rg;
  let z = rb;
  if (gg >= rr && gg >= bb) {
    x = rg;
    y = gg;
    z = gb;
  } else if (bb >= rr) {
    x = rb;
    y = gb;
    z = bb;
  }
  for (let i = 0; i < 8; i++) {
    const length = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    if (length === 0) break;
    const nx = (rr * x + rg * y + rb * z) / length;
    const ny = (rg * x + gg * y + gb * z) / length;
    z = (rb * x + gb * y + bb * z) / length;
    x = nx;
    y = ny;
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length > 0) {
    x /= length;
    y /= length;
    z /= length;
  }
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const t = (points[3 * i]! - mr) * x + (points[3 * i + 1]! - mg) * y + (points[3 * i + 2]! - mb) * z;
    if (t < low) low = t;
    if (t > high) high = t;
  }
  ends[0] = mr + x * high;
  ends[1] = mg + y * high;
  ends[2] = mb + z * high;
  ends[3] = mr + x * low;
  ends[4] = mg + y * low;
  ends[5] = mb + z * low;
}
