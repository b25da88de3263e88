import { baseName } from './known-fields.ts';
import { derivedFrom } from './layouts.ts';
import type { YabxClass } from './types.ts';
import { FIRST_ID } from './values.ts';

/** The ids that a field may hold, by the table and the classes of its objects. */
export interface ReferenceTable {
  readonly count: number;
  /** Why the id does not fit a field that points at `target` (a class without namespace, or any); undefined when it does. */
  problem(id: number, target: string | undefined): { reason: string; expected: string } | undefined;
}

/**
 * A table over the class indices (1-based) of the objects. 0 always fits and a negative id, a legacy library's, is the
 * caller's to judge. An object fits when its class is the target or derives from it; where the schema has no class of the
 * target's name, any object fits.
 */
export function referenceTable(classes: readonly YabxClass[], classIndices: readonly number[]): ReferenceTable {
  const members = new Map<string, Uint8Array>();
  const known = new Set(classes.map((c) => baseName(c.name.text)));
  const count = classIndices.length;
  return {
    count,
    problem(id, target) {
      if (id <= 0) return undefined;
      const classIndex = classIndices[id - FIRST_ID];
      if (classIndex === undefined) {
        return {
          reason: `#${id} is outside the object table`,
          expected: `#${FIRST_ID} to #${FIRST_ID + count - 1}, or null`,
        };
      }
      if (target === undefined || !known.has(target)) return undefined;
      let member = members.get(target);
      if (member === undefined) {
        member = derivedFrom(classes, target);
        members.set(target, member);
      }
      if (member[classIndex - 1] === 1) return undefined;
      const name = classes[classIndex - 1]?.name.text ?? 'no class of the schema';
      return { reason: `#${id} is of ${name}`, expected: `an object of class ${target}, or null` };
    },
  };
}
