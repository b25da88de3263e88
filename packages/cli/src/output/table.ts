import { printable } from './error.ts';

export interface Column {
  title: string;
  align?: 'left' | 'right';
}

/** A table of text with aligned columns, a line a row; East Asian wide letters count two. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map(printable));
  const widths = columns.map((column) => displayWidth(column.title));
  for (const row of shown) {
    for (let i = 0; i < widths.length; i++) widths[i] = Math.max(widths[i]!, displayWidth(row[i] ?? ''));
  }
  const line = (cells: readonly string[]): string =>
    columns
      .map((column, i) => {
        const cell = cells[i] ?? '';
        const room = ' '.repeat(widths[i]! - displayWidth(cell));
        return column.align === 'right' ? room + cell : cell + room;
      })
      .join('  ')
      .trimEnd();
  return [line(columns.map((column) => column.title)), ...shown.map(line)].map((text) => `${text}\n`).join('');
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

function displayWidth(text: string): number {
  return [...text].length + (text.match(WIDE)?.length ?? 0);
}

/** `19,584 bytes` */
export function formatBytes(size: number): string {
  return `${formatCount(size)} byte${size === 1 ? '' : 's'}`;
}

/** `19,584`, the same in every locale. */
export function formatCount(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 mesh`, `2 meshes` */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`;
}
