import type { Report } from '../diagnostics/diagnostic.ts';
import type { LossList } from '../scene/losses.ts';
import type { Scene, SceneMesh, ScenePrimitive } from '../scene/scene.ts';
import { type DecodedBatch, type Geometry, geometryOf } from './geometry.ts';
import { type MorphTarget, morphTargets } from './morph.ts';
import type { Svo } from './open.ts';
import { placeOf } from './place.ts';
import { rawFields } from './raw.ts';
import { buildPrimitive } from './scene-primitive.ts';
import type { Batch, Mesh, Shape, SteviaObject, Tree } from './stevia-types.ts';

/** The scene meshes of one source mesh: glTF skins whole meshes, so skinned and rigid shapes are apart. */
export interface MeshParts {
  readonly rigid: number | undefined;
  readonly skinned: number | undefined;
}

/** The joints that blend indices name: one for each entry of a Tree's node list. */
export interface Joints {
  readonly tree: Tree;
  /** Node indices, each once. */
  readonly nodes: readonly number[];
  /** Position in `nodes` of each entry. */
  readonly slots: readonly number[];
}

interface Part {
  readonly primitive: ScenePrimitive;
  readonly targets: readonly MorphTarget[];
}

/** Makes scene meshes from Meshes, Shapes and Batches, each once for a skeleton. */
export class MeshBuilder {
  readonly #svo: Svo;
  readonly #scene: Scene;
  readonly #report: Report;
  readonly #losses: LossList;
  readonly #materialOf: Map<number, number>;
  readonly #geometry: Geometry;
  readonly #made = new Map<string, MeshParts>();

  constructor(svo: Svo, scene: Scene, materialOf: Map<number, number>, report: Report, losses: LossList) {
    this.#svo = svo;
    this.#scene = scene;
    this.#report = report;
    this.#losses = losses;
    this.#materialOf = materialOf;
    this.#geometry = geometryOf(svo, report);
  }

  /** A Mesh, or a Shape or Batch that no Mesh lists. `joints` is the Tree whose joints move it. */
  build(source: Mesh | Shape | Batch, joints: Joints | undefined): MeshParts {
    const key = `${source.id}/${joints?.tree.id}`;
    const known = this.#made.get(key);
    if (known) return known;
    const parts = this.#partsOf(source, joints?.slots ?? []);
    const made: MeshParts = {
      rigid: this.#addMesh(
        source,
        parts.filter((p) => !p.primitive.joints),
      ),
      skinned: this.#addMesh(
        source,
        parts.filter((p) => p.primitive.joints),
      ),
    };
    this.#made.set(key, made);
    return made;
  }

  #partsOf(source: Mesh | Shape | Batch, jointSlots: readonly number[]): Part[] {
    if (source.kind === 'Batch') return this.#part(source, undefined, source, jointSlots);
    const { stevia } = this.#svo;
    const shapes = source.kind === 'Shape' ? [source] : (source.shape ?? []).map((id) => stevia.get('Shape', id));
    return shapes.flatMap((shape) => {
      const batch = shape && stevia.get('Batch', shape.batch);
      return shape ? this.#part(batch, shape, shape, jointSlots) : [];
    });
  }

  #part(
    batch: Batch | undefined,
    shape: Shape | undefined,
    named: SteviaObject & { name?: string | undefined },
    jointSlots: readonly number[],
  ): Part[] {
    const decoded = batch && this.#geometry.batch(batch);
    const part = decoded && this.#primitive(decoded, shape, jointSlots);
    if (part) return [part];
    const place = placeOf(named);
    this.#report.add('svo/empty-shape', { name: named.name ?? '' }, place.range, place.path);
    this.#losses.add('left-out', 'shapes', 'no triangle that can be drawn');
    return [];
  }

  #primitive(batch: DecodedBatch, shape: Shape | undefined, jointSlots: readonly number[]): Part | undefined {
    const targets = shape && morphTargets(shape, batch);
    const names = shape?.blendTargetName?.length ?? 0;
    if (shape && !targets && names > 0) {
      this.#losses.add('extras', 'morph targets', 'the vertex buffers are not one for each target', names);
    }
    const state = this.#svo.stevia.get('State', shape?.state);
    const material = state && this.#materialOf.get(state.id);
    const influences = state?.maxInfluence;
    const source = { batch, targets, influences, jointSlots, uvSets: this.#uvSetsOf(material) };
    const primitive = buildPrimitive(source, this.#report, this.#losses);
    if (!primitive) return undefined;
    if (material !== undefined) primitive.material = material;
    Object.assign(primitive.raw, {
      ...(shape ? { shape: { id: shape.id, ...rawFields(shape.object) } } : {}),
      batch: { id: batch.source.id, ...rawFields(batch.source.object) },
      vertexBuffers: batch.vertexBuffers.map((b) => (b ? { id: b.source.id, ...rawFields(b.source.object) } : null)),
    });
    return { primitive, targets: targets ?? [] };
  }

  #uvSetsOf(material: number | undefined): number {
    const found = material === undefined ? undefined : this.#scene.materials[material];
    let sets = 0;
    for (const slot of [found?.baseColorTexture, found?.normalTexture, found?.emissiveTexture]) {
      if (slot) sets = Math.max(sets, slot.uv + 1);
    }
    return sets;
  }

  #addMesh(source: SteviaObject & { name: string | undefined }, parts: readonly Part[]): number | undefined {
    if (parts.length === 0) return undefined;
    const mesh: SceneMesh = {
      name: source.name ?? '',
      primitives: parts.map((p) => p.primitive),
      targetNames: shareTargets(parts),
      raw: { id: source.id, ...rawFields(source.object) },
    };
    this.#scene.meshes.push(mesh);
    return this.#scene.meshes.length - 1;
  }
}

/**
 * Gives every primitive the same targets: those of all parts by name, the n-th of a repeated name being the n-th
 * everywhere; a part without one does not move. Returns the names, as stored.
 */
function shareTargets(parts: readonly Part[]): string[] {
  const names: string[] = [];
  const slotOf = new Map<string, number>();
  const slots = parts.map(({ targets }) => {
    const seen = new Map<string, number>();
    return targets.map(({ name }) => {
      const n = seen.get(name) ?? 0;
      seen.set(name, n + 1);
      const key = `${n} ${name}`;
      const slot = slotOf.get(key) ?? names.push(name) - 1;
      slotOf.set(key, slot);
      return slot;
    });
  });
  for (const [i, { primitive }] of parts.entries()) {
    const own = primitive.targets;
    primitive.targets = names.map((_, slot) => {
      const at = slots[i]!.indexOf(slot);
      return own[at] ?? { positions: new Float32Array(primitive.vertexCount * 3) };
    });
  }
  return names;
}
