import { bytesEqual } from '../binary/bytes.ts';
import type { JsonValue } from '../scene/scene.ts';
import { replaceField, setValue } from './edit.ts';
import { EditError } from './edit-error.ts';
import { yabxFromJson, yabxToJson } from './json.ts';
import { isObject, type JsonObject, shape } from './json-shape.ts';
import { fieldFromJson, type JsonContext } from './json-value.ts';
import { knownField } from './known-fields.ts';
import { resolvePath } from './path.ts';
import { referenceTable } from './references.ts';
import type { Yabx } from './types.ts';
import { isFixedSize } from './values.ts';

/** What the JSON of a model's fields depends on. */
export function jsonContextOf(model: Yabx): JsonContext {
  const { bigEndian, objectCount, classes } = model;
  const classIndices = model.objects.map((o) => o.classIndex);
  return { bigEndian, objectCount, references: referenceTable(classes, classIndices) };
}

/**
 * The model with what `path` names set from its JSON, as a dump shows it: an object with its fields, a field, an item of
 * one, or a part of the document outside of the objects such as `name` or `libraries[0].version`. Gives `model` itself where nothing changes.
 * @throws EditError with the path and what would fit.
 */
export function setJson(model: Yabx, path: string, json: JsonValue): Yabx {
  if (GRAPH_MEMBER.test(path)) return setMember(model, path, json);
  const { objectIndex, field, fieldIndex, items } = resolvePath(model, path);
  if (field === undefined || fieldIndex === undefined) return setObjectJson(model, path, json);
  if (items.length > 0) return setValue(model, path, json);
  const { name, declaredIn, size } = field;
  const layout = { name, declaredIn, size, fixed: isFixedSize(size), known: knownField(declaredIn, name) };
  const raw = fieldFromJson(json, layout, jsonContextOf(model), path);
  if (bytesEqual(raw, field.raw)) return model;
  return replaceField(model, objectIndex, fieldIndex, raw);
}

const GRAPH_MEMBER = /^(?:version|flags|name|legacyLibraries|libraries|classes|localIds|objectNames)(?![A-Za-z0-9_:])/;

/** Sets a part of the document outside of the objects. */
function setMember(model: Yabx, path: string, json: JsonValue): Yabx {
  const document = yabxToJson(model);
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
  const last = steps.pop()!;
  let at: JsonValue = document;
  for (const step of steps) at = (at as JsonObject)[step] ?? null;
  if (at === null || typeof at !== 'object' || !Object.hasOwn(at, last)) {
    throw new EditError(path, 'the file has no such member', 'a path as dump or diff names it');
  }
  (at as JsonObject)[last] = json;
  return graphFromJson(model, document, '');
}

function setObjectJson(model: Yabx, path: string, json: JsonValue): Yabx {
  const { object } = resolvePath(model, path);
  const fields = isObject(json) ? json.fields : undefined;
  if (!isObject(json) || !isObject(fields)) {
    throw new EditError(path, `${shape(json)} is given`, 'an object with "id", "class" and "fields"');
  }
  for (const [key, present] of [
    ['id', object.id],
    ['class', object.className ?? null],
  ] as const) {
    if (json[key] !== present) throw new EditError(`${path}.${key}`, `${shape(json[key])} is given`, shape(present));
  }
  let edited = model;
  for (const [key, value] of Object.entries(fields)) edited = setJson(edited, `#${object.id}.${key}`, value);
  return edited;
}

/**
 * The graph of an edited document in place of `model`. Values, the schema and the lists before the objects may change;
 * objects may be added or taken away at the end of the table, `objectCount` with them, since their ids are their places.
 * @param at path of the document in the outer one, put before the path of an error.
 * @throws EditError where the document is not whole or a value does not fit.
 */
export function graphFromJson(model: Yabx, json: JsonValue, at: string): Yabx {
  const edited = placed(at, () => yabxFromJson(json));
  if (edited.bigEndian !== model.bigEndian) {
    const order = (big: boolean) => (big ? '"big"' : '"little"');
    const reason = `${order(edited.bigEndian)} is given; the rest of the file is in the old order`;
    throw new EditError(`${at}byteOrder`, reason, order(model.bigEndian));
  }
  const count = model.objectCount - model.objects.length + edited.objects.length;
  if (edited.objectCount !== count) {
    const reason = `${edited.objectCount} is given for ${edited.objects.length} objects`;
    throw new EditError(`${at}objectCount`, reason, `${count}`);
  }
  return edited;
}

/** Runs `work` and puts `at` before the path of what it throws. */
export function placed<T>(at: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    throw new EditError(`${at}${error.path}`, error.reason, error.expected);
  }
}
