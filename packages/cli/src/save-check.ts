import { type Asset, type Diagnostic, formatDiagnostic, openAsset, type Report } from '@unbake/formats';
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
  refuseErrors(io, openAsset(bytes, { name }).check(), force);
}

/** As `checkBeforeSave`, for a file whose findings are known. */
export function refuseErrors(io: Io, report: Report, force: boolean): void {
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

/** Warnings that an edit is refused for all the same: a glyph that leaves its page, a code that is there twice. */
const REFUSED: ReadonlySet<Diagnostic['code']> = new Set(['rfz/glyph']);

/**
 * As `checkBeforeSave`, for an edited file of any format: what the old file has already is no reason to refuse, and new
 * warnings are said.
 */
export function checkEditBeforeSave(io: Io, before: Asset, bytes: Uint8Array, name: string, force: boolean): void {
  const report = openAsset(bytes, { name }).check();
  const old = new Set(before.check().diagnostics.map(identityOf));
  const added = report.diagnostics.filter((d) => d.severity !== 'info' && !old.has(identityOf(d)));
  const refused = added.filter((d) => d.severity === 'error' || REFUSED.has(d.code));
  for (const line of lines(added)) io.stderr.write(`  ${line}\n`);
  if (refused.length === 0) return;
  const count = plural(refused.length, 'finding');
  if (!force) {
    throw new Failure(
      EXIT.findings,
      `nothing was written: the edit would bring ${count} that the file does not have now`,
      'unbake validate explains each kind; --force writes the file all the same.',
    );
  }
  io.stderr.write(`written by --force, with ${count} more than before\n`);
}

/** A finding without its place in the file, which an edit may move. */
function identityOf({ code, path, message }: Diagnostic): string {
  return `${code} ${path} ${message}`;
}

function errorLines(report: Report): string[] {
  return lines(
    report.diagnostics.filter((d) => d.severity === 'error'),
    report.totals.error,
  );
}

function lines(diagnostics: readonly Diagnostic[], total = diagnostics.length): string[] {
  const shown = diagnostics.slice(0, SHOWN).map((d) => `${d.severity} ${printable(formatDiagnostic(d))}`);
  return [...shown, ...(total > shown.length ? [`and ${total - shown.length} more`] : [])];
}
