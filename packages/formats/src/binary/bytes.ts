/**
 * The only place that makes views by position. A file's bytes may be a window on a larger buffer, so a view made from
 * `.buffer` with the file's own offset would show the neighbour's bytes.
 */

/** `[start, start + length)` of `bytes` as a view. Throws RangeError when it does not lie inside. */
export function subview(bytes: Uint8Array, start: number, length: number): Uint8Array {
  if (!(start >= 0 && length >= 0 && start + length <= bytes.length)) {
    throw new RangeError(`range ${start}+${length} is outside the ${bytes.length} bytes`);
  }
  return bytes.subarray(start, start + length);
}

/** A DataView on exactly these bytes. */
export function dataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function bytesEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && firstDifference(a, b) < 0;
}

/** Index of the first byte that differs, the shorter length when one is a prefix of the other, -1 when equal. */
export function firstDifference(a: Uint8Array, b: Uint8Array): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) if (a[i] !== b[i]) return i;
  return a.length === b.length ? -1 : n;
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  let size = 0;
  for (const p of parts) size += p.length;
  const all = new Uint8Array(size);
  let at = 0;
  for (const p of parts) {
    all.set(p, at);
    at += p.length;
  }
  return all;
}

export function allZero(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== 0) return false;
  return true;
}

/** `count` little-endian f32 from any byte offset: a view where alignment allows, else a copy. */
export function f32Array(bytes: Uint8Array, start: number, count: number): Float32Array {
  const part = subview(bytes, start, count * 4);
  if (part.byteOffset % 4 === 0) return new Float32Array(part.buffer, part.byteOffset, count);
  return new Float32Array(part.slice().buffer);
}

/** `count` little-endian u16, as `f32Array`. */
export function u16Array(bytes: Uint8Array, start: number, count: number): Uint16Array {
  const part = subview(bytes, start, count * 2);
  if (part.byteOffset % 2 === 0) return new Uint16Array(part.buffer, part.byteOffset, count);
  return new Uint16Array(part.slice().buffer);
}

/** `count` little-endian i16, as `f32Array`. */
export function i16Array(bytes: Uint8Array, start: number, count: number): Int16Array {
  const words = u16Array(bytes, start, count);
  return new Int16Array(words.buffer, words.byteOffset, count);
}

/** `count` little-endian i32, as `f32Array`. */
export function i32Array(bytes: Uint8Array, start: number, count: number): Int32Array {
  const part = subview(bytes, start, count * 4);
  if (part.byteOffset % 4 === 0) return new Int32Array(part.buffer, part.byteOffset, count);
  return new Int32Array(part.slice().buffer);
}

/** `count` i8 as a view. */
export function i8Array(bytes: Uint8Array, start: number, count: number): Int8Array {
  const part = subview(bytes, start, count);
  return new Int8Array(part.buffer, part.byteOffset, count);
}

const LITTLE_ENDIAN_HOST = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/** The bytes as little-endian words, as a view; undefined where alignment or the host's byte order forbid one. */
export function int32View(bytes: Uint8Array): Int32Array | undefined {
  if (!LITTLE_ENDIAN_HOST || bytes.byteOffset % 4 !== 0) return undefined;
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
}
