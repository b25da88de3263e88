import { fromHex } from '../binary/hex.ts';
import type { JsonValue } from '../scene/scene.ts';
import { EditError } from './edit-error.ts';
import type { ValueKind } from './known-fields.ts';
import type { ReferenceTable } from './references.ts';
import { LONG_MAX } from './strings.ts';
import type { YabxValue } from './types.ts';

/**
 * What a value may be given as: a number; a text of a number, `nan`, `inf`, `-inf`; `f32:0.5` for a 4-byte whole number; an array, or numbers with blanks or
 * commas between them; `#RRGGBB` or `#RRGGBBAA` for four numbers; null, an id, `#10005`, `State[0]` or `external:-1` for
 * a reference; a text; `{"raw": hex}` or bytes for bytes.
 */
export type ValueInput = JsonValue | Uint8Array;

/** What the place of a value allows. */
export interface InputContext {
  readonly path: string;
  readonly references: ReferenceTable;
  /** Class without namespace that references must point at. */
  readonly target: string | undefined;
  /** Bytes of a text; undefined when it has none. */
  readonly encode: (text: string) => Uint8Array | undefined;
  /** Bytes kept behind a string in its field. */
  readonly padding: Uint8Array;
  /** Whether a negative id is taken as a plain number. */
  readonly external: (id: number) => boolean;
  /** The id of an object by its path. */
  readonly idOf: ((path: string) => number) | undefined;
}

const INTEGERS: { readonly [kind in ValueKind]?: readonly [number, number] } = {
  u8: [0, 0xff],
  u16: [0, 0xffff],
  s16: [-0x8000, 0x7fff],
  u32: [0, 0xffffffff],
  s32: [-0x80000000, 0x7fffffff],
};
const LENGTHS: { readonly [kind in ValueKind]?: number } = { vec3: 3, vec4: 4, mat: 12 };
const NO_BYTES = new Uint8Array(0);

/** A given value as one of a kind. Throws EditError that says what would fit. */
export function valueFrom(kind: ValueKind, input: ValueInput, c: InputContext): YabxValue {
  switch (kind) {
    case 'u8':
    case 'u16':
    case 's16':
    case 'u32':
    case 's32':
      return { kind, value: integerOf(kind, input, c) };
    case 'f32':
      return { kind, value: floatOf(input, c) };
    case 'ref':
      return { kind, value: referenceOf(input, c) };
    case 'refs':
      return { kind, value: listOf(input, c, 'a list of references').map((item) => referenceOf(item, c)) };
    case 'str': {
      const { text, bytes } = textOf(input, c);
      return { kind, value: text, bytes, padding: c.padding };
    }
    case 'strs': {
      const texts = listOf(input, c, 'a list of texts').map((item) => textOf(item, c));
      return { kind, value: texts.map((t) => t.text), bytes: texts.map((t) => t.bytes) };
    }
    case 'vec3':
    case 'vec4':
    case 'mat':
      return { kind, value: floatsOf(LENGTHS[kind]!, input, c) };
    case 'mats':
      return { kind, value: listOf(input, c, 'a list of matrices').map((item) => floatsOf(12, item, c)) };
    case 'blob':
    case 'opaque':
      return { kind, value: bytesOf(input, c) };
  }
}

function integerOf(kind: 'u8' | 'u16' | 's16' | 'u32' | 's32', input: ValueInput, c: InputContext): number {
  const [min, max] = INTEGERS[kind]!;
  const value = typeof input === 'boolean' ? Number(input) : (floatBits(kind, input, c) ?? numberIn(input));
  if (value === undefined || !Number.isInteger(value) || value < min || value > max) {
    throw new EditError(c.path, `${shown(input)} is not a ${kind}`, `a whole number from ${min} to ${max}`);
  }
  return value + 0;
}

/** The bits of `f32:0.5`, for a number of 4 bytes whose meaning is not proven. */
function floatBits(kind: ValueKind, input: ValueInput, c: InputContext): number | undefined {
  const text = typeof input === 'string' && /^[us]32$/.test(kind) ? /^f32:(.+)$/.exec(input.trim())?.[1] : undefined;
  if (text === undefined) return undefined;
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, floatOf(text, c));
  return kind === 'u32' ? view.getUint32(0) : view.getInt32(0);
}

export function floatOf(input: ValueInput, c: InputContext): number {
  const named = typeof input === 'string' ? NON_FINITE[input.trim().toLowerCase()] : undefined;
  const value = named ?? numberIn(input);
  const single = value === undefined ? undefined : Math.fround(value);
  if (single === undefined || (named === undefined && !Number.isFinite(single))) {
    throw new EditError(c.path, `${shown(input)} is not an f32`, "a number up to 3.4e38, 'nan', 'inf' or '-inf'");
  }
  return single;
}

/** 0 for null; a negative id of a legacy library only where the field has it already, or as `external:-1`. */
export function referenceOf(input: ValueInput, c: InputContext): number {
  if (input === null || input === 'null') return 0;
  const external = typeof input === 'string' ? /^external:(-\d+)$/.exec(input.trim()) : null;
  if (external) return integerOf('s16', external[1]!, c);
  let id = typeof input === 'string' && /^#\d+$/.test(input.trim()) ? Number(input.trim().slice(1)) : numberIn(input);
  if (id === undefined && typeof input === 'string' && c.idOf) id = c.idOf(input);
  if (id === undefined || !Number.isInteger(id)) {
    throw new EditError(
      c.path,
      `${shown(input)} is not a reference`,
      'an id such as #10002, an object such as State[0], or null',
    );
  }
  if (id < 0) {
    if (id >= -0x8000 && c.external(id)) return id;
    throw new EditError(
      c.path,
      `${id} is outside the object table`,
      `an id of it, null, or external:${id} for a legacy library`,
    );
  }
  const problem = c.references.problem(id, c.target);
  if (problem) throw new EditError(c.path, problem.reason, problem.expected);
  return id + 0;
}

/** A text with its bytes, without NUL. */
export function textOf(input: ValueInput, c: InputContext): { text: string; bytes: Uint8Array } {
  if (typeof input !== 'string') throw new EditError(c.path, `${shown(input)} is not a text`, 'a text');
  if (input === '') return { text: input, bytes: NO_BYTES };
  if (input.includes('\0')) throw new EditError(c.path, 'the text holds a NUL', 'a text without NUL');
  const bytes = c.encode(input);
  if (bytes === undefined) throw new EditError(c.path, 'the text has a character without bytes', 'Unicode text');
  if (bytes.length >= LONG_MAX) {
    throw new EditError(c.path, `the text has ${bytes.length} bytes`, `at most ${LONG_MAX - 1} bytes`);
  }
  return { text: input, bytes };
}

export function floatsOf(count: number, input: ValueInput, c: InputContext): number[] {
  const expected = `${count} numbers`;
  const colour = count === 4 && typeof input === 'string' ? colourOf(input) : undefined;
  const items = colour ?? listOf(input, c, expected);
  if (items.length !== count) throw new EditError(c.path, `${items.length} numbers are given`, expected);
  return items.map((item) => floatOf(item, c));
}

const NON_FINITE: Readonly<Record<string, number>> = {
  __proto__: null as never,
  nan: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  '+inf': Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
  infinity: Number.POSITIVE_INFINITY,
  '-infinity': Number.NEGATIVE_INFINITY,
};

/** `#RRGGBB` or `#RRGGBBAA` as four numbers of 0 to 1. */
function colourOf(text: string): number[] | undefined {
  const digits = /^#([0-9a-fA-F]{6})([0-9a-fA-F]{2})?$/.exec(text.trim());
  const bytes = digits ? fromHex(digits[1]! + (digits[2] ?? 'ff')) : undefined;
  return bytes ? Array.from(bytes, (b) => b / 255) : undefined;
}

function numberIn(input: ValueInput): number | undefined {
  if (typeof input === 'number') return input;
  if (typeof input !== 'string') return undefined;
  const text = input.trim();
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) || /^0x[0-9a-f]+$/i.test(text)) return Number(text);
  return undefined;
}

/** An array, JSON text of one, or items with blanks or commas between them. */
function listOf(input: ValueInput, c: InputContext, expected: string): readonly JsonValue[] {
  if (Array.isArray(input)) return input;
  if (typeof input === 'string') {
    const text = input.trim();
    if (!text.startsWith('[')) return text === '' ? [] : text.split(/\s*,\s*|\s+/);
    try {
      const parsed: JsonValue = JSON.parse(text);
      if (Array.isArray(parsed)) return parsed;
    } catch {
      const inner = /^\[(.*)\]$/s.exec(text)?.[1]?.trim();
      if (inner !== undefined) return inner === '' ? [] : inner.split(/\s*,\s*|\s+/);
    }
  }
  throw new EditError(c.path, `${shown(input)} is not ${expected}`, expected);
}

function bytesOf(input: ValueInput, c: InputContext): Uint8Array {
  if (input instanceof Uint8Array) return input;
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  const hex = isObject ? input.raw : typeof input === 'string' ? /^hex:(.*)$/s.exec(input)?.[1] : undefined;
  const bytes = typeof hex === 'string' ? fromHex(hex) : undefined;
  if (bytes === undefined)
    throw new EditError(c.path, `${shown(input)} is not bytes`, 'hex:00FF.., or {"raw": "00ff.."}');
  return bytes;
}

function shown(input: ValueInput): string {
  if (input instanceof Uint8Array) return `${input.length} bytes`;
  const text = typeof input === 'number' ? String(input) : (JSON.stringify(input) ?? String(input));
  return text.length > 60 ? `${text.slice(0, 60)}..` : text;
}
