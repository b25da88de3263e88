import { dataView, subview } from '../binary/bytes.ts';
import { decodeText, untilNul } from '../binary/text.ts';
import type { KnownField, ValueKind } from './known-fields.ts';
import type { YabxValue } from './types.ts';

/** Id of the first object of every table (svo.md §2). */
export const FIRST_ID = 10001;

/** What the stream says about every value in it. */
export interface ValueContext {
  readonly bigEndian: boolean;
  /** As declared: ids `FIRST_ID` to `FIRST_ID + objectCount - 1` are inside the table. */
  readonly objectCount: number;
}

/** Whether a field of this storage size has exactly that many bytes; any other size is a u32 size and its content. */
export function isFixedSize(size: number): boolean {
  return size === 1 || size === 2 || size === 4 || size === 12 || size === 16 || size === 48;
}

/**
 * Inferred: how ids are read in a table whose last id does not fit an i16. Ids are i16 on disk and negative ones belong
 * to legacy libraries; beyond 22,766 objects the same 16 bits are read unsigned (svo.md §2 [H]).
 */
export function referencesAreUnsigned(objectCount: number): boolean {
  return objectCount > 22766;
}

/** 0, negative (a legacy library's), or inside the table. */
export function isKnownId(id: number, objectCount: number): boolean {
  return id <= 0 || (id >= FIRST_ID && id < FIRST_ID + objectCount);
}

/** The content of a field as a value (svo.md §2). What fits nothing is `opaque`; never throws. */
export function decodeValue(
  raw: Uint8Array,
  size: number,
  known: KnownField | undefined,
  context: ValueContext,
): YabxValue {
  return decodeValueAt(raw, dataView(raw), 0, size, known, context);
}

/** The same with a view of the stream where `raw` starts at `at`: a graph is read without a view for every field. */
export function decodeValueAt(
  raw: Uint8Array,
  view: DataView,
  at: number,
  size: number,
  known: KnownField | undefined,
  context: ValueContext,
): YabxValue {
  if (isFixedSize(size)) return decodeFixed(view, at, size, known, context);
  if (known !== undefined) {
    for (let i = 0; i < known.kinds.length; i++) {
      const value = decodeAs(known.kinds[i]!, raw, view, at, context);
      if (value !== undefined) return value;
    }
  }
  return (
    decodeRefs(raw.length, view, at, context, true) ??
    decodeString(raw, view, at, context.bigEndian, false) ?? { kind: 'opaque', value: raw }
  );
}

function decodeFixed(
  view: DataView,
  at: number,
  size: number,
  known: KnownField | undefined,
  context: ValueContext,
): YabxValue {
  const little = !context.bigEndian;
  const kind = known?.kinds[0];
  switch (size) {
    case 1:
      return { kind: 'u8', value: view.getUint8(at) };
    case 2:
      if (kind === 'ref') {
        const unsigned = referencesAreUnsigned(context.objectCount);
        return { kind, value: unsigned ? view.getUint16(at, little) : view.getInt16(at, little) };
      }
      if (kind === 'u16') return { kind, value: view.getUint16(at, little) };
      return { kind: 's16', value: view.getInt16(at, little) };
    case 4:
      if (kind === 'f32') return { kind, value: view.getFloat32(at, little) };
      if (kind === 's32') return { kind, value: view.getInt32(at, little) };
      return { kind: 'u32', value: view.getUint32(at, little) };
    case 12:
      return { kind: 'vec3', value: floats(view, at, 3, little) };
    case 16:
      return { kind: 'vec4', value: floats(view, at, 4, little) };
    default:
      return { kind: 'mat', value: floats(view, at, 12, little) };
  }
}

/** The content of a dynamic field as one kind; undefined when it does not fit. */
function decodeAs(
  kind: ValueKind,
  raw: Uint8Array,
  view: DataView,
  at: number,
  context: ValueContext,
): YabxValue | undefined {
  switch (kind) {
    case 'refs':
      return decodeRefs(raw.length, view, at, context, false);
    case 'str':
      return decodeString(raw, view, at, context.bigEndian, true);
    case 'strs':
      return decodeStringList(raw, context.bigEndian);
    case 'mats':
      return decodeMatrixList(raw, context.bigEndian);
    case 'blob':
      return { kind, value: raw };
    default:
      return undefined;
  }
}

/** u32 count, then i16 ids, exactly; with `checked` only when every id is 0, negative or inside the table. */
function decodeRefs(
  size: number,
  view: DataView,
  start: number,
  context: ValueContext,
  checked: boolean,
): YabxValue | undefined {
  if (size < 4 || size % 2 !== 0) return undefined;
  const little = !context.bigEndian;
  const count = view.getUint32(start, little);
  if (size !== 4 + 2 * count) return undefined;
  const unsigned = referencesAreUnsigned(context.objectCount);
  const value: number[] = [];
  for (let i = 0, at = start + 4; i < count; i++, at += 2) {
    const id = unsigned ? view.getUint16(at, little) : view.getInt16(at, little);
    if (checked && !isKnownId(id, context.objectCount)) return undefined;
    value.push(id);
  }
  return { kind: 'refs', value };
}

/**
 * i16 length that counts the NUL, the bytes, then padding. A field known to be a string (`lenient`) is taken as one
 * without its NUL, or with several.
 */
function decodeString(
  raw: Uint8Array,
  view: DataView,
  at: number,
  bigEndian: boolean,
  lenient: boolean,
): YabxValue | undefined {
  const size = raw.length;
  if (size < 2) return undefined;
  const length = view.getInt16(at, !bigEndian);
  if (length < 0 || length > size - 2) return undefined;
  const end = 2 + length;
  let textEnd = 2;
  while (textEnd < end && raw[textEnd] !== 0) textEnd++;
  if (length > 0 && textEnd !== end - 1 && !lenient) return undefined;
  const bytes = textEnd === 2 ? NO_BYTES : raw.subarray(2, textEnd);
  const padding = end === size ? NO_BYTES : raw.subarray(end);
  return { kind: 'str', value: textEnd === 2 ? '' : decodeText(bytes).text, bytes, padding };
}

/** Shared by every empty text and padding: a view each would cost more than the rest of a small object. */
const NO_BYTES = new Uint8Array(0);

/** Inferred: `_blendTargetName` and `_mipmapFileName` are u32 count, then that many long strings (svo.md §2 [H]); taken only when they fit exactly. */
export function decodeStringList(raw: Uint8Array, bigEndian: boolean): YabxValue | undefined {
  if (raw.length < 4) return undefined;
  const view = dataView(raw);
  const count = view.getUint32(0, !bigEndian);
  if (count > (raw.length - 4) / 2) return undefined;
  const value: string[] = [];
  const bytes: Uint8Array[] = [];
  let at = 4;
  for (let i = 0; i < count; i++) {
    if (at + 2 > raw.length) return undefined;
    const length = view.getInt16(at, !bigEndian);
    at += 2;
    if (length < 0 || at + length > raw.length) return undefined;
    const stored = subview(raw, at, length);
    if (length > 0 && stored.indexOf(0) !== length - 1) return undefined;
    at += length;
    const text = untilNul(stored);
    bytes.push(text);
    value.push(decodeText(text).text);
  }
  return at === raw.length ? { kind: 'strs', value, bytes } : undefined;
}

/** Inferred: `_blendTargetBindMatrix` is u32 count, then 12 f32 each (svo.md §2 [H]); taken only when it fits exactly. */
export function decodeMatrixList(raw: Uint8Array, bigEndian: boolean): YabxValue | undefined {
  if (raw.length < 4) return undefined;
  const view = dataView(raw);
  const count = view.getUint32(0, !bigEndian);
  if (raw.length !== 4 + 48 * count) return undefined;
  const value: number[][] = [];
  for (let i = 0; i < count; i++) value.push(floats(view, 4 + 48 * i, 12, !bigEndian));
  return { kind: 'mats', value };
}

function floats(view: DataView, at: number, count: number, little: boolean): number[] {
  const values = new Array<number>(count);
  for (let i = 0; i < count; i++) values[i] = view.getFloat32(at + 4 * i, little);
  return values;
}
