/**
 * A YABX object graph (svo.md §2), every byte represented: `raw` bytes are the truth, decoded values are beside them, and
 * an unedited model writes the same bytes. Strings are kept as the bytes after their length, the NUL included.
 */
export interface Yabx {
  /** XBAY: every number of the stream is big-endian. */
  bigEndian: boolean;
  version: number;
  flags: number;
  /** As stored; the writer computes it anew when anything was edited. */
  payloadSize: number;
  /** As stored. */
  crc: number;
  /**
   * CRC of the payload bytes that were read. While the writer gets the same, nothing was edited and the stored payload
   * size and CRC are written, right or wrong. Absent in a model made anew.
   */
  readCrc?: number;
  legacyLibraries: { flags: number; name: YabxString }[];
  name: YabxString;
  libraries: { name: YabxString; version: number }[];
  classes: YabxClass[];
  localIds: { name: YabxString; id: number }[];
  objectNames: YabxString[];
  /** As stored (i16 read as u16) and as written; `objects` may hold fewer when the file is damaged. */
  objectCount: number;
  objects: YabxObject[];
  /** Everything after the last object that could be read, to the end of the payload. */
  padding: Uint8Array;
  /** Bytes of the chunk behind the payload. */
  trailing: Uint8Array;
}

/** Bytes as stored after the length prefix, the NUL included where there is one; `text` is for display and lookup. */
export interface YabxString {
  bytes: Uint8Array;
  text: string;
}

export interface YabxClass {
  name: YabxString;
  flags: number;
  /** 1-based index of the base class, 0 for none, as stored. */
  parent: number;
  fields: YabxClassField[];
}

export interface YabxClassField {
  name: YabxString;
  flags: number;
  /** Storage size: 1, 2, 4, 12, 16, 48, else dynamic. */
  size: number;
}

export interface YabxObject {
  /** 10001 + position in the table. */
  id: number;
  /** 1-based, as stored. */
  classIndex: number;
  /** Name of the class, such as `stevia::State`; undefined when the index is outside the schema. */
  className: string | undefined;
  /** Position of the body in the outer file, and its size as declared. An edit updates the size, not positions. */
  offset: number;
  bodySize: number;
  /** In body order: derived class first, then its base, and so on. Fewer than the schema's when the body is too short. */
  fields: YabxField[];
  /** Bytes of the body behind the last field. The whole body when the class is unknown. */
  leftover: Uint8Array;
}

export interface YabxField {
  name: string;
  /** Class that declares it. */
  declaredIn: string;
  /** Storage size from the schema. */
  size: number;
  /** Position in the outer file, a dynamic field's size prefix included. */
  offset: number;
  /** Content as stored, without the size prefix of a dynamic field. */
  raw: Uint8Array;
  value: YabxValue;
}

/** What `raw` means. `opaque` is never wrong. Numbers are as stored; NaN bits live in `raw` only. */
export type YabxValue =
  | { kind: 'u8' | 'u16' | 's16' | 'u32' | 's32' | 'f32'; value: number }
  /** 0 is null, negative a legacy library's object. */
  | { kind: 'ref'; value: number }
  | { kind: 'refs'; value: number[] }
  /** `value` is the text for display, `bytes` the same as stored without NUL, `padding` what follows it in the field. */
  | { kind: 'str'; value: string; bytes: Uint8Array; padding: Uint8Array }
  | { kind: 'strs'; value: string[]; bytes: Uint8Array[] }
  | { kind: 'vec3' | 'vec4' | 'mat'; value: number[] }
  | { kind: 'mats'; value: number[][] }
  | { kind: 'blob' | 'opaque'; value: Uint8Array };
