import { CODES, EditError, FormatError } from '@unbake/formats';
import { EXIT, type ExitCode } from './exit-code.ts';

/** Ends a command, or one file of a batch, with a message for people: what is wrong, and what to do next. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: ExitCode;
  /** What to do next. */
  readonly advice: string | undefined;

  constructor(exitCode: ExitCode, message: string, advice?: string) {
    super(message);
    this.exitCode = exitCode;
    this.advice = advice;
  }
}

/** The command was called in a way that cannot work (exit code 2). */
export function usageError(message: string, advice?: string): Failure {
  return new Failure(EXIT.usage, message, advice);
}

/** A file could not be read or written (exit code 3), in words instead of the system's code. */
export function ioError(action: 'read' | 'write', path: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const known = SYSTEM_ERRORS[code];
  const reason = known?.[0] ?? (error instanceof Error ? error.message : String(error));
  return new Failure(EXIT.io, `cannot ${action} ${path}: ${reason}`, known?.[1]);
}

const SYSTEM_ERRORS: { [code: string]: readonly [reason: string, advice: string] | undefined } = {
  ENOENT: ['no such file or folder', 'Check the spelling; names inside an archive are given as archive!entry.'],
  EISDIR: ['it is a folder', 'Give a file.'],
  ENOTDIR: ['a part of the path is a file, not a folder', 'Check the path.'],
  EACCES: ['permission denied', 'Change the permissions, or choose another folder.'],
  EPERM: ['operation not permitted', 'Change the permissions, or choose another folder.'],
  EROFS: ['the disk is read-only', 'Choose another folder.'],
  ENOSPC: ['no space left on the disk', 'Free some space and run the command again; nothing was changed.'],
  EDQUOT: ['the disk quota is used up', 'Free some space and run the command again; nothing was changed.'],
  EFBIG: ['the file would be too large for the disk', 'Choose another disk.'],
  EMFILE: ['too many open files', 'Close other programs, or raise the limit of open files.'],
  ENAMETOOLONG: ['the name is too long', 'Choose a shorter output path.'],
  ELOOP: ['the symbolic links lead in a circle', 'Check the links.'],
  ERR_FS_FILE_TOO_LARGE: ['it is larger than 2 GiB', 'Extract the parts that you need with another tool first.'],
};

/** Exit code, message and advice of whatever was thrown. */
export function describeError(error: unknown): { exitCode: ExitCode; message: string; advice: string | undefined } {
  if (error instanceof Failure) return error;
  if (error instanceof FormatError) {
    return { exitCode: EXIT.format, message: error.message, advice: CODES[error.code].advice };
  }
  if (error instanceof EditError) {
    const where = error.path ? `${error.path}: ` : '';
    return { exitCode: EXIT.usage, message: `${where}${error.reason}`, advice: `Expected ${error.expected}.` };
  }
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    exitCode: EXIT.format,
    message: `a fault of unbake itself (${detail.split('\n', 1)[0]})`,
    advice: 'Please report it with the command and, if you may share it, the file. UNBAKE_DEBUG=1 shows more.',
  };
}
