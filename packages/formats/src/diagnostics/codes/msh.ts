import type { CodeRow } from '../severity.ts';

/** Parkan models (msh.md §2, §3.6). */
export const mshCodes = {} satisfies Record<string, CodeRow>;
