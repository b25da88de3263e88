/** A part of a file: `start` inclusive, `end` exclusive. */
export interface Part {
  start: number;
  end: number;
}

/**
 * The part that a `Range` header asks for. Undefined for none, several or an unknown unit: the whole file is then the
 * answer. `unsatisfiable` when it starts behind the end.
 */
export function rangeOf(header: string | undefined, size: number): Part | undefined | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(size, Number(last));
    return length > 0 ? { start: size - length, end: size } : 'unsatisfiable';
  }
  const start = Number(first);
  const end = last === '' ? size : Math.min(size, Number(last) + 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : 'unsatisfiable';
}
