import type { Avts, AvtsChunk } from '../avts/types.ts';
import { asciiLower, latin1, untilNul } from '../binary/text.ts';

/** Finds chunks by the names that objects give them. Names are compared as bytes, never as decoded text. */
export interface ChunkLookup {
  /**
   * The chunk of this name: exact, else case-insensitive, else without the `__XxxToSvo__` prefix (svo.md §4). `fits` is
   * the number of chunks that fit in the step that found one.
   */
  find(name: Uint8Array): { chunk: AvtsChunk; fits: number } | undefined;
}

const PREFIX = /^__[a-z0-9]+tosvo__/;

/** Byte strings as keys: a character a byte. */
const exact = (name: Uint8Array) => latin1(name);
const folded = (name: Uint8Array) => asciiLower(latin1(name));
const bare = (name: Uint8Array) => folded(name).replace(PREFIX, '');

export function chunkLookup(avts: Avts): ChunkLookup {
  const steps = [exact, folded, bare].map((keyOf) => {
    const byKey = new Map<string, AvtsChunk[]>();
    for (const chunk of avts.chunks) {
      const key = keyOf(untilNul(chunk.entry.nameField));
      const list = byKey.get(key);
      if (list) list.push(chunk);
      else byKey.set(key, [chunk]);
    }
    return { keyOf, byKey };
  });
  return {
    find(name) {
      for (const { keyOf, byKey } of steps) {
        const found = byKey.get(keyOf(name));
        if (found) return { chunk: found[0]!, fits: keyOf === exact ? 1 : found.length };
      }
      return undefined;
    },
  };
}
