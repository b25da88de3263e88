import type { LossList } from '../../scene/losses.ts';
import { compose, identity, invert, type Mat4, multiply, type Quat, quatNormalize } from '../../scene/math.ts';
import type { Scene } from '../../scene/scene.ts';
import { orderedQuaternion } from '../matrix-layout.ts';
import { Draft } from './drafts.ts';
import { fitsF32, matrixTo12 } from './matrices.ts';
import type { NodePlan } from './node-plan.ts';
import type { Profile } from './profile.ts';
import { RawObject } from './raw-values.ts';
import { resourceValues } from './resource.ts';
import type { BindPose } from './skeleton.ts';

/** What a Node is made of beside the scene. */
export interface NodeSources {
  readonly scene: Scene;
  readonly plan: NodePlan;
  readonly profile: Profile;
  readonly binds: BindPose;
  /** The Mesh of each scene node that shows one. */
  readonly meshes: ReadonlyMap<number, Draft>;
  /** Names of all morph targets of the file. */
  readonly targetNames: readonly string[];
}

/** The Nodes by scene node index, with links, transforms and matrices (svo.md §5). */
export function nodeDrafts(sources: NodeSources, losses: LossList): Map<number, Draft> {
  const { scene, plan } = sources;
  const drafts = new Map(plan.nodes.map((index) => [index, new Draft('Node', `nodes[${index}]`, {})]));
  const worlds = new Map<number, Mat4>();
  for (const index of parentsFirst(plan)) {
    const n = scene.nodes[index]!;
    const local = compose(n.translation, n.rotation, n.scale);
    const above = worlds.get(plan.parents.get(index) ?? -1);
    const world = above ? multiply(above, local) : local;
    worlds.set(index, world);
    Object.assign(drafts.get(index)!.values, nodeValues(index, local, world, sources, losses));
  }
  for (const index of plan.nodes) {
    const draft = drafts.get(index)!;
    const children = plan.children.get(index) ?? [];
    draft.values._mesh = sources.meshes.get(index);
    draft.values._child = drafts.get(children[0] ?? -1);
    children.forEach((child, i) => {
      const values = drafts.get(child)!.values;
      values._parent = draft;
      values._sibling = drafts.get(children[i + 1] ?? -1);
    });
  }
  return drafts;
}

function* parentsFirst(plan: NodePlan): Generator<number> {
  const stack = [...plan.roots].reverse();
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    yield index;
    for (const child of [...(plan.children.get(index) ?? [])].reverse()) stack.push(child);
  }
}

function nodeValues(index: number, local: Mat4, world: Mat4, sources: NodeSources, losses: LossList) {
  const { profile, binds } = sources;
  const n = sources.scene.nodes[index]!;
  const raw = new RawObject(n.raw);
  const rotation = quatNormalize(n.rotation) ?? [0, 0, 0, 1];
  const stored = (m: Mat4) => {
    if (fitsF32(m)) return matrixTo12(m, profile.layout);
    losses.add('approximated', 'node matrices', 'too large for 32 bits, identity');
    return matrixTo12(identity(), profile.layout);
  };
  const inverse = invert(world);
  if (!inverse) losses.add('approximated', 'node matrices', 'a scale of 0 has no inverse, identity');
  const worldInverse = stored(inverse ?? identity());
  const bind = binds.of(index);
  return {
    _blendIndex: blendIndexOf(n.name, raw, sources.targetNames),
    _scale: n.scale,
    _rotation: (isRotationOf(raw, rotation, profile) ? raw.numbers('_rotation', 3) : undefined) ?? [0, 0, 0],
    _quaternion: profile.quaternion === 'xyzw' ? rotation : [rotation[3], rotation[0], rotation[1], rotation[2]],
    _translation: n.translation,
    _mtxLocal: stored(local),
    _mtxWorld: stored(world),
    _mtxWorldInv: worldInverse,
    _mtxBind: bind ? stored(bind) : worldInverse,
    ...resourceValues(n.name, raw),
  };
}

/** Whether the Euler angles of an earlier export still belong to the rotation: how they follow from it is not known. */
function isRotationOf(raw: RawObject, rotation: Quat, profile: Profile): boolean {
  const stored = orderedQuaternion(raw.numbers('_quaternion', 4) ?? [], profile.quaternion);
  return stored?.every((c, i) => Math.abs(c - rotation[i]!) < 1e-6) ?? false;
}

/**
 * Inferred: a node that is called like a morph target carries its number, as in the samples; any other has 0 (svo.md §5
 * names the field and no more).
 */
export function blendIndexOf(name: string, raw: RawObject, targetNames: readonly string[]): number {
  return raw.u32('_blendIndex') ?? Math.max(0, targetNames.indexOf(name));
}
