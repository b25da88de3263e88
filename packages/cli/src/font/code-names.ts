const NAMED = 100;

/** `U+0041, U+0061-U+007A, U+1F600`: ascending codes, neighbours as ranges; of a long list the first hundred. */
export function codeNames(codes: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const code of codes) {
    const range = ranges.at(-1);
    if (range && code === range[1] + 1) range[1] = code;
    else ranges.push([code, code]);
  }
  const names = ranges.slice(0, NAMED).map(([first, last]) => {
    if (first === last) return codeName(first);
    return `${codeName(first)}${last === first + 1 ? ', ' : '-'}${codeName(last)}`;
  });
  const left = ranges.slice(NAMED).reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return names.join(', ') + (left > 0 ? ` and ${left} more` : '');
}

function codeName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
