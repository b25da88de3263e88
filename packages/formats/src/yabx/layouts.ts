import { baseName, type KnownField, knownField } from './known-fields.ts';
import type { YabxClass, YabxClassField } from './types.ts';
import { isFixedSize } from './values.ts';

/** One field of an object's body, ready to be read. */
export interface FieldLayout {
  readonly name: string;
  readonly declaredIn: string;
  readonly size: number;
  /** Exactly `size` bytes; else a u32 size and its content. */
  readonly fixed: boolean;
  readonly known: KnownField | undefined;
}

/** The fields that a class adds, and where the walk to its bases goes on. */
export interface ClassLayout {
  readonly name: string;
  readonly own: readonly FieldLayout[];
  /** The nearest base class that has fields: each step of a walk consumes bytes of the body. */
  readonly next: ClassLayout | undefined;
  /** Fields of a whole body, those of the bases included. */
  readonly total: number;
}

/**
 * How the body of each class is read: its own fields, then those of `next`, and so on (svo.md §2). Undefined for a class
 * whose line of base classes leaves the schema or never ends. Takes time linear in the classes.
 */
export function layoutsOf(classes: readonly YabxClass[]): (ClassLayout | undefined)[] {
  const layouts: (ClassLayout | undefined)[] = new Array(classes.length).fill(undefined);
  const done = new Uint8Array(classes.length);
  for (let start = 0; start < classes.length; start++) {
    const line: number[] = [];
    let at = start;
    // `done` is 1 while a class is on the line: meeting it again is a cycle.
    while (at >= 0 && at < classes.length && done[at] === 0) {
      done[at] = 1;
      line.push(at);
      at = classes[at]!.parent - 1;
    }
    let base = at >= 0 && done[at] === 2 ? layouts[at] : undefined;
    const sound = at === -1 || base !== undefined;
    for (let i = line.length - 1; i >= 0; i--) {
      const index = line[i]!;
      if (sound) base = layoutOf(classes[index]!, base);
      layouts[index] = sound ? base : undefined;
      done[index] = 2;
    }
  }
  return layouts;
}

/** Every field of an object of one class (1-based), in body order; undefined for a class that has no layout. */
export function fieldsOfClass(classes: readonly YabxClass[], classIndex: number): FieldLayout[] | undefined {
  const fields: FieldLayout[] = [];
  let steps = 0;
  for (let at = classIndex; at !== 0; at = classes[at - 1]!.parent) {
    const owner = classes[at - 1];
    if (owner === undefined || ++steps > classes.length) return undefined;
    for (const field of owner.fields) fields.push(fieldLayout(owner, field));
  }
  return classIndex === 0 ? undefined : fields;
}

/** Which classes are, or derive from, one of the given name without namespace: 1 by 0-based class index. */
export function derivedFrom(classes: readonly YabxClass[], target: string): Uint8Array {
  const children = new Map<number, number[]>();
  const found: number[] = [];
  classes.forEach((c, i) => {
    const siblings = children.get(c.parent);
    if (siblings) siblings.push(i);
    else children.set(c.parent, [i]);
    if (baseName(c.name.text) === target) found.push(i);
  });
  const member = new Uint8Array(classes.length);
  for (let i = found.pop(); i !== undefined; i = found.pop()) {
    if (member[i] === 1) continue;
    member[i] = 1;
    for (const child of children.get(i + 1) ?? []) found.push(child);
  }
  return member;
}

function layoutOf(owner: YabxClass, base: ClassLayout | undefined): ClassLayout {
  const own = owner.fields.map((field) => fieldLayout(owner, field));
  const next = base !== undefined && base.own.length === 0 ? base.next : base;
  return { name: owner.name.text, own, next, total: own.length + (base?.total ?? 0) };
}

function fieldLayout(owner: YabxClass, field: YabxClassField): FieldLayout {
  return {
    name: field.name.text,
    declaredIn: owner.name.text,
    size: field.size,
    fixed: isFixedSize(field.size),
    known: knownField(owner.name.text, field.name.text),
  };
}
