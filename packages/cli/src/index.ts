export { EXIT, EXIT_MEANINGS, type ExitCode } from './exit-code.ts';
export type { Io, Sink } from './io/io.ts';
export { main, run } from './main.ts';
export { commandHelp } from './program.ts';
