import type { CodeRow } from '../severity.ts';

/** MAT0 materials (msh.md §4, §3.6). */
export const mat0Codes = {
  'mat0/truncated': {
    severity: 'error',
    title: 'the material ends too early',
    meaning: 'The counts say more phases or blocks than there are; those that are there are read.',
    advice: 'The entry was cut, or its version (attr2 of the directory entry) is wrong.',
    spec: 'msh.md §4',
    message: (a: { needed: number; left: number }) => `needs ${a.needed} bytes, ${a.left} left`,
  },
  'mat0/block-count': {
    severity: 'error',
    title: 'too many blocks',
    meaning: 'The block count is not below 20; the counts cannot be trusted, nothing more is read.',
    advice: 'The entry is damaged, or no material.',
    spec: 'msh.md §4',
    message: (a: { declared: number }) => `${a.declared} blocks, fewer than 20 are possible`,
  },
  'mat0/name': {
    severity: 'warning',
    title: 'a texture name without an end',
    meaning: 'The 16 bytes of the name hold no NUL.',
    advice: 'All 16 bytes are taken as the name; the game may read further.',
    spec: 'msh.md §4',
    message: (a: { length: number }) => `no NUL in the ${a.length} bytes of the name`,
  },
  'mat0/tail': {
    severity: 'error',
    title: 'bytes behind the material',
    meaning: 'Bytes are left behind the last block; they are kept.',
    advice: 'The version (attr2 of the directory entry) may be wrong.',
    spec: 'msh.md §4',
    message: (a: { left: number }) => `${a.left} bytes left`,
  },
} satisfies Record<string, CodeRow>;
