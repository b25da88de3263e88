/** Size of the header: magic, version, entry count, total size. */
export const HEADER_SIZE = 16;
/** Size of a directory entry. */
export const ENTRY_SIZE = 64;
/** Size of the name field of an entry. */
export const NAME_SIZE = 36;
/** Alignment of payloads in canonical files. */
export const DATA_ALIGN = 8;
export const NRES_VERSION = 0x100;

/** One directory entry (msh.md §1), as the file has it. All numbers are u32. */
export interface NresEntry {
  readonly index: number;
  readonly type: number;
  readonly attr1: number;
  readonly attr2: number;
  /** Size of the payload in bytes, as declared. */
  readonly size: number;
  readonly attr3: number;
  /** The 36 bytes of the name, what follows the NUL included. */
  readonly nameField: Uint8Array;
  /** The name for display: CP1251 when not ASCII. */
  readonly name: string;
  /** Position of the payload from the start of the archive, as declared. */
  readonly offset: number;
  /** Original index of the entry that stands at this position in the order of names. */
  readonly sortIndex: number;
}

/** Header and directory of an archive: all that opening a large one reads. */
export interface NresDirectory {
  readonly version: number;
  /** End of the directory, as declared; at most `fileSize`. */
  readonly totalSize: number;
  /** Position of the directory: `totalSize - 64 * entries`. */
  readonly offset: number;
  readonly fileSize: number;
  readonly entries: readonly NresEntry[];
}

/** A directory entry with its payload; empty when that lies outside the data region. */
export interface NresFile extends NresEntry {
  readonly data: Uint8Array;
}

/** A byte range of the data region that no payload covers: padding, or unindexed bytes, kept. */
export interface NresGap {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
  readonly zero: boolean;
}

/** An archive taken apart: every byte is in the header, a payload, a gap, the directory or the trailing bytes. */
export interface Nres {
  readonly version: number;
  readonly totalSize: number;
  /** Position of the directory. */
  readonly directoryOffset: number;
  readonly entries: readonly NresFile[];
  readonly gaps: readonly NresGap[];
  /** Bytes of the file behind the directory. */
  readonly trailing: Uint8Array;
  /** Position of the archive in the outer file. */
  readonly base: number;
}
