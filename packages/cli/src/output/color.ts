import type { Io, Sink } from '../io/io.ts';

export interface Colors {
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
  blue(text: string): string;
  dim(text: string): string;
  bold(text: string): string;
}

/** Colours for a terminal; plain text elsewhere, with NO_COLOR set, or on a terminal that says it is dumb. */
export function colorsFor(io: Io, sink: Sink): Colors {
  const on = sink.isTTY && !io.env.NO_COLOR && io.env.TERM !== 'dumb';
  const style =
    (code: number, end: number) =>
    (text: string): string =>
      on ? `\u001b[${code}m${text}\u001b[${end}m` : text;
  return {
    red: style(31, 39),
    yellow: style(33, 39),
    green: style(32, 39),
    blue: style(34, 39),
    dim: style(2, 22),
    bold: style(1, 22),
  };
}
