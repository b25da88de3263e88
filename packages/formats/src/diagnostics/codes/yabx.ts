import type { CodeRow } from '../severity.ts';

/** YABX object graphs (svo.md §2, §9). */
export const yabxCodes = {
  'yabx/magic': {
    severity: 'error',
    title: 'not a YABX stream',
    meaning: 'The first four bytes are neither "YABX" (little-endian) nor "XBAY" (big-endian).',
    advice: 'Check that the file is of this kind; it may be compressed (an .rfz font is) or damaged.',
    spec: 'svo.md §2',
    message: (a: { found: string }) => `expected "YABX" or "XBAY", found ${a.found || 'nothing'}`,
  },
  'yabx/truncated': {
    severity: 'error',
    title: 'the object graph ends too early',
    meaning: 'The header, the schema or an object does not fit in the bytes present. Objects before it are kept.',
    advice: 'Copy the file again from its source: it was cut, or a size in it is damaged.',
    spec: 'svo.md §2',
    message: (a: { needed: number; left: number }) => `needs ${a.needed} bytes, ${a.left} left`,
  },
  'yabx/crc': {
    severity: 'warning',
    title: 'the checksum does not match',
    meaning: 'The CRC in the header is not that of the payload. The game skips this check by default.',
    advice: 'Any saved edit stores the right value; an unedited file keeps its own.',
    spec: 'svo.md §2',
    message: (a: { stored: number; computed: number }) =>
      `stored ${hex8(a.stored)}, the payload gives ${hex8(a.computed)}`,
  },
  'yabx/payload-size': {
    severity: 'warning',
    title: 'the payload size is wrong',
    meaning: 'The size in the header is not the size of the chunk less 16; the bytes that are there are read.',
    advice: 'The file was cut or its header was edited. Any saved edit stores the right value.',
    spec: 'svo.md §2',
    message: (a: { declared: number; present: number }) =>
      `the header says ${a.declared} bytes of payload, ${a.present} are there`,
  },
  'yabx/string-length': {
    severity: 'error',
    title: 'a string of impossible length',
    meaning: 'The length before a string is negative or more than the field holds.',
    advice: 'The file is damaged here; get another copy. A string field keeps its bytes.',
    spec: 'svo.md §2',
    message: (a: { length: number; most: number }) => `string length ${a.length}, possible are 0 to ${a.most} bytes`,
  },
  'yabx/string-nul': {
    severity: 'warning',
    title: 'a string without its NUL',
    meaning: 'A string does not end with the NUL that its length counts, or has another one before the end.',
    advice: 'Nothing to do: the bytes are kept. The game may read it differently.',
    spec: 'svo.md §2',
    message: (a: { length: number }) => `the ${a.length} bytes of the string do not end with their only NUL`,
  },
  'yabx/class-parent': {
    severity: 'error',
    title: 'a class with an impossible base class',
    meaning: "The base class, or one further up, is outside the schema or among the class's own descendants.",
    advice: 'Objects of this class are shown as bytes only. Get another copy of the file.',
    spec: 'svo.md §2',
    message: (a: { name: string; parent: number; classes: number }) =>
      `"${a.name}" has no whole line of base classes: its base is ${a.parent} of ${a.classes}`,
  },
  'yabx/class-index': {
    severity: 'error',
    title: 'an object of an unknown class',
    meaning: "The object's class index is outside the schema.",
    advice: 'The object is shown as bytes only. Get another copy of the file.',
    spec: 'svo.md §2',
    message: (a: { index: number; classes: number }) => `class ${a.index}, the schema has 1 to ${a.classes}`,
  },
  'yabx/class-duplicate': {
    severity: 'warning',
    title: 'two classes of one name',
    meaning: 'The schema lists a class name twice. Objects are read by class index, so both work.',
    advice: 'Paths by class name count the objects of both.',
    spec: 'svo.md §2',
    message: (a: { name: string; other: number }) => `"${a.name}" is also class ${a.other}`,
  },
  'yabx/field-size': {
    severity: 'warning',
    title: 'a field of an unusual storage size',
    meaning: 'The size is negative, or not the one that this field has in every known file.',
    advice: 'The field is read by the size the file gives; its meaning may be lost.',
    spec: 'svo.md §2, §3',
    message: (a: { size: number; usual: string }) => `storage size ${a.size}, usual is ${a.usual}`,
  },
  'yabx/object-count': {
    severity: 'error',
    title: 'more objects declared than there are',
    meaning: 'The object count is more than the payload holds or than ids can name.',
    advice: 'Objects that are there are read. The count or the file is damaged.',
    spec: 'svo.md §2',
    message: (a: { declared: number; read: number }) => `${a.declared} objects declared, ${a.read} read`,
  },
  'yabx/body-size': {
    severity: 'warning',
    title: "an object's body does not fit its fields",
    meaning: 'The body has bytes behind its last field (warning) or ends before it (error).',
    advice: 'Fields that are whole are shown and the other bytes kept. The file is damaged, or of an unknown version.',
    spec: 'svo.md §2',
    message: (a: { declared: number; used: number; field?: string }) =>
      a.field === undefined
        ? `${a.declared - a.used} bytes behind the last field of a body of ${a.declared} bytes`
        : `the body of ${a.declared} bytes ends inside "${a.field}", which starts at byte ${a.used}`,
  },
  'yabx/list-size': {
    severity: 'warning',
    title: 'a list of the wrong size',
    meaning: 'The content of a field that is a reference list is not 4 bytes plus 2 for each item that it counts.',
    advice: 'The content is kept as bytes.',
    spec: 'svo.md §2',
    message: (a: { count: number; size: number }) =>
      `a list of ${a.count} items takes ${4 + 2 * a.count} bytes, the field has ${a.size}`,
  },
  'yabx/reference': {
    severity: 'warning',
    title: 'a reference to no object',
    meaning: 'An id is neither 0, nor in the object table, nor that of a legacy library.',
    advice: 'What it should point at is missing: the part that needs it cannot be shown.',
    spec: 'svo.md §2',
    message: (a: { id: number; count: number }) =>
      `${a.id} is outside the ids 10001 to ${10000 + a.count} of the ${a.count} objects`,
  },
  'yabx/external-reference': {
    severity: 'info',
    title: 'a reference to a legacy library',
    meaning: 'A negative id names an object of a legacy library, which is not in this file.',
    advice: 'Nothing to do: the id is kept.',
    spec: 'svo.md §2',
    message: (a: { id: number }) => `${a.id} belongs to a legacy library`,
  },
  'yabx/trailing': {
    severity: 'info',
    title: 'bytes that nothing explains',
    meaning: 'There are bytes behind the payload, or bytes other than zero behind the last object (warning).',
    advice: 'They are kept.',
    spec: 'svo.md §2',
    message: (a: { bytes: number; where: 'payload' | 'objects' }) =>
      a.where === 'payload'
        ? `${a.bytes} bytes behind the payload`
        : `${a.bytes} bytes, not all zero, behind the objects`,
  },
} satisfies Record<string, CodeRow>;

function hex8(value: number): string {
  return (value >>> 0).toString(16).toUpperCase().padStart(8, '0');
}
