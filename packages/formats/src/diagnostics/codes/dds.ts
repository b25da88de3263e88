import type { CodeRow } from '../severity.ts';

/** DDS textures (svo.md §7, §9). */
export const ddsCodes = {
  'dds/magic': {
    severity: 'error',
    title: 'not a DDS file',
    meaning: 'The first four bytes are not "DDS ".',
    advice: 'Check that this is a .dds file; it may be compressed, encrypted or of another kind.',
    spec: 'svo.md §7',
    message: (a: { found: string }) => `expected "DDS ", found ${a.found}`,
  },
  'dds/size': {
    severity: 'error',
    title: 'impossible dimensions',
    meaning: 'Width, height or array size is 0 or larger than any texture of the games; no pixels are decoded.',
    advice: 'The header is damaged: get a whole copy of the file. Its bytes are kept as they are.',
    spec: 'svo.md §7',
    message: (a: { field: string; value: number; max: number; needed: number; left: number }) =>
      `${a.field} is ${a.value}, allowed are 1 to ${a.max}; needs ${a.needed} bytes, has ${a.left}`,
  },
  'dds/format': {
    severity: 'error',
    title: 'unsupported pixel format',
    meaning: 'The pixel format is unknown, contradicts itself, or is one that is not decoded; the bytes are kept.',
    advice: 'The file can still be copied and packed. Convert it with another tool to see its picture.',
    spec: 'svo.md §7',
    message: (a: { field: string; value: string; why: string }) =>
      `unsupported pixel format: ${a.field} is ${a.value}: ${a.why}`,
  },
  'dds/truncated': {
    severity: 'warning',
    title: 'fewer bytes than the header implies',
    meaning: 'The pixels that are missing count as zero bytes. Some files of the games are like this.',
    advice: 'Nothing to do when the file comes from the game; otherwise copy it again from its source.',
    spec: 'svo.md §1, §7',
    message: (a: { needed: number; left: number }) => `needs ${a.needed} bytes, ${a.left} left`,
  },
  'dds/oversize': {
    severity: 'error',
    title: 'claims far more pixels than there are bytes',
    meaning: 'The pixels would take more than 4 times the bytes that are present; none are decoded.',
    advice: 'The file was cut or its header is damaged: get a whole copy.',
    spec: 'svo.md §7',
    message: (a: { needed: number; left: number }) => `needs ${a.needed} bytes, has ${a.left}`,
  },
  'dds/header': {
    severity: 'warning',
    title: 'an odd header field',
    meaning: 'A field of the header is not as the format says; the picture is read all the same, the field kept.',
    advice: 'Nothing to do: other programs may refuse the file, the games do not.',
    spec: 'svo.md §7',
    message: (a: { field: string; value: string; expected: string }) =>
      `${a.field} is ${a.value}, expected ${a.expected}`,
  },
  'dds/picture': {
    severity: 'error',
    title: 'a picture that cannot be stored',
    meaning: 'Its size, its mip levels or its place in an array or cube map do not allow the file to be written.',
    advice: 'Give a picture of the size that the message asks for.',
    spec: 'svo.md §7',
    message: (a: { what: string; value: string; expected: string }) =>
      `${a.what} is ${a.value}, expected ${a.expected}`,
  },
  'dds/pitch': {
    severity: 'info',
    title: 'the pitch field is not the real one',
    meaning: 'dwPitchOrLinearSize differs from what format and dimensions imply. It is never used.',
    advice: 'Nothing to do.',
    spec: 'svo.md §7',
    message: (a: { stored: number; implied: number }) => `stored ${a.stored}, implied ${a.implied}`,
  },
  'dds/trailing': {
    severity: 'info',
    title: 'bytes behind the last surface',
    meaning: 'The file is longer than its header implies; the bytes are kept.',
    advice: 'Nothing to do.',
    spec: 'svo.md §7',
    message: (a: { bytes: number }) => `${a.bytes} bytes behind the last surface`,
  },
} satisfies Record<string, CodeRow>;
