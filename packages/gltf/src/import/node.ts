import type { Document, Mesh, Node, Skin } from '@gltf-transform/core';
import { type LossList, math, type SceneNode, type SceneSkin } from '@unbake/formats';
import type { LevelsOfDetail } from '../extensions/msft-lod.ts';
import { floats } from './accessor-values.ts';
import { UnbakeExtras } from './extras.ts';

export interface ImportedNodes {
  nodes: SceneNode[];
  roots: number[];
  /** Scene node of a glTF node; the owner for the extra root of a skinned mesh. */
  nodeIndex: Map<Node, number>;
}

/** Nodes in file order, without those that an export added: extra roots of skinned meshes and of joints. */
export function importNodes(
  document: Document,
  meshIndex: ReadonlyMap<Mesh, number>,
  skinIndex: ReadonlyMap<Skin, number>,
  losses: LossList,
): ImportedNodes {
  const all = document.getRoot().listNodes();
  const owners = skinnedMeshOwners(all);
  const joined = new Set(all.filter((node) => isAddedRoot(node)));
  const kept = all.filter((node) => !owners.has(node) && !joined.has(node));
  const nodeIndex = new Map(kept.map((node, index) => [node, index]));
  const children = (list: Node[]): number[] => {
    const found: number[] = [];
    const stack = [...list].reverse();
    while (stack.length > 0) {
      const child = stack.pop()!;
      const index = nodeIndex.get(child);
      if (joined.has(child)) stack.push(...child.listChildren().reverse());
      else if (index !== undefined && !owners.has(child)) found.push(index);
    }
    return found;
  };

  const nodes = kept.map((node): SceneNode => {
    const out: SceneNode = {
      name: node.getName(),
      children: children(node.listChildren()),
      translation: node.getTranslation(),
      rotation: math.quatNormalize(node.getRotation()) ? node.getRotation() : [0, 0, 0, 1],
      scale: node.getScale(),
      raw: new UnbakeExtras(node).raw,
    };
    setMesh(out, node, meshIndex, skinIndex);
    const lods = node.getExtension<LevelsOfDetail>('MSFT_lod')?.listLevels() ?? [];
    if (lods.length > 0) out.lods = lods.flatMap((lod) => nodeIndex.get(lod) ?? []);
    if (node.getCamera()) losses.add('left-out', 'cameras', 'the scene has none');
    return out;
  });
  for (const [helper, owner] of owners) {
    const index = nodeIndex.get(owner)!;
    setMesh(nodes[index]!, helper, meshIndex, skinIndex);
    nodeIndex.set(helper, index);
  }
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const lods = new Set(nodes.flatMap((n) => n.lods ?? []));
  const roots = scene
    ? children(scene.listChildren())
    : kept.flatMap((node, index) => (node.getParentNode() || lods.has(index) ? [] : [index]));
  if (root.listScenes().length > 1)
    losses.add('left-out', 'scenes', 'all but the default one', root.listScenes().length - 1);
  return { nodes, roots, nodeIndex };
}

/** A skin; joints that the file lists but does not have end the reading before. */
export function importSkin(skin: Skin, nodeIndex: ReadonlyMap<Node, number>): SceneSkin {
  const joints = skin.listJoints().map((joint) => nodeIndex.get(joint)!);
  const inverseBindMatrices = new Float32Array(joints.length * 16);
  const stored = skin.getInverseBindMatrices();
  const given = stored ? floats(stored, 16) : new Float32Array();
  joints.forEach((_, i) => {
    const matrix = given.length >= i * 16 + 16 ? given.subarray(i * 16, i * 16 + 16) : math.identity();
    inverseBindMatrices.set(matrix, i * 16);
  });
  return { name: skin.getName(), joints, inverseBindMatrices };
}

function setMesh(
  out: SceneNode,
  node: Node,
  meshIndex: ReadonlyMap<Mesh, number>,
  skinIndex: ReadonlyMap<Skin, number>,
): void {
  const mesh = node.getMesh();
  const skin = node.getSkin();
  if (mesh) out.mesh = meshIndex.get(mesh)!;
  if (mesh && skin) out.skin = skinIndex.get(skin)!;
}

/**
 * Extra roots that an export made for skinned meshes, with the node each came from: the one at the noted index when it
 * still has the noted name, else the first of that name; other programs renumber nodes.
 */
function skinnedMeshOwners(all: readonly Node[]): Map<Node, Node> {
  const owners = new Map<Node, Node>();
  const taken = new Set<Node>();
  for (const helper of all) {
    const note = new UnbakeExtras(helper).object('skinnedMeshOf');
    if (!note || !helper.getMesh() || helper.listChildren().length > 0) continue;
    const fits = (node: Node | undefined) =>
      node !== undefined && node !== helper && node.getName() === note.name && !node.getMesh() && !taken.has(node);
    const noted = typeof note.node === 'number' ? all[note.node] : undefined;
    const owner = fits(noted) ? noted : all.find(fits);
    if (!owner) continue;
    owners.set(helper, owner);
    taken.add(owner);
  }
  return owners;
}

/** The common root that an export put above the joints of a skin, as long as nobody moved it. */
function isAddedRoot(node: Node): boolean {
  if (new UnbakeExtras(node).text('added') === undefined || node.getMesh()) return false;
  const plain = [...node.getTranslation(), ...node.getRotation(), ...node.getScale()];
  return plain.every((value, i) => value === [0, 0, 0, 0, 0, 0, 1, 1, 1, 1][i]);
}
