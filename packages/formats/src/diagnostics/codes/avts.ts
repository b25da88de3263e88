import type { CodeRow } from '../severity.ts';

/** The SVO chunk directory (svo.md §1, §9). */
export const avtsCodes = {
  'avts/magic': {
    severity: 'error',
    title: 'not an AVTS file',
    meaning: 'The first four bytes are not "AVTS".',
    advice: 'Check that this is an .svo file; it may be compressed, encrypted or of another game.',
    spec: 'svo.md §1',
    message: (a: { found: string }) => `expected "AVTS", found ${a.found}`,
  },
  'avts/truncated': {
    severity: 'error',
    title: 'the file ends too early',
    meaning: 'The header or the chunk directory does not fit in the file.',
    advice: 'Copy the file again from its source: it was cut.',
    spec: 'svo.md §1',
    message: (a: { needed: number; left: number }) => `needs ${a.needed} bytes, ${a.left} left`,
  },
  'avts/entry-count': {
    severity: 'warning',
    title: 'entry count and directory size differ',
    meaning:
      'The count at offset 4 is not the number of entries that the first data offset implies; the latter is used.',
    advice: 'Nothing to do: the directory is read by its real size. Some tools store a version number here.',
    spec: 'svo.md §1',
    message: (a: { declared: number; used: number }) =>
      `the header says ${a.declared} entries, the directory holds ${a.used}`,
  },
  'avts/chunk-range': {
    severity: 'error',
    title: 'a chunk lies outside the file',
    meaning: 'Offset and size of a directory entry do not lie inside the file; only the bytes present are read.',
    advice: 'The file was cut or damaged; get a whole copy. What is there can still be exported.',
    spec: 'svo.md §1',
    message: (a: { offset: number; size: number; fileSize: number }) =>
      `chunk at 0x${a.offset.toString(16).toUpperCase()} of ${a.size} bytes, the file has ${a.fileSize} bytes`,
  },
  'avts/chunk-overlap': {
    severity: 'warning',
    title: 'two chunks share bytes',
    meaning: 'The byte ranges of two directory entries overlap, or one overlaps the directory.',
    advice: 'Usually a damaged directory or a hand-edited file: check both chunks.',
    spec: 'svo.md §1',
    message: (a: { other: string; bytes: number }) => `shares ${a.bytes} bytes with ${a.other}`,
  },
  'avts/name': {
    severity: 'warning',
    title: 'a chunk name without an end',
    meaning: 'The 512 bytes of the name hold no NUL.',
    advice: 'The whole buffer is taken as the name; objects that refer to it by its real name will not find it.',
    spec: 'svo.md §1',
    message: (a: { length: number }) => `no NUL in the ${a.length} bytes of the name`,
  },
  'avts/name-unsafe': {
    severity: 'warning',
    title: 'a chunk name that is not a safe file name',
    meaning: 'The name has path separators, a drive, control characters or is reserved on Windows.',
    advice: 'Extraction writes it under a safe name inside the target folder.',
    spec: 'svo.md §9',
    message: (a: { name: string }) => `"${a.name}" is not a safe file name`,
  },
  'avts/name-duplicate': {
    severity: 'warning',
    title: 'two chunks of one name',
    meaning: 'Two entries have the same name, or names that differ only in case.',
    advice: 'Lookups take the exact name first, else the first entry; extraction numbers the others.',
    spec: 'svo.md §9',
    message: (a: { name: string; other: number }) => `"${a.name}" is also the name of entry ${a.other}`,
  },
} satisfies Record<string, CodeRow>;
