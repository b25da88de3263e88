/** Size of the header before the first entry: magic, count, 120 bytes of residue. */
export const HEADER_SIZE = 0x80;
/** Size of a directory entry. */
export const ENTRY_SIZE = 0x400;
/** Size of the name buffer of an entry. */
export const NAME_SIZE = 0x200;
/** Alignment of chunk data in files written by the games' tools (svo.md §1 [D]). */
export const DATA_ALIGN = 0x80;

export type ChunkClass = 'yabx' | 'dds' | 'vbo' | 'ibo' | 'other';

/** One directory entry (svo.md §1), as the file has it. */
export interface AvtsEntry {
  readonly index: number;
  /** The 512 bytes of the name buffer, what follows the NUL included. */
  readonly nameField: Uint8Array;
  /** The name for display. */
  readonly name: string;
  /** 0 for YABX, 1 for DDS; geometry chunks: unknown. */
  readonly kind: number;
  readonly sequence: number;
  /** Size of the chunk in bytes, as declared. */
  readonly size: number;
  /** Position of the chunk in the file, as declared. */
  readonly offset: number;
  /** 496 bytes, zero in every surveyed file, kept. */
  readonly reserved: Uint8Array;
}

/** The directory of an SVO file. */
export interface AvtsDirectory {
  /** The u32 at offset 4: the number of entries, or what a tool took for a version. */
  readonly declaredCount: number;
  /** 120 bytes of uninitialised tool memory, kept. */
  readonly residue: Uint8Array;
  readonly entries: readonly AvtsEntry[];
  /** Slots behind the last entry that no chunk uses, kept. */
  readonly unused: Uint8Array;
  /** End of the directory region: entry 0's data offset where that is sound. */
  readonly end: number;
}

/** A chunk with the bytes that are present, which may be fewer than declared. */
export interface AvtsChunk {
  readonly entry: AvtsEntry;
  readonly data: Uint8Array;
  readonly class: ChunkClass;
}

/** A byte range that no chunk and no part of the directory covers. */
export interface AvtsGap {
  readonly start: number;
  readonly end: number;
  readonly data: Uint8Array;
  readonly zero: boolean;
}

/** An SVO file taken apart: every byte is in the directory, in a chunk or in a gap. */
export interface Avts {
  readonly bytes: Uint8Array;
  readonly directory: AvtsDirectory;
  readonly chunks: readonly AvtsChunk[];
  readonly gaps: readonly AvtsGap[];
}
