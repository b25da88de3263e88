/** Endings of the files that the page opens first; others are tried by their bytes when they are selected. */
const KNOWN = ['.svo', '.msh', '.rfz', '.rlb', '.lib', '.dds', '.texm', '.yabx', '.wea', '.mat0'];

/** Whether a name looks like a file that the page can show. */
export function looksKnown(path: string): boolean {
  const lower = path.toLowerCase();
  return KNOWN.some((ending) => lower.endsWith(ending));
}
