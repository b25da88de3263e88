import { describeError } from '../failure.ts';
import type { Io } from '../io/io.ts';
import { colorsFor } from './color.ts';

/** One line on standard error that says what is wrong and where, and one that says what to do next. */
export function printError(io: Io, error: unknown, file?: string): void {
  const { message, advice } = describeError(error);
  const color = colorsFor(io, io.stderr);
  const place = file && !message.includes(file) ? `${file}: ` : '';
  io.stderr.write(`${color.red('unbake:')} ${printable(place + message)}\n`);
  if (advice) io.stderr.write(`  ${color.dim(advice)}\n`);
  if (io.env.UNBAKE_DEBUG && error instanceof Error) io.stderr.write(`${error.stack}\n`);
}

/** Text from a file for a terminal: control characters, which could drive it, are shown as escapes. */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (c) => `\\u${c.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );
}
