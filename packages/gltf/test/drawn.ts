import { math, type Scene, type SceneMaterial, type ScenePrimitive, type TextureSlot } from '@unbake/formats';
import { expect } from 'vitest';

/** How far numbers of two scenes may be apart. */
export interface Tolerances {
  /** Positions and morph differences, relative to the largest coordinate. */
  position: number;
  /** Components of unit normals and tangents. */
  normal: number;
  weight: number;
  color: number;
  uv: number;
  /** Decoded pixels, 0..255. */
  pixel: number;
}

/** f32 positions, a byte a component for normals and colours: what an SVO file holds. */
export const SVO_TOLERANCES: Tolerances = {
  position: 1e-6,
  normal: 0.0085,
  weight: 1e-6,
  color: 0.5 / 255 + 1e-6,
  uv: 0,
  pixel: 0,
};

interface Drawn {
  node: number;
  mesh: string;
  targetNames: string[];
  skinned: boolean;
  parts: Corner[][];
  materials: unknown[];
}

interface Corner {
  position: number[];
  normal: number[];
  tangent: number[];
  color: number[];
  uvs: number[];
  /** By node index, of weight above zero. */
  weights: [joint: number, weight: number][];
  targets: number[];
}

/**
 * Everything that a scene draws, corner by corner, whatever its buffers are. `ownerOf` gives the node that the mesh of a
 * node belongs to: reading an SVO file puts skinned meshes on roots of their own.
 */
export function drawn(scene: Scene, ownerOf: (node: number) => number): Drawn[] {
  return scene.nodes
    .flatMap((n, index): Drawn[] => {
      const mesh = n.mesh === undefined ? undefined : scene.meshes[n.mesh];
      if (!mesh || mesh.primitives.length === 0) return [];
      const joints = n.skin === undefined ? undefined : scene.skins[n.skin]!.joints;
      return [
        {
          node: ownerOf(index),
          mesh: mesh.name,
          targetNames: mesh.targetNames,
          skinned: joints !== undefined,
          parts: mesh.primitives.map((p) => corners(p, joints)),
          materials: mesh.primitives.map((p) => look(scene, p.material)),
        },
      ];
    })
    .sort((a, b) => a.node - b.node || Number(a.skinned) - Number(b.skinned));
}

function corners(p: ScenePrimitive, joints: readonly number[] | undefined): Corner[] {
  const at = (values: Float32Array | undefined, width: number, v: number) =>
    values ? [...values.subarray(v * width, v * width + width)] : [];
  return [...p.indices].map((v) => ({
    position: at(p.positions, 3, v),
    normal: at(p.normals, 3, v),
    tangent: at(p.tangents, 4, v),
    color: at(p.colors, 4, v),
    uvs: p.uvs.flatMap((uv) => at(uv, 2, v)),
    weights: joints ? weightsOf(p, joints, v) : [],
    targets: p.targets.flatMap((t) => at(t.positions, 3, v)),
  }));
}

function weightsOf(p: ScenePrimitive, joints: readonly number[], v: number): [number, number][] {
  const sums = new Map<number, number>();
  for (let k = v * 4; k < v * 4 + 4; k++) {
    const weight = p.weights?.[k] ?? (k === v * 4 ? 1 : 0);
    const joint = joints[p.joints?.[k] ?? 0]!;
    if (weight > 0) sums.set(joint, (sums.get(joint) ?? 0) + weight);
  }
  const total = [...sums.values()].reduce((sum, w) => sum + w, 0);
  return [...sums].map(([joint, w]): [number, number] => [joint, w / total]).sort((a, b) => a[0] - b[0]);
}

/** How a material looks; numbers rounded to what bytes and f32 hold, so that looks can be compared as they are. */
export function look(scene: Scene, index: number | undefined) {
  const m: Partial<SceneMaterial> = index === undefined ? {} : scene.materials[index]!;
  const round = (values: readonly number[] | undefined) =>
    values?.map((v) => Number(Math.min(1, Math.max(0, v)).toFixed(5)));
  return {
    name: m.name ?? 'default',
    baseColor: round(m.baseColor ?? [1, 1, 1, 1]),
    emissive: round(m.emissive ?? [0, 0, 0]),
    specular: round(m.specular),
    shininess: m.shininess === undefined ? undefined : Number(Math.fround(m.shininess).toPrecision(4)),
    alphaRef: m.alphaCutoff ? Math.max(1, Math.min(255, Math.round(m.alphaCutoff * 255))) : undefined,
    blend: m.blend ?? 'opaque',
    doubleSided: m.doubleSided ?? false,
    base: sampler(scene, m.baseColorTexture),
    normal: sampler(scene, m.normalTexture),
    glow: sampler(scene, m.emissiveTexture),
  };
}

function sampler(scene: Scene, slot: TextureSlot | undefined) {
  if (!slot) return undefined;
  const { image, wrapU, wrapV, minFilter, magFilter, mipFilter } = scene.textures[slot.texture]!;
  const { name, width, height } = scene.images[image]!;
  // The file has no filter that says "no levels".
  const mips = mipFilter === 'none' ? 'point' : mipFilter;
  return { uv: slot.uv, image: name, width, height, wrapU, wrapV, minFilter, magFilter, mips };
}

/** Bind pose of the joints that move something: the inverse bind matrix by node. */
export function binds(scene: Scene): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const n of scene.nodes) {
    const skin = n.skin === undefined ? undefined : scene.skins[n.skin];
    const mesh = n.mesh === undefined ? undefined : scene.meshes[n.mesh];
    if (!skin || !mesh) continue;
    const used = new Set(
      mesh.primitives.flatMap((p) => corners(p, skin.joints).flatMap((c) => c.weights.map(([j]) => j))),
    );
    skin.joints.forEach((joint, slot) => {
      if (used.has(joint)) found.set(joint, [...skin.inverseBindMatrices.subarray(slot * 16, slot * 16 + 16)]);
    });
  }
  return found;
}

/** Index of the node that each skinned root of an SVO scene came from. */
export function svoOwners(scene: Scene): (node: number) => number {
  const byId = new Map(scene.nodes.map((n, index) => [n.raw.id, index]));
  return (node) => {
    const { skinOf } = scene.nodes[node]!.raw;
    return skinOf === undefined ? node : (byId.get(skinOf) ?? node);
  };
}

/** The roots of the file's own nodes: without the common root and the mesh roots that reading adds. */
export function svoRoots(scene: Scene): number[] {
  return scene.roots
    .flatMap((root) => (scene.nodes[root]!.raw.rootOf === undefined ? [root] : scene.nodes[root]!.children))
    .filter((root) => scene.nodes[root]!.raw.id !== undefined)
    .sort((a, b) => a - b);
}

/** Fails unless the scene that was read draws what the source draws. */
export function expectDrawnAlike(
  read: Scene,
  source: Scene,
  tolerances: Tolerances,
  owners: { read?: (node: number) => number; source?: (node: number) => number } = {},
): void {
  const actual = drawn(read, owners.read ?? svoOwners(read));
  const expected = drawn(source, owners.source ?? ((node) => node));
  expect(actual.map(shapeOf)).toEqual(expected.map(shapeOf));
  expected.forEach((e, i) => {
    for (const [p, part] of e.parts.entries()) {
      expectCorners(actual[i]!.parts[p]!, part, tolerances, `node ${e.node} part ${p}`);
    }
  });
  const bindsOfSource = binds(source);
  for (const [joint, matrix] of binds(read)) {
    expectNear(matrix, bindsOfSource.get(joint)!, 1e-5, `bind of node ${joint}`);
  }
}

function shapeOf({ node, mesh, targetNames, skinned, parts, materials }: Drawn) {
  return { node, mesh, targetNames, skinned, corners: parts.map((part) => part.length), materials };
}

function expectCorners(actual: Corner[], expected: Corner[], t: Tolerances, what: string): void {
  expected.forEach((e, i) => {
    const a = actual[i]!;
    const place = `${what} corner ${i}`;
    expectNear(a.position, e.position, t.position, `${place} position`);
    expectNear(a.uvs, e.uvs, t.uv, `${place} uv`);
    expectNear(a.normal, e.normal, t.normal, `${place} normal`, 1);
    if (a.tangent.length > 0) expectNear(a.tangent, e.tangent, t.normal, `${place} tangent`, 1);
    expectNear(a.color, e.color, t.color, `${place} colour`, 1);
    const moves = [...e.position, ...e.targets];
    const size = Math.max(1, ...moves.map(Math.abs));
    const targets = a.targets.length > 0 ? a.targets : e.targets.map(() => 0);
    expectNear(targets, e.targets, t.position, `${place} morph`, size);
    const weights = new Map(a.weights);
    for (const [joint, weight] of e.weights) {
      expectNear([weights.get(joint) ?? 0], [weight], t.weight, `${place} weight of ${joint}`, 1);
    }
  });
}

/** `size` is what the tolerance is relative to; the largest expected number where it is absent. */
export function expectNear(
  actual: readonly number[],
  expected: readonly number[],
  tolerance: number,
  what: string,
  size = Math.max(1, ...expected.map(Math.abs)),
): void {
  const far = expected.findIndex((v, i) => !(Math.abs((actual[i] ?? Number.NaN) - v) <= tolerance * size));
  if (actual.length !== expected.length || far >= 0) {
    expect.fail(`${what}: ${actual.join(', ')} instead of ${expected.join(', ')} (${far})`);
  }
}

/** Fails unless both scenes hang their nodes together alike; `count` nodes are compared, in their order. */
export function expectSameNodes(read: Scene, source: Scene, count = source.nodes.length): void {
  for (let i = 0; i < count; i++) {
    const [a, b] = [read.nodes[i]!, source.nodes[i]!];
    expect({ name: a.name, children: a.children }).toEqual({ name: b.name, children: b.children });
    expectNear(a.translation, b.translation, 1e-6, `translation of ${i}`);
    expectNear(a.scale, b.scale, 1e-6, `scale of ${i}`);
    expect(Math.abs(math.quatDot(a.rotation, b.rotation)), `rotation of ${i}`).toBeGreaterThan(1 - 1e-6);
  }
}
