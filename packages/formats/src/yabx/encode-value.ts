import { Writer } from '../binary/writer.ts';
import type { YabxValue } from './types.ts';

/**
 * The content of a field, without the size prefix of a dynamic one (svo.md §2): the inverse of `decodeValue`. A string
 * is written with one NUL, no bytes at all when empty, and its padding; ids are written as 16 bits whatever their sign.
 * Numbers must be in range and strings short enough: callers check (`edit.ts`, `json.ts`).
 */
export function encodeValue(value: YabxValue, bigEndian: boolean): Uint8Array {
  const w = new Writer({ bigEndian, capacity: 64 });
  switch (value.kind) {
    case 'blob':
    case 'opaque':
      return value.value;
    case 'u8':
      w.u8(value.value);
      break;
    case 'u16':
    case 's16':
    case 'ref':
      w.u16(value.value);
      break;
    case 'u32':
    case 's32':
      w.u32(value.value);
      break;
    case 'f32':
      w.f32(value.value);
      break;
    case 'vec3':
    case 'vec4':
    case 'mat':
      writeFloats(w, value.value);
      break;
    case 'refs':
      w.u32(value.value.length);
      for (const id of value.value) w.u16(id);
      break;
    case 'str':
      writeText(w, value.bytes);
      w.bytes(value.padding);
      break;
    case 'strs':
      w.u32(value.bytes.length);
      for (const text of value.bytes) writeText(w, text);
      break;
    case 'mats':
      w.u32(value.value.length);
      for (const matrix of value.value) writeFloats(w, matrix);
      break;
  }
  return w.finish();
}

/** `i16 length` with the NUL counted, bytes, NUL; only the length when empty. */
function writeText(w: Writer, text: Uint8Array): void {
  w.i16(text.length === 0 ? 0 : text.length + 1);
  if (text.length === 0) return;
  w.bytes(text);
  w.u8(0);
}

function writeFloats(w: Writer, values: readonly number[]): void {
  for (const v of values) w.f32(v);
}
