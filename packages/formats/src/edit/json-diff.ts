import type { JsonValue } from '../scene/scene.ts';
import { isObject } from '../yabx/json-shape.ts';

/** A place where two JSON values differ; undefined where a side has nothing. */
export interface JsonDifference {
  path: string;
  a: JsonValue | undefined;
  b: JsonValue | undefined;
}

/** Every innermost place where two JSON values differ, in the order of the first. */
export function jsonDifferences(a: JsonValue, b: JsonValue, path = ''): JsonDifference[] {
  const found: JsonDifference[] = [];
  const stack: JsonDifference[] = [{ path, a, b }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const before = top.a;
    const after = top.b;
    const below: JsonDifference[] = [];
    if (Array.isArray(before) && Array.isArray(after)) {
      const count = Math.max(before.length, after.length);
      for (let i = 0; i < count; i++) below.push({ path: `${top.path}[${i}]`, a: before[i], b: after[i] });
    } else if (isObject(before) && isObject(after)) {
      for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
        const child = top.path ? `${top.path}.${key}` : key;
        below.push({ path: child, a: own(before, key), b: own(after, key) });
      }
    } else if (before !== after) found.push(top);
    for (let i = below.length - 1; i >= 0; i--) stack.push(below[i]!);
  }
  return found;
}

function own(value: { [key: string]: JsonValue }, key: string): JsonValue | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
