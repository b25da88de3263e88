import { bytesEqual, concatBytes } from '../binary/bytes.ts';
import { writeYabx } from '../yabx/write.ts';
import { encodeLzw } from './lzw-encode.ts';
import { RFZ_MAGIC, type Rfz } from './types.ts';

/** A font file from its decompressed stream. */
export function encodeRfz(stream: Uint8Array): Uint8Array {
  return concatBytes([Uint8Array.from(RFZ_MAGIC), encodeLzw(stream)]);
}

/**
 * Writes a font file from its records. The stream is made anew from the object graph; while it comes out as it was read,
 * the codes that were read are its record, whichever encoder made them, else it is encoded. Bytes behind the codes stay.
 * @param canonical encode in any case, and leave out what lies behind the codes.
 * @throws RangeError as `writeYabx`.
 */
export function writeRfz(rfz: Rfz, canonical = false): Uint8Array {
  const stream = rfz.yabx ? writeYabx(rfz.yabx, { canonical }) : rfz.stream;
  if (canonical) return encodeRfz(stream);
  const codes = bytesEqual(stream, rfz.stream) ? rfz.codes : encodeLzw(stream);
  return concatBytes([rfz.magic, codes, rfz.leftover]);
}
