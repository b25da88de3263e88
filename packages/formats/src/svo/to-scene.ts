import { Report } from '../diagnostics/diagnostic.ts';
import { LossList } from '../scene/losses.ts';
import { identity, type Transform } from '../scene/math.ts';
import { emptyScene, type RawValues, type Scene, type SceneNode } from '../scene/scene.ts';
import { geometryIsBigEndian } from './buffers.ts';
import { detectMatrixLayout, type MatrixLayout, matrixFrom12 } from './matrix-layout.ts';
import { type NodeGraph, nodeGraph } from './node-graph.ts';
import { nodePose } from './node-pose.ts';
import type { Svo } from './open.ts';
import { rawFields } from './raw.ts';
import { addMaterials } from './scene-materials.ts';
import { type Joints, MeshBuilder } from './scene-meshes.ts';
import type { Batch, Mesh, Node, Shape, Tree } from './stevia-types.ts';

/**
 * The scene of a file (svo.md §3-§6). Nodes keep the order of the Trees; a mesh that no node shows stands at the root, so
 * that nothing readable is lost. A skinned mesh gets a root node of its own, since its node does not move it. Axes, units
 * and winding are those of the file: the specification says nothing about them.
 * @param report takes the findings of decoding; without it they are dropped, `checkSvo` reports the same.
 */
export function svoToScene(svo: Svo, report: Report = new Report()): Scene {
  const scene = emptyScene(svo.yabx?.name.text ?? '');
  const losses = new LossList();
  const { stevia } = svo;
  const graph = nodeGraph(stevia, report);
  const layout = detectMatrixLayout(graph.nodes);
  addNodes(scene, graph, layout, report, losses);
  const materialOf = addMaterials(svo, scene, report, losses);
  const meshes = new MeshBuilder(svo, scene, materialOf, report, losses);
  const skeletons = new Skeletons(scene, graph, stevia.all('Tree'), layout, losses);
  for (const [index, node] of graph.nodes.entries()) {
    const mesh = stevia.get('Mesh', node.mesh);
    if (mesh) place(scene, meshes, mesh, skeletons, skeletons.treeOf(node), index);
  }
  const only = stevia.all('Tree').length === 1 ? stevia.all('Tree')[0] : undefined;
  for (const source of unreferenced(svo)) {
    losses.add('approximated', 'unreferenced meshes', 'no node shows them; they stand at the root');
    place(scene, meshes, source, skeletons, only, undefined);
  }
  describe(svo, scene, layout, losses);
  scene.losses = losses.rows();
  return scene;
}

function addNodes(scene: Scene, graph: NodeGraph, layout: MatrixLayout, report: Report, losses: LossList): void {
  for (const [index, node] of graph.nodes.entries()) {
    const pose = nodePose(node, layout, report);
    if (pose.unrotated) losses.add('approximated', 'rotations', 'a quaternion without direction is shown unrotated');
    if (pose.nonFinite) losses.add('approximated', 'transforms', 'values that are not finite are replaced by 0 or 1');
    scene.nodes.push({
      name: node.name ?? '',
      children: [...graph.children[index]!],
      translation: pose.translation,
      rotation: pose.rotation,
      scale: pose.scale,
      raw: { id: node.id, ...rawFields(node.object) },
    });
  }
  for (const root of graph.roots) scene.roots.push(root);
}

/** Hangs a mesh on a node; skinned parts, and a mesh without a node, on new nodes at the root. */
function place(
  scene: Scene,
  meshes: MeshBuilder,
  source: Mesh | Shape | Batch,
  skeletons: Skeletons,
  tree: Tree | undefined,
  node: number | undefined,
): void {
  const joints = skeletons.jointsOf(tree);
  const parts = meshes.build(source, joints);
  const name = source.name ?? '';
  if (parts.rigid !== undefined) {
    if (node === undefined) addRoot(scene, name, { mesh: parts.rigid, raw: { unreferenced: source.id } });
    else scene.nodes[node]!.mesh = parts.rigid;
  }
  // Nodes do not move a skinned mesh: a second one would stand in the same place.
  if (parts.skinned === undefined || skeletons.placed.has(parts.skinned)) return;
  skeletons.placed.add(parts.skinned);
  const raw: RawValues = node === undefined ? { unreferenced: source.id } : { skinOf: scene.nodes[node]!.raw.id! };
  const skin = skeletons.skinOf(joints!);
  addRoot(scene, name, { mesh: parts.skinned, skin, raw });
}

function addRoot(scene: Scene, name: string, more: Pick<SceneNode, 'raw'> & Partial<SceneNode>): number {
  const still: Transform = { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };
  scene.nodes.push({ name, children: [], ...still, ...more });
  scene.roots.push(scene.nodes.length - 1);
  return scene.nodes.length - 1;
}

/** The joints of each Tree, and its skin once a mesh needs it. */
class Skeletons {
  readonly #scene: Scene;
  readonly #graph: NodeGraph;
  readonly #layout: MatrixLayout;
  readonly #losses: LossList;
  readonly #treeOfNode = new Map<number, Tree>();
  readonly #indexOfNode: Map<number, number>;
  readonly #joints = new Map<Tree, Joints>();
  readonly #skins = new Map<Tree, number>();
  /** Skinned meshes that stand in the scene. */
  readonly placed = new Set<number>();

  constructor(scene: Scene, graph: NodeGraph, trees: readonly Tree[], layout: MatrixLayout, losses: LossList) {
    this.#scene = scene;
    this.#graph = graph;
    this.#layout = layout;
    this.#losses = losses;
    this.#indexOfNode = new Map(graph.nodes.map((node, i) => [node.id, i]));
    for (const tree of trees) {
      for (const id of tree.node ?? []) if (!this.#treeOfNode.has(id)) this.#treeOfNode.set(id, tree);
    }
  }

  treeOf(node: Node): Tree | undefined {
    return this.#treeOfNode.get(node.id);
  }

  /**
   * Inferred: the joints are the Tree's nodes in `_node` order (svo.md §5 [H]). An entry that is no Node stands for the
   * first joint, so that the indices behind it stay right. Undefined without a joint.
   */
  jointsOf(tree: Tree | undefined): Joints | undefined {
    const known = tree && this.#joints.get(tree);
    if (!tree || known) return known;
    const positions = new Map<number, number>();
    const slots = (tree.node ?? []).map((id) => {
      const node = this.#indexOfNode.get(id);
      if (node === undefined) return 0;
      const position = positions.get(node) ?? positions.size;
      positions.set(node, position);
      return position;
    });
    if (positions.size === 0) return undefined;
    const joints = { tree, nodes: [...positions.keys()], slots };
    this.#joints.set(tree, joints);
    return joints;
  }

  /** Inferred: `_mtxBind` is the inverse bind matrix of a joint (svo.md §5 [H]). */
  skinOf({ tree, nodes: joints }: Joints): number {
    const known = this.#skins.get(tree);
    if (known !== undefined) return known;
    const { layout } = this.#layout;
    const inverseBindMatrices = new Float32Array(joints.length * 16);
    for (const [slot, joint] of joints.entries()) {
      const stored = this.#graph.nodes[joint]!.mtxBind;
      const usable = stored?.length === 12 && stored.every(Number.isFinite);
      if (!usable) this.#losses.add('approximated', 'bind matrices', 'missing or not finite, identity');
      inverseBindMatrices.set(usable ? matrixFrom12(stored, layout) : identity(), slot * 16);
    }
    const skin = this.#scene.skins.length;
    this.#scene.skins.push({ name: tree.name ?? '', joints: [...joints], inverseBindMatrices });
    this.#skins.set(tree, skin);
    this.#joinRoots(tree, joints);
    return skin;
  }

  /** glTF wants one node above all joints of a skin: several roots get one that changes nothing. */
  #joinRoots(tree: Tree, joints: readonly number[]): void {
    const { parents, order } = this.#graph;
    const rootOf = new Int32Array(parents.length);
    for (const i of order) rootOf[i] = parents[i] === -1 ? i : rootOf[parents[i]!]!;
    const roots = new Set(joints.map((joint) => rootOf[joint]!));
    const free = this.#scene.roots.filter((root) => roots.has(root));
    if (free.length < 2) return;
    this.#scene.roots = this.#scene.roots.filter((root) => !roots.has(root));
    const top = addRoot(this.#scene, tree.name ?? '', { raw: { rootOf: tree.id } });
    this.#scene.nodes[top]!.children = free;
    this.#losses.add('approximated', 'skeleton roots', 'joined below one node, which glTF asks for', free.length);
  }
}

/** Meshes that no Node shows, Shapes that no Mesh lists, Batches that no Shape uses. */
function unreferenced(svo: Svo): (Mesh | Shape | Batch)[] {
  const { stevia } = svo;
  const shown = new Set(stevia.all('Node').map((node) => node.mesh));
  const listed = new Set(stevia.all('Mesh').flatMap((mesh) => mesh.shape ?? []));
  const used = new Set(stevia.all('Shape').map((shape) => shape.batch));
  return [
    ...stevia.all('Mesh').filter((mesh) => !shown.has(mesh.id)),
    ...stevia.all('Shape').filter((shape) => !listed.has(shape.id)),
    ...stevia.all('Batch').filter((batch) => !used.has(batch.id)),
  ];
}

function describe(svo: Svo, scene: Scene, layout: MatrixLayout, losses: LossList): void {
  const { stevia } = svo;
  scene.raw = {
    format: 'svo',
    inferred: {
      matrixLayout: layout.layout,
      quaternionOrder: layout.quaternion,
      matrixLayoutDecided: layout.layoutDecided,
      quaternionOrderDecided: layout.quaternionDecided,
      geometryByteOrder: geometryIsBigEndian(svo.yabx) ? 'big' : 'little',
    },
    databases: stevia.all('Database').map((database) => ({ id: database.id, ...rawFields(database.object) })),
    trees: stevia.all('Tree').map((tree) => ({ id: tree.id, ...rawFields(tree.object) })),
  };
  const triangles = scene.meshes.reduce((n, m) => n + m.primitives.reduce((k, p) => k + p.indices.length / 3, 0), 0);
  losses.add('exact', 'triangles', 'as drawn, strips as lists', triangles);
  losses.add('exact', 'nodes', 'names, hierarchy and transforms', stevia.all('Node').length);
  losses.add('extras', 'bounds and sort data', 'kept with meshes and shapes', stevia.all('Shape').length);
  if (triangles > 0) {
    losses.add('approximated', 'axes and winding', 'kept as they are in the file; the format does not state them');
  }
}
