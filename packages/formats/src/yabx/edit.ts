import { dataView, subview } from '../binary/bytes.ts';
import { decodeText, type TextEncodingName } from '../binary/text.ts';
import { EditError } from './edit-error.ts';
import { encodeValue } from './encode-value.ts';
import { knownField, type ValueKind } from './known-fields.ts';
import { resolvePath, type YabxPlace } from './path.ts';
import { type ReferenceTable, referenceTable } from './references.ts';
import { encodeText } from './strings.ts';
import type { Yabx, YabxField, YabxObject, YabxValue } from './types.ts';
import {
  floatOf,
  floatsOf,
  type InputContext,
  referenceOf,
  textOf,
  type ValueInput,
  valueFrom,
} from './value-input.ts';
import { decodeValue, isFixedSize } from './values.ts';
import { bodySizeOf } from './write.ts';

export type { ValueInput } from './value-input.ts';

/**
 * The model with the value at `path` (see `resolvePath`) set; every other object is shared with `model`, which stays as
 * it is. Setting what is there gives `model` itself. Bytes behind a string in its field stay, and a text is written in
 * the encoding of the one it replaces, or of the other texts of the model.
 * @throws EditError when the path names nothing that holds a value, or the value does not fit: type, range, length,
 * a reference outside the table or to an object of another class.
 */
export function setValue(model: Yabx, path: string, input: ValueInput): Yabx {
  const place = resolvePath(model, path);
  const { field, fieldIndex } = place;
  if (field === undefined || fieldIndex === undefined) {
    const names = place.object.fields.map((f) => `.${f.name}`).join(' ');
    throw new EditError(path, 'this is an object, not a value', names || 'a field of another object');
  }
  const context = inputContext(model, path, field);
  const raw =
    place.items.length === 0 ? wholeRaw(model, field, input, context) : itemRaw(model, place, field, input, context);
  return raw === field.raw ? model : replaceField(model, place.objectIndex, fieldIndex, raw);
}

/** The model with the content of one field replaced, sizes and value with it. `raw` must have the field's fixed size. */
export function replaceField(model: Yabx, objectIndex: number, fieldIndex: number, raw: Uint8Array): Yabx {
  const object = model.objects[objectIndex]!;
  const old = object.fields[fieldIndex]!;
  const field: YabxField = {
    ...old,
    raw,
    value: decodeValue(raw, old.size, knownField(old.declaredIn, old.name), model),
  };
  const fields = withItem(object.fields, fieldIndex, field);
  const raws = fields.map((f) => f.raw);
  const edited: YabxObject = { ...object, fields, bodySize: bodySizeOf(fields, raws, object.leftover.length) };
  return { ...model, objects: withItem(model.objects, objectIndex, edited) };
}

/** The whole content of the field for a value; the present content when it is that value already. */
function wholeRaw(model: Yabx, field: YabxField, input: ValueInput, c: InputContext): Uint8Array {
  const kinds = kindsOf(field);
  let refused: EditError | undefined;
  for (const kind of kinds) {
    try {
      const value = valueFrom(kind, input, c);
      if (sameValue(value, field.value)) return field.raw;
      const raw = encodeValue(value, model.bigEndian);
      // Bytes are given exactly: they may come to mean something.
      if (kind === 'opaque') return raw;
      const back = decodeValue(raw, field.size, knownField(field.declaredIn, field.name), model);
      if (sameValue(value, back)) return raw;
      refused = new EditError(
        c.path,
        `these ${raw.length} bytes would read as ${back.kind}`,
        `a ${kind} that reads as one`,
      );
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      refused ??= error;
    }
  }
  throw refused ?? new EditError(c.path, 'the field takes no value', 'another field');
}

/** The content of the field with one item of it replaced, every other byte as it is. */
function itemRaw(model: Yabx, place: YabxPlace, field: YabxField, input: ValueInput, c: InputContext): Uint8Array {
  const [index, number] = place.items as [number, number?];
  const { value, raw } = field;
  const old = (value.value as readonly unknown[])[index];
  switch (value.kind) {
    case 'refs': {
      const id = referenceOf(input, c);
      return id === old ? raw : patched(raw, 4 + 2 * index, encodeValue({ kind: 'ref', value: id }, model.bigEndian));
    }
    case 'vec3':
    case 'vec4':
    case 'mat': {
      const f32 = floatOf(input, c);
      return Object.is(f32, old)
        ? raw
        : patched(raw, 4 * index, encodeValue({ kind: 'f32', value: f32 }, model.bigEndian));
    }
    case 'mats': {
      if (number === undefined) {
        const matrix = floatsOf(12, input, c);
        const same = matrix.every((v, i) => Object.is(v, (old as number[])[i]));
        return same ? raw : patched(raw, 4 + 48 * index, encodeValue({ kind: 'mat', value: matrix }, model.bigEndian));
      }
      const f32 = floatOf(input, c);
      if (Object.is(f32, (old as number[])[number])) return raw;
      return patched(raw, 4 + 48 * index + 4 * number, encodeValue({ kind: 'f32', value: f32 }, model.bigEndian));
    }
    case 'strs': {
      const { text, bytes } = textOf(input, c);
      return text === old ? raw : withListString(raw, index, bytes, model.bigEndian);
    }
    default:
      throw new EditError(c.path, `a ${value.kind} has no items`, 'the field itself');
  }
}

/** A string list with one string replaced; the others keep their bytes. */
function withListString(raw: Uint8Array, index: number, text: Uint8Array, bigEndian: boolean): Uint8Array {
  const view = dataView(raw);
  let at = 4;
  for (let i = 0; i < index; i++) at += 2 + view.getInt16(at, !bigEndian);
  const end = at + 2 + view.getInt16(at, !bigEndian);
  const string = encodeValue({ kind: 'str', value: '', bytes: text, padding: new Uint8Array(0) }, bigEndian);
  const all = new Uint8Array(raw.length - (end - at) + string.length);
  all.set(subview(raw, 0, at));
  all.set(string, at);
  all.set(subview(raw, end, raw.length - end), at + string.length);
  return all;
}

function withItem<T>(list: readonly T[], index: number, item: T): T[] {
  const copy = list.slice();
  copy[index] = item;
  return copy;
}

function patched(raw: Uint8Array, at: number, part: Uint8Array): Uint8Array {
  const copy = raw.slice();
  copy.set(part, at);
  return copy;
}

/** Kinds that the field may be given: the known ones for its storage, else the one it has. */
function kindsOf(field: YabxField): readonly ValueKind[] {
  const known = knownField(field.declaredIn, field.name);
  if (known === undefined || isFixedSize(field.size)) return [field.value.kind];
  return known.kinds;
}

/** Whether two values mean the same; the bytes behind a string do not count. */
function sameValue(a: YabxValue, b: YabxValue): boolean {
  if (a.kind !== b.kind) return false;
  if (a.value instanceof Uint8Array) {
    const other = b.value as Uint8Array;
    return a.value.length === other.length && a.value.every((byte, i) => byte === other[i]);
  }
  if (!Array.isArray(a.value)) return Object.is(a.value, b.value);
  const other = b.value as readonly unknown[];
  return a.value.length === other.length && a.value.every((item, i) => sameItem(item, other[i]));
}

function sameItem(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b);
  return a.length === b.length && a.every((item, i) => Object.is(item, b[i]));
}

function inputContext(model: Yabx, path: string, field: YabxField): InputContext {
  const { value } = field;
  let references: ReferenceTable | undefined;
  const present = value.kind === 'refs' ? value.value : value.kind === 'ref' ? [value.value] : [];
  return {
    path,
    get references() {
      references ??= referenceTable(
        model.classes,
        model.objects.map((o) => o.classIndex),
      );
      return references;
    },
    target: knownField(field.declaredIn, field.name)?.target,
    encode: (text) => encodeText(text, encodingFor(model, field)),
    padding: value.kind === 'str' ? value.padding : new Uint8Array(0),
    external: (id) => present.includes(id),
    idOf: (objectPath) => {
      const place = resolvePath(model, objectPath);
      if (place.field === undefined) return place.object.id;
      throw new EditError(path, `${objectPath} is a field`, 'an object');
    },
  };
}

/** The encoding of the texts in the field, else the only one among the other texts of the model, else UTF-8. */
function encodingFor(model: Yabx, field: YabxField): TextEncodingName {
  const found = encodingsIn(field, new Set());
  if (found.size === 0) for (const o of model.objects) for (const f of o.fields) encodingsIn(f, found);
  const [only] = found;
  return only !== undefined && found.size === 1 ? only : 'utf-8';
}

function encodingsIn({ value }: YabxField, found: Set<TextEncodingName>): Set<TextEncodingName> {
  const texts = value.kind === 'str' ? [value.bytes] : value.kind === 'strs' ? value.bytes : [];
  for (const bytes of texts) {
    const { encoding } = decodeText(bytes);
    if (encoding !== 'ascii') found.add(encoding);
  }
  return found;
}
