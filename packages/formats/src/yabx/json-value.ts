import { bytesEqual } from '../binary/bytes.ts';
import { toHex } from '../binary/hex.ts';
import { decodeText, type TextEncodingName, untilNul } from '../binary/text.ts';
import type { JsonValue } from '../scene/scene.ts';
import { EditError } from './edit-error.ts';
import { encodeValue } from './encode-value.ts';
import { hexOf, isObject, shape } from './json-shape.ts';
import { knownField } from './known-fields.ts';
import type { FieldLayout } from './layouts.ts';
import type { ReferenceTable } from './references.ts';
import { encodeText, yabxString } from './strings.ts';
import type { YabxField, YabxString, YabxValue } from './types.ts';
import { type InputContext, valueFrom } from './value-input.ts';
import { decodeValue, isFixedSize, type ValueContext } from './values.ts';

/** What values of one stream depend on. */
export interface JsonContext extends ValueContext {
  readonly references: ReferenceTable;
}

/**
 * A field's value as JSON: a number, text or array where those alone give the same bytes, else `{"value", "raw"}` with
 * the bytes as hex; `{"raw"}` alone for bytes without a meaning.
 */
export function fieldToJson(field: YabxField, context: JsonContext): JsonValue {
  const { value, raw, name, declaredIn, size } = field;
  const layout = { name, declaredIn, size, fixed: isFixedSize(size), known: knownField(declaredIn, name) };
  const plain = plainOf(value);
  if (value.kind === 'opaque' || value.kind === 'blob') return plain;
  try {
    if (bytesEqual(encodeAny(plain, layout, context, '', undefined, NO_BYTES), raw)) return plain;
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
  }
  return { value: plain, raw: toHex(raw) };
}

/** The content of a field from its JSON. Throws EditError where it does not fit. */
export function fieldFromJson(json: JsonValue, layout: FieldLayout, context: JsonContext, path: string): Uint8Array {
  const known = layout.known;
  if (!isObject(json)) return encodeAny(json, layout, context, path, undefined, NO_BYTES);
  const raw = hexOf(json.raw, `${path}.raw`);
  if (layout.fixed && raw.length !== layout.size) {
    throw new EditError(`${path}.raw`, `${raw.length} bytes are given`, `${layout.size} bytes`);
  }
  if (json.value === undefined) return raw;
  const stored = decodeValue(raw, layout.size, known, context);
  if (sameJson(plainOf(stored), json.value)) return raw;
  // The value was edited: it counts, in the encoding and with the padding of the bytes beside it.
  const padding = stored.kind === 'str' ? stored.padding : NO_BYTES;
  const like = stored.kind === 'str' ? decodeText(stored.bytes).encoding : undefined;
  return encodeAny(json.value, layout, context, `${path}.value`, like, padding);
}

/** A name of the schema: its text where that gives the same bytes, else `{"value", "raw"}`. */
export function stringToJson(s: YabxString): JsonValue {
  return bytesEqual(yabxString(s.text).bytes, s.bytes) ? s.text : { value: s.text, raw: toHex(s.bytes) };
}

/** A name from its JSON, of at most `most` bytes, the NUL included. Throws EditError. */
export function stringFromJson(json: JsonValue | undefined, most: number, path: string): YabxString {
  const given = isObject(json) ? json.value : json;
  if (typeof given !== 'string') {
    throw new EditError(path, `${shape(json)} is not a name`, 'a text, or {"value", "raw"}');
  }
  let made = yabxString(given);
  if (isObject(json)) {
    const bytes = hexOf(json.raw, `${path}.raw`);
    if (decodeText(untilNul(bytes)).text === given) made = { bytes, text: given };
  } else if (given.includes('\0') || decodeText(untilNul(made.bytes)).text !== given) {
    throw new EditError(path, 'the text has a NUL or a character without bytes', 'Unicode text without NUL');
  }
  if (made.bytes.length > most) {
    throw new EditError(path, `the name has ${made.bytes.length} bytes`, `at most ${most}, the NUL included`);
  }
  return made;
}

const NO_BYTES = new Uint8Array(0);

/** A plain value as the first kind that it fits; what it reads back as must be that kind again. */
function encodeAny(
  json: JsonValue,
  layout: FieldLayout,
  context: JsonContext,
  path: string,
  like: TextEncodingName | undefined,
  padding: Uint8Array,
): Uint8Array {
  let refused: EditError | undefined;
  for (const kind of kindsFor(json, layout)) {
    try {
      return encodePlain(json, kind, layout, context, like ?? 'utf-8', padding, path);
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      refused ??= error;
    }
  }
  throw refused ?? new EditError(path, `${shape(json)} is given`, 'a text, a list of ids, or {"raw"}');
}

function encodePlain(
  json: JsonValue,
  kind: YabxValue['kind'],
  layout: FieldLayout,
  context: JsonContext,
  like: TextEncodingName,
  padding: Uint8Array,
  path: string,
): Uint8Array {
  const input: InputContext = {
    path,
    references: context.references,
    target: layout.known?.target,
    encode: (text) => encodeText(text, like),
    padding,
    external: () => true,
    idOf: undefined,
  };
  const value = valueFrom(kind, json, input);
  const raw = encodeValue(value, context.bigEndian);
  const back = decodeValue(raw, layout.size, layout.known, context);
  if (back.kind !== kind || !sameJson(plainOf(back), plainOf(value)))
    throw new EditError(
      path,
      `this would read back as another ${back.kind}`,
      `a ${kind} that reads as one, or {"raw"}`,
    );
  return raw;
}

/** The kinds that a JSON value can be in this field. */
function kindsFor(json: JsonValue, layout: FieldLayout): readonly YabxValue['kind'][] {
  const { known, size } = layout;
  if (layout.fixed) return [decodeValue(new Uint8Array(size), size, known, { bigEndian: false, objectCount: 0 }).kind];
  // Content that is none of the known kinds was shown as what it was guessed to be.
  const guessed: readonly YabxValue['kind'][] =
    typeof json === 'string' ? ['str'] : Array.isArray(json) ? ['refs'] : [];
  return known === undefined ? guessed : [...known.kinds, ...guessed];
}

/** The value without what only the bytes tell: NaN payloads, encodings, padding. */
function plainOf(value: YabxValue): JsonValue {
  switch (value.kind) {
    case 'f32':
      return floatToJson(value.value);
    case 'vec3':
    case 'vec4':
    case 'mat':
      return value.value.map(floatToJson);
    case 'mats':
      return value.value.map((matrix) => matrix.map(floatToJson));
    case 'opaque':
    case 'blob':
      return { raw: toHex(value.value) };
    default:
      return value.value;
  }
}

/** The shortest number that is this f32 again; `NaN`, `Infinity`, `-Infinity` and `-0` as texts, which JSON numbers cannot be. */
export function floatToJson(value: number): number | string {
  if (!Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return '-0';
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

function sameJson(a: JsonValue, b: JsonValue): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]!));
  return a === b;
}
