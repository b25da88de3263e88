import type { BlendMode, FilterMode, JsonValue, RawValues, WrapMode } from '../scene/scene.ts';
import { rawFields } from './raw.ts';
import type { Stevia } from './stevia.ts';
import type { Parameter, State, Texture, Variant } from './stevia-types.ts';

/** Names of the enums of a State (svo.md §6). */
export const CULL_MODES: Readonly<Record<number, string>> = { 0: 'none', 1: 'front', 2: 'back' };
export const BLEND_FACTORS: Readonly<Record<number, string>> = {
  0: 'zero',
  1: 'one',
  2: 'srcColor',
  3: 'invSrcColor',
  4: 'srcAlpha',
  5: 'invSrcAlpha',
};
export const BLEND_OPERATIONS: Readonly<Record<number, string>> = {
  0: 'add',
  1: 'sub',
  2: 'revSub',
  3: 'min',
  4: 'max',
};

/** A named value of a material with the Variant behind it. */
export interface MaterialParameter {
  readonly parameter: Parameter;
  readonly list: '_lighting' | '_userParameter';
  readonly variant: Variant | undefined;
  /** What counts of the Variant; undefined when there is none. */
  readonly value: number | string | readonly number[] | undefined;
}

/** What `colorOf` and `numberOf` look at: a parameter of a file, or one to be. */
export interface NamedVariant {
  readonly parameter: Pick<Parameter, 'name'>;
  readonly variant: Pick<Variant, 'valueColor' | 'valueF32' | 'valueS32'> | undefined;
}

/** Parameters of a State: `_lighting` first, then `_userParameter`, in list order. */
export function materialParameters(stevia: Stevia, state: State): MaterialParameter[] {
  const parameters: MaterialParameter[] = [];
  for (const [list, ids] of [
    ['_lighting', state.lighting],
    ['_userParameter', state.userParameter],
  ] as const) {
    for (const id of ids ?? []) {
      const parameter = stevia.get('Parameter', id);
      if (!parameter) continue;
      const variant = stevia.get('Variant', parameter.value);
      parameters.push({ parameter, list, variant, value: variant && chooseVariantValue(variant) });
    }
  }
  return parameters;
}

/**
 * Inferred: which value of a Variant counts. The numbers of `_variantType` are not published, so the member that is not
 * zero or empty is taken, in the order string, colour, float, integer; 0 when all are (svo.md §6 [H]).
 */
export function chooseVariantValue(variant: Variant): number | string | readonly number[] {
  if (variant.valueString) return variant.valueString;
  if (variant.valueColor?.some((c) => c !== 0)) return variant.valueColor;
  return variant.valueF32 || variant.valueS32 || 0;
}

/** The finite colour of the first parameter of this name, at least RGB; undefined when there is none. */
export function colorOf(parameters: readonly NamedVariant[], name: string): readonly number[] | undefined {
  for (const { parameter, variant } of parameters) {
    const color = parameter.name === name ? variant?.valueColor : undefined;
    if (color && color.length >= 3 && color.every(Number.isFinite)) return color;
  }
  return undefined;
}

/** The finite number of the first parameter of this name; undefined when there is none. */
export function numberOf(parameters: readonly NamedVariant[], name: string): number | undefined {
  for (const { parameter, variant } of parameters) {
    if (parameter.name !== name || !variant) continue;
    const value = variant.valueF32 || variant.valueS32 || 0;
    if (Number.isFinite(value)) return value;
  }
  return undefined;
}

/**
 * How a State mixes with what is behind it (svo.md §6). A missing factor counts as one and zero: opaque.
 */
export function blendModeOf(state: Pick<State, 'blendOperation' | 'blendFactorSrc' | 'blendFactorDst'>): BlendMode {
  const src = BLEND_FACTORS[state.blendFactorSrc ?? 1];
  const dst = BLEND_FACTORS[state.blendFactorDst ?? 0];
  if ((state.blendOperation ?? 0) !== 0) return 'other';
  if (src === 'one' && dst === 'zero') return 'opaque';
  if (src === 'srcAlpha' && dst === 'invSrcAlpha') return 'alpha';
  if ((src === 'one' || src === 'srcAlpha') && dst === 'one') return 'additive';
  if (src === 'zero' && dst === 'srcColor') return 'multiply';
  if (src === 'one' && dst === 'invSrcAlpha') return 'premultiplied';
  return 'other';
}

/** Inferred: pixels with less alpha than `_alphaRef / 255` are not drawn; 0 means no test (svo.md §3, §6). */
export function alphaCutoffOf(state: Pick<State, 'alphaRef'>): number | undefined {
  return state.alphaRef ? Math.min(1, state.alphaRef / 255) : undefined;
}

/** Both sides are drawn: no culling, or a blended surface with `_transparentDoubleSide`. */
export function isDoubleSided(state: Pick<State, 'cullMode' | 'transparentDoubleSide'>, blend: BlendMode): boolean {
  return state.cullMode === 0 || (Boolean(state.transparentDoubleSide) && blend !== 'opaque');
}

/** Inferred: wrap mode 1 is mirror (svo.md §6 [H]). 2 is clamp, 0 repeat, and anything else is taken for repeat. */
export function wrapModeOf(value: number | undefined): WrapMode {
  return value === 2 ? 'clamp' : value === 1 ? 'mirror' : 'repeat';
}

/** Filter (svo.md §6): 0 point, 1 linear, 2 anisotropic, which is shown as linear. */
export function filterModeOf(value: number | undefined): FilterMode {
  return value === 0 ? 'point' : 'linear';
}

export type TextureRole = 'base' | 'normal' | 'emissive' | 'other';

/**
 * Inferred: what a Texture is for, by `_textureType`; `base` is the only type that is known. A material whose textures
 * are all of other kinds shows the first of them as its base.
 */
export function textureRole(texture: Pick<Texture, 'textureType'>): TextureRole {
  const type = (texture.textureType ?? '').toLowerCase();
  if (type === '' || type === 'base' || type === 'diffuse' || type === 'color') return 'base';
  if (type === 'normal' || type === 'bump') return 'normal';
  return type === 'emissive' || type === 'glow' ? 'emissive' : 'other';
}

/** Every field of the State, and its parameters with all five values of each Variant, as they are in the file. */
export function rawMaterial(state: State, parameters: readonly MaterialParameter[]): RawValues {
  return {
    id: state.id,
    state: rawFields(state.object),
    parameters: parameters.map(
      ({ parameter, list, variant }): JsonValue => ({
        list,
        ...rawFields(parameter.object),
        id: parameter.id,
        variant: variant ? { id: variant.id, ...rawFields(variant.object) } : null,
      }),
    ),
  };
}
