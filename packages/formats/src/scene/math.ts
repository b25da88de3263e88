/**
 * Vectors, quaternions and matrices of the scene. Matrices are 16 numbers, column-major as in glTF: element (row r,
 * column c) is `m[c * 4 + r]`, points are columns, `multiply(a, b)` applies b first, the translation is `m[12..14]`.
 * Quaternions are (x, y, z, w). Everything is computed in f64; storing as f32 is the caller's.
 */
export type Vec3 = [number, number, number];
export type Quat = [number, number, number, number];
export type Mat4 = Float64Array;

/** Lengths below have too few digits left for a direction; no f32 but 0 is. */
const TINY = 1e-290;

export interface Transform {
  translation: Vec3;
  /** Unit length. */
  rotation: Quat;
  scale: Vec3;
}

export interface Decomposed extends Transform {
  /**
   * Largest absolute difference between the upper 3x4 of the matrix and of the recomposed one. Above rounding size when
   * the matrix has shear, which translation, rotation and scale cannot hold.
   */
  error: number;
}

export function identity(): Mat4 {
  const m = new Float64Array(16);
  m[0] = m[5] = m[10] = m[15] = 1;
  return m;
}

/** a * b: b is applied first. */
export function multiply(a: ArrayLike<number>, b: ArrayLike<number>, into: Mat4 = new Float64Array(16)): Mat4 {
  const out = into === a || into === b ? new Float64Array(16) : into;
  for (let c = 0; c < 16; c += 4) {
    for (let r = 0; r < 4; r++) {
      out[c + r] = a[r]! * b[c]! + a[4 + r]! * b[c + 1]! + a[8 + r]! * b[c + 2]! + a[12 + r]! * b[c + 3]!;
    }
  }
  if (out !== into) into.set(out);
  return into;
}

/** Rows and columns exchanged: between row-major and column-major storage. */
export function transpose(m: ArrayLike<number>): Mat4 {
  const out = new Float64Array(16);
  for (let c = 0; c < 4; c++) for (let r = 0; r < 4; r++) out[c * 4 + r] = m[r * 4 + c]!;
  return out;
}

/** Determinant of the upper left 3x3: negative when the matrix mirrors. */
export function determinant3(m: ArrayLike<number>): number {
  return (
    m[0]! * (m[5]! * m[10]! - m[9]! * m[6]!) -
    m[4]! * (m[1]! * m[10]! - m[9]! * m[2]!) +
    m[8]! * (m[1]! * m[6]! - m[5]! * m[2]!)
  );
}

/** The inverse of any 4x4 matrix; undefined when it has none or holds a value that is not finite. */
export function invert(m: ArrayLike<number>): Mat4 | undefined {
  const b00 = m[0]! * m[5]! - m[1]! * m[4]!;
  const b01 = m[0]! * m[6]! - m[2]! * m[4]!;
  const b02 = m[0]! * m[7]! - m[3]! * m[4]!;
  const b03 = m[1]! * m[6]! - m[2]! * m[5]!;
  const b04 = m[1]! * m[7]! - m[3]! * m[5]!;
  const b05 = m[2]! * m[7]! - m[3]! * m[6]!;
  const b06 = m[8]! * m[13]! - m[9]! * m[12]!;
  const b07 = m[8]! * m[14]! - m[10]! * m[12]!;
  const b08 = m[8]! * m[15]! - m[11]! * m[12]!;
  const b09 = m[9]! * m[14]! - m[10]! * m[13]!;
  const b10 = m[9]! * m[15]! - m[11]! * m[13]!;
  const b11 = m[10]! * m[15]! - m[11]! * m[14]!;
  const det = b00 * b11 - b01 * b10 + b02 * b09 + b03 * b08 - b04 * b07 + b05 * b06;
  const f = 1 / det;
  if (!Number.isFinite(f)) return undefined;
  return Float64Array.of(
    (m[5]! * b11 - m[6]! * b10 + m[7]! * b09) * f,
    (m[2]! * b10 - m[1]! * b11 - m[3]! * b09) * f,
    (m[13]! * b05 - m[14]! * b04 + m[15]! * b03) * f,
    (m[10]! * b04 - m[9]! * b05 - m[11]! * b03) * f,
    (m[6]! * b08 - m[4]! * b11 - m[7]! * b07) * f,
    (m[0]! * b11 - m[2]! * b08 + m[3]! * b07) * f,
    (m[14]! * b02 - m[12]! * b05 - m[15]! * b01) * f,
    (m[8]! * b05 - m[10]! * b02 + m[11]! * b01) * f,
    (m[4]! * b10 - m[5]! * b08 + m[7]! * b06) * f,
    (m[1]! * b08 - m[0]! * b10 - m[3]! * b06) * f,
    (m[12]! * b04 - m[13]! * b02 + m[15]! * b00) * f,
    (m[9]! * b02 - m[8]! * b04 - m[11]! * b00) * f,
    (m[5]! * b07 - m[4]! * b09 - m[6]! * b06) * f,
    (m[0]! * b09 - m[1]! * b07 + m[2]! * b06) * f,
    (m[13]! * b01 - m[12]! * b03 - m[14]! * b00) * f,
    (m[8]! * b03 - m[9]! * b01 + m[10]! * b00) * f,
  );
}

/** Translation * rotation * scale, as glTF composes a node. The rotation must have unit length. */
export function compose(t: ArrayLike<number>, q: ArrayLike<number>, s: ArrayLike<number>): Mat4 {
  const [x, y, z, w] = [q[0]!, q[1]!, q[2]!, q[3]!];
  const [sx, sy, sz] = [s[0]!, s[1]!, s[2]!];
  return Float64Array.of(
    (1 - 2 * (y * y + z * z)) * sx,
    2 * (x * y + w * z) * sx,
    2 * (x * z - w * y) * sx,
    0,
    2 * (x * y - w * z) * sy,
    (1 - 2 * (x * x + z * z)) * sy,
    2 * (y * z + w * x) * sy,
    0,
    2 * (x * z + w * y) * sz,
    2 * (y * z - w * x) * sz,
    (1 - 2 * (x * x + y * y)) * sz,
    0,
    t[0]!,
    t[1]!,
    t[2]!,
    1,
  );
}

/**
 * Translation, rotation and scale of an affine matrix. A mirroring matrix gets a negative x scale, so that the rotation
 * stays a rotation; an axis of length zero gets scale 0 and a direction perpendicular to the others.
 */
export function decompose(m: ArrayLike<number>): Decomposed {
  let sx = Math.hypot(m[0]!, m[1]!, m[2]!);
  const sy = Math.hypot(m[4]!, m[5]!, m[6]!);
  const sz = Math.hypot(m[8]!, m[9]!, m[10]!);
  if (determinant3(m) < 0) sx = -sx;
  let x = axis(m, 0, sx);
  let y = axis(m, 4, sy);
  let z = axis(m, 8, sz);
  x ??= y && z ? cross(y, z) : y || z ? perpendicular((y ?? z)!) : [1, 0, 0];
  y ??= z ? cross(z, x) : perpendicular(x);
  z ??= cross(x, y);
  const rotation = quatFromAxes(x, y, z);
  const translation: Vec3 = [m[12]!, m[13]!, m[14]!];
  const scale: Vec3 = [sx, sy, sz];
  const again = compose(translation, rotation, scale);
  let error = 0;
  for (let i = 0; i < 12; i++) if (i % 4 !== 3) error = Math.max(error, Math.abs(again[i]! - m[i]!));
  return { translation, rotation, scale, error };
}

/** Point through an affine matrix. */
export function transformPoint(m: ArrayLike<number>, x: number, y: number, z: number): Vec3 {
  return [
    m[0]! * x + m[4]! * y + m[8]! * z + m[12]!,
    m[1]! * x + m[5]! * y + m[9]! * z + m[13]!,
    m[2]! * x + m[6]! * y + m[10]! * z + m[14]!,
  ];
}

/**
 * The 3x3 that turns normals, column-major: the cofactors, which are the inverse transpose times the determinant, so
 * that it exists for flattened nodes too. Turned normals still need unit length, and a mirroring matrix flips them.
 */
export function normalMatrix(m: ArrayLike<number>): Float64Array {
  return Float64Array.of(
    m[5]! * m[10]! - m[6]! * m[9]!,
    m[6]! * m[8]! - m[4]! * m[10]!,
    m[4]! * m[9]! - m[5]! * m[8]!,
    m[2]! * m[9]! - m[1]! * m[10]!,
    m[0]! * m[10]! - m[2]! * m[8]!,
    m[1]! * m[8]! - m[0]! * m[9]!,
    m[1]! * m[6]! - m[2]! * m[5]!,
    m[2]! * m[4]! - m[0]! * m[6]!,
    m[0]! * m[5]! - m[1]! * m[4]!,
  );
}

/** Unit length; undefined for a quaternion of length zero or with values that are not finite. */
export function quatNormalize(q: ArrayLike<number>): Quat | undefined {
  const length = Math.hypot(q[0]!, q[1]!, q[2]!, q[3]!);
  if (!(length > TINY && length < Number.POSITIVE_INFINITY)) return undefined;
  return [q[0]! / length, q[1]! / length, q[2]! / length, q[3]! / length];
}

/** a * b: b turns first. */
export function quatMultiply(a: ArrayLike<number>, b: ArrayLike<number>): Quat {
  const [ax, ay, az, aw] = [a[0]!, a[1]!, a[2]!, a[3]!];
  const [bx, by, bz, bw] = [b[0]!, b[1]!, b[2]!, b[3]!];
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** The opposite turn, for a unit quaternion. */
export function quatConjugate(q: ArrayLike<number>): Quat {
  return [-q[0]!, -q[1]!, -q[2]!, q[3]!];
}

export function quatDot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]! + a[3]! * b[3]!;
}

/** Turns a vector by a unit quaternion. */
export function quatRotate(q: ArrayLike<number>, v: ArrayLike<number>): Vec3 {
  const [x, y, z, w] = [q[0]!, q[1]!, q[2]!, q[3]!];
  const tx = 2 * (y * v[2]! - z * v[1]!);
  const ty = 2 * (z * v[0]! - x * v[2]!);
  const tz = 2 * (x * v[1]! - y * v[0]!);
  return [v[0]! + w * tx + y * tz - z * ty, v[1]! + w * ty + z * tx - x * tz, v[2]! + w * tz + x * ty - y * tx];
}

/** The rotation of a matrix without scale, from its upper left 3x3. */
export function quatFromMatrix(m: ArrayLike<number>): Quat {
  return quatFromAxes([m[0]!, m[1]!, m[2]!], [m[4]!, m[5]!, m[6]!], [m[8]!, m[9]!, m[10]!]);
}

export function cross(a: ArrayLike<number>, b: ArrayLike<number>): Vec3 {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!];
}

/** Unit length; undefined for length zero and values that are not finite. */
export function normalize(v: ArrayLike<number>): Vec3 | undefined {
  const length = Math.hypot(v[0]!, v[1]!, v[2]!);
  if (!(length > TINY && length < Number.POSITIVE_INFINITY)) return undefined;
  return [v[0]! / length, v[1]! / length, v[2]! / length];
}

/** The largest of the four components is divided by, so that no precision is lost near half turns. */
function quatFromAxes(x: Vec3, y: Vec3, z: Vec3): Quat {
  const trace = x[0] + y[1] + z[2];
  let q: Quat;
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    q = [(y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s, s / 4];
  } else if (x[0] > y[1] && x[0] > z[2]) {
    const s = 2 * Math.sqrt(1 + x[0] - y[1] - z[2]);
    q = [s / 4, (y[0] + x[1]) / s, (z[0] + x[2]) / s, (y[2] - z[1]) / s];
  } else if (y[1] > z[2]) {
    const s = 2 * Math.sqrt(1 + y[1] - x[0] - z[2]);
    q = [(y[0] + x[1]) / s, s / 4, (z[1] + y[2]) / s, (z[0] - x[2]) / s];
  } else {
    const s = 2 * Math.sqrt(1 + z[2] - x[0] - y[1]);
    q = [(z[0] + x[2]) / s, (z[1] + y[2]) / s, s / 4, (x[1] - y[0]) / s];
  }
  return quatNormalize(q) ?? [0, 0, 0, 1];
}

function axis(m: ArrayLike<number>, at: number, scale: number): Vec3 | undefined {
  if (!(Math.abs(scale) > TINY)) return undefined;
  return [m[at]! / scale, m[at + 1]! / scale, m[at + 2]! / scale];
}

function perpendicular(v: Vec3): Vec3 {
  return normalize(Math.abs(v[0]) < 0.9 ? cross(v, [1, 0, 0]) : cross(v, [0, 1, 0])) ?? [0, 1, 0];
}
