import { expect, test } from 'vitest';
import { formatLosses, LossList } from '../../src/scene/losses.ts';

test('equal rows are one, kinds stand in their order, counts of 0 give no row', () => {
  const list = new LossList();
  list.add('left-out', 'skins', 'OBJ has none');
  list.add('exact', 'nodes', '', 12);
  list.add('extras', 'anisotropy', 'no place', 0);
  list.addAll([
    { kind: 'left-out', what: 'skins', detail: 'OBJ has none', count: 2 },
    { kind: 'approximated', what: 'normals', detail: 'scaled', count: 1000 },
    { kind: 'exact', what: 'meshes', detail: 'as drawn', count: 1 },
  ]);
  expect(list.rows()).toEqual([
    { kind: 'exact', what: 'nodes', detail: '', count: 12 },
    { kind: 'exact', what: 'meshes', detail: 'as drawn', count: 1 },
    { kind: 'approximated', what: 'normals', detail: 'scaled', count: 1000 },
    { kind: 'left-out', what: 'skins', detail: 'OBJ has none', count: 3 },
  ]);
  expect(formatLosses(list.rows())).toBe(
    [
      'exact           12  nodes',
      'exact            1  meshes   as drawn',
      'approximated  1000  normals  scaled',
      'left-out         3  skins    OBJ has none',
    ].join('\n'),
  );
  expect(formatLosses([])).toBe('');
});
