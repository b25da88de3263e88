import { BLEND_FACTORS, BLEND_OPERATIONS, CULL_MODES } from '@unbake/formats';

const WRAPS = ['repeat', 'mirror', 'clamp'];
const FILTERS = ['point', 'linear', 'anisotropic'];

/** What a stored number of a State, Texture or Image stands for, as the specification names it (svo.md §6). */
const MEANINGS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  _cullMode: CULL_MODES,
  _blendOperation: BLEND_OPERATIONS,
  _blendFactorSrc: BLEND_FACTORS,
  _blendFactorDst: BLEND_FACTORS,
  _wrapU: WRAPS,
  _wrapV: WRAPS,
  _minFilter: FILTERS,
  _magFilter: FILTERS,
  _mipFilter: FILTERS,
};

/** The name of a stored number; undefined where there is none. `text`: as the graph shows it. */
export function meaningOf(field: string, text: string): string | undefined {
  return MEANINGS[field]?.[Number(text)];
}

/** A colour of the file as CSS: the first three numbers as sRGB, clamped to 0..1; undefined where it has none. */
export function cssColor(values: readonly number[]): string | undefined {
  if (values.length < 3) return undefined;
  const [r, g, b] = values.map((value) =>
    Math.round(255 * Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0))),
  );
  return `rgb(${r} ${g} ${b})`;
}

/** A number for people: three digits behind the point at most. */
export function shortNumber(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toFixed(3))) : String(value);
}
