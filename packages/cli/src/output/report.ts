import {
  CODES,
  type Diagnostic,
  formatDiagnostic,
  formatLosses,
  hexOffset,
  type Loss,
  type Report,
  type Severity,
} from '@unbake/formats';
import type { Io } from '../io/io.ts';
import { type Colors, colorsFor } from './color.ts';
import { printable } from './error.ts';
import { formatCount, plural } from './table.ts';

export interface Totals {
  errors: number;
  warnings: number;
  infos: number;
}

export function totalsOf(report: Report): Totals {
  const { error, warning, info } = report.totals;
  return { errors: error, warnings: warning, infos: info };
}

/** `no findings`, `2 errors, 1 warning` */
export function describeTotals(totals: Totals): string {
  const parts = [
    totals.errors ? plural(totals.errors, 'error') : '',
    totals.warnings ? plural(totals.warnings, 'warning') : '',
    totals.infos ? plural(totals.infos, 'info') : '',
  ].filter(Boolean);
  return parts.join(', ') || 'no findings';
}

/** The loss report on standard error; names from the file cannot reach the terminal raw. */
export function printLosses(io: Io, losses: readonly Loss[]): void {
  const shown = losses.map((loss) => ({ ...loss, what: printable(loss.what), detail: printable(loss.detail) }));
  if (shown.length > 0) io.stderr.write(`${formatLosses(shown)}\n`);
}

/** The findings of a report for people, worst first; equal ones folded into one line with their number. */
export class FindingPrinter {
  readonly #io: Io;
  readonly #color: Colors;
  readonly #advised = new Set<string>();

  constructor(io: Io) {
    this.#io = io;
    this.#color = colorsFor(io, io.stdout);
  }

  print(report: Report): void {
    for (const { first, count } of foldFindings(report)) {
      const label = this.#paint(first.severity)(first.severity.padEnd(7));
      const text = count === 1 ? formatDiagnostic(first) : formatFolded(first, count);
      this.#io.stdout.write(`  ${label}  ${printable(text)}\n`);
      if (this.#advised.has(first.code)) continue;
      this.#advised.add(first.code);
      this.#io.stdout.write(`           ${this.#color.dim(CODES[first.code].advice)}\n`);
    }
  }

  #paint(severity: Severity): (text: string) => string {
    return severity === 'error' ? this.#color.red : severity === 'warning' ? this.#color.yellow : this.#color.blue;
  }
}

function formatFolded(d: Diagnostic, count: number): string {
  const place = d.path ? `, ${d.path}` : '';
  return `${d.code} x ${formatCount(count)}, first at ${hexOffset(d.offset)}${place}: ${d.message}`;
}

const ORDER: readonly Severity[] = ['error', 'warning', 'info'];

/** Findings of one code and severity together, with the first in the file; by severity, then by place. */
function foldFindings(report: Report): { first: Diagnostic; count: number }[] {
  const folded = new Map<string, { first: Diagnostic; count: number }>();
  for (const d of report.diagnostics) {
    const key = `${d.code} ${d.severity}`;
    const same = folded.get(key);
    if (!same) folded.set(key, { first: d, count: 1 });
    else {
      same.count++;
      if (d.offset < same.first.offset) same.first = d;
    }
  }
  for (const item of folded.values()) {
    // The report keeps a bounded number of each code, but counts them all.
    const ofCode = [...folded.values()].filter((other) => other.first.code === item.first.code);
    if (ofCode.length === 1) item.count = report.count(item.first.code);
  }
  return [...folded.values()].sort(
    (a, b) =>
      ORDER.indexOf(a.first.severity) - ORDER.indexOf(b.first.severity) ||
      a.first.offset - b.first.offset ||
      (a.first.code < b.first.code ? -1 : 1),
  );
}
