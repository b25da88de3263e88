import type { JsonValue } from '../scene/scene.ts';
import { EditError } from './edit-error.ts';
import { isObject, type JsonObject, shape } from './json-shape.ts';
import { stringFromJson } from './json-value.ts';
import { COMPACT_MAX } from './strings.ts';
import type { YabxString } from './types.ts';

/** An object of an edited document with its path, whose members are checked as they are read (EditError). */
export class JsonReader {
  readonly json: JsonObject;
  readonly path: string;

  private constructor(json: JsonObject, path: string) {
    this.json = json;
    this.path = path;
  }

  static over(json: JsonValue | undefined, path = ''): JsonReader {
    if (!isObject(json)) throw new EditError(path, `${shape(json)} is given`, 'an object');
    return new JsonReader(json, path);
  }

  at(key: string): string {
    return this.path ? `${this.path}.${key}` : key;
  }

  value(key: string): JsonValue | undefined {
    return Object.hasOwn(this.json, key) ? this.json[key] : undefined;
  }

  object(key: string): JsonReader {
    return JsonReader.over(this.value(key), this.at(key));
  }

  integer(key: string, min: number, max: number): number {
    const value = this.value(key);
    if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
      const expected = min === max ? `${min}` : `a whole number from ${min} to ${max}`;
      throw new EditError(this.at(key), `${shape(value)} is given`, expected);
    }
    return value;
  }

  /** A CRC as eight hex digits. */
  crc(key: string): number {
    const value = this.value(key);
    if (typeof value !== 'string' || !/^[0-9a-fA-F]{8}$/.test(value)) {
      throw new EditError(this.at(key), `${shape(value)} is given`, 'eight hex digits');
    }
    return Number.parseInt(value, 16);
  }

  /** A name that stands in a list, which an empty one would end. */
  name(): YabxString {
    return nameFromJson(this.value('name'), this.at('name'));
  }

  names(key: string): YabxString[] {
    return this.#items(key).map((item, i) => nameFromJson(item, `${this.at(key)}[${i}]`));
  }

  list<T>(key: string, read: (item: JsonReader) => T): T[] {
    return this.#items(key).map((item, i) => read(JsonReader.over(item, `${this.at(key)}[${i}]`)));
  }

  #items(key: string): JsonValue[] {
    const value = this.value(key);
    if (!Array.isArray(value)) throw new EditError(this.at(key), `${shape(value)} is given`, 'a list');
    return value;
  }
}

function nameFromJson(json: JsonValue | undefined, path: string): YabxString {
  const name = stringFromJson(json, COMPACT_MAX, path);
  if (name.bytes.length === 0)
    throw new EditError(path, 'the name is empty', 'a name: an empty one would end the list');
  return name;
}
