import { dataView } from '../binary/bytes.ts';
import type { Yabx, YabxField, YabxObject } from '../yabx/types.ts';

/**
 * Reads the fields of one object by class and name (svo.md §3), whatever order and extra fields the file's schema has.
 * A field that is missing, or that holds something else than asked for, is undefined.
 */
export class Fields {
  readonly #object: YabxObject;
  readonly #little: boolean;

  constructor(yabx: Yabx, object: YabxObject) {
    this.#object = object;
    this.#little = !yabx.bigEndian;
  }

  /** The field as declared in `stevia::<owner>`; where no class of that name declares it, the first of its name. */
  field(owner: string, name: string): YabxField | undefined {
    const declaredIn = `stevia::${owner}`;
    let first: YabxField | undefined;
    for (const field of this.#object.fields) {
      if (field.name !== name) continue;
      if (field.declaredIn === declaredIn) return field;
      first ??= field;
    }
    return first;
  }

  u32(owner: string, name: string): number | undefined {
    const field = this.field(owner, name);
    const raw = field?.raw;
    if (raw?.length === 4 && field?.size === 4) return dataView(raw).getUint32(0, this.#little);
    return raw?.length === 1 ? raw[0] : undefined;
  }

  s32(owner: string, name: string): number | undefined {
    const value = this.u32(owner, name);
    return value === undefined ? undefined : value | 0;
  }

  /** The field's four bytes as f32, NaN and infinities as they are. */
  f32(owner: string, name: string): number | undefined {
    const field = this.field(owner, name);
    return field?.size === 4 && field.raw.length === 4 ? dataView(field.raw).getFloat32(0, this.#little) : undefined;
  }

  ref(owner: string, name: string): number | undefined {
    const value = this.field(owner, name)?.value;
    return value?.kind === 'ref' || value?.kind === 's16' || value?.kind === 'u16' ? value.value : undefined;
  }

  refs(owner: string, name: string): readonly number[] | undefined {
    const value = this.field(owner, name)?.value;
    return value?.kind === 'refs' ? value.value : undefined;
  }

  text(owner: string, name: string): string | undefined {
    const value = this.field(owner, name)?.value;
    return value?.kind === 'str' ? value.value : undefined;
  }

  /** The string's bytes without the NUL: what chunk names are compared with. */
  textBytes(owner: string, name: string): Uint8Array | undefined {
    const value = this.field(owner, name)?.value;
    if (value?.kind !== 'str') return undefined;
    const end = value.bytes.indexOf(0);
    return end < 0 ? value.bytes : value.bytes.subarray(0, end);
  }

  texts(owner: string, name: string): readonly string[] | undefined {
    const value = this.field(owner, name)?.value;
    if (value?.kind === 'strs') return value.value;
    return value?.kind === 'refs' && value.value.length === 0 ? [] : undefined;
  }

  vector(owner: string, name: string): readonly number[] | undefined {
    const value = this.field(owner, name)?.value;
    return value?.kind === 'vec3' || value?.kind === 'vec4' || value?.kind === 'mat' ? value.value : undefined;
  }

  matrices(owner: string, name: string): readonly (readonly number[])[] | undefined {
    const value = this.field(owner, name)?.value;
    return value?.kind === 'mats' ? value.value : undefined;
  }
}
