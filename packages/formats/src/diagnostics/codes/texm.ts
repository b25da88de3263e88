import type { CodeRow } from '../severity.ts';

/** Texm textures (msh.md §4, §3.6). */
export const texmCodes = {
  'texm/truncated': {
    severity: 'error',
    title: 'the texture ends too early',
    meaning: 'The header, the palette or the largest picture does not fit in the file.',
    advice: 'The file was cut or its size fields are damaged; get a whole copy.',
    spec: 'msh.md §4',
    message: (a: { needed: number; left: number }) => `needs ${a.needed} bytes, ${a.left} left`,
  },
  'texm/magic': {
    severity: 'error',
    title: 'not a Texm texture',
    meaning: 'The first four bytes are not "Texm".',
    advice: 'Check that this is a texture of Parkan.',
    spec: 'msh.md §4',
    message: (a: { found: string }) => `expected "Texm", found ${a.found}`,
  },
  'texm/size': {
    severity: 'error',
    title: 'a texture without pixels',
    meaning: 'Width or height is 0.',
    advice: 'The header is damaged.',
    spec: 'msh.md §4',
    message: (a: { width: number; height: number }) => `${a.width} x ${a.height} pixels`,
  },
  'texm/format': {
    severity: 'error',
    title: 'an unknown pixel format',
    meaning: 'The format number is none of 0, 565, 556, 4444, 88, 888, 8888; the pixels are kept and not shown.',
    advice: 'The header is damaged, or the texture is of another game.',
    spec: 'msh.md §4',
    message: (a: { format: number }) => `format ${a.format}`,
  },
  'texm/mip-count': {
    severity: 'error',
    title: 'an impossible number of mips',
    meaning: 'The mip count is 0 or more than the picture can be halved; only the largest picture is read.',
    advice: 'The header is damaged.',
    spec: 'msh.md §4',
    message: (a: { mipCount: number; largest: number }) => `${a.mipCount} mips, 1 to ${a.largest} are possible`,
  },
  'texm/mips-short': {
    severity: 'warning',
    title: 'the last mips are missing',
    meaning: 'The file ends before its last mips, as some shipped textures do; the largest picture is whole.',
    advice: 'Nothing to do.',
    spec: 'msh.md §4',
    message: (a: { declared: number; present: number }) => `${a.declared} mips declared, ${a.present} are whole`,
  },
  'texm/tail': {
    severity: 'error',
    title: 'unknown bytes behind the mips',
    meaning: 'What follows the mips is no "Page" block; it is kept.',
    advice: 'Nothing to do when reading.',
    spec: 'msh.md §4',
    message: (a: { size: number; found: string }) => `${a.size} bytes behind the mips: ${a.found}`,
  },
  'texm/page-size': {
    severity: 'error',
    title: 'a page block of the wrong size',
    meaning: 'The "Page" block does not hold as many rectangles as it says; those that are there are read.',
    advice: 'The file was cut or damaged.',
    spec: 'msh.md §4',
    message: (a: { count: number; size: number }) =>
      `${a.count} rectangles declared (${8 + 8 * a.count} bytes), the block has ${a.size} bytes`,
  },
  'texm/page-rect': {
    severity: 'error',
    title: 'a page rectangle outside the picture',
    meaning: 'A rectangle is negative or reaches outside the texture.',
    advice: 'The block is damaged; the rectangle is not used.',
    spec: 'msh.md §4',
    message: (a: { x: number; y: number; w: number; h: number; width: number; height: number }) =>
      `${a.w} x ${a.h} at ${a.x}, ${a.y} in a picture of ${a.width} x ${a.height}`,
  },
  'texm/colours': {
    severity: 'error',
    title: 'too many colours for a palette',
    meaning: 'A picture with more than 256 colours cannot be written in format 0 without a palette to match.',
    advice: 'Choose another format, or reduce the colours first.',
    spec: 'msh.md §4',
    message: (a: { most: number }) => `more than ${a.most} colours`,
  },
} satisfies Record<string, CodeRow>;
