import type { CodeRow } from '../severity.ts';

/** RFZ fonts and their LZW stream (svo.md §8, §9). */
export const rfzCodes = {} satisfies Record<string, CodeRow>;
