/** Runs what is asked for last first, a few at a time; what is no longer wanted and has not begun is dropped. */
export class ThumbQueue {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Waiting and running. */
  get size(): number {
    return this.#waiting.length + this.#running;
  }

  /** @throws what `run` throws; a DOMException `AbortError` when `signal` aborts before it began. */
  add<T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(aborted());
        return;
      }
      const start = () => {
        signal.removeEventListener('abort', drop);
        this.#running++;
        run()
          .then(resolve, reject)
          .finally(() => {
            this.#running--;
            this.#next();
          });
      };
      const drop = () => {
        const at = this.#waiting.indexOf(start);
        if (at >= 0) this.#waiting.splice(at, 1);
        reject(aborted());
      };
      signal.addEventListener('abort', drop, { once: true });
      this.#waiting.push(start);
      this.#next();
    });
  }

  #next(): void {
    while (this.#running < this.#limit) {
      const start = this.#waiting.pop();
      if (!start) return;
      start();
    }
  }
}

function aborted(): DOMException {
  return new DOMException('no longer wanted', 'AbortError');
}
