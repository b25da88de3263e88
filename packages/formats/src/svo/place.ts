import type { ByteRange } from '../diagnostics/diagnostic.ts';
import type { YabxField } from '../yabx/types.ts';
import { isFixedSize } from '../yabx/values.ts';
import type { SteviaObject } from './stevia-types.ts';

/** Where an object, or a field of it, lies: for diagnostics. The path is one that `unbake dump` takes. */
export function placeOf(source: SteviaObject, field?: string): { range: ByteRange; path: string } {
  const { object } = source;
  const found = field === undefined ? undefined : object.fields.find((f) => f.name === field);
  const path = field === undefined ? `#${source.id}` : `#${source.id}.${field}`;
  if (!found) return { range: { start: object.offset, end: object.offset + object.bodySize }, path };
  return { range: rangeOf(found), path };
}

/** The bytes of a field, the size before a dynamic one included. */
export function rangeOf(field: YabxField): ByteRange {
  const prefix = isFixedSize(field.size) ? 0 : 4;
  return { start: field.offset, end: field.offset + prefix + field.raw.length };
}
