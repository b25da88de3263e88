import type { FileSource } from '../worker/protocol.ts';
import { readSlice } from './read-slice.ts';

/** Bytes read at a time, and pages kept: what is looked at, whatever the size of the file. */
export const PAGE = 16 * 1024;
const KEPT = 96;

/** The bytes of a file by pages that are read when they are looked at. */
export class BytePages {
  readonly #read: (start: number, end: number, signal: AbortSignal) => Promise<Uint8Array>;
  readonly #size: number;
  readonly #arrived: (error?: unknown) => void;
  readonly #pages = new Map<number, Uint8Array | 'reading'>();
  readonly #abort = new AbortController();

  /** `arrived` is called when bytes are there that were asked for, or cannot be read. */
  constructor(source: FileSource, size: number, arrived: (error?: unknown) => void) {
    this.#read = (start, end, signal) => readSlice(source, start, end, signal);
    this.#size = size;
    this.#arrived = arrived;
  }

  /** A byte, or undefined while it is being read. */
  byte(offset: number): number | undefined {
    const number = Math.floor(offset / PAGE);
    const page = this.#pages.get(number);
    if (page === undefined) this.#request(number);
    return page instanceof Uint8Array ? page[offset - number * PAGE] : undefined;
  }

  /** `length` bytes from `offset`; undefined until all are there. Not past the end. */
  bytes(offset: number, length: number): Uint8Array | undefined {
    const end = Math.min(this.#size, offset + length);
    const out = new Uint8Array(Math.max(0, end - offset));
    let complete = true;
    for (let i = 0; i < out.length; i++) {
      const value = this.byte(offset + i);
      if (value === undefined) complete = false;
      else out[i] = value;
    }
    return complete ? out : undefined;
  }

  close(): void {
    this.#abort.abort();
    this.#pages.clear();
  }

  #request(number: number): void {
    this.#pages.set(number, 'reading');
    const start = number * PAGE;
    this.#read(start, Math.min(this.#size, start + PAGE), this.#abort.signal).then(
      (bytes) => {
        if (this.#abort.signal.aborted) return;
        this.#pages.set(number, bytes);
        for (const key of this.#pages.keys()) {
          if (this.#pages.size <= KEPT) break;
          this.#pages.delete(key);
        }
        this.#arrived();
      },
      (error: unknown) => {
        if (!this.#abort.signal.aborted) this.#arrived(error);
      },
    );
  }
}
