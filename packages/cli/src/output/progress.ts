import type { Io } from '../io/io.ts';

const INTERVAL_MS = 100;
const WIDTH = 79;

/** A line on a terminal that is overwritten; nothing elsewhere. */
export class Progress {
  readonly #io: Io;
  #last = 0;
  #shown = false;

  constructor(io: Io) {
    this.#io = io;
  }

  show(text: string): void {
    if (!this.#io.stderr.isTTY || !this.#io.stdout.isTTY) return;
    const now = Date.now();
    if (now - this.#last < INTERVAL_MS) return;
    this.#last = now;
    this.#shown = true;
    const cut = text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text;
    this.#io.stderr.write(`\r${cut.padEnd(WIDTH)}\r`);
  }

  clear(): void {
    if (!this.#shown) return;
    this.#shown = false;
    this.#io.stderr.write(`\r${' '.repeat(WIDTH)}\r`);
  }
}
