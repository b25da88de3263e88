import type { LossList } from '../scene/losses.ts';
import type { RawValues, Scene, SceneNode, ScenePrimitive } from '../scene/scene.ts';
import { BATCH_COST, MOST_DRAWN_INDICES } from './geometry.ts';
import type { SceneMaterials } from './scene-materials.ts';
import { batchPrimitive, type PrimitiveOptions } from './scene-mesh.ts';
import type { MshSceneOptions } from './scene-options.ts';
import { COLLISION_LOD, isHull, slotBatches, slotIndex } from './slots.ts';
import type { Msh } from './types.ts';

export function emptyNode(name: string): SceneNode {
  return { name, children: [], translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1], raw: {} };
}

export function setMesh(node: SceneNode, mesh: number | undefined): void {
  if (mesh !== undefined) node.mesh = mesh;
}

/** Gives node i of the scene what node i of the model draws, and adds nodes for further levels and collision. */
export function addMeshes(
  msh: Msh,
  scene: Scene,
  meshes: SlotMeshes,
  options: MshSceneOptions & { state: number; lod: number },
  losses: LossList,
): void {
  const { state, lod, allLods = false, hulls = false } = options;
  msh.nodes.forEach((node, i) => {
    const target = scene.nodes[i]!;
    if (isHull(node) && !hulls) {
      losses.add('left-out', 'collision hulls', 'never drawn by the game; --hulls exports them');
      return;
    }
    const slot = slotIndex(msh, node, state, lod);
    const mesh = slot === undefined ? undefined : meshes.meshOf(slot);
    const coarser = lod >= COLLISION_LOD ? [] : coarserSlots(msh, i, state, lod);
    if (allLods && mesh !== undefined && coarser.length > 0) {
      // A node of its own, so that a viewer that changes the level neither hides the children nor stops the motion.
      const holder = scene.nodes.push({ ...emptyNode(`${target.name}_lod${lod}`), mesh }) - 1;
      target.children.push(holder);
      const lods: number[] = [];
      for (const [level, other] of coarser) {
        const made = emptyNode(`${target.name}_lod${level}`);
        setMesh(made, meshes.meshOf(other));
        made.raw = { msh: { slot: other } };
        lods.push(scene.nodes.push(made) - 1);
      }
      scene.nodes[holder]!.lods = lods;
    } else {
      setMesh(target, mesh);
      losses.add('left-out', 'levels of detail', 'the coarser ones; ask for all to get them', coarser.length);
    }
    const collision = slotIndex(msh, node, state, COLLISION_LOD);
    if (collision === undefined || lod === COLLISION_LOD) return;
    if (!hulls) losses.add('left-out', 'collision geometry', 'never drawn by the game; --hulls exports it');
    else {
      const made = emptyNode(`${target.name}_collision`);
      setMesh(made, meshes.meshOf(collision));
      target.children.push(scene.nodes.push(made) - 1);
    }
  });
}

/** Levels behind `lod` with a slot of their own, the collision level not counted. */
function coarserSlots(msh: Msh, node: number, state: number, lod: number): [number, number][] {
  const slots: [number, number][] = [];
  let last = slotIndex(msh, msh.nodes[node]!, state, lod);
  for (let level = lod + 1; level < COLLISION_LOD; level++) {
    const slot = slotIndex(msh, msh.nodes[node]!, state, level);
    if (slot === undefined || slot === last) continue;
    slots.push([level, slot]);
    last = slot;
  }
  return slots;
}

/** One mesh for each slot in use, shared by the nodes that draw it. */
export class SlotMeshes {
  readonly #made = new Map<number, number | undefined>();
  readonly #msh: Msh;
  readonly #scene: Scene;
  readonly #materials: SceneMaterials;
  readonly #options: PrimitiveOptions;
  #budget = MOST_DRAWN_INDICES;

  constructor(msh: Msh, scene: Scene, materials: SceneMaterials, options: PrimitiveOptions) {
    this.#msh = msh;
    this.#scene = scene;
    this.#materials = materials;
    this.#options = options;
  }

  /** Index of the slot's mesh; undefined when it has no triangle. */
  meshOf(slot: number): number | undefined {
    if (!this.#made.has(slot)) this.#made.set(slot, this.#make(slot));
    return this.#made.get(slot);
  }

  #make(index: number): number | undefined {
    const slot = this.#msh.slots[index]!;
    const { start, end } = slotBatches(this.#msh, slot);
    const primitives: ScenePrimitive[] = [];
    for (let batch = start; batch < end; batch++) {
      this.#budget -= this.#msh.batches[batch]!.indexCount + BATCH_COST;
      if (this.#budget < 0) {
        this.#options.losses.add(
          'left-out',
          'batches',
          'warning: the slots draw more than any real model',
          end - batch,
        );
        break;
      }
      const primitive = this.#primitive(batch);
      if (primitive) primitives.push(primitive);
    }
    if (primitives.length === 0) {
      this.#options.losses.add('left-out', 'meshes', 'a slot without a triangle; its node is kept');
      return undefined;
    }
    const { triStart, triCount, opaque } = slot;
    const [aabbMin, aabbMax, sphere] = [[...slot.aabbMin], [...slot.aabbMax], [...slot.sphere]];
    const raw = { slot: index, triStart, triCount, aabbMin, aabbMax, sphere, opaque: [...opaque] };
    return this.#scene.meshes.push({ name: `slot_${index}`, primitives, targetNames: [], raw: { msh: raw } }) - 1;
  }

  #primitive(index: number): ScenePrimitive | undefined {
    const made = batchPrimitive(this.#msh, index, this.#options);
    if (!made) return undefined;
    const batch = this.#msh.batches[index]!;
    const lightmapName = this.#materials.lightmapOf(batch);
    const raw = lightmapName === undefined ? made.raw : { msh: { ...(made.raw.msh as RawValues), lightmapName } };
    return { ...made, raw, material: this.#materials.materialOf(batch) };
  }
}
