import type { CodeRow } from '../severity.ts';

/** YABX object graphs (svo.md §2, §9). */
export const yabxCodes = {} satisfies Record<string, CodeRow>;
