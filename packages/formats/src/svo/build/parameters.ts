import type { SceneMaterial } from '../../scene/scene.ts';
import { colorOf, type MaterialParameter, numberOf } from '../material.ts';
import { Draft } from './drafts.ts';
import { RawObject } from './raw-values.ts';

type ParameterList = MaterialParameter['list'];

interface NewVariant {
  variantType: number;
  valueF32: number;
  valueS32: number;
  valueColor: number[];
  valueString: string;
}

/** A named value of a material to be; without a Variant it refers to none. */
export interface NewParameter {
  readonly list: ParameterList;
  readonly parameter: { readonly name: string };
  readonly userID: number;
  readonly variant: NewVariant | undefined;
}

/**
 * Inferred: `_variantType` counts the values of a Variant in the order of its fields: 0 float, 1 integer, 2 colour, 3
 * text. The samples have the first three so; no document gives the numbers (svo.md §6 [H]).
 */
export const VARIANT_TYPES = { float: 0, integer: 1, color: 2, text: 3 } as const;

/** The parameters of an earlier export or of a template, all five values of each as they were. */
export function parametersFromRaw(raw: RawObject): NewParameter[] {
  return raw.list('parameters').map((item) => {
    const p = new RawObject(item);
    const stored = p.object('variant');
    const s32 = stored.number('_valueS32') ?? 0;
    return {
      list: p.text('list') === '_lighting' ? '_lighting' : '_userParameter',
      parameter: { name: p.text('_name') ?? '' },
      userID: p.u32('_userID') ?? 0,
      variant: stored.isEmpty
        ? undefined
        : {
            variantType: stored.u32('_variantType') ?? VARIANT_TYPES.float,
            valueF32: stored.number('_valueF32') ?? 0,
            valueS32: (s32 | 0) === s32 ? s32 : 0,
            valueColor: stored.numbers('_valueColor', 4) ?? [0, 0, 0, 0],
            valueString: stored.text('_valueString') ?? '',
          },
    };
  });
}

/** What a material has without a template: the known names (svo.md §6) in the order of the samples, Maya's defaults. */
export function defaultParameters(m: SceneMaterial): NewParameter[] {
  const list = new ParameterSet([]);
  list.setColor('ambient', [0, 0, 0]);
  list.setColor('diffuse', [1, 1, 1]);
  list.setColor('emissive', [0, 0, 0]);
  if (m.specular) list.setColor('specular', m.specular);
  if (m.shininess !== undefined) list.setNumber('shininess', m.shininess);
  list.setNumber('opacity', 1);
  return list.all;
}

/** Writes what the material shows into its parameters; values that show as they should already stay as they are. */
export function applyMaterial(parameters: NewParameter[], m: SceneMaterial): NewParameter[] {
  const set = new ParameterSet(parameters);
  const rgb = m.baseColor.slice(0, 3);
  if (!shows(colorOf(set.all, 'diffuse') ?? [1, 1, 1], rgb)) set.setColor('diffuse', rgb);
  const opacity = numberOf(set.all, 'opacity') ?? colorOf(set.all, 'diffuse')?.[3] ?? 1;
  if (!shows([opacity], m.baseColor.slice(3))) set.setOpacity(m.baseColor[3]);
  if (!shows(colorOf(set.all, 'emissive') ?? [0, 0, 0], m.emissive)) set.setColor('emissive', m.emissive);
  if (m.specular) {
    const specular = colorOf(set.all, 'specular');
    if (!specular || !shows(specular, m.specular)) set.setColor('specular', m.specular);
  }
  if (m.shininess !== undefined) {
    const shininess = numberOf(set.all, 'shininess');
    const near = shininess !== undefined && Math.abs(shininess - m.shininess) <= 1e-4 * Math.max(1, m.shininess);
    if (!near) set.setNumber('shininess', m.shininess);
  }
  return set.all;
}

/** Whether stored numbers show as these ones, which may have been clamped to 0..1 on the way. */
function shows(stored: readonly number[], shown: readonly number[]): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b));
  return shown.every((v, i) => near(stored[i]!, v) || near(Math.min(1, Math.max(0, stored[i]!)), v));
}

class ParameterSet {
  readonly all: NewParameter[];

  constructor(parameters: NewParameter[]) {
    this.all = parameters;
  }

  setColor(name: string, rgb: readonly number[]): void {
    const variant = this.#variant(name, VARIANT_TYPES.color);
    variant.valueColor = [rgb[0]!, rgb[1]!, rgb[2]!, variant.valueColor[3] || 1];
  }

  setNumber(name: string, value: number): void {
    const variant = this.#variant(name, VARIANT_TYPES.float);
    variant.valueF32 = value;
    // An integer counts where the float is zero.
    if (value === 0) variant.valueS32 = 0;
  }

  /** The parameter of that name; where there is none, the alpha of the diffuse colour counts. */
  setOpacity(value: number): void {
    if (numberOf(this.all, 'opacity') !== undefined || !colorOf(this.all, 'diffuse')) this.setNumber('opacity', value);
    else this.#variant('diffuse', VARIANT_TYPES.color).valueColor[3] = value;
  }

  #variant(name: string, variantType: number): NewVariant {
    const known = this.all.find((p) => p.parameter.name === name && p.variant)?.variant;
    if (known) return known;
    const variant = { variantType, valueF32: 0, valueS32: 0, valueColor: [0, 0, 0, 0], valueString: '' };
    const list = this.all[this.all.length - 1]?.list ?? '_userParameter';
    this.all.push({ list, parameter: { name }, userID: this.all.length, variant });
    return variant;
  }
}

/** The Parameters of one of a State's lists. */
export function parameterDrafts(parameters: readonly NewParameter[], list: ParameterList, place: string): Draft[] {
  return parameters
    .filter((p) => p.list === list)
    .map(({ parameter, userID, variant }) => {
      const at = `${place}.${parameter.name}`;
      const value =
        variant &&
        new Draft('Variant', at, {
          _variantType: variant.variantType,
          _valueF32: variant.valueF32,
          _valueS32: variant.valueS32,
          _valueColor: variant.valueColor,
          _valueString: variant.valueString,
        });
      return new Draft('Parameter', at, { _name: parameter.name, _value: value, _userID: userID });
    });
}
