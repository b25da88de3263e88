import { openAsset, type TraceNode } from '@unbake/formats';
import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { TraceTree } from '../src/lib/trace-tree.ts';
import { packTrace } from '../src/worker/methods/trace.ts';

function node(name: string, start: number, end: number, value?: unknown, children: TraceNode[] = []): TraceNode {
  return { name, start, end, value, children };
}

const small = new TraceTree(
  packTrace(
    node('file', 0, 40, undefined, [
      node('header', 0, 8, undefined, [node('magic', 0, 4, Uint8Array.of(0x41, 0x56, 0, 0)), node('count', 4, 8, 3)]),
      node('entries[0]', 8, 24, undefined, [
        node('name', 8, 20, 'a.b'),
        node('matrix', 20, 24, Float32Array.of(1, 0.1)),
      ]),
      node('entries[1]', 24, 32, undefined, [node('name', 24, 32, 'x'.repeat(300))]),
      node('entries[10]', 32, 36, undefined, [node('[0]', 32, 34, Number.NaN), node('[1]', 34, 36, null)]),
    ]),
  ),
);
const at = (path: string): number => {
  const found = small.find(path);
  expect(small.path(found)).toBe(path);
  return found;
};

describe('a trace as a tree', () => {
  test('paths both ways', () => {
    for (const path of ['header', 'header.count', 'entries[0].name', 'entries[10][1]']) at(path);
    expect(small.path(0)).toBe('');
    expect(small.find('nothing')).toBe(0);
    expect(small.path(small.find('entries[1].what'))).toBe('entries[1]');
    expect(small.path(small.find('entries[11]'))).toBe('');
  });

  test('children and leaves', () => {
    expect(small.children(0).map((n) => small.name(n))).toEqual(['header', 'entries[0]', 'entries[1]', 'entries[10]']);
    expect(small.children(at('header')).map((n) => small.isLeaf(n))).toEqual([true, true]);
    expect(small.isLeaf(at('header'))).toBe(false);
  });

  test('values are short texts', () => {
    expect(small.value(at('header.magic'))).toBe('AV');
    expect(small.value(at('header.count'))).toBe('3');
    expect(small.value(at('entries[0].matrix'))).toBe('1, 0.1');
    expect(small.value(at('entries[1].name'))).toHaveLength(96);
    expect(small.value(at('entries[10][0]'))).toBe('NaN');
    expect(small.value(at('entries[10][1]'))).toBeUndefined();
    expect(small.value(at('header'))).toBeUndefined();
  });

  test('the smallest node around bytes', () => {
    expect(small.path(small.covering(9, 10))).toBe('entries[0].name');
    expect(small.path(small.covering(18, 22))).toBe('entries[0]');
    expect(small.path(small.covering(36, 40))).toBe('');
  });
});

const samples = [...samplesIn('svo', '.svo'), ...samplesIn('msh', '.msh'), ...samplesIn('dds', '.dds')];

describe('the traces of the samples', () => {
  test.each(samples)('$name: every node is found again by its path, every byte by its field', ({ name, bytes }) => {
    const { root } = openAsset(bytes, { name }).trace();
    const tree = new TraceTree(packTrace(root));
    const seen = new Set<string>();
    const lost: string[] = [];
    for (let n = 1; n < tree.trace.count; n++) {
      const path = tree.path(n);
      // Names that stand twice below one parent name the first.
      if (seen.has(path)) continue;
      seen.add(path);
      if (tree.find(path) !== n) lost.push(path);
    }
    expect(lost).toEqual([]);
    const gaps = tree.bytes.gaps(bytes.length);
    const wrong: number[] = [];
    for (let offset = 0; offset < bytes.length; offset++) {
      const field = tree.bytes.at(offset);
      const explained = !gaps.some((gap) => gap.start <= offset && offset < gap.end);
      const holds = field >= 0 && tree.trace.start[field]! <= offset && offset < tree.trace.end[field]!;
      if (holds !== explained) wrong.push(offset);
    }
    expect(wrong).toEqual([]);
  });
});
