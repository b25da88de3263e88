import { once } from 'node:events';
import type { WriteStream } from 'node:tty';

/** Where text and bytes go. Writing to a closed pipe does nothing; `closed` lets a long listing stop early. */
export interface Sink {
  readonly isTTY: boolean;
  /** The reader went away (`| head`), or the write failed. */
  readonly closed: boolean;
  /** What went wrong, other than a reader that went away. */
  readonly error?: Error | undefined;
  write(data: string | Uint8Array): void;
  /** Resolves when what was written has been taken, so that a long output does not pile up in memory. */
  drain(): Promise<void>;
  /** Resolves when everything has been written, or has failed. */
  flush(): Promise<void>;
}

/** The outside world of a command, passed in so that tests run commands in their own process. */
export interface Io {
  /** Results. */
  readonly stdout: Sink;
  /** Everything else: progress, warnings, errors, the loss report. */
  readonly stderr: Sink;
  /** All of standard input. */
  readonly stdin: () => Promise<Uint8Array>;
  readonly env: { readonly [name: string]: string | undefined };
}

export function processIo(): Io {
  return {
    stdout: streamSink(process.stdout),
    stderr: streamSink(process.stderr),
    stdin: async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
      return new Uint8Array(Buffer.concat(chunks));
    },
    env: process.env,
  };
}

function streamSink(stream: WriteStream): Sink {
  let closed = false;
  let failure: Error | undefined;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    closed = true;
    if (error.code !== 'EPIPE' && error.code !== 'EOF') failure = error;
  });
  return {
    isTTY: stream.isTTY === true,
    get closed() {
      return closed;
    },
    get error() {
      return failure;
    },
    write(data) {
      if (!closed) stream.write(data);
    },
    async drain() {
      if (closed || !stream.writableNeedDrain) return;
      // A stream that fails emits no 'drain'.
      await Promise.race([once(stream, 'drain'), once(stream, 'close')]).catch(() => {});
    },
    flush: () => new Promise((resolve) => (closed ? resolve() : stream.write('', () => setImmediate(resolve)))),
  };
}
