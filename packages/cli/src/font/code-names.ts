const NAMED = 100;

/** `U+0041, U+1F600`; of a long list the first hundred and how many more. */
export function codeNames(codes: readonly number[]): string {
  const names = codes.slice(0, NAMED).map((code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
  return names.join(', ') + (codes.length > NAMED ? ` and ${codes.length - NAMED} more` : '');
}
