import type { Property } from '@gltf-transform/core';
import type { JsonValue, RawValues } from '@unbake/formats';

/** What an export left under `extras.unbake` and `extras.msh`; empty for anything else, whatever stands there. */
export class UnbakeExtras {
  readonly #content: { [key: string]: JsonValue };
  readonly #msh: RawValues;

  constructor(property: Property) {
    const { unbake: content, msh } = property.getExtras();
    this.#msh = isObject(msh) ? { msh } : {};
    this.#content = isObject(content) ? content : {};
  }

  get raw(): RawValues {
    return { ...this.object('raw'), ...this.#msh };
  }

  text(key: string): string | undefined {
    const value = this.#content[key];
    return typeof value === 'string' ? value : undefined;
  }

  number(key: string): number | undefined {
    const value = this.#content[key];
    return typeof value === 'number' ? value : undefined;
  }

  /** A colour of exactly `length` numbers. */
  numbers(key: string, length: number): number[] | undefined {
    const value = this.#content[key];
    if (!Array.isArray(value) || value.length !== length || !value.every((n) => typeof n === 'number'))
      return undefined;
    return value as number[];
  }

  object(key: string): RawValues | undefined {
    const value = this.#content[key];
    return isObject(value) ? value : undefined;
  }
}

function isObject(value: unknown): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
