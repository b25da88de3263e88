import type { AssetField } from '../asset.ts';
import type { JsonValue } from '../scene/scene.ts';
import { fieldToJson, floatToJson, type JsonContext } from './json-value.ts';
import { OBJECT_HEADER } from './objects.ts';
import { fieldNamer, resolvePath } from './path.ts';
import { referenceTable } from './references.ts';
import type { Yabx, YabxField, YabxObject } from './types.ts';
import { isFixedSize } from './values.ts';

/** Bytes of the size before the content of a dynamic field. */
const SIZE_PREFIX = 4;

/**
 * What a path of `resolvePath` names, for showing: an object with its fields, a field, or an item of one (whose bytes
 * are those of the field).
 * @throws EditError when there is no such place.
 */
export function findInYabx(model: Yabx, path: string): AssetField {
  const { object, field, items } = resolvePath(model, path);
  const context: JsonContext = {
    bigEndian: model.bigEndian,
    objectCount: model.objectCount,
    references: referenceTable(
      model.classes,
      model.objects.map((o) => o.classIndex),
    ),
  };
  if (!field) {
    const start = object.offset - OBJECT_HEADER;
    return { value: objectValue(object, context), start, end: object.offset + object.bodySize };
  }
  const prefix = isFixedSize(field.size) ? 0 : SIZE_PREFIX;
  const value = items.length === 0 ? fieldToJson(field, context) : itemValue(field, items);
  return { value, start: field.offset, end: field.offset + prefix + field.raw.length };
}

function objectValue(object: YabxObject, context: JsonContext): JsonValue {
  const nameOf = fieldNamer();
  return {
    id: object.id,
    class: object.className ?? null,
    fields: Object.fromEntries(object.fields.map((f) => [nameOf(f), fieldToJson(f, context)])),
  };
}

function itemValue(field: YabxField, items: readonly number[]): JsonValue {
  let value: unknown = field.value.value;
  for (const index of items) value = (value as readonly unknown[])[index];
  if (Array.isArray(value)) return value.map(floatToJson);
  return typeof value === 'number' && field.value.kind !== 'refs' ? floatToJson(value) : (value as JsonValue);
}
