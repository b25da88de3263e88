/** glTF animation channels, evaluated as players do (glTF 2.0, appendix C). */

/** A channel of one node. Times in seconds, strictly increasing. */
export interface SourceChannel {
  readonly path: 'translation' | 'rotation' | 'scale' | 'weights';
  readonly times: Float32Array;
  /** 3 or 4 a key; three times as many for CUBICSPLINE: in-tangent, value, out-tangent. */
  readonly values: Float32Array;
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
}

/** The channel's value at `time` seconds into `out[0..]`: 3 numbers, or 4 of a unit quaternion x, y, z, w. */
export function evaluateChannel(channel: SourceChannel, time: number, out: Numbers): void {
  const { times, values, interpolation, path } = channel;
  const size = path === 'rotation' ? 4 : 3;
  const cubic = interpolation === 'CUBICSPLINE';
  const stride = cubic ? 3 * size : size;
  const valueAt = cubic ? size : 0;
  const last = times.length - 1;
  const i = keyBefore(times, time);
  const at = Math.max(0, i) * stride + valueAt;
  if (i < 0 || i === last || interpolation === 'STEP' || time === times[i]) {
    for (let c = 0; c < size; c++) out[c] = values[at + c]!;
  } else {
    const span = times[i + 1]! - times[i]!;
    const a = (time - times[i]!) / span;
    if (cubic) hermite(values, at, stride, size, span, a, out);
    else if (size === 4) slerpUnit(values, at, values, at + 4, a, out);
    else for (let c = 0; c < 3; c++) out[c] = values[at + c]! + a * (values[at + 3 + c]! - values[at + c]!);
  }
  if (size === 4) normalise(out);
}

/** Index of the last key whose time is not above `time`, -1 before the first. */
export function keyBefore(times: Float32Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

type Numbers = Float32Array | Float64Array | number[];

/** Between unit quaternions x, y, z, w at `a[atA..]` and `b[atB..]`: the shortest way round at constant speed. */
export function slerpUnit(a: Numbers, atA: number, b: Numbers, atB: number, weight: number, out: Numbers): void {
  let dot = 0;
  for (let c = 0; c < 4; c++) dot += a[atA + c]! * b[atB + c]!;
  const sign = dot < 0 ? -1 : 1;
  const theta = Math.acos(Math.min(1, Math.abs(dot)));
  const sine = Math.sin(theta);
  const w0 = sine > 1e-6 ? Math.sin((1 - weight) * theta) / sine : 1 - weight;
  const w1 = sign * (sine > 1e-6 ? Math.sin(weight * theta) / sine : weight);
  for (let c = 0; c < 4; c++) out[c] = w0 * a[atA + c]! + w1 * b[atB + c]!;
  normalise(out);
}

function hermite(
  values: Float32Array,
  at: number,
  stride: number,
  size: number,
  span: number,
  a: number,
  out: Numbers,
): void {
  const a2 = a * a;
  const a3 = a2 * a;
  for (let c = 0; c < size; c++) {
    const start = values[at + c]!;
    const leave = span * values[at + size + c]!;
    const arrive = span * values[at + stride - size + c]!;
    const end = values[at + stride + c]!;
    out[c] = (2 * a3 - 3 * a2 + 1) * start + (a3 - 2 * a2 + a) * leave + (3 * a2 - 2 * a3) * end + (a3 - a2) * arrive;
  }
}

function normalise(q: Numbers): void {
  const length = Math.hypot(q[0]!, q[1]!, q[2]!, q[3]!);
  if (length > 0) for (let c = 0; c < 4; c++) q[c] = q[c]! / length;
  else q[3] = 1;
}

/** The angle in radians by which unit quaternions at `a[atA..]` and `b[atB..]` differ; exact near 0. */
export function angleBetween(a: Numbers, atA: number, b: Numbers, atB: number): number {
  let minus = 0;
  let plus = 0;
  for (let c = 0; c < 4; c++) {
    minus += (a[atA + c]! - b[atB + c]!) ** 2;
    plus += (a[atA + c]! + b[atB + c]!) ** 2;
  }
  return 4 * Math.asin(Math.min(1, Math.sqrt(Math.min(minus, plus)) / 2));
}
