import { describe, expect, test } from 'vitest';
import { countCodes, countKinds, kindOf, type Listed, matches } from '../src/panels/folder/filter.ts';
import { makeFile } from '../src/state/files.ts';
import { siblingsOf } from '../src/state/siblings.ts';
import type { Survey } from '../src/worker/content-facts.ts';

const ANY = { name: '', kind: '', findings: '' } as const;

function item(path: string, survey?: Partial<Survey>): Listed {
  const known: Survey = {
    kind: 'model',
    format: 'svo',
    errors: 0,
    warnings: 0,
    codes: [],
    failed: false,
    unchecked: false,
  };
  return { file: { path, name: path.slice(path.lastIndexOf('/') + 1) }, survey: survey && { ...known, ...survey } };
}

describe('narrowing a list of files', () => {
  const clean = item('a/hero.svo', {});
  const bad = item('a/bad/Cut.dds', { kind: 'texture', errors: 2, codes: ['dds/truncated', 'dds/size'] });
  const warned = item('font.rfz', { kind: 'font', warnings: 1, codes: ['dds/size'] });
  const large = item('big.rlb', { kind: 'archive', unchecked: true });
  const unknown = item('b/new.texm');
  const all = [clean, bad, warned, large, unknown];
  const kept = (filter: Partial<Parameters<typeof matches>[1]>) =>
    all.filter((one) => matches(one, { ...ANY, ...filter }));

  test('by part of the path in any case', () => {
    expect(kept({})).toEqual(all);
    expect(kept({ name: 'cut' })).toEqual([bad]);
    expect(kept({ name: ' a/ ' })).toEqual([clean, bad]);
  });

  test('by kind: of the contents, by the name until they are known', () => {
    expect(kindOf(unknown)).toBe('texture');
    expect(kept({ kind: 'texture' })).toEqual([bad, unknown]);
    expect(countKinds(all).get('texture')).toBe(2);
    expect(kindOf(item('x.svo', { kind: 'texture' }))).toBe('texture');
    expect(kindOf(item('README'))).toBe('unknown');
  });

  test('by findings: what is not checked fits none of them', () => {
    expect(kept({ findings: 'error' })).toEqual([bad]);
    expect(kept({ findings: 'warning' })).toEqual([warned]);
    expect(kept({ findings: 'clean' })).toEqual([clean]);
    expect(kept({ findings: 'dds/size' })).toEqual([bad, warned]);
    expect(countCodes(all)).toEqual([
      ['dds/size', 2],
      ['dds/truncated', 1],
    ]);
  });
});

test('the libraries of a model are found among thousands of files, the nearest first', () => {
  const file = (path: string) => makeFile(path, 1, async () => ({ kind: 'blob', blob: new Blob() }));
  const model = file('game/units/tank.msh');
  const others = Array.from({ length: 5000 }, (_, i) => file(`game/other/${i}.rlb`));
  const near = file('game/units/Material.lib');
  const all = [...others, file('game/material.lib'), near, file('game/units/TANK.WEA'), model];
  expect(siblingsOf(model, all).map(({ path }) => path)).toEqual(['game/units/Material.lib', 'game/units/TANK.WEA']);
});
