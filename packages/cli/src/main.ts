import { readFileSync } from 'node:fs';
import { CommanderError } from 'commander';
import { EXIT, type ExitCode } from './exit-code.ts';
import { describeError, ioError } from './failure.ts';
import { removeTemporaries } from './io/atomic-write.ts';
import { type Io, processIo } from './io/io.ts';
import { printError } from './output/error.ts';
import { createProgram } from './program.ts';

/**
 * Runs the tool inside this process.
 * @param argv what follows `unbake` on the command line
 * @returns the exit code; never throws
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    const words = argv.filter((word) => !word.startsWith('-'));
    const wanted = (words[0] === 'help' ? words[1] : words[0]) ?? '';
    const program = await createProgram(io, version(), wanted);
    if (argv.length === 0) {
      io.stderr.write(program.command.helpInformation());
      return EXIT.usage;
    }
    await program.command.parseAsync(argv as string[], { from: 'user' });
    await io.stdout.flush();
    if (io.stdout.error) throw ioError('write', 'the standard output', io.stdout.error);
    return program.exitCode() ?? EXIT.done;
  } catch (error) {
    // Commander has printed its own message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    printError(io, error);
    return describeError(error).exitCode;
  }
}

/** Runs the tool for the program of the same name: standard streams, signals. */
export async function main(argv: readonly string[]): Promise<ExitCode> {
  const interrupt = (): void => {
    removeTemporaries();
    process.exit(EXIT.interrupted);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupt);
  return run(argv, processIo());
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
