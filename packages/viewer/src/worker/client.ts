import type { Failure, FromWorker, Method, Methods, Progress, ToWorker } from './protocol.ts';

/** What a request failed with. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

export interface CallOptions {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

interface Call {
  id: number;
  method: Method;
  args: unknown[];
  options: CallOptions;
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

/** How long a cancelled request may take to end by itself before its worker is ended, in ms. */
const PATIENCE = 200;

/**
 * One worker that answers one request after the other. A request that is cancelled while it waits never starts; one that
 * runs is asked to stop, and if it does not, its worker is ended and the next request starts another.
 */
export class WorkerClient {
  readonly #make: () => Worker;
  #worker: Worker | undefined;
  #running: Call | undefined;
  #waiting: Call[] = [];
  #nextId = 1;

  constructor(make: () => Worker) {
    this.#make = make;
  }

  call<M extends Method>(
    method: M,
    args: Methods[M]['args'],
    options: CallOptions = {},
  ): Promise<Methods[M]['result']> {
    return new Promise((resolve, reject) => {
      if (options.signal?.aborted) {
        reject(cancelled());
        return;
      }
      const call: Call = { id: this.#nextId++, method, args, options, resolve, reject };
      options.signal?.addEventListener('abort', () => this.#cancel(call), { once: true });
      this.#waiting.push(call);
      this.#next();
    });
  }

  /** Lets the worker forget opened files; one that was not started has none. */
  release(keys: readonly string[]): void {
    if (this.#worker) this.call('release', [[...keys]]).catch(() => {});
  }

  /** Ends the worker; requests that wait or run are cancelled. */
  stop(): void {
    const calls = [...(this.#running ? [this.#running] : []), ...this.#waiting];
    this.#waiting = [];
    this.#end();
    for (const call of calls) call.reject(cancelled());
  }

  #next(): void {
    if (this.#running) return;
    const call = this.#waiting.shift();
    if (!call) return;
    this.#running = call;
    this.#worker ??= this.#start();
    this.#worker.postMessage({ id: call.id, method: call.method, args: call.args } satisfies ToWorker);
  }

  #start(): Worker {
    const worker = this.#make();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      const call = this.#running;
      this.#end();
      call?.reject(new WorkerError({ code: 'bug', message: event.message || 'the worker ended' }));
      this.#next();
    };
    return worker;
  }

  #receive(message: FromWorker): void {
    const call = this.#running;
    if (!call || call.id !== message.id) return;
    if ('progress' in message) {
      call.options.onProgress?.(message.progress);
      return;
    }
    this.#running = undefined;
    if ('failure' in message) call.reject(new WorkerError(message.failure));
    else call.resolve(message.result as never);
    this.#next();
  }

  #cancel(call: Call): void {
    const at = this.#waiting.indexOf(call);
    if (at >= 0) this.#waiting.splice(at, 1);
    else if (this.#running !== call) return;
    call.reject(cancelled());
    if (at >= 0) return;
    this.#worker?.postMessage({ cancel: call.id } satisfies ToWorker);
    setTimeout(() => {
      if (this.#running !== call) return;
      this.#end();
      this.#next();
    }, PATIENCE);
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#running = undefined;
  }
}

function cancelled(): WorkerError {
  return new WorkerError({ code: 'cancelled', message: 'cancelled' });
}

/** Whether an error only says that the request is no longer wanted. */
export function isCancelled(error: unknown): boolean {
  return error instanceof WorkerError && error.failure.code === 'cancelled';
}

const makeWorker = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

/** For what the user waits for. */
export const foreground = new WorkerClient(makeWorker);
/** For thumbnails and the like, so that they never delay the foreground. */
export const background = new WorkerClient(makeWorker);
