import type { Scene } from '@unbake/formats';

/** A line of the scene tree. */
export interface OutlineRow {
  readonly node: number;
  readonly depth: number;
  readonly hasChildren: boolean;
}

export type NodeKind = 'mesh' | 'skinned' | 'joint' | 'attach' | 'node';

/** Parent of each node, -1 for roots and for nodes outside the tree; a node belongs to the first that lists it. */
export function parentsOf(scene: Scene): Int32Array {
  const parents = new Int32Array(scene.nodes.length).fill(-1);
  const placed = new Set<number>(scene.roots);
  const queue = [...scene.roots];
  for (let at = 0; at < queue.length; at++) {
    for (const child of scene.nodes[queue[at]!]?.children ?? []) {
      if (placed.has(child) || !scene.nodes[child]) continue;
      placed.add(child);
      parents[child] = queue[at]!;
      queue.push(child);
    }
  }
  return parents;
}

/** The rows that are open, or, with a query, every node whose name holds it, in the order of the tree. */
export function outlineRows(scene: Scene, closed: ReadonlySet<number>, query: string): OutlineRow[] {
  const parents = parentsOf(scene);
  const wanted = query.trim().toLowerCase();
  const rows: OutlineRow[] = [];
  const stack = [...scene.roots].reverse().map((node) => ({ node, depth: 0 }));
  const placed = new Set<number>();
  while (stack.length > 0) {
    const { node, depth } = stack.pop()!;
    const source = scene.nodes[node];
    if (!source || placed.has(node)) continue;
    placed.add(node);
    const children = source.children.filter((child) => parents[child] === node && !placed.has(child));
    if (wanted === '') rows.push({ node, depth, hasChildren: children.length > 0 });
    else if (matches(scene, node, wanted)) rows.push({ node, depth: 0, hasChildren: false });
    if (wanted === '' && closed.has(node)) continue;
    for (const child of children.reverse()) stack.push({ node: child, depth: depth + 1 });
  }
  return rows;
}

function matches(scene: Scene, node: number, wanted: string): boolean {
  const { name, mesh } = scene.nodes[node]!;
  const words = [name, labelOf(scene, node) ?? '', mesh === undefined ? '' : (scene.meshes[mesh]?.name ?? '')];
  return words.some((word) => word.toLowerCase().includes(wanted));
}

/** What a node is for. */
export function kindOf(scene: Scene, node: number, joints: ReadonlySet<number>): NodeKind {
  const { mesh, skin, children } = scene.nodes[node]!;
  if (mesh !== undefined) return skin === undefined ? 'mesh' : 'skinned';
  if (joints.has(node)) return 'joint';
  return children.length === 0 ? 'attach' : 'node';
}

export function jointsOf(scene: Scene): ReadonlySet<number> {
  return new Set(scene.skins.flatMap((skin) => skin.joints));
}

/** The socket label of a Parkan node, where it has one beside its name. */
export function labelOf(scene: Scene, node: number): string | undefined {
  const msh = scene.nodes[node]?.raw.msh;
  if (typeof msh !== 'object' || msh === null || Array.isArray(msh)) return undefined;
  return typeof msh.label === 'string' && msh.label !== '' ? msh.label : undefined;
}

export function trianglesOf(scene: Scene, node: number): number {
  const { mesh } = scene.nodes[node]!;
  const parts = mesh === undefined ? [] : (scene.meshes[mesh]?.primitives ?? []);
  return parts.reduce((sum, part) => sum + part.indices.length / 3, 0);
}

/** The nodes above `node`, nearest first. */
export function ancestorsOf(parents: Int32Array, node: number): number[] {
  const found: number[] = [];
  for (let at = parents[node] ?? -1; at >= 0; at = parents[at]!) found.push(at);
  return found;
}
