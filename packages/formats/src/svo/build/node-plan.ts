import type { LossList } from '../../scene/losses.ts';
import type { Scene, SceneNode } from '../../scene/scene.ts';

/** A mesh that a node shows. */
export interface MeshUse {
  readonly mesh: number;
  readonly skin: number | undefined;
}

/** The nodes of the file and what they show, by scene node index. */
export interface NodePlan {
  /** Scene nodes that become Nodes, in the scene's order. */
  readonly nodes: readonly number[];
  /** By scene node index; of nodes that become Nodes only. */
  readonly parents: ReadonlyMap<number, number>;
  readonly children: ReadonlyMap<number, readonly number[]>;
  readonly roots: readonly number[];
  /** What each node shows: a mesh, or the rigid and the skinned parts of one. */
  readonly meshes: ReadonlyMap<number, readonly MeshUse[]>;
  /** Meshes that no node shows, as an earlier export found them. */
  readonly loose: readonly MeshUse[];
}

/**
 * Which scene nodes become Nodes: those that the roots reach and the joints of their skins. Nodes that reading an SVO
 * file added (roots of skinned and of unreferenced meshes, common roots of joints) go back to where they came from.
 */
export function planNodes(scene: Scene, losses: LossList): NodePlan {
  const { order, parents } = reachable(scene, losses);
  const children = new Map<number, number[]>();
  const roots: number[] = [];
  const meshes = new Map<number, MeshUse[]>();
  const loose: MeshUse[] = [];
  const owners = new Map<unknown, number>();
  for (const index of order) {
    const { id } = scene.nodes[index]!.raw;
    if (typeof id === 'number' && !owners.has(id)) owners.set(id, index);
  }
  const dropped = new Set<number>();
  for (const index of order) {
    const n = scene.nodes[index]!;
    const use = n.mesh === undefined || !scene.meshes[n.mesh] ? undefined : meshUse(scene, n);
    const owner = owners.get(n.raw.skinOf);
    if (isPlain(n) && !parents.has(index)) {
      if (n.raw.rootOf !== undefined && n.mesh === undefined) dropped.add(index);
      else if (use && n.children.length === 0 && (n.raw.unreferenced !== undefined || owner !== undefined)) {
        dropped.add(index);
        if (owner === undefined) loose.push(use);
        else push(meshes, owner, use);
        continue;
      }
    }
    if (use) meshes.set(index, [use, ...(meshes.get(index) ?? [])]);
  }
  const kept = order.filter((index) => !dropped.has(index));
  const keptParents = new Map<number, number>();
  for (const index of kept) {
    const parent = parents.get(index);
    if (parent === undefined || dropped.has(parent)) roots.push(index);
    else {
      keptParents.set(index, parent);
      push(children, parent, index);
    }
  }
  // Children in the order of the scene's lists, nodes in the order of the scene.
  for (const [parent, list] of children) {
    const places = new Map(scene.nodes[parent]!.children.map((child, i) => [child, i]));
    list.sort((a, b) => places.get(a)! - places.get(b)!);
  }
  return { nodes: kept.sort((a, b) => a - b), parents: keptParents, children, roots, meshes, loose };
}

function push<T>(lists: Map<number, T[]>, key: number, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

function meshUse(scene: Scene, n: SceneNode): MeshUse {
  const skin = n.skin !== undefined && scene.skins[n.skin]?.joints.length ? n.skin : undefined;
  return { mesh: n.mesh!, skin };
}

/** Nodes below the roots, then those above and below joints; a node belongs to the first parent that lists it. */
function reachable(scene: Scene, losses: LossList) {
  const parents = new Map<number, number>();
  const order: number[] = [];
  const seen = new Set<number>();
  const visit = (root: number) => {
    const stack: [node: number, parent: number | undefined][] = [[root, undefined]];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      const [index, parent] = top;
      const n = scene.nodes[index];
      if (!n || seen.has(index)) continue;
      seen.add(index);
      order.push(index);
      if (parent !== undefined) parents.set(index, parent);
      for (let i = n.children.length - 1; i >= 0; i--) stack.push([n.children[i]!, index]);
    }
  };
  for (const root of scene.roots) visit(root);
  const parentOf = new Map(scene.nodes.flatMap((n, index) => n.children.map((child) => [child, index] as const)));
  for (let i = 0; i < order.length; i++) {
    const n = scene.nodes[order[i]!]!;
    if (n.mesh === undefined || n.skin === undefined) continue;
    for (const joint of scene.skins[n.skin]?.joints ?? []) {
      if (seen.has(joint)) continue;
      let top = joint;
      for (let steps = 0; parentOf.has(top) && steps < scene.nodes.length; steps++) top = parentOf.get(top)!;
      visit(top);
      visit(joint);
    }
  }
  const lods = new Set(scene.nodes.flatMap((n) => n.lods ?? []));
  const coarser = [...lods].filter((index) => !seen.has(index)).length;
  losses.add('left-out', 'levels of detail', 'the coarser ones; the format has none', coarser);
  losses.add('left-out', 'nodes', 'that the scene does not reach', scene.nodes.length - seen.size - coarser);
  return { order, parents };
}

function isPlain({ translation: t, rotation: r, scale: s }: SceneNode): boolean {
  return t.every((c) => c === 0) && Math.abs(r[3]) === 1 && s.every((c) => c === 1);
}
