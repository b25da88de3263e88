import type { CodeRow } from '../severity.ts';

/** NRes archives (msh.md §1, §3.6). */
export const nresCodes = {} satisfies Record<string, CodeRow>;
