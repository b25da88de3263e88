import { formatDiagnostic, openAsset, type Report } from '@unbake/formats';
import { EXIT } from './exit-code.ts';
import { Failure } from './failure.ts';
import type { Io } from './io/io.ts';
import { printable } from './output/error.ts';
import { plural } from './output/table.ts';

/** Findings that the message shows. */
const SHOWN = 8;

/**
 * What every writer of a checked format does before it saves: the new file is opened and checked as `validate` does it.
 * With `force` errors are only said.
 * @throws Failure (exit code 1) for a file with errors; FormatError for one that cannot be opened.
 */
export function checkBeforeSave(io: Io, bytes: Uint8Array, name: string, force: boolean): void {
  const report = openAsset(bytes, { name }).check();
  const errors = report.totals.error;
  if (errors === 0) return;
  for (const line of errorLines(report)) io.stderr.write(`  ${line}\n`);
  if (!force) {
    throw new Failure(
      EXIT.findings,
      `nothing was written: the new file would have ${plural(errors, 'error')}`,
      'unbake validate explains each kind; --force writes the file all the same.',
    );
  }
  io.stderr.write(`written by --force, with ${plural(errors, 'error')}\n`);
}

function errorLines(report: Report): string[] {
  const lines = report.diagnostics.filter((d) => d.severity === 'error').map((d) => printable(formatDiagnostic(d)));
  const more = report.totals.error - Math.min(lines.length, SHOWN);
  return [...lines.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])];
}
