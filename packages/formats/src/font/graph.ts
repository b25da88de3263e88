import { encodeUtf8 } from '../binary/text.ts';
import { formatError } from '../diagnostics/format-error.ts';
import { encodeValue } from '../yabx/encode-value.ts';
import { fieldsOfClass } from '../yabx/layouts.ts';
import { COMPACT_MAX, LONG_MAX, yabxString } from '../yabx/strings.ts';
import type { Yabx, YabxObject, YabxString, YabxValue } from '../yabx/types.ts';
import { decodeValue, FIRST_ID } from '../yabx/values.ts';

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
  checkName(text, COMPACT_MAX, 'name');
  return yabxString(text);
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

/** Writes a value into a field in the encoding of a canonical writer (svo.md §2); other fields are untouched. */
export function setField(yabx: Yabx, object: YabxObject, name: string, value: NewValue): void {
  const field = object.fields.find((f) => f.name === name);
  if (!field) return;
  const before = field.raw.length;
  const made = newValue(value, field.size, name);
  field.raw = encodeValue(made, yabx.bigEndian);
  object.bodySize += field.raw.length - before;
  const known = { kinds: [made.kind] };
  field.value = decodeValue(field.raw, field.size, known, { bigEndian: yabx.bigEndian, objectCount: yabx.objectCount });
}

function newValue(value: NewValue, size: number, path: string): YabxValue {
  if (typeof value === 'number') return { kind: size === 1 ? 'u8' : size === 2 ? 'u16' : 'u32', value };
  if (value instanceof Uint8Array) return { kind: 'blob', value };
  if (typeof value !== 'string') return { kind: 'refs', value: [...value] };
  checkName(value, LONG_MAX, path);
  return { kind: 'str', value, bytes: encodeUtf8(value), padding: new Uint8Array(0) };
}

function checkName(text: string, max: number, path: string): void {
  const bytes = encodeUtf8(text).length;
  if (bytes >= max || text.includes('\0')) {
    throw formatError('font/name', { name: text.slice(0, 200), bytes, max: max - 1 }, 0, path);
  }
}
