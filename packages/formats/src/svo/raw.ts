import { toHex } from '../binary/hex.ts';
import type { JsonValue, RawValues } from '../scene/scene.ts';
import { floatToJson } from '../yabx/json-value.ts';
import type { YabxObject, YabxValue } from '../yabx/types.ts';

/** Every field of an object by name, for `raw` of the scene. Where a base class repeats a name the derived one counts. */
export function rawFields(object: YabxObject): RawValues {
  const raw = new Map<string, JsonValue>();
  for (const { name, value } of object.fields) if (!raw.has(name)) raw.set(name, rawValue(value));
  return Object.fromEntries(raw);
}

/** NaN and infinities as strings, bytes as `{hex}`. */
function rawValue(value: YabxValue): JsonValue {
  switch (value.kind) {
    case 'blob':
    case 'opaque':
      return { hex: toHex(value.value) };
    case 'vec3':
    case 'vec4':
    case 'mat':
      return value.value.map(floatToJson);
    case 'mats':
      return value.value.map((m) => m.map(floatToJson));
    case 'refs':
    case 'strs':
      return [...value.value];
    case 'str':
      return value.value;
    default:
      return floatToJson(value.value);
  }
}
