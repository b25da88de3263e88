import type { LossList } from '../../scene/losses.ts';
import { EditError } from '../../yabx/edit-error.ts';
import { encodeValue } from '../../yabx/encode-value.ts';
import type { ValueKind } from '../../yabx/known-fields.ts';
import { type FieldLayout, fieldsOfClass } from '../../yabx/layouts.ts';
import { encodeText, LONG_MAX } from '../../yabx/strings.ts';
import type { Yabx, YabxObject, YabxValue } from '../../yabx/types.ts';
import { FIRST_ID } from '../../yabx/values.ts';

/** What a field is made from; undefined leaves it zero or empty. References are drafts. */
export type DraftValue =
  | number
  | string
  | readonly number[]
  | Draft
  | readonly Draft[]
  | readonly string[]
  | readonly (readonly number[])[]
  | undefined;

/** An object to be: its class without namespace, its fields by name, and where it comes from, for messages. */
export class Draft {
  readonly kind: string;
  readonly place: string;
  readonly values: Record<string, DraftValue>;

  constructor(kind: string, place: string, values: Record<string, DraftValue>) {
    this.kind = kind;
    this.place = place;
    this.values = values;
  }
}

/** Objects that 16-bit ids can name (svo.md §2). */
export const MAX_OBJECTS = 55534;

/**
 * Fills the object table of a graph: every object that the root reaches, depth first along the references in body order
 * (svo.md §3 [D]). Lists of the root are put in the order of their ids. A field that the schema does not have is left
 * out and counted.
 * @throws EditError for a value that its field cannot hold, too many objects, or a class that the schema lacks.
 */
export function addObjects(yabx: Yabx, root: Draft, losses: LossList): void {
  const schema = new Schema(yabx);
  const ids = numbered(root, schema);
  if (ids.size > MAX_OBJECTS) {
    throw new EditError('objects', `the model needs ${ids.size} objects`, `at most ${MAX_OBJECTS}, which ids can name`);
  }
  for (const [name, value] of Object.entries(root.values)) {
    if (isDraftList(value)) root.values[name] = [...value].sort((a, b) => ids.get(a)! - ids.get(b)!);
  }
  for (const draft of ids.keys()) {
    yabx.objects.push(objectOf(yabx, draft, schema, ids, losses));
    yabx.objectCount++;
  }
}

/** Looks classes up by name, as a template may have other ones in another order. */
class Schema {
  readonly #rows = new Map<string, { classIndex: number; className: string; fields: FieldLayout[] }>();

  constructor(yabx: Yabx) {
    yabx.classes.forEach((c, i) => {
      const fields = fieldsOfClass(yabx.classes, i + 1);
      if (fields && !this.#rows.has(c.name.text)) {
        this.#rows.set(c.name.text, { classIndex: i + 1, className: c.name.text, fields });
      }
    });
  }

  of(draft: Draft) {
    const found = this.#rows.get(`stevia::${draft.kind}`);
    if (found) return found;
    throw new EditError(
      'template',
      `its schema has no class stevia::${draft.kind}, which ${draft.place} needs`,
      'a template made of a model, not of a font',
    );
  }
}

function numbered(root: Draft, schema: Schema): Map<Draft, number> {
  const ids = new Map<Draft, number>();
  const stack = [root];
  for (let draft = stack.pop(); draft !== undefined; draft = stack.pop()) {
    if (ids.has(draft)) continue;
    ids.set(draft, FIRST_ID + ids.size);
    const found: Draft[] = [];
    for (const { name } of schema.of(draft).fields) {
      const value = draft.values[name];
      if (value instanceof Draft) found.push(value);
      else if (isDraftList(value)) for (const item of value) found.push(item);
    }
    for (let i = found.length - 1; i >= 0; i--) if (!ids.has(found[i]!)) stack.push(found[i]!);
  }
  return ids;
}

function isDraftList(value: DraftValue): value is readonly Draft[] {
  return Array.isArray(value) && value[0] instanceof Draft;
}

function objectOf(yabx: Yabx, draft: Draft, schema: Schema, ids: Map<Draft, number>, losses: LossList): YabxObject {
  const { classIndex, className, fields: layouts } = schema.of(draft);
  const object: YabxObject = {
    id: ids.get(draft)!,
    classIndex,
    className,
    offset: 0,
    bodySize: 0,
    fields: [],
    leftover: new Uint8Array(0),
  };
  const left = new Set(Object.keys(draft.values).filter((name) => draft.values[name] !== undefined));
  for (const layout of layouts) {
    const { name, size, declaredIn, fixed } = layout;
    const value = left.delete(name) ? draft.values[name] : undefined;
    let raw =
      value === undefined ? undefined : encodeDraft(value, layout, ids, yabx.bigEndian, `${draft.place}.${name}`);
    if (raw && fixed && raw.length !== size) {
      losses.add('left-out', 'fields', `the template stores ${className}.${name} in ${size} bytes`);
      raw = undefined;
    }
    raw ??= emptyField(layout);
    object.fields.push({ name, declaredIn, size, offset: 0, raw, value: { kind: 'opaque', value: raw } });
    object.bodySize += raw.length + (fixed ? 0 : 4);
  }
  for (const name of left) losses.add('left-out', 'fields', `the schema of the template has no ${className}.${name}`);
  return object;
}

/** Zeros; a dynamic field is an empty string or an empty list (svo.md §2). */
function emptyField({ size, fixed, known }: FieldLayout): Uint8Array {
  return new Uint8Array(fixed ? size : known?.kinds[0] === 'str' ? 2 : 4);
}

function encodeDraft(
  value: Exclude<DraftValue, undefined>,
  layout: FieldLayout,
  ids: Map<Draft, number>,
  bigEndian: boolean,
  place: string,
): Uint8Array {
  if (value instanceof Draft) return encodeValue({ kind: 'ref', value: ids.get(value)! }, bigEndian);
  if (isDraftList(value)) return encodeValue({ kind: 'refs', value: value.map((d) => ids.get(d)!) }, bigEndian);
  if (typeof value === 'string') {
    return encodeValue({ kind: 'str', value, bytes: textBytes(value, place), padding: NO_BYTES }, bigEndian);
  }
  if (typeof value === 'number') return encodeValue(numberOf(value, layout, place), bigEndian);
  const kind = layout.known?.kinds[0];
  if (kind === 'strs') {
    const texts = value as readonly string[];
    const bytes = texts.map((text, i) => textBytes(text, `${place}[${i}]`));
    return encodeValue({ kind, value: [...texts], bytes }, bigEndian);
  }
  if (kind === 'mats') {
    const matrices = (value as readonly (readonly number[])[]).map((m) => finite(m, place));
    return encodeValue({ kind, value: matrices }, bigEndian);
  }
  if (value.length === 0) return emptyField(layout);
  return encodeValue({ kind: 'vec4', value: finite(value as readonly number[], place) }, bigEndian);
}

const NO_BYTES = new Uint8Array(0);
const NUMBER_KINDS: readonly ValueKind[] = ['u8', 'u16', 's16', 'u32', 's32', 'f32'];

function numberOf(value: number, { known, size }: FieldLayout, place: string): YabxValue {
  const kind = known?.kinds.find((k) => NUMBER_KINDS.includes(k)) ?? (size === 1 ? 'u8' : size === 2 ? 'u16' : 'u32');
  if (kind === 'f32') return { kind, value: finite([value], place)[0]! };
  const bits = size === 1 ? 8 : size === 2 ? 16 : 32;
  const signed = kind === 's16' || kind === 's32';
  const [min, max] = signed ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1];
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new EditError(place, `${value} does not fit`, `a whole number of ${min} to ${max}`);
  }
  return { kind: size === 1 ? 'u8' : size === 2 ? 'u16' : 'u32', value: value < 0 ? value + 2 ** bits : value };
}

function finite(values: readonly number[], place: string): number[] {
  for (const v of values) {
    if (!Number.isFinite(Math.fround(v))) throw new EditError(place, `${v} does not fit`, 'a finite number of 32 bits');
  }
  return [...values];
}

/** The bytes of a text field, or a refusal: its i16 length counts the NUL. */
function textBytes(text: string, place: string): Uint8Array {
  const bytes = text.includes('\0') ? undefined : encodeText(text, 'utf-8');
  if (bytes && bytes.length < LONG_MAX) return bytes;
  const shown = text.length > 40 ? `${text.slice(0, 40)}...` : text;
  throw new EditError(
    place,
    bytes ? `"${shown}" has ${bytes.length} bytes` : `"${shown}" has a NUL or a character without bytes`,
    `a text of at most ${LONG_MAX - 1} bytes of UTF-8, without NUL`,
  );
}
