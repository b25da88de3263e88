import { EXIT, type ExitCode } from './exit-code.ts';
import { describeError, ioError, usageError } from './failure.ts';
import type { Io } from './io/io.ts';
import { type Input, inputsIn, isFolder, jsonPath, resolveInput } from './io/read-input.ts';
import { printError } from './output/error.ts';
import type { JsonListWriter } from './output/json.ts';
import { Progress } from './output/progress.ts';

export interface BatchOptions {
  /** Folders left out of the walk. */
  exclude?: readonly string[];
  /** Called instead of the error line for a file that fails. */
  onFailure?: (input: Input, error: unknown) => void;
  /** Whether to stop as soon as nobody reads the results. */
  stopWhenClosed?: boolean;
}

/** `onFailure` of a command that lists files: a file that fails is an item of the list, and is said on standard error. */
export function listFailures(io: Io, list: JsonListWriter | undefined): (input: Input, error: unknown) => void {
  return (input, error) => {
    list?.add({ file: input.jsonName, error: describeError(error).message });
    printError(io, error, input.shown);
  };
}

/** What a run over files came to. Holds counts only, so that memory does not grow with the number of files. */
export interface BatchResult {
  files: number;
  failed: number;
  exitCode: ExitCode;
}

/**
 * Runs `work` on every file of the arguments, one after the other; a folder stands for the files of known kinds below
 * it. `work` returns whether the file has findings. A failing file is reported and the rest goes on.
 */
export async function forEachInput(
  io: Io,
  args: readonly string[],
  options: BatchOptions,
  work: (input: Input) => Promise<boolean>,
): Promise<BatchResult> {
  let files = 0;
  let failed = 0;
  let findings = false;
  let lastFailure: ExitCode = EXIT.done;
  let isBatch = args.length > 1;
  const progress = new Progress(io);
  const fail = (input: Input, error: unknown): void => {
    failed++;
    lastFailure = describeError(error).exitCode;
    progress.clear();
    if (options.onFailure) options.onFailure(input, error);
    else printError(io, error, input.shown);
  };
  const one = async (input: Input): Promise<void> => {
    files++;
    if (isBatch) progress.show(`${files} ${input.shown}`);
    try {
      if (await work(input)) findings = true;
    } catch (error) {
      fail(input, error);
    }
    progress.clear();
    await io.stdout.drain();
  };
  const stopped = (): boolean => options.stopWhenClosed === true && io.stdout.closed;

  for (const argument of args) {
    if (stopped()) break;
    if (!(await isFolder(argument))) {
      const input = await resolveInput(argument).catch((error: unknown) => {
        files++;
        fail({ shown: argument, jsonName: jsonPath(argument), path: argument, entries: [] }, error);
      });
      if (input) await one(input);
      continue;
    }
    isBatch = true;
    const before = files;
    const onError = (path: string, error: unknown): void => {
      files++;
      fail({ shown: path, jsonName: jsonPath(path), path, entries: [] }, ioError('read', path, error));
    };
    for await (const input of inputsIn(argument, { exclude: options.exclude ?? [], onError })) {
      if (stopped()) break;
      await one(input);
    }
    if (files === before) {
      throw usageError(`no file of a known kind in ${argument}`, 'unbake --help lists the kinds.');
    }
  }
  const exitCode = failed > 0 ? (isBatch ? EXIT.batch : lastFailure) : findings ? EXIT.findings : EXIT.done;
  return { files, failed, exitCode };
}
