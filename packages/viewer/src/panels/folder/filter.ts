import type { OpenFile } from '../../state/files.ts';
import type { AssetKind, Survey } from '../../worker/content-facts.ts';

export const KINDS: readonly AssetKind[] = ['model', 'texture', 'font', 'archive', 'material', 'data', 'unknown'];

/** What a list is narrowed to; empty strings narrow nothing. */
export interface Filter {
  /** Part of the path. */
  name: string;
  kind: AssetKind | '';
  /** `error`, `warning`, `clean`, or a diagnostic code. */
  findings: string;
}

export interface Listed {
  file: Pick<OpenFile, 'path' | 'name'>;
  /** Undefined until it is known. */
  survey: Survey | undefined;
}

const BY_ENDING: Readonly<Record<string, AssetKind>> = {
  svo: 'model',
  msh: 'model',
  rfz: 'font',
  dds: 'texture',
  texm: 'texture',
  tex: 'texture',
  rlb: 'archive',
  lib: 'archive',
  mat0: 'material',
  wea: 'material',
  yabx: 'data',
};

/** What a file is, by its name until it is known. */
export function kindOf({ file, survey }: Listed): AssetKind {
  if (survey) return survey.kind;
  return BY_ENDING[file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()] ?? 'unknown';
}

export function matches(item: Listed, { name, kind, findings }: Filter): boolean {
  if (name && !item.file.path.toLowerCase().includes(name.trim().toLowerCase())) return false;
  if (kind && kindOf(item) !== kind) return false;
  if (!findings) return true;
  const { survey } = item;
  if (!survey) return false;
  if (findings === 'error') return survey.errors > 0;
  if (findings === 'warning') return survey.warnings > 0;
  if (findings === 'clean') return !survey.unchecked && survey.errors === 0 && survey.warnings === 0;
  return survey.codes.includes(findings);
}

/** How many files there are of each kind. */
export function countKinds(items: readonly Listed[]): Map<AssetKind, number> {
  const counts = new Map<AssetKind, number>();
  for (const item of items) counts.set(kindOf(item), (counts.get(kindOf(item)) ?? 0) + 1);
  return counts;
}

/** In how many files each code was found, most first. */
export function countCodes(items: readonly Listed[]): [code: string, files: number][] {
  const counts = new Map<string, number>();
  for (const { survey } of items) {
    for (const code of survey?.codes ?? []) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
