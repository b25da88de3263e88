import { malformed } from '../malformed.ts';

/** A line of a table: its cells, and its first line in the file, counted from 1. */
export interface CsvRow {
  cells: string[];
  line: number;
}

/** A table as CSV: commas, a quote where a cell needs one, lines that end in CR LF as RFC 4180 says. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(value: string | number): string {
  const text = String(value);
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The rows of a CSV file, empty lines left out. Cells are separated by commas, semicolons or tabs, whichever the first line
 * has, as spreadsheets write them.
 * @throws Failure for a quote without end.
 */
export function parseCsv(text: string, file: string): CsvRow[] {
  const separator = /[,;\t]/.exec(text.split(/[\r\n]/, 1)[0]!)?.[0] ?? ',';
  const plain = separator === '\t' ? /[^\t\r\n]*/y : new RegExp(`[^${separator}\\r\\n]*`, 'y');
  const quoted = /"((?:[^"]|"")*)"/y;
  const rows: CsvRow[] = [];
  let row: CsvRow = { cells: [], line: 1 };
  let line = 1;
  const take = (pattern: RegExp, at: number): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const endRow = (): void => {
    if (row.cells.some((cell) => cell !== '')) rows.push(row);
    row = { cells: [], line };
  };
  for (let at = 0; at < text.length; ) {
    let cell = '';
    if (text[at] === '"') {
      const match = take(quoted, at);
      if (!match) throw malformed(`${file} line ${line}`, 'a quote is not closed');
      cell = match[1]!.replaceAll('""', '"');
      line += cell.split('\n').length - 1;
      at += match[0].length;
    }
    const rest = take(plain, at)![0];
    row.cells.push(cell + rest);
    at += rest.length;
    if (text[at] === separator) {
      at++;
      if (at === text.length) row.cells.push('');
    } else {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      line++;
      endRow();
    }
  }
  endRow();
  return rows;
}
