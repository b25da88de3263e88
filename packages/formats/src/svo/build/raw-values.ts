import type { JsonValue } from '../../scene/scene.ts';

/**
 * The fields of an object of an earlier export, as `rawFields` left them in a scene. They may have been edited, or be
 * anything at all: whatever is not of the type asked for is undefined.
 */
export class RawObject {
  readonly #fields: { readonly [key: string]: JsonValue };

  constructor(value: JsonValue | undefined) {
    this.#fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  }

  /** A whole number of 0 to 2^32 - 1. */
  u32(name: string): number | undefined {
    const value = this.#get(name);
    return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xffffffff
      ? (value as number)
      : undefined;
  }

  /** A finite number. */
  number(name: string): number | undefined {
    const value = this.#get(name);
    return toNumber(value);
  }

  text(name: string): string | undefined {
    const value = this.#get(name);
    return typeof value === 'string' ? value : undefined;
  }

  /** Exactly `length` finite numbers. */
  numbers(name: string, length: number): number[] | undefined {
    const values = this.list(name).map(toNumber);
    return values.length === length && values.every((v) => v !== undefined) ? (values as number[]) : undefined;
  }

  object(name: string): RawObject {
    return new RawObject(this.#get(name));
  }

  /** Empty when there is none. */
  list(name: string): readonly JsonValue[] {
    const value = this.#get(name);
    return Array.isArray(value) ? value : [];
  }

  get isEmpty(): boolean {
    return Object.keys(this.#fields).length === 0;
  }

  #get(name: string): JsonValue | undefined {
    return Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
  }
}

/** Numbers are stored as such, but for `-0`. */
function toNumber(value: JsonValue | undefined): number | undefined {
  if (value === '-0') return -0;
  return typeof value === 'number' && Number.isFinite(value) && Number.isFinite(Math.fround(value)) ? value : undefined;
}
