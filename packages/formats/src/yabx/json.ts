import { allZero } from '../binary/bytes.ts';
import { toHex } from '../binary/hex.ts';
import type { JsonValue } from '../scene/scene.ts';
import { EditError } from './edit-error.ts';
import { JsonReader } from './json-reader.ts';
import { hexOf, type JsonObject, shape } from './json-shape.ts';
import { fieldFromJson, fieldToJson, type JsonContext, stringFromJson, stringToJson } from './json-value.ts';
import { type ClassLayout, layoutsOf } from './layouts.ts';
import { fieldNamer, fieldNames } from './path.ts';
import { referenceTable } from './references.ts';
import { COMPACT_MAX, LONG_MAX } from './strings.ts';
import type { Yabx, YabxObject } from './types.ts';
import { decodeValue, FIRST_ID } from './values.ts';
import { bodySizeOf } from './write.ts';

/** The first key of a document, and its version. */
export const YABX_JSON_SCHEMA = 'unbake-yabx-v1';

/** Zeros of the padding that are written as their number. */
const ZEROS_MAX = 0xffff;

/**
 * The whole graph as JSON that a person can edit: `yabxFromJson` and `writeYabx` give the same bytes again. `raw` hex
 * stands beside a value only where the value alone would be written otherwise. `payloadSize`, `crc` and `payloadCrc`
 * need no care after an edit: the writer sees that the payload changed.
 */
export function yabxToJson(model: Yabx): JsonObject {
  const layouts = layoutsOf(model.classes);
  const context = contextOf(
    model,
    model.objects.map((o) => o.classIndex),
  );
  const firstOfName = new Map<string, number>();
  model.classes.forEach((c, i) => {
    if (!firstOfName.has(c.name.text)) firstOfName.set(c.name.text, i + 1);
  });
  return {
    schema: YABX_JSON_SCHEMA,
    byteOrder: model.bigEndian ? 'big' : 'little',
    version: model.version,
    flags: model.flags,
    payloadSize: model.payloadSize,
    crc: hex8(model.crc),
    ...(model.readCrc === undefined || model.readCrc === model.crc ? {} : { payloadCrc: hex8(model.readCrc) }),
    legacyLibraries: model.legacyLibraries.map((l) => ({ flags: l.flags, name: stringToJson(l.name) })),
    name: stringToJson(model.name),
    libraries: model.libraries.map((l) => ({ name: stringToJson(l.name), version: l.version })),
    classes: model.classes.map((c) => ({
      name: stringToJson(c.name),
      flags: c.flags,
      parent: c.parent,
      fields: c.fields.map((f) => ({ name: stringToJson(f.name), flags: f.flags, size: f.size })),
    })),
    localIds: model.localIds.map((l) => ({ name: stringToJson(l.name), id: l.id })),
    objectNames: model.objectNames.map(stringToJson),
    objectCount: model.objectCount,
    objects: model.objects.map((object) => {
      const named = object.className !== undefined && firstOfName.get(object.className) === object.classIndex;
      const names = fieldNames(object);
      const whole = object.fields.length === (layouts[object.classIndex - 1]?.total ?? 0);
      return {
        id: object.id,
        ...(named ? { class: object.className! } : { classIndex: object.classIndex }),
        fields: Object.fromEntries(names.map((name, n) => [name, fieldToJson(object.fields[n]!, context)])),
        ...(whole ? {} : { incomplete: true }),
        ...(object.leftover.length > 0 ? { leftover: toHex(object.leftover) } : {}),
      };
    }),
    padding: allZero(model.padding) && model.padding.length <= ZEROS_MAX ? model.padding.length : toHex(model.padding),
    trailing: toHex(model.trailing),
  };
}

/**
 * The graph of an edited document. Objects keep their place: their ids must be 10001 and so on.
 * @throws EditError with the path in the document, such as `objects[3].fields._name`, and what would fit.
 */
export function yabxFromJson(json: JsonValue): Yabx {
  const doc = JsonReader.over(json);
  if (doc.value('schema') !== YABX_JSON_SCHEMA) {
    throw new EditError('schema', `${shape(doc.value('schema'))} is not a known document`, `"${YABX_JSON_SCHEMA}"`);
  }
  const byteOrder = doc.value('byteOrder');
  if (byteOrder !== 'little' && byteOrder !== 'big') {
    throw new EditError('byteOrder', `${shape(byteOrder)} is no byte order`, '"little" or "big"');
  }
  const crc = doc.crc('crc');
  const model: Yabx = {
    bigEndian: byteOrder === 'big',
    version: doc.integer('version', 0, 0xffff),
    flags: doc.integer('flags', 0, 0xffff),
    payloadSize: doc.integer('payloadSize', 0, 0xffffffff),
    crc,
    readCrc: doc.value('payloadCrc') === undefined ? crc : doc.crc('payloadCrc'),
    legacyLibraries: doc.list('legacyLibraries', (l) => ({
      flags: l.integer('flags', 1, 0xff),
      name: stringFromJson(l.value('name'), LONG_MAX, l.at('name')),
    })),
    name: stringFromJson(doc.value('name'), COMPACT_MAX, 'name'),
    libraries: doc.list('libraries', (l) => ({ name: l.name(), version: l.integer('version', 0, 0xffffffff) })),
    classes: doc.list('classes', (c) => ({
      name: c.name(),
      flags: c.integer('flags', 0, 0xff),
      parent: c.integer('parent', -0x8000, 0x7fff),
      fields: c.list('fields', (f) => ({
        name: f.name(),
        flags: f.integer('flags', 0, 0xff),
        size: f.integer('size', -0x8000, 0x7fff),
      })),
    })),
    localIds: doc.list('localIds', (l) => ({ name: l.name(), id: l.integer('id', -0x8000, 0x7fff) })),
    objectNames: doc.names('objectNames'),
    objectCount: doc.integer('objectCount', 0, 0xffff),
    objects: [],
    padding: paddingFrom(doc.value('padding')),
    trailing: hexOf(doc.value('trailing'), 'trailing'),
  };
  readObjects(doc, model);
  return model;
}

function readObjects(doc: JsonReader, model: Yabx): void {
  const layouts = layoutsOf(model.classes);
  const indexOf = new Map<string, number>();
  model.classes.forEach((c, i) => {
    if (!indexOf.has(c.name.text)) indexOf.set(c.name.text, i + 1);
  });
  const sources = doc.list('objects', (o) => o);
  const classIndices = sources.map((o) => {
    const name = o.value('class');
    if (name === undefined) return o.integer('classIndex', -0x8000, 0x7fff);
    const index = typeof name === 'string' ? indexOf.get(name) : undefined;
    if (index === undefined)
      throw new EditError(o.at('class'), `${shape(name)} is not in the schema`, 'a listed class');
    return index;
  });
  const context = contextOf(model, classIndices);
  sources.forEach((source, i) => {
    source.integer('id', FIRST_ID + i, FIRST_ID + i);
    const classIndex = classIndices[i]!;
    const leftover = source.value('leftover');
    const object: YabxObject = {
      id: FIRST_ID + i,
      classIndex,
      className: model.classes[classIndex - 1]?.name.text,
      offset: 0,
      bodySize: 0,
      fields: [],
      leftover: leftover === undefined ? new Uint8Array(0) : hexOf(leftover, source.at('leftover')),
    };
    addFields(object, source, layouts[classIndex - 1], context);
    const raws = object.fields.map((f) => f.raw);
    object.bodySize = bodySizeOf(object.fields, raws, object.leftover.length);
    model.objects.push(object);
  });
}

/** Fields in the order of the schema: all of them, or of an object marked `incomplete` those before the first that is missing. */
function addFields(
  object: YabxObject,
  source: JsonReader,
  layout: ClassLayout | undefined,
  context: JsonContext,
): void {
  const given = source.object('fields');
  const left = new Set(Object.keys(given.json));
  const incomplete = source.value('incomplete') === true;
  const nameOf = fieldNamer();
  for (let level = layout; level !== undefined; level = level.next) {
    for (const field of level.own) {
      const key = nameOf(field);
      const json = left.delete(key) ? given.json[key]! : undefined;
      if (json === undefined) {
        if (!incomplete) throw new EditError(given.path, `"${key}" is missing`, `every field of ${object.className}`);
        refuseMore(object, given, left);
        return;
      }
      const raw = fieldFromJson(json, field, context, given.at(key));
      const value = decodeValue(raw, field.size, field.known, context);
      object.fields.push({ name: field.name, declaredIn: field.declaredIn, size: field.size, offset: 0, raw, value });
    }
  }
  refuseMore(object, given, left);
}

function refuseMore(object: YabxObject, given: JsonReader, left: ReadonlySet<string>): void {
  for (const key of left) {
    const names = object.fields.map((f) => f.name).join(', ');
    const reason = `${object.className ?? 'an object without a class'} has no such field here`;
    throw new EditError(given.at(key), reason, names === '' ? 'no fields' : `only ${names}`);
  }
}

function paddingFrom(json: JsonValue | undefined): Uint8Array {
  if (typeof json !== 'number') return hexOf(json, 'padding');
  if (!Number.isInteger(json) || json < 0 || json > ZEROS_MAX) {
    throw new EditError('padding', `${json} is no number of bytes`, 'a number of zeros, or hex');
  }
  return new Uint8Array(json);
}

function contextOf(model: Yabx, classIndices: number[]): JsonContext {
  const { bigEndian, objectCount, classes } = model;
  return { bigEndian, objectCount, references: referenceTable(classes, classIndices) };
}

function hex8(value: number): string {
  return value.toString(16).toUpperCase().padStart(8, '0');
}
