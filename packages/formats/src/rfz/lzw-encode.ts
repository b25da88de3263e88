import { subview } from '../binary/bytes.ts';
import { FIRST_ENTRY, FIRST_WIDTH, LAST_WIDTH, RESET_AT } from './lzw-decode.ts';

/** Slots of the hash table, a power of two well above the 3838 entries that a dictionary holds. */
const SLOTS = 1 << 14;

/**
 * Encodes as an RFZ file does (svo.md §8): the greedy mirror of `decodeLzw`, longest strings and KwKwK codes included.
 * Unused low bits of the last byte are zero.
 */
export function encodeLzw(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) return new Uint8Array(0);
  // Every byte its own code of at most 12 bits is the worst case.
  const out = new Uint8Array(Math.ceil((bytes.length * LAST_WIDTH) / 8));
  const keys = new Int32Array(SLOTS).fill(-1);
  const entries = new Uint16Array(SLOTS);

  let next = FIRST_ENTRY;
  let width = FIRST_WIDTH;
  let first = true;
  let held = 0;
  let heldBits = 0;
  let written = 0;
  let prefix = bytes[0]!;

  for (let i = 1; i <= bytes.length; i++) {
    let slot = 0;
    let key = 0;
    if (i < bytes.length) {
      key = (prefix << 8) | bytes[i]!;
      slot = Math.imul(key, 0x9e3779b1) >>> 18;
      while (keys[slot] !== key && keys[slot] !== -1) slot = (slot + 1) & (SLOTS - 1);
      if (keys[slot] === key) {
        prefix = entries[slot]!;
        continue;
      }
    }

    held = (held << width) | prefix;
    heldBits += width;
    while (heldBits >= 8) {
      heldBits -= 8;
      out[written++] = held >>> heldBits;
      held &= (1 << heldBits) - 1;
    }
    if (i === bytes.length) break;

    // The decoder is one entry behind: with this code it adds entry `next - 1`, which decides its width and its reset.
    if (first) first = false;
    else if (next === RESET_AT + 1) next = 0;
    else if (next + 1 === 1 << width && width < LAST_WIDTH) width++;
    if (next === 0) {
      next = FIRST_ENTRY;
      width = FIRST_WIDTH;
      first = true;
      keys.fill(-1);
    } else {
      // Entry 4094 is only counted: the decoder starts anew with it, so no code may name it.
      if (next < RESET_AT) {
        keys[slot] = key;
        entries[slot] = next;
      }
      next++;
    }
    prefix = bytes[i]!;
  }
  if (heldBits > 0) out[written++] = held << (8 - heldBits);
  return subview(out, 0, written);
}
