import { concatBytes } from '../binary/bytes.ts';
import { writeHeader } from './header.ts';
import type { Dds } from './types.ts';

/** What a DDS file is made of. */
export type DdsRecords = Pick<Dds, 'header' | 'trailing'> & { surfaces: readonly { data: Uint8Array }[] };

/** A DDS file from its records, in file order; an unedited file comes out byte for byte, a cut one as cut. */
export function writeDds(dds: DdsRecords): Uint8Array {
  return concatBytes([writeHeader(dds.header), ...dds.surfaces.map((surface) => surface.data), dds.trailing]);
}
