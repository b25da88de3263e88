import type { LossList } from '../../scene/losses.ts';
import { determinant3, type Mat4, normalMatrix, transformPoint } from '../../scene/math.ts';
import type { Scene, ScenePrimitive } from '../../scene/scene.ts';
import { shapeBounds } from './bounds.ts';
import type { NewBuffers } from './buffers.ts';
import { Draft } from './drafts.ts';
import { type Influences, makeInfluences, placedInfluences } from './influences.ts';
import { identity12 } from './matrices.ts';
import type { MeshUse } from './node-plan.ts';
import { makePart, type Part } from './part.ts';
import type { Profile } from './profile.ts';
import { RawObject } from './raw-values.ts';
import { resourceValues } from './resource.ts';
import { type NewStates, uvSetsOf } from './states.ts';
import { chooseLayout, encodeVertices, type WeightStorage } from './vertex-data.ts';

/** A primitive of a mesh that a node shows, ready but for its place in the Tree's list of joints. */
export interface PreparedPart {
  readonly primitive: ScenePrimitive;
  readonly place: string;
  part: Part;
  readonly skin: { readonly index: number; readonly joints: Uint16Array; readonly weights: Float32Array } | undefined;
  readonly targetNames: readonly string[];
}

/** A Mesh to be: the parts of one scene mesh, or of the rigid and the skinned half of one. */
export interface PreparedMesh {
  readonly name: string;
  readonly place: string;
  readonly raw: RawObject;
  readonly parts: readonly PreparedPart[];
}

/** Cleans the primitives of a node's meshes. */
export function prepareMesh(scene: Scene, uses: readonly MeshUse[], losses: LossList): PreparedMesh | undefined {
  const parts = uses.flatMap((use) => prepareParts(scene, use, losses));
  if (parts.length === 0) {
    losses.add('left-out', 'meshes', 'without a triangle; their nodes stay');
    return undefined;
  }
  if (uses.length > 1) parts.sort(bySource);
  const first = scene.meshes[uses[0]!.mesh]!;
  return { name: first.name, place: `meshes[${uses[0]!.mesh}]`, raw: new RawObject(first.raw), parts };
}

function prepareParts(scene: Scene, { mesh: index, skin }: MeshUse, losses: LossList): PreparedPart[] {
  const mesh = scene.meshes[index]!;
  const jointCount = skin === undefined ? 0 : scene.skins[skin]!.joints.length;
  const prepared = mesh.primitives.flatMap((primitive, i): PreparedPart[] => {
    const material = primitive.material === undefined ? undefined : scene.materials[primitive.material];
    const needs = { uvSets: material ? uvSetsOf(material) : 0, tangents: material?.normalTexture !== undefined };
    const part = makePart(primitive, needs, losses);
    if (!part) return [];
    if (skin === undefined && primitive.joints) {
      losses.add('left-out', 'joints and weights', 'of a mesh without a skin', part.vertexCount);
    }
    return [
      {
        primitive,
        place: `meshes[${index}].primitives[${i}]`,
        part,
        skin:
          skin === undefined ? undefined : { index: skin, ...makeInfluences(primitive, part.kept, jointCount, losses) },
        targetNames: mesh.targetNames,
      },
    ];
  });
  return withoutStillTargets(prepared);
}

/** Parts that no target moves need no buffers for them, as long as another part carries the names. */
function withoutStillTargets(parts: PreparedPart[]): PreparedPart[] {
  const moves = parts.map(({ primitive: { targets } }) =>
    targets.some((t) => t.positions.some((v) => v !== 0) || t.normals?.some((v) => v !== 0)),
  );
  const carrier = Math.max(0, moves.indexOf(true));
  return parts.map((p, i) => (moves[i] || i === carrier ? p : { ...p, part: { ...p.part, targets: [] } }));
}

/** In the order of the file that both halves came from. */
function bySource(a: PreparedPart, b: PreparedPart): number {
  const idOf = (p: PreparedPart) => new RawObject(p.primitive.raw).object('shape').u32('id') ?? 0;
  return idOf(a) - idOf(b);
}

/** Moves the vertices of a skinned part, and turns its triangles when the matrix mirrors. */
export function movePart(p: PreparedPart, by: Mat4): void {
  const normals = normalMatrix(by);
  const points = (values: Float32Array) => eachVertex(values, (x, y, z) => transformPoint(by, x, y, z));
  const turn = (values: Float32Array | undefined) =>
    values &&
    eachVertex(values, (x, y, z) => {
      const n = [0, 1, 2].map((r) => normals[r]! * x + normals[3 + r]! * y + normals[6 + r]! * z);
      const length = Math.hypot(...n) || 1;
      return n.map((c) => c / length);
    });
  const { part } = p;
  const indices = part.indices.slice();
  if (determinant3(by) < 0) {
    for (let i = 0; i < indices.length; i += 3) {
      [indices[i + 1], indices[i + 2]] = [indices[i + 2]!, indices[i + 1]!];
    }
  }
  p.part = {
    ...part,
    indices,
    positions: points(part.positions),
    normals: turn(part.normals),
    targets: part.targets.map((t) => ({ positions: points(t.positions), normals: turn(t.normals) })),
  };
}

function eachVertex(values: Float32Array, move: (x: number, y: number, z: number) => readonly number[]): Float32Array {
  const out = new Float32Array(values.length);
  for (let i = 0; i < values.length; i += 3) out.set(move(values[i]!, values[i + 1]!, values[i + 2]!), i);
  return out;
}

/** What Shapes are made of. */
export interface ShapeSources {
  readonly states: NewStates;
  readonly buffers: NewBuffers;
  readonly profile: Profile;
  readonly storage: WeightStorage;
  /** Place in the Tree of the joints of a skin. */
  slotsOf(skin: number): readonly number[];
}

/** The Mesh with its Shapes and Batches. */
export function meshDraft(mesh: PreparedMesh, sources: ShapeSources): Draft {
  const shapes = mesh.parts.map((part, i) => shapeDraft(mesh, part, i, sources));
  return new Draft('Mesh', mesh.place, {
    _shape: shapes,
    _sortGroup: mesh.raw.u32('_sortGroup') ?? 0,
    ...resourceValues(mesh.name, mesh.raw),
  });
}

function shapeDraft(mesh: PreparedMesh, p: PreparedPart, index: number, sources: ShapeSources): Draft {
  const { states, buffers, profile, storage } = sources;
  const { part, primitive, place } = p;
  const skin: Influences | undefined = p.skin && placedInfluences(p.skin, sources.slotsOf(p.skin.index));
  const influences = p.skin ? states.influencesOf(primitive.material, true) : 0;
  const layout = chooseLayout({ part, influences, storage });
  const streams = [undefined, ...part.targets].map((target) =>
    encodeVertices(part, target, skin, layout, profile.bigEndian),
  );
  const { batch, vertexBuffers } = buffers.add(layout, streams, part.indices, place);
  const raw = new RawObject(primitive.raw);
  const source = raw.object('batch');
  Object.assign(batch.values, resourceValues(source.text('_name') ?? layout.name, source));
  const billboard = new RawObject(raw.list('vertexBuffers')[0]).u32('_billboardType');
  if (billboard) for (const buffer of vertexBuffers) buffer.values._billboardType = billboard;
  const shape = raw.object('shape');
  const bounds = shapeBounds(part.positions);
  const names = part.targets.length > 0 ? p.targetNames : [];
  const suffix = mesh.parts.length > 1 ? `Shape${index + 1}` : 'Shape';
  return new Draft('Shape', place, {
    _state: states.of(primitive.material, p.skin !== undefined),
    _batch: batch,
    _boundingSphere: [...bounds.center, bounds.radius],
    _boundingBoxCenter: bounds.center,
    _boundingBoxSize: bounds.size,
    _sortDistanceOffset: shape.number('_sortDistanceOffset') ?? 0,
    _blendTargetName: names,
    _blendTargetBindMatrix: names.map(() => identity12(profile.layout)),
    _meshBindMatrix: identity12(profile.layout),
    ...resourceValues(shape.text('_name') ?? `${mesh.name}${suffix}`, shape),
  });
}
