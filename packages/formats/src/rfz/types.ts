import type { Yabx } from '../yabx/types.ts';

/** Magic of an RFZ file: "YS" 02 00. */
export const RFZ_MAGIC = [0x59, 0x53, 0x02, 0x00] as const;
export const RFZ_MAGIC_SIZE = 4;

/** An RFZ file taken apart (svo.md §8): every byte is in the magic, in the codes or left over. */
export interface Rfz {
  readonly magic: Uint8Array;
  /** The LZW codes that were decoded, to the end of the byte in which the last one ends: the record of `stream`. */
  readonly codes: Uint8Array;
  /** The bytes behind `codes`, kept. */
  readonly leftover: Uint8Array;
  /** What the codes decode to. Offsets of the object graph are positions in here. */
  readonly stream: Uint8Array;
  /** The object graph of the stream; undefined when not even its schema can be read. */
  readonly yabx: Yabx | undefined;
  /** Whether the whole stream was decoded and read; a damaged file cannot be edited, only written back. */
  readonly complete: boolean;
}
