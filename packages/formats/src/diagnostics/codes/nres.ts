import type { CodeRow } from '../severity.ts';

const hex = (n: number) => `0x${n.toString(16).toUpperCase()}`;

/** The NRes archive (msh.md §1, §3.6). */
export const nresCodes = {
  'nres/truncated': {
    severity: 'error',
    title: 'the file ends too early',
    meaning: 'The 16-byte header or the directory does not fit in the file.',
    advice: 'Copy the file again from its source: it was cut.',
    spec: 'msh.md §1',
    message: (a: { needed: number; left: number }) => `needs ${a.needed} bytes, ${a.left} left`,
  },
  'nres/magic': {
    severity: 'error',
    title: 'not an NRes archive',
    meaning: 'The first four bytes are not "NRes".',
    advice: 'Check that this is an archive or model of Parkan; it may be compressed or of another game.',
    spec: 'msh.md §1',
    message: (a: { found: string }) => `expected "NRes", found ${a.found}`,
  },
  'nres/version': {
    severity: 'error',
    title: 'unknown archive version',
    meaning: 'The version is not 0x100; the archive is read as if it were.',
    advice: 'Compare what is shown with care: another version may store its directory differently.',
    spec: 'msh.md §1',
    message: (a: { found: number }) => `expected version 0x100, found ${hex(a.found)}`,
  },
  'nres/rsli': {
    severity: 'error',
    title: 'an RsLi archive, not supported yet',
    meaning: 'The file starts with "NL": the other archive kind of the same games.',
    advice: 'Unpack it with a tool that knows RsLi, then open what it holds.',
    spec: 'msh.md §1',
    message: (_: Record<string, never>) => 'an RsLi archive ("NL"), which is not supported yet',
  },
  'nres/count': {
    severity: 'error',
    title: 'a negative entry count',
    meaning: 'The number of entries is below zero.',
    advice: 'The header is damaged; get a whole copy of the file.',
    spec: 'msh.md §1',
    message: (a: { declared: number }) => `${a.declared} entries declared`,
  },
  'nres/directory': {
    severity: 'error',
    title: 'the directory does not fit',
    meaning: 'The entries do not fit between the header and the end that the header declares.',
    advice: 'Entry count or total size is damaged; get a whole copy of the file.',
    spec: 'msh.md §1',
    message: (a: { count: number; totalSize: number }) =>
      `a directory of ${a.count} entries of 64 bytes does not fit in ${a.totalSize} bytes behind the 16-byte header`,
  },
  'nres/total-size': {
    severity: 'error',
    title: 'declared and real file size differ',
    meaning:
      'The total size in the header is not the size of the file. When the file is longer, the directory is where the header says and the rest is kept; when it is shorter, nothing can be read.',
    advice: 'The file was cut, or something was appended to it; get a whole copy.',
    spec: 'msh.md §1',
    message: (a: { declared: number; actual: number }) =>
      `the header says ${a.declared} bytes, the file has ${a.actual} bytes`,
  },
  'nres/payload-range': {
    severity: 'error',
    title: 'an entry lies outside the data region',
    meaning: 'Offset and size of an entry do not lie between header and directory; the entry is shown empty.',
    advice: 'The directory is damaged; get a whole copy. The other entries can still be used.',
    spec: 'msh.md §1',
    message: (a: { offset: number; size: number; end: number }) =>
      `payload at ${hex(a.offset)} of ${a.size} bytes, the data region is 0x10 to ${hex(a.end)}`,
  },
  'nres/alignment': {
    severity: 'warning',
    title: 'a payload at an odd place',
    meaning: 'The payload does not start at a multiple of 8.',
    advice: 'Nothing to do when reading; `repack --canonical` aligns it.',
    spec: 'msh.md §1',
    message: (a: { offset: number }) => `payload at ${hex(a.offset)}, not a multiple of 8`,
  },
  'nres/overlap': {
    severity: 'warning',
    title: 'two entries share bytes',
    meaning: 'The byte ranges of two payloads overlap.',
    advice: 'Usually a damaged directory or a hand-edited file: check both entries.',
    spec: 'msh.md §1',
    message: (a: { other: number; bytes: number }) => `shares ${a.bytes} bytes with entry ${a.other}`,
  },
  'nres/name': {
    severity: 'warning',
    title: 'an entry name without an end',
    meaning: 'The 36 bytes of the name hold no NUL.',
    advice: 'All 36 bytes are taken as the name; the game may read further.',
    spec: 'msh.md §1',
    message: (a: { length: number }) => `no NUL in the ${a.length} bytes of the name`,
  },
  'nres/sort-index': {
    severity: 'warning',
    title: 'the sort index is not the order of the names',
    meaning:
      'The sort indices are not the permutation that sorts the names; entries are looked up one by one. The game, which searches by them, may not find every entry.',
    advice: '`repack --canonical` writes a right one.',
    spec: 'msh.md §1',
    message: (a: { position: number; found: number }) =>
      `position ${a.position} holds ${a.found}, which is not the entry that stands there by name`,
  },
} satisfies Record<string, CodeRow>;
