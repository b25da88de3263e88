import type { CodeRow } from '../severity.ts';

/** Files as a whole, before any format is known. */
export const fileCodes = {
  'file/unknown': {
    severity: 'error',
    title: 'not a known kind of file',
    meaning: 'Neither the first bytes nor the name belong to a format that is read here.',
    advice:
      'Check that the file is one of the kinds listed by `unbake --help`, and that it is not compressed or encrypted.',
    spec: 'svo.md, msh.md',
    message: (a: { found: string; size: number }) =>
      `no known format starts with ${a.found || 'nothing'} (${a.size} bytes)`,
  },
  'file/unreadable': {
    severity: 'error',
    title: 'the file could not be read',
    meaning: 'The system did not give out the bytes of the file, so nothing of it was checked.',
    advice: 'Check that the file exists, its permissions and the disk; then run the command again.',
    spec: '',
    message: (a: { reason: string }) => a.reason,
  },
} satisfies Record<string, CodeRow>;
