import type { CodeRow } from '../severity.ts';

/** WEAR material lists (msh.md §4). */
export const wearCodes = {} satisfies Record<string, CodeRow>;
