import { CODES, type Diagnostic, FormatError, type Report } from '@unbake/formats';
import { usageError } from '../failure.ts';
import type { Io } from '../io/io.ts';
import { colorsFor } from '../output/color.ts';
import { printable } from '../output/error.ts';
import { plural } from '../output/table.ts';

/** Says on standard error what was found in a font, one line a finding; places in a file do not apply. */
export function printFindings(io: Io, report: Report): void {
  const color = colorsFor(io, io.stderr);
  for (const finding of report.diagnostics) {
    const label = finding.severity === 'error' ? color.red('error') : color.yellow('warning');
    io.stderr.write(`${label}: ${printable(sentence(finding))}\n`);
  }
  for (const code of new Set(report.diagnostics.map((d) => d.code))) {
    const more = report.count(code) - report.diagnostics.filter((d) => d.code === code).length;
    if (more > 0) io.stderr.write(`${plural(more, 'more finding')} of ${code}\n`);
  }
}

export function printWarnings(io: Io, warnings: readonly string[]): void {
  const color = colorsFor(io, io.stderr);
  for (const warning of warnings) io.stderr.write(`${color.yellow('warning')}: ${printable(warning)}\n`);
}

/**
 * Runs what builds a font; what does not fit it is wrong usage, not a damaged file.
 * @param placeOf names a path of the library, such as `glyphs[3].x1`, as the user's files do.
 */
export function buildOrRefuse<T>(build: () => T, placeOf: (path: string) => string): T {
  try {
    return build();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { code, detail, path } = error;
    throw usageError(sentence({ code, message: detail, path: placeOf(path) }), CODES[code].advice);
  }
}

function sentence({ code, message, path }: Pick<Diagnostic, 'code' | 'message' | 'path'>): string {
  return `${path ? `${path}: ` : ''}${message} (${code})`;
}
