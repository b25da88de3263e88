import { dataView } from '../binary/bytes.ts';
import { isNres } from '../nres/read.ts';
import { ENTRY_SIZE, HEADER_SIZE } from '../nres/types.ts';
import { LANDSCAPE, POSITIONS, TABLES } from './tables.ts';

/** Type of a model's entry in an archive: "MESH". */
export const MESH_TYPE = 0x4853454d;

/** More entries than any model has tables. */
const MOST_TABLES = 256;

export function isModelName(name: string): boolean {
  return /\.msh$/i.test(name);
}

/**
 * Whether an archive's entries are the tables of a model: all that are required, or those of a landscape. Looks at the
 * directory's types alone; never throws.
 */
export function looksLikeModel(bytes: Uint8Array): boolean {
  if (!isNres(bytes) || bytes.length < HEADER_SIZE) return false;
  const view = dataView(bytes);
  const count = view.getInt32(8, true);
  const totalSize = view.getUint32(12, true);
  const directory = totalSize - count * ENTRY_SIZE;
  if (count < 2 || count > MOST_TABLES || totalSize > bytes.length || directory < HEADER_SIZE) return false;
  const types = new Set<number>();
  for (let i = 0; i < count; i++) types.add(view.getUint32(directory + i * ENTRY_SIZE, true));
  const landscape = types.has(POSITIONS) && types.has(LANDSCAPE);
  return landscape || TABLES.every((row) => !row.required || types.has(row.type));
}
