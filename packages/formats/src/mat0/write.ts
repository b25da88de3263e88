import { Writer } from '../binary/writer.ts';
import type { Mat0 } from './types.ts';

/** The bytes of a material, from its records: an unedited one gives the entry it was read from. */
export function writeMat0(mat0: Mat0): Uint8Array {
  const w = new Writer();
  w.u16(mat0.phaseCount);
  w.u16(mat0.blockCount);
  if (mat0.a !== undefined) w.u8(mat0.a);
  if (mat0.b !== undefined) w.u8(mat0.b);
  if (mat0.c !== undefined) w.u32(mat0.c);
  if (mat0.d !== undefined) w.u32(mat0.d);
  for (const phase of mat0.phases) {
    w.bytes(phase.params);
    w.bytes(phase.nameField);
  }
  for (const block of mat0.blocks) {
    w.u32(block.head);
    w.u16(block.keys.length);
    for (const key of block.keys) for (const word of key) w.u16(word);
  }
  w.bytes(mat0.rest);
  return w.finish();
}
