import { decodeText, type TextEncodingName } from '../binary/text.ts';
import { formatError } from '../diagnostics/format-error.ts';
import { encodeValue } from '../yabx/encode-value.ts';
import { knownField } from '../yabx/known-fields.ts';
import { fieldsOfClass } from '../yabx/layouts.ts';
import { COMPACT_MAX, encodeText, LONG_MAX, withNul, yabxString } from '../yabx/strings.ts';
import type { Yabx, YabxObject, YabxString, YabxValue } from '../yabx/types.ts';
import { decodeValue, FIRST_ID } from '../yabx/values.ts';
import { checkNumber } from './fields.ts';

/** A class for `newGraph`: name, base class by its 1-based position (0 none), fields. */
export type ClassRow = readonly [name: string, parent: number, fields: readonly FieldRow[]];
/** Name, storage size, flags. */
export type FieldRow = readonly [name: string, size: number, flags: number];

/** What a field is made from: a number, a string, a reference list, or the bytes of a dynamic field. */
export type NewValue = number | string | readonly number[] | Uint8Array;

/** An object graph without objects, little-endian, with the given libraries and classes. */
export function newGraph(
  name: string,
  legacyLibraries: readonly (readonly [flags: number, name: string])[],
  libraries: readonly (readonly [name: string, version: number])[],
  classes: readonly ClassRow[],
): Yabx {
  return {
    bigEndian: false,
    version: 1,
    flags: 0,
    payloadSize: 0,
    crc: 0,
    legacyLibraries: legacyLibraries.map(([flags, text]) => ({ flags, name: yabxString(text) })),
    name: graphName(name),
    libraries: libraries.map(([text, version]) => ({ name: yabxString(text), version })),
    classes: classes.map(([className, parent, fields]) => ({
      name: yabxString(className),
      flags: 1,
      parent,
      fields: fields.map(([field, size, flags]) => ({ name: yabxString(field), flags, size })),
    })),
    localIds: [],
    objectNames: [],
    objectCount: 0,
    objects: [],
    padding: new Uint8Array(0),
    trailing: new Uint8Array(0),
  };
}

/** The name of a graph. Throws `font/name` when it does not fit its i8 length. */
export function graphName(text: string): YabxString {
  const bytes = nameBytes(text, COMPACT_MAX, 'baseName', 'utf-8');
  return { bytes: bytes.length === 0 ? bytes : withNul(bytes), text };
}

/** Appends an object with every field of its class, zero or empty where `values` does not name it. */
export type AddObject = (className: string, values: Readonly<Record<string, NewValue>>) => YabxObject;

/**
 * What appends objects to a graph; classes are looked up by name.
 * The function throws FormatError `font/name` for a string that does not fit, `font/folder` for a class that the schema lacks.
 */
export function objectAdder(yabx: Yabx): AddObject {
  const indices = new Map(yabx.classes.map((c, i) => [c.name.text, i + 1]));
  const layouts = yabx.classes.map((_, i) => fieldsOfClass(yabx.classes, i + 1));
  return (className, values) => {
    const classIndex = indices.get(className) ?? 0;
    const layout = layouts[classIndex - 1];
    if (!layout) throw formatError('font/folder', { problem: `the schema has no class ${className}` }, 0, 'classes');
    const object: YabxObject = {
      id: FIRST_ID + yabx.objects.length,
      classIndex,
      className,
      offset: 0,
      bodySize: 0,
      fields: [],
      leftover: new Uint8Array(0),
    };
    yabx.objects.push(object);
    yabx.objectCount = yabx.objects.length;
    for (const { name, declaredIn, size, fixed, known } of layout) {
      const raw = new Uint8Array(fixed ? size : 0);
      object.fields.push({ name, declaredIn, size, offset: 0, raw, value: { kind: 'opaque', value: raw } });
      object.bodySize += fixed ? size : 4;
      const value = values[name] ?? (fixed ? undefined : known?.kinds[0] === 'str' ? '' : []);
      setField(yabx, object, name, value ?? raw);
    }
    return object;
  };
}

/**
 * Writes a value into a field in the encoding of a canonical writer (svo.md §2); other fields are untouched.
 * @throws FormatError `font/metric` or `font/name` when it does not fit, `font/folder` when there is no such field.
 */
export function setField(yabx: Yabx, object: YabxObject, name: string, value: NewValue): void {
  const field = object.fields.find((f) => f.name === name);
  if (!field) {
    const problem = `object #${object.id} of class ${object.className ?? object.classIndex} has no field ${name}`;
    throw formatError('font/folder', { problem }, 0, `#${object.id}`);
  }
  const before = field.raw.length;
  const like = field.value.kind === 'str' ? decodeText(field.value.bytes).encoding : 'utf-8';
  const made = newValue(value, field.size, name, like);
  field.raw = encodeValue(made, yabx.bigEndian);
  object.bodySize += field.raw.length - before;
  const known = knownField(field.declaredIn, name) ?? { kinds: [made.kind] };
  field.value = decodeValue(field.raw, field.size, known, { bigEndian: yabx.bigEndian, objectCount: yabx.objectCount });
}

function newValue(value: NewValue, size: number, path: string, like: TextEncodingName): YabxValue {
  if (typeof value === 'number') {
    checkNumber(value, { min: -(2 ** (8 * size - 1)), max: 2 ** (8 * size) - 1 }, path);
    return { kind: size === 1 ? 'u8' : size === 2 ? 'u16' : 'u32', value };
  }
  if (value instanceof Uint8Array) return { kind: 'blob', value };
  if (typeof value !== 'string') return { kind: 'refs', value: [...value] };
  return { kind: 'str', value, bytes: nameBytes(value, LONG_MAX, path, like), padding: new Uint8Array(0) };
}

/** The bytes of a name without its NUL, for a form that holds `max` bytes with it. */
function nameBytes(text: string, max: number, path: string, like: TextEncodingName): Uint8Array {
  const bytes = text.includes('\0') ? undefined : encodeText(text, like);
  if (!bytes || bytes.length >= max) {
    throw formatError('font/name', { name: text.slice(0, 200), bytes: bytes?.length ?? 0, max: max - 1 }, 0, path);
  }
  return bytes;
}
