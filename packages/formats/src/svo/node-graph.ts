import type { Report } from '../diagnostics/diagnostic.ts';
import { placeOf } from './place.ts';
import type { Stevia } from './stevia.ts';
import type { Node } from './stevia-types.ts';

/** The nodes of a file as a forest; always finite, whatever the links are. */
export interface NodeGraph {
  /** In Tree order, nodes of no Tree behind. */
  readonly nodes: readonly Node[];
  /** Index of the parent, -1 for a root. */
  readonly parents: Int32Array;
  /** Indices of the children: in the order of the sibling links, others in Tree order behind. */
  readonly children: readonly (readonly number[])[];
  readonly roots: readonly number[];
  /** Every node behind its parent. */
  readonly order: readonly number[];
}

/**
 * Hangs the nodes together (svo.md §5). `_parent` decides; `_child` and `_sibling` give the order, and the parent of a
 * node that names none. Links that make a cycle, give a second parent or point at something else are left out and
 * reported as `svo/node-graph`. No recursion; linear in the number of nodes.
 */
export function nodeGraph(stevia: Stevia, report: Report): NodeGraph {
  const nodes = stevia.all('Node');
  const links = new Links(nodes, report);
  const parents = links.readParents();
  cutCycles(links, parents);
  const children = listChildren(links, parents);
  const roots: number[] = [];
  for (let i = 0; i < nodes.length; i++) if (parents[i] === -1) roots.push(i);
  reportSiblingCycles(links, roots);
  return { nodes, parents, children, roots, order: parentsFirst(roots, children) };
}

class Links {
  readonly nodes: readonly Node[];
  readonly #report: Report;
  readonly #indexOf: Map<number, number>;

  constructor(nodes: readonly Node[], report: Report) {
    this.nodes = nodes;
    this.#report = report;
    this.#indexOf = new Map(nodes.map((node, i) => [node.id, i]));
  }

  /** The index of the linked node, -1 when there is none. A link to anything but a node is reported. */
  target(from: number, field: 'parent' | 'child' | 'sibling'): number {
    const id = this.nodes[from]![field];
    if (id === undefined || id <= 0) return -1;
    const found = this.#indexOf.get(id);
    if (found === undefined) this.broken(from, field, `#${id} is no Node`);
    return found ?? -1;
  }

  broken(from: number, field: 'parent' | 'child' | 'sibling', what: string): void {
    const place = placeOf(this.nodes[from]!, `_${field}`);
    this.#report.add('svo/node-graph', { what: `_${field}: ${what}` }, place.range, place.path);
  }

  readParents(): Int32Array {
    const parents = new Int32Array(this.nodes.length).fill(-1);
    for (let i = 0; i < parents.length; i++) parents[i] = this.target(i, 'parent');
    return parents;
  }

  label(index: number): string {
    const node = this.nodes[index]!;
    return `#${node.id} "${node.name ?? ''}"`;
  }
}

/** Cuts each cycle of parent links at its first node in Tree order. */
function cutCycles(links: Links, parents: Int32Array): void {
  const walk = new Int32Array(parents.length).fill(-1);
  for (let start = 0; start < parents.length; start++) {
    let at = start;
    while (at !== -1 && walk[at] === -1) {
      walk[at] = start;
      at = parents[at]!;
    }
    if (at === -1 || walk[at] !== start) continue;
    let first = at;
    for (let i = parents[at]!; i !== at; i = parents[i]!) if (i < first) first = i;
    links.broken(first, 'parent', `${links.label(parents[first]!)} hangs below this node`);
    parents[first] = -1;
  }
}

/** Children by the child and sibling links, then those that only their `_parent` tells. Adopts nodes without a parent. */
function listChildren(links: Links, parents: Int32Array): number[][] {
  const count = parents.length;
  const children: number[][] = Array.from({ length: count }, () => []);
  const listed = new Uint8Array(count);
  const roots = new Roots(parents);
  for (let parent = 0; parent < count; parent++) {
    let from = parent;
    let field: 'child' | 'sibling' = 'child';
    for (let child = links.target(from, field); child !== -1; child = links.target(from, field)) {
      if (listed[child]) {
        links.broken(from, field, `${links.label(child)} is listed as a child already`);
        break;
      }
      if (parents[child] === -1 && roots.of(parent) !== child) {
        if (links.nodes[child]!.parent !== undefined) {
          links.broken(child, 'parent', `null, but a child of ${links.label(parent)}`);
        }
        parents[child] = parent;
        roots.join(child, parent);
      }
      if (parents[child] !== parent) {
        const why =
          parents[child] === -1 ? 'this node hangs below it' : `its parent is ${links.label(parents[child]!)}`;
        links.broken(from, field, `${links.label(child)}: ${why}`);
        break;
      }
      listed[child] = 1;
      children[parent]!.push(child);
      from = child;
      field = 'sibling';
    }
  }
  for (let child = 0; child < count; child++) {
    const parent = parents[child]!;
    if (parent === -1 || listed[child]) continue;
    if (links.nodes[parent]!.child !== undefined) {
      links.broken(child, 'parent', `${links.label(parent)} does not list it among its children`);
    }
    children[parent]!.push(child);
  }
  return children;
}

/** Sibling links of roots have no meaning for the forest; those that run in a circle are reported all the same. */
function reportSiblingCycles(links: Links, roots: readonly number[]): void {
  const walk = new Int32Array(links.nodes.length).fill(-1);
  for (const start of roots) {
    let from = start;
    while (from !== -1 && walk[from] === -1) {
      walk[from] = start;
      const next = links.target(from, 'sibling');
      if (next !== -1 && walk[next] === start) links.broken(from, 'sibling', `${links.label(next)} comes before it`);
      from = next;
    }
  }
}

/** The root above each node, kept short as nodes are adopted. */
class Roots {
  readonly #up: Int32Array;

  constructor(parents: Int32Array) {
    this.#up = parents.slice();
  }

  of(node: number): number {
    const up = this.#up;
    let root = node;
    while (up[root] !== -1) root = up[root]!;
    for (let at = node; up[at] !== -1; ) {
      const next = up[at]!;
      up[at] = root;
      at = next;
    }
    if (node !== root) up[node] = root;
    return root;
  }

  join(root: number, parent: number): void {
    this.#up[root] = parent;
  }
}

function parentsFirst(roots: readonly number[], children: readonly (readonly number[])[]): number[] {
  const order: number[] = [];
  const stack = [...roots].reverse();
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    order.push(top);
    const below = children[top]!;
    for (let i = below.length - 1; i >= 0; i--) stack.push(below[i]!);
  }
  return order;
}
