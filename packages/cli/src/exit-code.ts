/** What `unbake` ends with. The same for every command; shown by `unbake --help`. */
export const EXIT = {
  /** Done. */
  done: 0,
  /** Findings at or above `--fail-on`, or a difference. */
  findings: 1,
  /** Wrong usage: arguments, options, or a file that the command does not apply to. */
  usage: 2,
  /** A file could not be read or written. */
  io: 3,
  /** Not a known kind of file, or too damaged to read anything; also a fault of the program itself. */
  format: 4,
  /** A batch (several files or a folder) finished, but some files failed. */
  batch: 5,
  /** Interrupted by Ctrl-C or a signal. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The table of codes for help and documentation. */
export const EXIT_MEANINGS: readonly (readonly [ExitCode, string])[] = [
  [EXIT.done, 'done'],
  [EXIT.findings, 'findings at or above --fail-on (default: error), or a difference'],
  [EXIT.usage, 'wrong usage'],
  [EXIT.io, 'a file could not be read or written'],
  [EXIT.format, 'not a known kind of file, or too damaged to read anything'],
  [EXIT.batch, 'a batch finished with failures'],
  [EXIT.interrupted, 'interrupted'],
];
