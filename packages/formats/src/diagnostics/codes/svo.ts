import type { CodeRow } from '../severity.ts';

/** The stevia scene of an SVO file (svo.md §3-§6, §9). */
export const svoCodes = {} satisfies Record<string, CodeRow>;
