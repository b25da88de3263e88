import type { CodeRow } from '../severity.ts';

/** WEAR material lists (msh.md §4, §3.6). */
export const wearCodes = {
  'wear/count': {
    severity: 'error',
    title: 'no usable row count',
    meaning: 'A count line is missing, is no number, or is not above 0.',
    advice: 'The first line of a list, and the line behind LIGHTMAPS, is the number of rows that follow.',
    spec: 'msh.md §4',
    message: (a: { list: string; found: string }) => `count of ${a.list}: "${a.found}"`,
  },
  'wear/row': {
    severity: 'error',
    title: 'a row is missing or is no row',
    meaning: 'A list has fewer rows than its count, or a row is not "number name".',
    advice: 'Batches that refer to the missing rows get no material.',
    spec: 'msh.md §4',
    message: (a: { row: number; count: number; found: string }) =>
      `row ${a.row} of ${a.count}: ${a.found ? `"${a.found}"` : 'missing'}`,
  },
  'wear/separator': {
    severity: 'error',
    title: 'no empty line before LIGHTMAPS',
    meaning: 'The line between the two lists is missing; the lightmaps are read all the same.',
    advice: 'Add an empty line: the game may not see the lightmaps.',
    spec: 'msh.md §4',
    message: (_: Record<string, never>) => 'LIGHTMAPS follows the last row without an empty line',
  },
  'wear/tail': {
    severity: 'error',
    title: 'text behind the lists',
    meaning: 'Lines follow that belong to no list; they are kept.',
    advice: 'Check the counts: a row too many is not used.',
    spec: 'msh.md §4',
    message: (a: { found: string }) => `"${a.found}"`,
  },
} satisfies Record<string, CodeRow>;
