import type { Scene } from '@unbake/formats';
import type { AnimationClip, Group, Material, Mesh, Object3D, Skeleton, Texture } from 'three';
import type { Notice } from './notice.ts';

/** A scene as three.js objects, with the way from each index of the scene to its object. */
export interface Model {
  /** Everything, as other loaders call it. Not yet in a scene of three.js. */
  readonly scene: Group;
  readonly animations: readonly AnimationClip[];
  /** What it was made from. */
  readonly source: Scene;
  /** By scene node index; joints are Bones. Nodes that no root reaches are there, but not below `scene`. */
  readonly nodes: readonly Object3D[];
  /** By scene node index: a mesh for each part of the node's mesh, a child of the node's object. */
  readonly parts: readonly (readonly Mesh[])[];
  /** By scene material index: its variants, for parts with and without vertex colours or normals. */
  readonly materials: readonly (readonly Material[])[];
  readonly textures: readonly Texture[];
  /** By scene skin index. */
  readonly skeletons: readonly Skeleton[];
  readonly notices: readonly Notice[];
  /** Shows level 0 (finest) and up of every node with levels of detail, its coarsest where it has fewer. */
  setLevel(level: number): void;
  /** Frees everything on the GPU and takes `scene` out of its parent. */
  dispose(): void;
}

/** What an object of a model stands for, as indices into its scene; also in `userData.unbake`. */
export interface ScenePlace {
  node: number;
  /** Only for a part of a mesh. */
  mesh?: number;
  primitive?: number;
  material?: number;
}

/** What an object, or the next one above it, stands for; undefined outside a model. */
export function placeOf(object: Object3D | null): ScenePlace | undefined {
  for (let at = object; at; at = at.parent) {
    const place: unknown = at.userData.unbake;
    if (typeof place === 'object' && place !== null && 'node' in place) return place as ScenePlace;
  }
  return undefined;
}
