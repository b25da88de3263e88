import type { JsonValue, RawValues } from '@unbake/formats';

/** Version of the object under `extras.unbake`. */
export const EXTRAS_VERSION = 1;

const MAX_DEPTH = 100;

/**
 * `{ unbake: { version, ...own, raw } }`, or nothing when there is nothing to say. What a Parkan model says of itself
 * stands beside it under `msh` (msh.md §5).
 */
export function unbakeExtras(
  raw: RawValues,
  own: { [key: string]: JsonValue | undefined } = {},
): Record<string, unknown> {
  const content: { [key: string]: JsonValue } = {};
  for (const [key, value] of Object.entries(own)) if (value !== undefined) content[key] = jsonSafe(value);
  const { msh, ...others } = raw;
  if (Object.keys(others).length > 0) content.raw = jsonSafe(others);
  const extras: Record<string, unknown> = msh === undefined ? {} : { msh: jsonSafe(msh) };
  if (Object.keys(content).length > 0) extras.unbake = { version: EXTRAS_VERSION, ...content };
  return extras;
}

/** The same value with numbers that JSON cannot hold as the strings "NaN", "Infinity" and "-Infinity". */
export function jsonSafe(value: JsonValue, depth = 0): JsonValue {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return '(deeper than 100 levels)';
  if (Array.isArray(value)) return value.map((item) => jsonSafe(item, depth + 1));
  const safe: [string, JsonValue][] = [];
  for (const [key, item] of Object.entries(value)) if (item !== undefined) safe.push([key, jsonSafe(item, depth + 1)]);
  return Object.fromEntries(safe);
}
