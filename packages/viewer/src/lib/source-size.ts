import type { FileSource } from '../worker/protocol.ts';

/** In bytes. */
export function sizeOf(source: FileSource): number {
  return source.kind === 'blob' ? source.blob.size : source.size;
}
