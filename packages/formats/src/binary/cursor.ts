import type { Code } from '../diagnostics/codes.ts';
import type { ByteRange } from '../diagnostics/diagnostic.ts';
import { FormatError } from '../diagnostics/format-error.ts';
import { dataView, subview } from './bytes.ts';
import { hexBytes } from './hex.ts';
import { joinPath, type Trace } from './trace.ts';

export interface CursorOptions {
  /** The code thrown when the bytes end too early, such as `avts/truncated`; its args are `{needed, left}`. */
  truncated: Code;
  bigEndian?: boolean;
  /** Records every field read; without it nothing is recorded. */
  trace?: Trace | undefined;
  /** Position of the first byte from the start of the outer file. */
  base?: number;
  /** Path that stands before the names of the fields in errors. */
  path?: string;
}

/** A count from the file, and what of it the bytes left can hold at most. */
export interface DeclaredCount {
  readonly declared: number;
  readonly usable: number;
}

/**
 * A window on the bytes of a file that speaks positions of the outer file. Each read checks, records `[start, end)` in
 * the trace when there is one, and advances. Reading past the end throws the `truncated` code and leaves the position.
 */
export class Cursor {
  readonly bytes: Uint8Array;
  readonly base: number;
  readonly bigEndian: boolean;
  readonly trace: Trace | undefined;
  readonly #view: DataView;
  readonly #truncated: Code;
  #path: string;
  #at = 0;

  private constructor(bytes: Uint8Array, options: CursorOptions) {
    this.bytes = bytes;
    this.base = options.base ?? 0;
    this.bigEndian = options.bigEndian ?? false;
    this.trace = options.trace;
    this.#truncated = options.truncated;
    this.#path = options.path ?? '';
    this.#view = dataView(bytes);
  }

  static over(bytes: Uint8Array, options: CursorOptions): Cursor {
    return new Cursor(bytes, options);
  }

  /** Position of the next byte, from the start of the outer file. */
  get position(): number {
    return this.base + this.#at;
  }

  /** Bytes from the start of this window to the next byte. */
  get offset(): number {
    return this.#at;
  }

  /** Bytes left in this window. */
  get left(): number {
    return this.bytes.length - this.#at;
  }

  get path(): string {
    return this.#path;
  }

  /** Path of a field of this window. */
  pathOf(name: string): string {
    return name ? joinPath(this.#path, name) : this.#path;
  }

  /** Moves to `offset` bytes from the start of this window. */
  seek(offset: number): void {
    if (!(offset >= 0 && offset <= this.bytes.length)) throw this.#short('', offset, this.bytes.length);
    this.#at = offset;
  }

  /** Throws the `truncated` code unless `length` bytes are left; reads nothing. */
  require(name: string, length: number): void {
    if (length > this.left) throw this.#short(name, length, this.left);
  }

  /** The last `length` bytes read, as a range of the outer file. */
  behind(length: number): ByteRange {
    return { start: this.position - length, end: this.position };
  }

  /** The next `length` bytes, as a range of the outer file. */
  ahead(length: number): ByteRange {
    return { start: this.position, end: this.position + length };
  }

  u8(name: string): number {
    const at = this.#take(name, 1);
    return this.#record(name, at, this.bytes[at]!);
  }

  i8(name: string): number {
    const at = this.#take(name, 1);
    return this.#record(name, at, this.#view.getInt8(at));
  }

  u16(name: string): number {
    const at = this.#take(name, 2);
    return this.#record(name, at, this.#view.getUint16(at, !this.bigEndian));
  }

  i16(name: string): number {
    const at = this.#take(name, 2);
    return this.#record(name, at, this.#view.getInt16(at, !this.bigEndian));
  }

  u32(name: string): number {
    const at = this.#take(name, 4);
    return this.#record(name, at, this.#view.getUint32(at, !this.bigEndian));
  }

  i32(name: string): number {
    const at = this.#take(name, 4);
    return this.#record(name, at, this.#view.getInt32(at, !this.bigEndian));
  }

  f32(name: string): number {
    const at = this.#take(name, 4);
    return this.#record(name, at, this.#view.getFloat32(at, !this.bigEndian));
  }

  /** `count` f32 as one field. */
  f32s(name: string, count: number): number[] {
    const at = this.#take(name, count * 4);
    const values: number[] = [];
    for (let i = 0; i < count; i++) values.push(this.#view.getFloat32(at + 4 * i, !this.bigEndian));
    return this.#record(name, at, values);
  }

  /** A view on the next `length` bytes. */
  take(name: string, length: number): Uint8Array {
    const at = this.#take(name, length);
    return this.#record(name, at, subview(this.bytes, at, length));
  }

  /** Everything up to the end of this window. */
  rest(name: string): Uint8Array {
    return this.take(name, this.left);
  }

  /** Four ASCII bytes that must be there; else throws `code` with `{found}`. */
  magic(name: string, expected: string, code: Code): string {
    const at = this.#take(name, expected.length);
    const found = subview(this.bytes, at, expected.length);
    for (let i = 0; i < expected.length; i++) {
      if (found[i] !== expected.charCodeAt(i)) {
        this.#at = at;
        throw new FormatError(code, { found: hexBytes(found) }, this.base + at, this.pathOf(name));
      }
    }
    return this.#record(name, at, expected);
  }

  /**
   * The only way to read a number that drives a loop or an allocation: `usable` never exceeds what the bytes left can
   * hold when each record takes at least `minBytesEach` (> 0).
   */
  count(name: string, kind: 'u8' | 'u16' | 'i16' | 'u32' | 'i32', minBytesEach: number): DeclaredCount {
    const declared = this[kind](name);
    return { declared, usable: Math.max(0, Math.min(declared, Math.floor(this.left / minBytesEach))) };
  }

  /** A window on the next `length` bytes, named; this cursor moves behind it. Close its trace group with `end()`. */
  sub(name: string, length: number): Cursor {
    const at = this.#take(name, length);
    return new Cursor(subview(this.bytes, at, length), {
      truncated: this.#truncated,
      bigEndian: this.bigEndian,
      trace: this.trace,
      base: this.base + at,
      path: this.pathOf(name),
    });
  }

  /** Reads `body` as a group of fields: one node of the trace, and a level of the path in errors. */
  group<T>(name: string, body: () => T): T {
    const outer = this.#path;
    this.#path = this.pathOf(name);
    this.trace?.open(name, this.position);
    try {
      return body();
    } finally {
      this.trace?.close(this.position);
      this.#path = outer;
    }
  }

  #take(name: string, length: number): number {
    const at = this.#at;
    if (!(length >= 0 && at + length <= this.bytes.length)) throw this.#short(name, length, this.bytes.length - at);
    this.#at = at + length;
    return at;
  }

  #record<T>(name: string, at: number, value: T): T {
    if (this.trace !== undefined) this.trace.field(name, this.base + at, this.base + this.#at, value);
    return value;
  }

  #short(name: string, needed: number, left: number): FormatError {
    return new FormatError(this.#truncated, { needed, left }, this.position, this.pathOf(name));
  }
}
