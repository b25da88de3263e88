import { subview } from './bytes.ts';

/** Random access to the bytes of a file, so that a large archive opens by its header and directory alone. */
export interface ByteSource {
  readonly size: number;
  /** `length` bytes from `offset`, fewer only where the source ends. */
  read(offset: number, length: number): Uint8Array;
}

/** A source over bytes in memory; `read` gives views. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read(offset, length) {
      const start = Math.min(offset, bytes.length);
      return subview(bytes, start, Math.min(length, bytes.length - start));
    },
  };
}
