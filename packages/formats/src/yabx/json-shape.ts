import { fromHex } from '../binary/hex.ts';
import type { JsonValue } from '../scene/scene.ts';
import { EditError } from './edit-error.ts';

export type JsonObject = { [key: string]: JsonValue };

export function isObject(json: JsonValue | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

export function hexOf(json: JsonValue | undefined, path: string): Uint8Array {
  const bytes = typeof json === 'string' ? fromHex(json) : undefined;
  if (bytes === undefined) throw new EditError(path, `${shape(json)} is not hex`, 'two hex digits a byte');
  return bytes;
}

/** What a JSON value is, for messages. */
export function shape(json: JsonValue | undefined): string {
  if (json === undefined) return 'nothing';
  if (Array.isArray(json)) return `a list of ${json.length}`;
  if (isObject(json)) return 'an object';
  const text = JSON.stringify(json);
  return text.length > 40 ? `${text.slice(0, 40)}..` : text;
}
