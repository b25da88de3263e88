/**
 * Res19 (msh.md §3.1): u16 words, a block of one word a frame for each node that moves. A word is the key before the
 * frame; a word that is not below the node's fallback key stands for the fallback key.
 */
import { dataView } from '../../binary/bytes.ts';
import { round } from './profile.ts';

export const WORD_SIZE = 2;

/** The words of a Res19 payload; an odd byte at the end is left out. */
export function unpackWords(bytes: Uint8Array): Uint16Array {
  const view = dataView(bytes);
  const words = new Uint16Array(Math.floor(bytes.length / WORD_SIZE));
  for (let i = 0; i < words.length; i++) words[i] = view.getUint16(WORD_SIZE * i, true);
  return words;
}

export function packWords(words: Uint16Array): Uint8Array {
  const bytes = new Uint8Array(WORD_SIZE * words.length);
  const view = dataView(bytes);
  for (let i = 0; i < words.length; i++) view.setUint16(WORD_SIZE * i, words[i]!, true);
  return bytes;
}

/** To the nearest integer, ties to even, as the FPU's round-to-nearest; never negative zero. */
export function roundToNearestEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest < 0.5 || (rest === 0.5 && below % 2 === 0)) return below + 0;
  return below + 1;
}

const INT64_LIMIT = 2 ** 63;

/**
 * The frame of a finite time: `t - 0.5` rounded as the profile does, then to the nearest even integer (§3.2 step 1). A
 * 64-bit integer; beyond that range the FPU's integer indefinite, -2^63. The engine uses its low 32 bits.
 */
export function frameAt(time: number, single: boolean): number {
  const shifted = round(single, time - 0.5);
  if (!(shifted < INT64_LIMIT && shifted >= -INT64_LIMIT)) return -INT64_LIMIT;
  return roundToNearestEven(shifted);
}

/** Fills a node's block as the canonical writer does (§3.5 rule 3). `times` strictly increase; `first` is its key index. */
export function fillBlock(times: ArrayLike<number>, first: number, block: Uint16Array): void {
  const last = times.length - 1;
  let key = 0;
  for (let frame = 0; frame < block.length; frame++) {
    if (frame < times[0]! || frame >= times[last]!) {
      block[frame] = first + last;
      continue;
    }
    while (key + 1 < last && times[key + 1]! <= frame) key++;
    block[frame] = first + key;
  }
}
