import type { ByteRange } from '../diagnostics/diagnostic.ts';
import type { SteviaObject } from './stevia-types.ts';

/** Where an object, or a field of it, lies: for diagnostics. The path is the one that `unbake dump` takes. */
export function placeOf(source: SteviaObject, field?: string): { range: ByteRange; path: string } {
  const { object } = source;
  const found = field === undefined ? undefined : object.fields.find((f) => f.name === field);
  const path = field === undefined ? `#${source.id}` : `#${source.id}.${field}`;
  if (!found) return { range: { start: object.offset, end: object.offset + object.bodySize }, path };
  return { range: { start: found.offset, end: found.offset + found.raw.length }, path };
}
