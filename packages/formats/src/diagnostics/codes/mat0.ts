import type { CodeRow } from '../severity.ts';

/** MAT0 materials (msh.md §4). */
export const mat0Codes = {} satisfies Record<string, CodeRow>;
