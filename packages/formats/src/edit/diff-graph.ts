import { isAvts } from '../avts/read.ts';
import { bytesEqual } from '../binary/bytes.ts';
import type { JsonValue } from '../scene/scene.ts';
import { jsonContextOf } from '../yabx/edit-json.ts';
import { yabxToJson } from '../yabx/json.ts';
import { fieldToJson } from '../yabx/json-value.ts';
import { fieldNames, objectPaths } from '../yabx/path.ts';
import type { Yabx, YabxField, YabxObject } from '../yabx/types.ts';
import type { Difference } from './diff.ts';
import { jsonDifferences } from './json-diff.ts';

/** Two fields that hold a whole SVO file each, to be compared by what is inside. */
export interface NestedFiles {
  path: string;
  a: Uint8Array;
  b: Uint8Array;
}

/** What differs between two object graphs, by field; `nested` gets the fields that are files themselves. */
export function diffGraphs(a: Yabx, b: Yabx, nested: NestedFiles[]): Difference[] {
  const found: Difference[] = diffSchemas(a, b);
  const pathsOfA = objectPaths(a);
  const pathsOfB = objectPaths(b);
  const contextOfA = jsonContextOf(a);
  const contextOfB = jsonContextOf(b);
  const json = (field: YabxField | undefined, context: typeof contextOfA) => field && fieldToJson(field, context);
  const count = Math.max(a.objects.length, b.objects.length);
  for (let i = 0; i < count; i++) {
    const before = a.objects[i];
    const after = b.objects[i];
    if (!before || !after || before.className !== after.className) {
      const path = before ? pathsOfA[i]! : pathsOfB[i]!;
      found.push({ kind: 'object', path, a: classOf(before), b: classOf(after) });
      continue;
    }
    const names = fieldNames(before.fields.length >= after.fields.length ? before : after);
    for (const [n, name] of names.entries()) {
      const old = before.fields[n];
      const edited = after.fields[n];
      if (old && edited && bytesEqual(old.raw, edited.raw)) continue;
      const path = `${pathsOfA[i]}.${name}`;
      if (old && edited && isAvts(old.raw) && isAvts(edited.raw)) nested.push({ path, a: old.raw, b: edited.raw });
      else found.push({ kind: 'field', path, a: json(old, contextOfA), b: json(edited, contextOfB) });
    }
    if (!bytesEqual(before.leftover, after.leftover)) {
      found.push({
        kind: 'bytes',
        path: `${pathsOfA[i]}.leftover`,
        a: before.leftover.length,
        b: after.leftover.length,
      });
    }
  }
  return found;
}

/**
 * Everything but the objects; size and CRC only where nothing else says that the payload differs, zeros behind the
 * objects never: how many there are follows from the rest.
 */
function diffSchemas(a: Yabx, b: Yabx): Difference[] {
  const parts = (model: Yabx): JsonValue => {
    const {
      objects: _,
      payloadSize: _size,
      crc: _crc,
      payloadCrc: _payload,
      ...rest
    } = yabxToJson({ ...model, objects: [] });
    return { ...rest, ...(a.readCrc === b.readCrc ? { payloadSize: model.payloadSize, crc: model.crc } : {}) };
  };
  return jsonDifferences(parts(a), parts(b))
    .filter((d) => !(d.path === 'padding' && typeof d.a === 'number' && typeof d.b === 'number'))
    .map((d) => ({ kind: 'field', ...d }));
}

function classOf(object: YabxObject | undefined): string | null {
  return object ? (object.className ?? `class ${object.classIndex}`) : null;
}
