import type { CodeRow } from '../severity.ts';

/** Texm textures (msh.md §4). */
export const texmCodes = {} satisfies Record<string, CodeRow>;
