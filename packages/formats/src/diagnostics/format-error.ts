import { type ArgsOf, CODES, type Code } from './codes.ts';

/** Thrown when nothing can be read, and only then; what can be lived with is a `Diagnostic`. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly code: Code;
  readonly args: unknown;
  /** From the start of the outer file, in bytes. */
  readonly offset: number;
  /** The field, such as `entries[3].data`; empty for the file as a whole. */
  readonly path: string;
  /** The sentence without code and place. */
  readonly detail: string;

  constructor(code: Code, args: unknown, offset: number, path: string) {
    const detail = CODES[code].message(args as never);
    super(`${code} at 0x${offset.toString(16).toUpperCase()}${path ? `, ${path}` : ''}: ${detail}`);
    this.code = code;
    this.args = args;
    this.offset = offset;
    this.path = path;
    this.detail = detail;
  }
}

/** A `FormatError` with the arguments of its code checked by the compiler. */
export function formatError<C extends Code>(code: C, args: ArgsOf<C>, offset: number, path = ''): FormatError {
  return new FormatError(code, args, offset, path);
}
