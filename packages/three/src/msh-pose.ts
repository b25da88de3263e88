import {
  type Animation,
  animationTables,
  type BlendUse,
  blendNode,
  blendUse,
  FormatError,
  type Msh,
  type Profile,
  quaternionOrder,
  type RotationSense,
  readAnimation,
  SAMPLE_SIZE,
  sampleMatrix,
  sampleNode,
} from '@unbake/formats';
import type { Object3D } from 'three';
import type { Model } from './model.ts';

export interface MshPoseOptions {
  /** Default x87: every step rounded as the game's FPU does. */
  profile?: Profile;
  /** As the model was made with (`scene.raw.msh`). Default conjugate. */
  sense?: RotationSense;
  /** Whether Z up to Y up is baked into the model. Default true. */
  baked?: boolean;
}

/**
 * Poses the nodes of a model as the game does: the sampler's own matrices, its rounding included, without a way through
 * quaternions. Node i of the model file moves object i. While it is in charge `matrixAutoUpdate` of the objects is off.
 */
export class MshPose {
  readonly animation: Animation;
  profile: Profile;
  readonly #objects: readonly Object3D[];
  readonly #sense: RotationSense;
  readonly #baked: boolean;
  readonly #samples: Float64Array;
  readonly #matrix = new Float64Array(16);

  constructor(animation: Animation, objects: readonly Object3D[], options: MshPoseOptions = {}) {
    this.animation = animation;
    this.profile = options.profile ?? 'x87';
    this.#objects = objects;
    this.#sense = options.sense ?? 'conjugate';
    this.#baked = options.baked ?? true;
    this.#samples = new Float64Array(SAMPLE_SIZE * animation.nodeCount);
  }

  /** 7 a node: w, x, y, z of the rotation as stored, x, y, z of the position, of the pose last shown. */
  get samples(): Readonly<Float64Array> {
    return this.#samples;
  }

  /**
   * Shows the pose at a time in frames, >= 0. A node whose tables lead outside themselves stays as it is; the number of
   * such nodes is returned.
   */
  setTime(time: number): number {
    let failed = 0;
    for (let node = 0; node < this.animation.nodeCount; node++) {
      const shown = attempt(() =>
        sampleNode(this.animation, node, time, this.profile, this.#samples, SAMPLE_SIZE * node),
      );
      if (shown) this.#place(node);
      else failed++;
    }
    return failed;
  }

  /** Shows the pose between two times, `weight` 0 (A) to 1 (B). `none`: the game has no pose there, nothing is changed. */
  setBlend(timeA: number, timeB: number, weight: number): BlendUse {
    const use = blendUse(timeA, timeB, this.profile === 'x87' ? Math.fround(weight) : weight);
    if (use === 'none') return use;
    for (let node = 0; node < this.animation.nodeCount; node++) {
      const shown = attempt(() =>
        blendNode(this.animation, node, timeA, timeB, weight, this.profile, this.#samples, SAMPLE_SIZE * node),
      );
      if (shown) this.#place(node);
    }
    return use;
  }

  /** Gives the objects back to their position, quaternion and scale, such as for an AnimationMixer. */
  release(): void {
    for (let node = 0; node < this.animation.nodeCount; node++) {
      const object = this.#objects[node];
      if (object) object.matrixAutoUpdate = true;
    }
  }

  #place(node: number): void {
    const object = this.#objects[node];
    if (!object) return;
    const m = this.#matrix;
    sampleMatrix(this.#samples, SAMPLE_SIZE * node, this.profile, this.#sense, m, 0);
    if (!m.every(Number.isFinite)) return;
    object.matrixAutoUpdate = false;
    object.matrixWorldNeedsUpdate = true;
    if (this.#baked) {
      // (x, y, z) -> (x, z, -y) on both sides: rows and columns change places and signs, which is exact.
      // biome-ignore format: a row a line
      object.matrix.set(
        m[0]!, m[2]!, -m[1]!, m[3]!,
        m[8]!, m[10]!, -m[9]!, m[11]!,
        -m[4]!, -m[6]!, m[5]!, -m[7]!,
        0, 0, 0, 1,
      );
    } else object.matrix.fromArray(m).transpose();
  }
}

/** The driver of a model that was made from an MSH file. */
export function mshPose(msh: Msh, model: Model, profile: Profile = 'x87'): MshPose {
  const made = model.source.raw.msh as { axis?: string; rotationSense?: RotationSense; quatOrder?: 'wxyz' | 'xyzw' };
  const order = made.quatOrder ?? quaternionOrder(msh).order;
  const animation = readAnimation(animationTables(msh), order);
  return new MshPose(animation, model.nodes, {
    profile,
    sense: made.rotationSense ?? 'conjugate',
    baked: made.axis === 'bake',
  });
}

function attempt(sample: () => void): boolean {
  try {
    sample();
    return true;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return false;
  }
}
