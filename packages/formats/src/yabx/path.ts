import { EditError } from './edit-error.ts';
import { baseName } from './known-fields.ts';
import type { Yabx, YabxField, YabxObject } from './types.ts';
import { FIRST_ID } from './values.ts';

/** What a path names: an object, a field of it, or an item of a list, vector or matrix. */
export interface YabxPlace {
  readonly objectIndex: number;
  readonly object: YabxObject;
  /** Absent when the path names the object. */
  readonly fieldIndex?: number;
  readonly field?: YabxField;
  /** `[2]` or `.z` behind the field; two for a number of a matrix in a list. */
  readonly items: readonly number[];
}

/** Names that a message lists at most. */
const LISTED = 24;
const COMPONENTS: Readonly<Record<string, number>> = { x: 0, y: 1, z: 2, w: 3, r: 0, g: 1, b: 2, a: 3 };

/**
 * Finds what a path names. Objects: `State[0]` (the first object of that class in the table), `stevia::State[0]`,
 * `#10002` (id), `objects[1]` (position in the table); `State` alone where there is one. Then `._field`, qualified by
 * its class (`.stevia::Resource._name`) where a derived class hides it, then `[2]`, or `.x .y .z .w`, `.r .g .b .a`.
 * @throws EditError that says what exists at the level that failed.
 */
export function resolvePath(model: Yabx, path: string): YabxPlace {
  const { objectIndex, rest } = resolveObject(model, path.trim());
  const object = model.objects[objectIndex]!;
  if (rest === '') return { objectIndex, object, items: [] };
  const match = rest.startsWith('.') ? findField(object, rest.slice(1)) : undefined;
  if (match === undefined) {
    const names = fieldNames(object);
    throw new EditError(
      path,
      `${object.className ?? 'the object'} has no field "${rest.replace(/^\./, '')}"`,
      names.length === 0 ? 'an object with fields: this one is kept as bytes' : `one of ${listed(names)}`,
    );
  }
  const field = object.fields[match.index]!;
  return { objectIndex, object, fieldIndex: match.index, field, items: resolveItems(path, field, match.rest) };
}

/** `State[0]`: the path of an object; `#10002` where its class has no name that a path can hold. */
export function pathOfObject(model: Yabx, object: YabxObject): string {
  return objectPaths(model)[object.id - FIRST_ID] ?? `#${object.id}`;
}

/** The paths of all objects, in table order. */
export function objectPaths(model: Yabx): string[] {
  const names = new Map<string, Set<string>>();
  for (const c of model.classes) {
    const short = baseName(c.name.text);
    names.set(short, (names.get(short) ?? new Set()).add(c.name.text));
  }
  const counts = new Map<string, number>();
  return model.objects.map((object) => {
    if (object.className === undefined) return `#${object.id}`;
    const short = baseName(object.className);
    const name = names.get(short)?.size === 1 ? short : object.className;
    const n = counts.get(name) ?? 0;
    counts.set(name, n + 1);
    return /^[^#.[\]][^.[\]]*$/.test(name) && name !== 'objects' ? `${name}[${n}]` : `#${object.id}`;
  });
}

/**
 * Names the fields of one object, in body order: by their name, qualified by the class that declares it where a field
 * before it has the same name (`stevia::Resource._name`), numbered (`_name~2`) where that is taken too.
 */
export function fieldNamer(): (field: Pick<YabxField, 'name' | 'declaredIn'>) => string {
  const taken = new Set<string>();
  return ({ name, declaredIn }) => {
    let path = taken.has(name) ? `${declaredIn}.${name}` : name;
    for (let n = 2; taken.has(path); n++) path = `${name}~${n}`;
    taken.add(path);
    return path;
  };
}

function resolveObject(model: Yabx, path: string): { objectIndex: number; rest: string } {
  const byId = /^#(\d+)/.exec(path);
  if (byId) {
    const objectIndex = Number(byId[1]) - FIRST_ID;
    if (model.objects[objectIndex]) return { objectIndex, rest: path.slice(byId[0].length) };
    const last = FIRST_ID + model.objects.length - 1;
    throw new EditError(
      path,
      `no object has the id ${byId[1]}`,
      idRange(model.objects.length, `#${FIRST_ID}`, `#${last}`),
    );
  }
  const byName = /^([^.[\]]+)(?:\[(\d+)\])?/.exec(path);
  const name = byName?.[1] ?? '';
  const indices: number[] = [];
  model.objects.forEach((object, i) => {
    if (name === 'objects' || object.className === name || baseName(object.className ?? '') === name) indices.push(i);
  });
  if (!byName || indices.length === 0) {
    const classes = new Set(model.objects.map((o) => baseName(o.className ?? '')).filter((n) => n !== ''));
    throw new EditError(path, `no object is of class "${name}"`, `#ID, or one of ${listed([...classes])}`);
  }
  const index = byName[2];
  const found = index === undefined && indices.length === 1 ? indices[0] : indices[Number(index)];
  if (found === undefined) {
    const reason = index === undefined ? `${indices.length} objects are of class "${name}"` : `no ${name}[${index}]`;
    throw new EditError(path, reason, idRange(indices.length, `${name}[0]`, `${name}[${indices.length - 1}]`));
  }
  return { objectIndex: found, rest: path.slice(byName[0].length) };
}

/** The field whose name in paths, or qualified name, `rest` starts with; the longest one, then the most derived. */
function findField(object: YabxObject, rest: string): { index: number; rest: string } | undefined {
  const names = fieldNames(object);
  let best = -1;
  let length = -1;
  object.fields.forEach((field, i) => {
    for (const name of [names[i]!, `${field.declaredIn}.${field.name}`]) {
      const after = rest[name.length];
      if (name.length <= length || !rest.startsWith(name)) continue;
      if (after !== undefined && after !== '.' && after !== '[') continue;
      best = i;
      length = name.length;
    }
  });
  return best < 0 ? undefined : { index: best, rest: rest.slice(length) };
}

function resolveItems(path: string, field: YabxField, rest: string): number[] {
  const items: number[] = [];
  let left = rest;
  for (
    let item: unknown = field.value.value;
    left !== '';
    item = (item as readonly unknown[])[items[items.length - 1]!]
  ) {
    const match = /^(?:\[(\d+)\]|\.([xyzwrgba])(?![A-Za-z0-9_]))/.exec(left);
    const index = match?.[1] !== undefined ? Number(match[1]) : COMPONENTS[match?.[2] ?? ''];
    if (!Array.isArray(item)) {
      throw new EditError(path, `${field.name} is one ${field.value.kind}, it has no "${left}"`, 'nothing behind it');
    }
    const letters = match?.[2] !== undefined && field.value.kind !== 'vec3' && field.value.kind !== 'vec4';
    if (index === undefined || index >= item.length || letters) {
      throw new EditError(path, `${field.name} has no "${left}"`, idRange(item.length, '[0]', `[${item.length - 1}]`));
    }
    items.push(index);
    left = left.slice(match![0].length);
  }
  return items;
}

/** Names of the fields of an object in paths, in body order. */
export function fieldNames(object: YabxObject): string[] {
  return object.fields.map(fieldNamer());
}

function idRange(count: number, first: string, last: string): string {
  return count === 0 ? 'nothing: there are none' : count === 1 ? first : `${first} to ${last}`;
}

function listed(names: readonly string[]): string {
  const more = names.length - LISTED;
  return names.slice(0, LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
