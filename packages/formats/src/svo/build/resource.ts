import type { DraftValue } from './drafts.ts';
import type { RawObject } from './raw-values.ts';

/** The fields of `stevia::Resource`: the full name of an earlier export while the name is still the same. */
export function resourceValues(name: string, raw: RawObject, flag = 0): Record<string, DraftValue> {
  const same = raw.text('_name') === name;
  return {
    _name: name,
    _flag: raw.u32('_flag') ?? flag,
    _fullName: (same ? raw.text('_fullName') : undefined) ?? name,
  };
}
