/** Which node of an edited scene is which node of a model: what `anim import` works by. */
import type { Scene, SceneNode } from '../../scene/scene.ts';
import { nodeName } from '../names.ts';
import { NONE } from '../tables.ts';
import type { Msh } from '../types.ts';

export interface NodeMatches {
  /** For each node of the model the node of the scene; undefined where there is none. */
  readonly sceneNodes: (number | undefined)[];
  /** Sentences about what did not match, for people. */
  readonly mismatches: string[];
}

/** What the export calls a node. */
export function exportedName(msh: Msh, node: number): string {
  return nodeName(msh, node) || `node_${node}`;
}

/**
 * Matches by name; nodes of equal names by the number that the export noted in their extras, else in their order when
 * there are as many; what is left by number. Nodes of the scene that are in the model under another name are not taken.
 */
export function matchNodes(msh: Msh, scene: Scene): NodeMatches {
  const sceneNodes: (number | undefined)[] = msh.nodes.map(() => undefined);
  const mismatches: string[] = [];
  const taken = new Set<number>();
  const take = (node: number, index: number) => {
    sceneNodes[node] = index;
    taken.add(index);
  };
  const inScene = listBy(scene.nodes.keys(), (i) => scene.nodes[i]!.name);
  const inModel = listBy(msh.nodes.keys(), (i) => exportedName(msh, i));
  for (const [name, nodes] of inModel) {
    const found = inScene.get(name) ?? [];
    const ordered = nodes.length === found.length && (nodes.length === 1 || !found.every((i) => hasNumber(scene, i)));
    nodes.forEach((node, k) => {
      const index = ordered
        ? found[k]
        : (found.find((i) => notedNumber(scene.nodes[i]!) === node) ?? onlyOne(nodes, found));
      if (index !== undefined && !taken.has(index)) take(node, index);
    });
  }
  for (const node of msh.nodes.keys()) {
    if (sceneNodes[node] !== undefined) continue;
    const title = titleOf(msh, node);
    const index = byNumber(scene, node);
    if (index === undefined || taken.has(index) || inModel.has(scene.nodes[index]!.name)) {
      mismatches.push(`${title} is not in the scene: it keeps its keys`);
      continue;
    }
    take(node, index);
    mismatches.push(`${title} is taken from "${scene.nodes[index]!.name}" by its number`);
  }
  mismatches.push(
    ...strangers(scene, taken),
    ...otherParents(msh, scene, sceneNodes),
    ...scaled(msh, scene, sceneNodes),
  );
  return { sceneNodes, mismatches };
}

function listBy(indices: Iterable<number>, name: (index: number) => string): Map<string, number[]> {
  const lists = new Map<string, number[]>();
  for (const index of indices) {
    const list = lists.get(name(index));
    if (list) list.push(index);
    else lists.set(name(index), [index]);
  }
  return lists;
}

/** The only node of a name in the model takes the first of several in the scene. */
function onlyOne(nodes: readonly number[], found: readonly number[]): number | undefined {
  return nodes.length === 1 ? found[0] : undefined;
}

/** The number of the model's node that the export noted. */
function notedNumber(node: SceneNode): number | undefined {
  const noted = node.raw.msh;
  const number = typeof noted === 'object' && noted !== null && !Array.isArray(noted) ? noted.node : undefined;
  return typeof number === 'number' ? number : undefined;
}

function hasNumber(scene: Scene, index: number): boolean {
  return notedNumber(scene.nodes[index]!) !== undefined;
}

/** The scene's node with the noted number; without notes the node at that place. */
function byNumber(scene: Scene, node: number): number | undefined {
  const noted = scene.nodes.findIndex((candidate) => notedNumber(candidate) === node);
  if (noted >= 0) return noted;
  const there = scene.nodes[node];
  return there && notedNumber(there) === undefined ? node : undefined;
}

/** Moving nodes of the scene that are none of the model's. */
function strangers(scene: Scene, taken: ReadonlySet<number>): string[] {
  const moving = new Set(scene.animations.flatMap((animation) => animation.channels.map((channel) => channel.node)));
  return [...moving]
    .filter((index) => !taken.has(index))
    .sort((a, b) => a - b)
    .map((index) => `"${scene.nodes[index]?.name ?? index}" moves in the scene and is no node of the model: left out`);
}

/** A node below another parent than in the model would move in another space. */
function otherParents(msh: Msh, scene: Scene, sceneNodes: readonly (number | undefined)[]): string[] {
  const parents = new Map<number, number>();
  scene.nodes.forEach((node, i) => {
    for (const child of node.children) if (!parents.has(child)) parents.set(child, i);
  });
  const found: string[] = [];
  msh.nodes.forEach(({ parent }, node) => {
    const index = sceneNodes[node];
    if (index === undefined) return;
    const below = parents.get(index);
    const wanted = parent === NONE ? undefined : sceneNodes[parent];
    if (parent !== NONE && wanted === undefined) return;
    if (below === wanted || (wanted === undefined && below !== undefined && standsStill(scene, below))) return;
    const place = (i: number | undefined) => (i === undefined ? 'nothing' : `"${scene.nodes[i]!.name}"`);
    found.push(
      `${titleOf(msh, node)} hangs below ${place(below)} in the scene, below ${place(wanted)} in the model: check how it moves`,
    );
  });
  return found;
}

/** Whether a node above the roots changes nothing, or only the axes as the export with a root node does. */
function standsStill(scene: Scene, index: number): boolean {
  const { translation, rotation, scale, name } = scene.nodes[index]!;
  const still = translation.every((v) => v === 0) && scale.every((v) => Math.abs(v - 1) < 1e-4);
  return still && (name === Z_UP_NODE || Math.abs(rotation[3]) > 1 - 1e-6);
}

/** The node that the export puts above all others to turn the axes, when it is asked to. */
export const Z_UP_NODE = 'z_up';

function scaled(msh: Msh, scene: Scene, sceneNodes: readonly (number | undefined)[]): string[] {
  const scaling = new Set<number>();
  for (const { channels } of scene.animations) {
    for (const { node, path } of channels) if (path === 'scale') scaling.add(node);
  }
  return sceneNodes.flatMap((index, node) => {
    if (index === undefined) return [];
    const plain = scene.nodes[index]!.scale.every((v) => Math.abs(v - 1) < 1e-4);
    return plain && !scaling.has(index) ? [] : [`${titleOf(msh, node)} is scaled in the scene: a model has no scale`];
  });
}

function titleOf(msh: Msh, node: number): string {
  const name = nodeName(msh, node);
  return name ? `node #${node} "${name}"` : `node #${node}`;
}
