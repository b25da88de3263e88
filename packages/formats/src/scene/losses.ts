import type { Loss, LossKind } from './scene.ts';

const ORDER: readonly LossKind[] = ['exact', 'approximated', 'extras', 'left-out'];

/** Collects the rows of a loss report: equal rows become one with the sum of their counts. */
export class LossList {
  readonly #rows = new Map<string, Loss>();

  /** Nothing is added for a count of 0. */
  add(kind: LossKind, what: string, detail: string, count = 1): void {
    if (count === 0) return;
    const key = JSON.stringify([kind, what, detail]);
    const row = this.#rows.get(key);
    if (row) row.count += count;
    else this.#rows.set(key, { kind, what, detail, count });
  }

  addAll(losses: readonly Loss[]): void {
    for (const l of losses) this.add(l.kind, l.what, l.detail, l.count);
  }

  /** By kind: exact, approximated, extras, left-out; in the order of their first occurrence within a kind. */
  rows(): Loss[] {
    const rows = [...this.#rows.values()];
    return ORDER.flatMap((kind) => rows.filter((row) => row.kind === kind));
  }
}

/** A table for people, one row a line, no line break at the end; empty for no rows. */
export function formatLosses(losses: readonly Loss[]): string {
  const rows = ORDER.flatMap((kind) => losses.filter((loss) => loss.kind === kind));
  const width = (cells: string[]) => cells.reduce((w, cell) => Math.max(w, cell.length), 0);
  const kinds = width(rows.map((r) => r.kind));
  const counts = width(rows.map((r) => String(r.count)));
  const whats = width(rows.map((r) => r.what));
  return rows
    .map((r) => `${r.kind.padEnd(kinds)}  ${String(r.count).padStart(counts)}  ${r.what.padEnd(whats)}  ${r.detail}`)
    .map((line) => line.trimEnd())
    .join('\n');
}
