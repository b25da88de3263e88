import type { Io } from '../io/io.ts';

/** Writes one JSON document; its first member is `schema`. */
export function writeJson(io: Io, document: { schema: string; [key: string]: unknown }): void {
  io.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

/**
 * A JSON document with one long list, written as the items come, so that a batch needs no memory for what it has
 * printed.
 */
export class JsonListWriter {
  readonly #io: Io;
  readonly #indent: string;
  #first = true;

  /** `open` is the document's text up to and with the list's `[`; `depth` is how deep the items are. */
  constructor(io: Io, open: string, depth: number) {
    this.#io = io;
    this.#indent = '  '.repeat(depth);
    io.stdout.write(open);
  }

  add(item: unknown): void {
    this.#io.stdout.write(`${this.#first ? '' : ','}\n${this.#indent}${indented(item, this.#indent)}`);
    this.#first = false;
  }

  /** `close` is the rest of the document's text, from the list's `]` on. */
  end(close: string): void {
    this.#io.stdout.write(`${this.#first ? '' : `\n${this.#indent.slice(2)}`}${close}`);
  }
}

/** The usual document of a command over files: its schema and the list `files`, closed by `endFiles`. */
export function startFiles(io: Io, schema: string): JsonListWriter {
  return new JsonListWriter(io, `{\n  "schema": ${JSON.stringify(schema)},\n  "files": [`, 2);
}

export function endFiles(list: JsonListWriter, members: { [key: string]: unknown } = {}): void {
  const more = Object.entries(members).map(([key, value]) => `,\n  ${JSON.stringify(key)}: ${indented(value, '  ')}`);
  list.end(`]${more.join('')}\n}\n`);
}

/** JSON text for a place that is already indented. */
export function indented(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
}
