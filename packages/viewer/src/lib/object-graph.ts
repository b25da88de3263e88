import { type Asset, fieldNames, graphOf, objectPaths, type YabxField, type YabxObject } from '@unbake/formats';
import type { GraphField, GraphObject, ObjectGraph } from '../worker/protocol.ts';

/** Bytes before an object's body: its class and size (svo.md §2). */
const OBJECT_HEADER = 6;
const SIZE_PREFIX = 4;
const FIXED_SIZES = [1, 2, 4, 12, 16, 48];
/** Bytes of a field without a meaning that are shown. */
const SHOWN_BYTES = 64;

/** The objects of a file, each field as the text that an edit takes back. */
export function objectGraph(asset: Asset): ObjectGraph {
  const model = graphOf(asset);
  if (!model) return { objects: [], inFile: false };
  const paths = objectPaths(model);
  return {
    objects: model.objects.map((object, i) => graphObject(object, paths[i]!, paths)),
    inFile: asset.format !== 'rfz',
  };
}

function graphObject(object: YabxObject, path: string, paths: readonly string[]): GraphObject {
  const names = fieldNames(object);
  const fields = object.fields.map((field, i) => graphField(field, names[i]!, paths));
  const named = object.fields.find((f) => f.name === '_name');
  return {
    id: object.id,
    path,
    className: object.className ?? '',
    name: named?.value.kind === 'str' ? named.value.value : '',
    start: object.offset - OBJECT_HEADER,
    end: object.offset + object.bodySize,
    fields,
  };
}

function graphField(field: YabxField, name: string, paths: readonly string[]): GraphField {
  const { value, raw, size, offset, declaredIn } = field;
  const prefix = FIXED_SIZES.includes(size) ? 0 : SIZE_PREFIX;
  const refs = value.kind === 'ref' ? [value.value] : value.kind === 'refs' ? value.value : undefined;
  return {
    name,
    declaredIn,
    kind: value.kind,
    text: textOf(field, paths),
    start: offset,
    end: offset + prefix + raw.length,
    editable: !(value.value instanceof Uint8Array) || value.value.length <= SHOWN_BYTES,
    ...(refs ? { refs } : {}),
  };
}

function textOf({ value }: YabxField, paths: readonly string[]): string {
  switch (value.kind) {
    case 'str':
      return value.value;
    case 'strs':
      return JSON.stringify(value.value);
    case 'ref':
      return referenceText(value.value, paths);
    case 'refs':
      return value.value.map((id) => referenceText(id, paths)).join(', ');
    case 'vec3':
    case 'vec4':
    case 'mat':
      return value.value.map(numberText).join(', ');
    case 'mats':
      return `[${value.value.map((matrix) => `[${matrix.map(numberText).join(', ')}]`).join(', ')}]`;
    case 'blob':
    case 'opaque':
      return hexText(value.value);
    default:
      return numberText(value.value);
  }
}

function referenceText(id: number, paths: readonly string[]): string {
  if (id === 0) return 'null';
  return id < 0 ? `external:${id}` : (paths[id - 10001] ?? `#${id}`);
}

/** The shortest text that gives the same 32-bit number. */
function numberText(value: number): string {
  if (!Number.isFinite(value) || Number.isInteger(value)) return Object.is(value, -0) ? '-0' : String(value);
  for (let digits = 1; digits <= 9; digits++) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === Math.fround(value)) return String(text);
  }
  return String(value);
}

function hexText(bytes: Uint8Array): string {
  const hex = Array.from(bytes.subarray(0, SHOWN_BYTES), (b) => b.toString(16).padStart(2, '0')).join('');
  return bytes.length > SHOWN_BYTES ? `hex:${hex}… (${bytes.length})` : `hex:${hex}`;
}
