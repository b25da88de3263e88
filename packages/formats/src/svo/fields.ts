import { dataView } from '../binary/bytes.ts';
import type { Yabx, YabxField, YabxObject } from '../yabx/types.ts';

/** Where the fields of a class lie in its objects, learnt from the first object that is asked for one. */
export type FieldPositions = Map<string, Map<string, number>>;

/**
 * Reads the fields of one object by class and name (svo.md §3), whatever order and extra fields the file's schema has.
 * A field that is missing, or that holds something else than asked for, is undefined.
 */
export class Fields {
  readonly #object: YabxObject;
  readonly #positions: FieldPositions;
  readonly #little: boolean;

  /** `positions` is shared by the objects of one class. */
  constructor(yabx: Yabx, object: YabxObject, positions: FieldPositions) {
    this.#object = object;
    this.#positions = positions;
    this.#little = !yabx.bigEndian;
  }

  /** The field as declared in `stevia::<owner>`; where no class of that name declares it, the first of its name. */
  field(owner: string, name: string): YabxField | undefined {
    let positions = this.#positions.get(owner);
    if (!positions) {
      positions = new Map();
      this.#positions.set(owner, positions);
    }
    const { fields } = this.#object;
    const known = fields[positions.get(name) ?? -1];
    if (known?.name === name) return known;
    const declaredIn = `stevia::${owner}`;
    let at = fields.findIndex((f) => f.name === name && f.declaredIn === declaredIn);
    if (at < 0) at = fields.findIndex((f) => f.name === name);
    if (at >= 0) positions.set(name, at);
    return fields[at];
  }

  u32(owner: string, name: string): number | undefined {
    const field = this.field(owner, name);
    if (field?.value.kind === 'u32' || field?.value.kind === 'u8') return field.value.value;
    return field?.size === 4 && field.raw.length === 4 ? dataView(field.raw).getUint32(0, this.#little) : undefined;
  }

  s32(owner: string, name: string): number | undefined {
    const value = this.u32(owner, name);
    return value === undefined ? undefined : value | 0;
  }

  /** The field's four bytes as f32, NaN and infinities as they are. */
  f32(owner: string, name: string): number | undefined {
    const field = this.field(owner, name);
    if (field?.value.kind === 'f32') return field.value.value;
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
