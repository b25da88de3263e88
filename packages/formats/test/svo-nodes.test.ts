import { describe, expect, test } from 'vitest';
import { type FieldValues, SyntheticSvo } from '../../../test-support/synthetic-svo.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { compose, decompose, type Mat4 } from '../src/scene/math.ts';
import { nodeWorldMatrices } from '../src/scene/world.ts';
import { checkSvo } from '../src/svo/checks.ts';
import { detectMatrixLayout } from '../src/svo/matrix-layout.ts';
import { type NodeGraph, nodeGraph } from '../src/svo/node-graph.ts';
import { openSvo, type Svo } from '../src/svo/open.ts';
import type { Stevia } from '../src/svo/stevia.ts';
import { svoToScene } from '../src/svo/to-scene.ts';

/** Nodes with these fields, links as positions in the list; ids are 10002 and up. */
function svoOf(nodes: FieldValues[]): Svo {
  const b = new SyntheticSvo();
  const ids = nodes.map((values, i) => b.add('Node', { _name: `n${i}`, ...values }));
  b.add('Tree', { _node: ids });
  return openSvo(b.build());
}

const id = (index: number) => 10002 + index;

function graphOf(nodes: FieldValues[]): { graph: NodeGraph; findings: string[] } {
  const report = new Report();
  const graph = nodeGraph(svoOf(nodes).stevia, report);
  return { graph, findings: report.diagnostics.map((d) => d.code) };
}

function expectForest({ nodes, children, parents, roots, order }: NodeGraph): void {
  expect([...order].sort((a, b) => a - b)).toEqual(nodes.map((_, i) => i));
  const listed = [...roots, ...children.flat()].sort((a, b) => a - b);
  expect(listed).toEqual(nodes.map((_, i) => i));
  for (const [i, below] of children.entries()) for (const child of below) expect(parents[child]).toBe(i);
}

describe('node graph', () => {
  test('children in the order of the sibling links', () => {
    const { graph, findings } = graphOf([
      { _child: id(3) },
      { _parent: id(0) },
      { _parent: id(0), _sibling: id(1) },
      { _parent: id(0), _sibling: id(2) },
    ]);
    expect(findings).toEqual([]);
    expect(graph.children[0]).toEqual([3, 2, 1]);
    expect(graph.roots).toEqual([0]);
    expectForest(graph);
  });

  test.each<[string, FieldValues[], number[][], number[]]>([
    ['a node that is its own child', [{ _child: id(0) }], [[]], [0]],
    [
      'siblings of each other',
      [{ _child: id(1) }, { _parent: id(0), _sibling: id(2) }, { _parent: id(0), _sibling: id(1) }],
      [[1, 2], [], []],
      [0],
    ],
    ['roots that are siblings of each other', [{ _sibling: id(1) }, { _sibling: id(0) }], [[], []], [0, 1]],
    [
      'parents of each other',
      [
        { _parent: id(1), _child: id(1) },
        { _parent: id(0), _child: id(0) },
      ],
      [[1], []],
      [0],
    ],
    [
      'two parents: the one that the node names counts',
      [{ _child: id(2) }, { _child: id(2) }, { _parent: id(1) }],
      [[], [2], []],
      [0, 1],
    ],
    ['a child that is no Node', [{ _child: 10001 }], [[]], [0]],
    ['a parent that is no Node', [{ _parent: 10001 }], [[]], [0]],
    ['a child that names no parent', [{ _child: id(1) }, {}], [[1], []], [0]],
    ['a parent that does not list its child', [{}, { _parent: id(0) }], [[1], []], [0]],
  ])('fault 073: %s is reported and gives a finite tree', (_, nodes, children, roots) => {
    const { graph, findings } = graphOf(nodes);
    expect(findings.length).toBeGreaterThan(0);
    expect(new Set(findings)).toEqual(new Set(['svo/node-graph']));
    expect(graph.children).toEqual(children);
    expect(graph.roots).toEqual(roots);
    expectForest(graph);
    expect(nodeWorldMatrices(svoToScene(svoOf(nodes))).every((m) => m !== undefined)).toBe(true);
  });

  test('fault 073: 20,000 siblings, or levels, without recursion', () => {
    const count = 20_000;
    const last = count - 1;
    const linked = (link: (i: number) => { parent: number; child: number; sibling: number }): NodeGraph => {
      const made = Array.from({ length: count }, (_, i) => ({
        id: id(i),
        name: '',
        ...link(i),
        object: { fields: [] },
      }));
      return nodeGraph({ all: () => made } as unknown as Stevia, new Report());
    };
    const next = (i: number) => (i < last ? id(i + 1) : 0);
    const wide = linked((i) =>
      i === 0 ? { parent: 0, child: id(1), sibling: 0 } : { parent: id(0), child: 0, sibling: next(i) },
    );
    expect(wide.children[0]!.length).toBe(last);
    const deep = linked((i) => ({ parent: i > 0 ? id(i - 1) : 0, child: next(i), sibling: 0 }));
    expect(deep.order[last]).toBe(last);
    const upward = linked((i) => ({ parent: 0, child: i > 0 ? id(i - 1) : 0, sibling: 0 }));
    expect(upward.roots).toEqual([last]);
    for (const graph of [wide, deep, upward]) expectForest(graph);
  });

  test('fault 073: a file of 2,000 levels becomes a scene', () => {
    const count = 2000;
    const deep = Array.from({ length: count }, (_, i) => ({
      _parent: i > 0 ? id(i - 1) : 0,
      _child: i + 1 < count ? id(i + 1) : 0,
    }));
    const scene = svoToScene(svoOf(deep));
    expect(scene.roots).toEqual([0]);
    expect(nodeWorldMatrices(scene).length).toBe(count);
  });

  test('fault 073: a Database that lists itself as a mesh is a wrong class, not a crash', () => {
    const b = new SyntheticSvo();
    b.set(10001, { _mesh: [10001] });
    const svo = openSvo(b.build());
    const report = new Report();
    checkSvo(svo, report);
    expect(report.diagnostics.map((d) => d.code)).toEqual(['svo/reference-class']);
    expect(report.diagnostics[0]!.path).toBe('#10001._mesh');
    expect(svoToScene(svo).meshes).toEqual([]);
  });
});

describe('transforms', () => {
  test('fault 050: unit rotations; a zero one is the identity and reported', () => {
    const svo = svoOf([{ _quaternion: [0, 0, 0, 2] }, { _quaternion: [0, 0, 0, 0] }, { _quaternion: [3, 0, 0, 4] }]);
    const report = new Report();
    const scene = svoToScene(svo, report);
    expect(scene.nodes.map((n) => n.rotation)).toEqual([
      [0, 0, 0, 1],
      [0, 0, 0, 1],
      [0.6, 0, 0, 0.8],
    ]);
    expect(report.diagnostics.map((d) => `${d.code} ${d.path}`)).toEqual([`svo/rotation #${id(1)}._quaternion`]);
    expect(scene.losses.find((l) => l.what === 'rotations')).toMatchObject({ kind: 'approximated', count: 1 });
  });

  test('fault 050: a matrix with a negative determinant decomposes into the same matrix', () => {
    const q = [0.5, 0.5, 0.5, 0.5];
    const matrix = compose([1, 2, 3], q, [-1, 2, 3]);
    const parts = decompose(matrix);
    expectMatrix(compose(parts.translation, parts.rotation, parts.scale), matrix);
    expect(Math.hypot(...parts.rotation)).toBeCloseTo(1, 12);
  });

  test('detects rows or columns, and the order of quaternions', () => {
    const half = Math.SQRT1_2;
    const turned = compose([1, 2, 3], [half, 0, 0, half], [1, 1, 2]);
    const rows3x4 = [0, 1, 2].flatMap((r) => [0, 1, 2, 3].map((c) => turned[c * 4 + r]!));
    const rows4x3 = [0, 1, 2, 3].flatMap((c) => [0, 1, 2].map((r) => turned[c * 4 + r]!));
    for (const [layout, matrix] of [
      ['3x4', rows3x4],
      ['4x3', rows4x3],
    ] as const) {
      for (const [order, quaternion] of [
        ['xyzw', [half, 0, 0, half]],
        ['wxyz', [half, half, 0, 0]],
      ] as const) {
        const node = { _translation: [1, 2, 3], _scale: [1, 1, 2], _quaternion: [...quaternion], _mtxLocal: matrix };
        const svo = svoOf([node]);
        expect(detectMatrixLayout(svo.stevia.all('Node'))).toEqual({
          layout,
          quaternion: order,
          layoutDecided: true,
          quaternionDecided: true,
          fits: [`${layout}/${order}`],
          compared: 1,
          agreeing: 1,
        });
        expectMatrix(nodeWorldMatrices(svoToScene(svo))[0]!, turned);
      }
    }
  });

  test('without a node to decide it the default is named as such', () => {
    expect(detectMatrixLayout([])).toMatchObject({ layout: '3x4', quaternion: 'xyzw', layoutDecided: false, fits: [] });
    const damaged = svoOf([{ _mtxLocal: new Array(12).fill(7) }]);
    expect(detectMatrixLayout(damaged.stevia.all('Node'))).toMatchObject({ layout: '3x4', quaternionDecided: false });
  });

  test('names in any script reach the scene', () => {
    const names = ['譜面', 'まばたき', 'Ünï', 'узел', ''];
    expect(svoToScene(svoOf(names.map((_name) => ({ _name })))).nodes.map((n) => n.name)).toEqual(names);
  });
});

function expectMatrix(found: Mat4, expected: Mat4): void {
  for (let i = 0; i < 16; i++) expect(found[i]).toBeCloseTo(expected[i]!, 5);
}
