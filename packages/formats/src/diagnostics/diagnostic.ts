import { type ArgsOf, CODES, type Code } from './codes.ts';
import { FormatError } from './format-error.ts';
import type { Severity } from './severity.ts';

/** One finding in a file. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  /** The sentence, without code and place. */
  readonly message: string;
  /** First byte concerned, from the start of the outer file. */
  readonly offset: number;
  /** Bytes concerned; 0 when it is a place, not a range. */
  readonly length: number;
  /** The field, such as `entries[3].name`; empty for the file as a whole. */
  readonly path: string;
}

/** A byte range of the outer file: `start` inclusive, `end` exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Diagnostics kept in full per code; further ones are only counted, so that a hostile file cannot fill memory. */
const KEPT_PER_CODE = 2000;

/** Collects the diagnostics of one file. */
export class Report {
  readonly diagnostics: Diagnostic[] = [];
  readonly #counts = new Map<Code, number>();
  readonly #severities = { error: 0, warning: 0, info: 0 };

  /** Adds a finding. `severity` only where the context changes what the code's row says. */
  add<C extends Code>(code: C, args: ArgsOf<C>, range: ByteRange, path: string, severity?: Severity): void {
    const row = CODES[code];
    this.#keep({
      code,
      severity: severity ?? row.severity,
      message: (row.message as (a: ArgsOf<C>) => string)(args),
      offset: range.start,
      length: Math.max(0, range.end - range.start),
      path,
    });
  }

  /** Keeps what ended a part of the reading as an error of the file, so that the rest can still be read. */
  addError(error: FormatError): void {
    this.#keep({
      code: error.code,
      severity: 'error',
      message: error.detail,
      offset: error.offset,
      length: 0,
      path: error.path,
    });
  }

  /** Takes over the findings of a part that pass `wanted`, with its path put before theirs. */
  addAll(other: Report, pathPrefix = '', wanted: (d: Diagnostic) => boolean = () => true): void {
    for (const d of other.diagnostics) {
      if (!wanted(d)) continue;
      this.#keep(pathPrefix ? { ...d, path: d.path ? `${pathPrefix}.${d.path}` : pathPrefix } : d);
    }
  }

  /** Runs `read`; a `FormatError` becomes a finding and the result undefined. Any other error passes through. */
  attempt<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.addError(error);
      return undefined;
    }
  }

  /** How many findings of this code, those not kept included. */
  count(code: Code): number {
    return this.#counts.get(code) ?? 0;
  }

  /** Findings by severity, those not kept included. */
  get totals(): { readonly error: number; readonly warning: number; readonly info: number } {
    return this.#severities;
  }

  has(code: Code): boolean {
    return this.#counts.has(code);
  }

  #keep(d: Diagnostic): void {
    const seen = this.#counts.get(d.code) ?? 0;
    this.#counts.set(d.code, seen + 1);
    this.#severities[d.severity]++;
    if (seen < KEPT_PER_CODE) this.diagnostics.push(d);
  }
}

/** `avts/truncated at 0x1A2C, entries[3].data: needs 9856 bytes, 512 left` */
export function formatDiagnostic(d: Diagnostic): string {
  return `${d.code} at 0x${d.offset.toString(16).toUpperCase()}${d.path ? `, ${d.path}` : ''}: ${d.message}`;
}
