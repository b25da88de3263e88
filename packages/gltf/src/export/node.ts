import type { Document, Scene as GltfScene, Mesh, Node } from '@gltf-transform/core';
import { type LossList, math, type Scene, type SceneNode } from '@unbake/formats';
import { MsftLod } from '../extensions/msft-lod.ts';
import { unbakeExtras } from './extras.ts';
import { type ExportedMaterial, exportMesh } from './mesh.ts';
import { exportSkin } from './skin.ts';

export interface ExportedNodes {
  /** By scene node index; undefined for nodes that are not exported. */
  nodes: (Node | undefined)[];
  /** The node that has the mesh of a scene node: itself, or the extra root of a skinned mesh. */
  meshNodes: (Node | undefined)[];
}

/** Nodes, hierarchy, levels of detail, meshes and skins. Node order is the scene's; extra nodes follow. */
export function exportNodes(
  scene: Scene,
  document: Document,
  root: GltfScene,
  materials: readonly ExportedMaterial[],
  allLods: boolean,
  losses: LossList,
): ExportedNodes {
  const { order, parents, inScene } = layOut(scene, allLods, losses);
  const kept = new Set(order);
  const nodes = scene.nodes.map((n, index) => (kept.has(index) ? exportNode(n, document, losses) : undefined));
  for (const index of order) {
    if (parents[index]! >= 0) nodes[parents[index]!]!.addChild(nodes[index]!);
    else if (inScene[index]) root.addChild(nodes[index]!);
  }
  if (allLods) setLods(scene, document, nodes);

  const meshNodes: (Node | undefined)[] = [...nodes];
  const animated = animatedNodes(scene);
  const skins = scene.skins.map((skin) => exportSkin(skin, document, nodes, losses));
  scene.skins.forEach((skin, index) => {
    if (skins[index]) joinRoots(skin.joints, nodes, parents, document, root);
  });
  const jointCounts = scene.nodes.map((n) => (n.skin === undefined ? undefined : skins[n.skin]?.listJoints().length));
  const meshes = exportMeshes(scene, document, nodes, jointCounts, materials, losses);
  scene.nodes.forEach((n, index) => {
    const node = nodes[index];
    if (!node || n.mesh === undefined) return;
    const mesh = meshes.get(meshKey(n.mesh, jointCounts[index]));
    if (!mesh) {
      meshNodes[index] = undefined;
      return;
    }
    const skin = n.skin === undefined ? undefined : skins[n.skin];
    const moved = skin && inScene[index] && (!isPlainRoot(node, root) || animated.has(index));
    const holder = moved ? skinnedRoot(n, index, document, root) : node;
    holder.setMesh(mesh).setSkin(skin ?? null);
    meshNodes[index] = holder;
  });
  losses.add('exact', 'nodes', '', kept.size);
  return { nodes, meshNodes };
}

/**
 * The meshes that nodes use, in the scene's order, by `meshKey`. A mesh that is used with and without a skin, or with
 * skins of different sizes, becomes several.
 */
function exportMeshes(
  scene: Scene,
  document: Document,
  nodes: readonly (Node | undefined)[],
  jointCounts: readonly (number | undefined)[],
  materials: readonly ExportedMaterial[],
  losses: LossList,
): Map<string, Mesh | undefined> {
  const uses = scene.meshes.map(() => new Set<number | undefined>());
  scene.nodes.forEach((n, index) => {
    if (nodes[index] && n.mesh !== undefined) uses[n.mesh]?.add(jointCounts[index]);
  });
  const made = new Map<string, Mesh | undefined>();
  scene.meshes.forEach((mesh, index) => {
    if (uses[index]!.size === 0) losses.add('left-out', 'meshes', 'that no exported node uses');
    for (const jointCount of uses[index]!) {
      made.set(meshKey(index, jointCount), exportMesh(mesh, document, materials, jointCount, losses));
    }
  });
  return made;
}

function meshKey(mesh: number, jointCount: number | undefined): string {
  return `${mesh}:${jointCount ?? ''}`;
}

interface Layout {
  /** Scene node indices to export; parents come before their children. */
  order: number[];
  /** Parent by node index, -1 for none. */
  parents: Int32Array;
  /** Whether a node is in the scene, by node index; the levels of detail are not. */
  inScene: boolean[];
}

/**
 * The nodes that the roots reach, then, when wanted, their levels of detail. A node belongs to the first parent that
 * lists it, as in `nodeWorldMatrices`.
 */
function layOut(scene: Scene, allLods: boolean, losses: LossList): Layout {
  const parents = new Int32Array(scene.nodes.length).fill(-1);
  const inScene = scene.nodes.map(() => false);
  const kept = new Set<number>();
  const lods = new Set<number>();
  const visit = (roots: Iterable<number>, visible: boolean) => {
    const stack = [...roots].reverse().map((index) => ({ index, parent: -1 }));
    while (stack.length > 0) {
      const { index, parent } = stack.pop()!;
      const n = scene.nodes[index];
      if (!n || kept.has(index)) {
        losses.add('left-out', 'node links', 'to a node that has a place already, or that does not exist');
        continue;
      }
      kept.add(index);
      parents[index] = parent;
      inScene[index] = visible;
      for (const lod of n.lods ?? []) lods.add(lod);
      for (let c = n.children.length - 1; c >= 0; c--) stack.push({ index: n.children[c]!, parent: index });
    }
  };
  visit(new Set(scene.roots), true);
  const levels = [...lods].filter((index) => !kept.has(index));
  if (allLods) {
    visit(levels, false);
    losses.add('exact', 'levels of detail', 'through MSFT_lod; few programs show them', levels.length);
  } else losses.add('left-out', 'levels of detail', 'the coarser ones; ask for all to get them', levels.length);
  const unreached = scene.nodes.length - kept.size - (allLods ? 0 : levels.length);
  losses.add('left-out', 'nodes', 'that no root reaches', Math.max(0, unreached));
  return { order: [...kept], parents, inScene };
}

function exportNode(n: SceneNode, document: Document, losses: LossList): Node {
  const finite = (v: readonly number[]) => v.every(Number.isFinite);
  const rotation = math.quatNormalize(n.rotation);
  if (!finite(n.translation) || !finite(n.scale) || !rotation) {
    losses.add('approximated', 'node transforms', 'not finite or without a rotation, replaced by the identity');
  }
  return document
    .createNode(n.name)
    .setTranslation(finite(n.translation) ? n.translation : [0, 0, 0])
    .setRotation(rotation ? unitOrSame(n.rotation, rotation) : [0, 0, 0, 1])
    .setScale(finite(n.scale) ? n.scale : [1, 1, 1])
    .setExtras(unbakeExtras(n.raw));
}

/** Stored numbers stay while they are of unit length to f32 precision. */
function unitOrSame(stored: math.Quat, unit: math.Quat): math.Quat {
  return Math.abs(Math.hypot(...stored) - 1) < 1e-6 ? stored : unit;
}

function setLods(scene: Scene, document: Document, nodes: readonly (Node | undefined)[]): void {
  scene.nodes.forEach((n, index) => {
    const node = nodes[index];
    if (!node || !n.lods || n.lods.length === 0) return;
    const levels = document.createExtension(MsftLod).createLevels();
    for (const lod of n.lods) if (nodes[lod]) levels.addLevel(nodes[lod]);
    node.setExtension('MSFT_lod', levels);
  });
}

/** Joints of several roots get one root above: glTF wants them in one tree. */
function joinRoots(
  joints: readonly number[],
  nodes: readonly (Node | undefined)[],
  parents: Int32Array,
  document: Document,
  root: GltfScene,
): void {
  const tops = new Set<Node>();
  for (const joint of joints) {
    let index = joint;
    while (parents[index]! >= 0) index = parents[index]!;
    const top = nodes[index]!;
    const above = top.getParentNode();
    tops.add(above ?? top);
  }
  if (tops.size < 2) return;
  const common = document.createNode('skeleton').setExtras(unbakeExtras({}, { added: 'common root of joints' }));
  const inScene = root.listChildren().some((child) => tops.has(child));
  for (const top of tops) common.addChild(top);
  if (inScene) root.addChild(common);
}

/** Directly in the scene and without a transform of its own: a skinned mesh may stay there. */
function isPlainRoot(node: Node, root: GltfScene): boolean {
  const [t, r, s] = [node.getTranslation(), node.getRotation(), node.getScale()];
  const plain = t.every((c) => c === 0) && r[3] === 1 && s.every((c) => c === 1);
  return plain && root.listChildren().includes(node);
}

/** A skinned mesh is placed by its joints alone, so it hangs in the scene itself; the node that it came from stays. */
function skinnedRoot(n: SceneNode, index: number, document: Document, root: GltfScene): Node {
  const node = document
    .createNode(n.name)
    .setExtras(unbakeExtras({}, { skinnedMeshOf: { node: index, name: n.name } }));
  root.addChild(node);
  return node;
}

function animatedNodes(scene: Scene): Set<number> {
  const animated = new Set<number>();
  for (const animation of scene.animations) {
    for (const channel of animation.channels) if (channel.path !== 'weights') animated.add(channel.node);
  }
  return animated;
}
