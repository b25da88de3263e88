import type { Io, Sink } from '../../src/io/io.ts';
import { run } from '../../src/main.ts';

export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
  /** Standard output as bytes. */
  output: Uint8Array;
}

export interface CliOptions {
  stdin?: Uint8Array;
  env?: { [name: string]: string };
  /** Both outputs are a terminal. */
  tty?: boolean;
}

/** Runs the tool in this process. */
export async function cli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const out = memorySink(options.tty === true);
  const err = memorySink(options.tty === true);
  const io: Io = {
    stdout: out.sink,
    stderr: err.sink,
    stdin: async () => options.stdin ?? new Uint8Array(),
    env: options.env ?? {},
  };
  const code = await run(args, io);
  return { code, stdout: out.bytes().toString('utf8'), stderr: err.bytes().toString('utf8'), output: out.bytes() };
}

function memorySink(isTTY: boolean): { sink: Sink; bytes: () => Buffer } {
  const parts: Buffer[] = [];
  return {
    sink: {
      isTTY,
      closed: false,
      write: (data) => void parts.push(Buffer.from(data)),
      drain: async () => {},
      flush: async () => {},
    },
    bytes: () => Buffer.concat(parts),
  };
}
