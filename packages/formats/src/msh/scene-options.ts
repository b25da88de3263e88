import type { QuatOrder, RotationSense } from './animation/convention.ts';

/** How a model becomes a scene (msh.md §5). */
export interface MshSceneOptions {
  name?: string;
  /** 0 intact, 1 and 2 damaged. Default 0. */
  state?: number;
  /** 0 finest to 3; 4 is the collision geometry. A node without a slot there draws nothing. Default 0. */
  lod?: number;
  /** The coarser levels too, as `SceneNode.lods`. Default false. */
  allLods?: boolean;
  /** Collision hulls and the collision level of each node too. Default false. */
  hulls?: boolean;
  /** Z up to Y up: baked into every number, by a node above all others, or not at all. Default `bake`. */
  axis?: 'bake' | 'root' | 'none';
  /** auto: a batch is flipped when most of its triangles disagree with its normals. Default `auto`. */
  winding?: 'auto' | 'keep' | 'flip';
  /** Word order of the rotations; auto detects it by the model's box. Default `auto`. */
  quatOrder?: QuatOrder | 'auto';
  rotationSense?: RotationSense;
  /** Frames a second of the animation. Default 30. */
  fps?: number;
  /** N: animation keys every 1/N frame. */
  bake?: number;
  /** Largest deviation of the animation that needs no key of its own. */
  tolerance?: number;
}
