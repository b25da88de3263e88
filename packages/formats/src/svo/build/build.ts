import { buildAvts, type NewChunk } from '../../avts/write.ts';
import { encodeUtf8 } from '../../binary/text.ts';
import { FileNames, safeFileName } from '../../scene/file-name.ts';
import { LossList } from '../../scene/losses.ts';
import type { Loss, Scene } from '../../scene/scene.ts';
import { EditError } from '../../yabx/edit-error.ts';
import { writeYabx } from '../../yabx/write.ts';
import { NewBuffers } from './buffers.ts';
import { addObjects, Draft } from './drafts.ts';
import { NewImages } from './images.ts';
import { placedInfluences } from './influences.ts';
import { meshDraft, movePart, type PreparedMesh, prepareMesh } from './meshes.ts';
import { type MeshUse, type NodePlan, planNodes } from './node-plan.ts';
import { nodeDrafts } from './nodes.ts';
import type { BuildSvoOptions } from './options.ts';
import { makeProfile } from './profile.ts';
import { RawObject } from './raw-values.ts';
import { resourceValues } from './resource.ts';
import { BindPose, treeOrder } from './skeleton.ts';
import { NewStates } from './states.ts';
import { NewTextures } from './textures.ts';

export interface BuiltSvo {
  bytes: Uint8Array;
  /** The scene's losses, then those of building. */
  losses: Loss[];
}

/**
 * A new SVO file of a scene (svo.md §1-§7): the schema of 17 classes or the template's, objects depth first from the
 * Database. What an earlier export of an SVO file left in the scene's `raw` values is taken where the scene does not say
 * otherwise. Axes, units and winding stay as they are in the scene.
 * @throws EditError, before anything is made, for what the format cannot hold: its path is that of the glTF file, such as
 * `skins[0]`.
 */
export function buildSvo(scene: Scene, options: BuildSvoOptions): BuiltSvo {
  const losses = new LossList();
  losses.addAll(scene.losses);
  const baseName = safeFileName(options.baseName);
  const profile = makeProfile(scene, options.template);
  const yabx = profile.newGraph(baseName);
  const names = new FileNames();
  const images = new NewImages(scene, { ...options, baseName }, profile.prefix, names, losses);
  const textures = new NewTextures(scene, images, losses);
  const states = new NewStates(scene, profile, textures, losses);
  const buffers = new NewBuffers(`${profile.prefix}${baseName}`, profile.bigEndian, names);

  const plan = planNodes(scene, losses);
  const prepared = prepareMeshes(scene, plan, losses);
  const { binds, joints } = bindPose(scene, prepared.all, losses);
  const order = treeOrder(scene, plan.nodes, joints);
  const slotOf = new Map(order.map((node, slot) => [node, slot]));
  const slotsOf = (skin: number) => scene.skins[skin]!.joints.map((joint) => slotOf.get(joint) ?? 0);
  for (const { parts } of prepared.all) {
    for (const { primitive, skin, part } of parts) {
      const most = skin ? placedInfluences(skin, slotsOf(skin.index)).most : 0;
      states.note(primitive.material, most, part.uvs.length);
    }
  }
  const storage = options.weights ?? 'float';
  const drafts = new Map(
    prepared.all.map((mesh) => [mesh, meshDraft(mesh, { states, buffers, profile, storage, slotsOf })]),
  );
  const meshOfNode = new Map([...prepared.byNode].map(([node, mesh]) => [node, drafts.get(mesh)!]));
  const targetNames = distinctTargets(prepared.all);
  const nodes = nodeDrafts({ scene, plan, profile, binds, meshes: meshOfNode, targetNames }, losses);
  const stateDrafts = states.finish();
  images.useAll();
  const geometry = buffers.finish();

  const raw = new RawObject(scene.raw);
  const tree = new Draft('Tree', 'the tree', {
    _blendTargetNumber: targetNames.length,
    _node: order.map((node) => nodes.get(node)!),
    ...named(new RawObject(raw.list('trees')[0]), baseName),
  });
  const database = new Draft('Database', 'the database', {
    _state: stateDrafts,
    _mesh: [...drafts.values()],
    _batch: geometry.batches,
    _vertexBuffer: geometry.vertexBuffers,
    _indexBuffer: geometry.indexBuffers,
    _vertexDeclaration: geometry.declarations,
    _texture: textures.all,
    _image: images.all.map((image) => image.draft),
    _tree: order.length > 0 ? [tree] : [],
    ...named(new RawObject(raw.list('databases')[0]), baseName),
  });
  addObjects(yabx, database, losses);
  countLosses(scene, prepared.all, order.length, losses);

  const chunks: NewChunk[] = [
    { name: encodeUtf8(`${profile.prefix}${baseName}.svo`), kind: 0, sequence: 0, data: writeYabx(yabx) },
    ...images.all.map(({ chunkName, bytes }, i) => newChunk(chunkName, bytes, 1, i + 1)),
    ...geometry.vertexChunks.map(({ name, bytes }, i) => newChunk(name, bytes, profile.kinds.vbo, i + 1)),
    ...geometry.indexChunks.map(({ name, bytes }, i) => newChunk(name, bytes, profile.kinds.ibo, i + 1)),
  ];
  checkSize(chunks);
  return { bytes: buildAvts(chunks, true), losses: losses.rows() };
}

function newChunk(name: string, data: Uint8Array, kind: number, sequence: number): NewChunk {
  return { name: encodeUtf8(name), kind, sequence, data };
}

/** Names of the root objects: those of an earlier export, else the file's. */
function named(raw: RawObject, baseName: string) {
  return resourceValues(raw.text('_name') ?? baseName, raw);
}

/** The meshes that nodes show, each combination of meshes and skins once. */
function prepareMeshes(scene: Scene, plan: NodePlan, losses: LossList) {
  const known = new Map<string, PreparedMesh | undefined>();
  const byNode = new Map<number, PreparedMesh>();
  const prepare = (uses: readonly MeshUse[]) => {
    const key = JSON.stringify(uses);
    if (!known.has(key)) known.set(key, prepareMesh(scene, uses, losses));
    return known.get(key);
  };
  for (const node of plan.nodes) {
    const uses = plan.meshes.get(node);
    const mesh = uses && prepare(uses);
    if (mesh) byNode.set(node, mesh);
  }
  for (const use of plan.loose) prepare([use]);
  const all = [...known.values()].filter((mesh): mesh is PreparedMesh => mesh !== undefined);
  const shown = new Set([...plan.meshes.values(), plan.loose].flat().map((use) => use.mesh));
  losses.add('left-out', 'meshes', 'that no node shows', scene.meshes.length - shown.size);
  return { all, byNode };
}

/** One bind pose for all skins; vertices of a skin that has another one are moved. */
function bindPose(scene: Scene, meshes: readonly PreparedMesh[], losses: LossList) {
  const used = new Map<number, Set<number>>();
  const joints = new Set<number>();
  const parts = meshes.flatMap((mesh) => mesh.parts);
  for (const { skin } of parts) {
    if (!skin) continue;
    const slots = used.get(skin.index) ?? new Set();
    used.set(skin.index, slots);
    skin.weights.forEach((weight, i) => {
      if (weight === 0) return;
      slots.add(skin.joints[i]!);
      joints.add(scene.skins[skin.index]!.joints[skin.joints[i]!]!);
    });
  }
  const binds = new BindPose(scene, losses);
  for (const [skin, slots] of used) {
    const move = binds.add(skin, slots);
    if (move) for (const part of parts) if (part.skin?.index === skin) movePart(part, move);
  }
  return { binds, joints };
}

/** Names of the morph targets of all meshes, each once, in order. */
function distinctTargets(meshes: readonly PreparedMesh[]): string[] {
  const names = meshes.flatMap((mesh) => mesh.parts.flatMap((p) => (p.part.targets.length > 0 ? p.targetNames : [])));
  return [...new Set(names)];
}

function countLosses(scene: Scene, meshes: readonly PreparedMesh[], nodes: number, losses: LossList): void {
  const triangles = meshes.flatMap((m) => m.parts).reduce((sum, p) => sum + p.part.indices.length / 3, 0);
  const parts = meshes.flatMap((mesh) => mesh.parts.map((p) => p.part));
  losses.add('exact', 'triangles', 'as lists', triangles);
  losses.add('exact', 'nodes', 'names, hierarchy and transforms', nodes);
  const bytes = (of: (part: (typeof parts)[number]) => unknown) =>
    parts.reduce((sum, part) => sum + (of(part) ? part.vertexCount : 0), 0);
  losses.add(
    'approximated',
    'normals',
    'a byte a component: exact to 1/127',
    bytes((p) => p.normals),
  );
  losses.add(
    'approximated',
    'vertex colours',
    'a byte a component: exact to 1/255',
    bytes((p) => p.colors),
  );
  losses.add('left-out', 'animations', 'the format has none', scene.animations.length);
}

/** Offsets in the directory have 32 bits. */
function checkSize(chunks: readonly NewChunk[]): void {
  const size = chunks.reduce((sum, chunk) => sum + chunk.data.length + 0x480, 0);
  if (size <= 0xffffffff) return;
  throw new EditError('the file', `it would have ${size} bytes`, 'at most 4294967295, as offsets have 32 bits');
}
