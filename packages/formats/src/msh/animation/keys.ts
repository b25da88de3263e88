/**
 * Res8 (msh.md §3.1): keys of 24 bytes, `f32 px, py, pz, f32 time, i16 q[4]`. Times are in frames; a rotation component
 * is s16 / 32767, so -32768 gives a little less than -1 and is kept.
 */
import { dataView } from '../../binary/bytes.ts';
import { type QuatOrder, WORD_POSITIONS } from './convention.ts';

export const KEY_SIZE = 24;
const QUAT_SCALE = 32767;

/** Inferred: a component is divided once by 32767; the game may multiply by a rounded reciprocal, 1 ulp away (§3.1). */
export function dequantise(word: number): number {
  return word / QUAT_SCALE;
}

/** A component as its word: round(q * 32767), halves away from zero, clamped to -32767..32767 (§3.5). */
export function quantise(component: number): number {
  const scaled = component * QUAT_SCALE;
  const size = Math.min(QUAT_SCALE, Math.round(Math.abs(scaled)));
  return scaled < 0 && size > 0 ? -size : size;
}

/** The keys of a Res8 payload, taken apart. Bytes after the last whole key are left out. */
export interface UnpackedKeys {
  readonly count: number;
  readonly times: Float32Array;
  /** 3 a key. */
  readonly positions: Float32Array;
  /** 4 a key, w, x, y, z. */
  readonly words: Int16Array;
}

export function unpackKeys(bytes: Uint8Array, order: QuatOrder): UnpackedKeys {
  const count = Math.floor(bytes.length / KEY_SIZE);
  const view = dataView(bytes);
  const times = new Float32Array(count);
  const positions = new Float32Array(3 * count);
  const words = new Int16Array(4 * count);
  const place = WORD_POSITIONS[order];
  for (let i = 0; i < count; i++) {
    const at = KEY_SIZE * i;
    for (let axis = 0; axis < 3; axis++) positions[3 * i + axis] = view.getFloat32(at + 4 * axis, true);
    times[i] = view.getFloat32(at + 12, true);
    for (let c = 0; c < 4; c++) words[4 * i + c] = view.getInt16(at + 16 + 2 * place[c]!, true);
  }
  return { count, times, positions, words };
}

/** The inverse of `unpackKeys`: the Res8 payload. */
export function packKeys(keys: UnpackedKeys, order: QuatOrder): Uint8Array {
  const bytes = new Uint8Array(KEY_SIZE * keys.count);
  const view = dataView(bytes);
  const place = WORD_POSITIONS[order];
  for (let i = 0; i < keys.count; i++) {
    const at = KEY_SIZE * i;
    for (let axis = 0; axis < 3; axis++) view.setFloat32(at + 4 * axis, keys.positions[3 * i + axis]!, true);
    view.setFloat32(at + 12, keys.times[i]!, true);
    for (let c = 0; c < 4; c++) view.setInt16(at + 16 + 2 * place[c]!, keys.words[4 * i + c]!, true);
  }
  return bytes;
}
