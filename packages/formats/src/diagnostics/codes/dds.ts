import type { CodeRow } from '../severity.ts';

/** DDS textures (svo.md §7, §9). */
export const ddsCodes = {} satisfies Record<string, CodeRow>;
