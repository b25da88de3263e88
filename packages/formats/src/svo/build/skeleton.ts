import type { LossList } from '../../scene/losses.ts';
import { identity, invert, type Mat4, multiply } from '../../scene/math.ts';
import type { Scene, SceneSkin } from '../../scene/scene.ts';
import { EditError } from '../../yabx/edit-error.ts';

/** Blend indices are bytes. */
const MAX_SLOTS = 256;
/** Largest difference of a matrix element, relative to the largest element, that still counts as the same. */
const TOLERANCE = 1e-4;

/**
 * Gives every joint one inverse bind matrix: a Node has only one, while a glTF file has one for each skin. Where a second
 * skin differs from the first by one matrix for all joints that they share, the vertices of its meshes are moved by it.
 */
export class BindPose {
  readonly #scene: Scene;
  readonly #losses: LossList;
  readonly #binds = new Map<number, Mat4>();
  readonly #moves = new Map<number, Mat4 | undefined>();

  constructor(scene: Scene, losses: LossList) {
    this.#scene = scene;
    this.#losses = losses;
  }

  /** The inverse bind matrix of a scene node; undefined when it is no joint. */
  of(node: number): Mat4 | undefined {
    return this.#binds.get(node);
  }

  /**
   * Takes a skin in; `used` are the joints that a weight names. Gives what its vertices have to be moved by.
   * @throws EditError when the skins do not agree about a joint.
   */
  add(index: number, used: ReadonlySet<number>): Mat4 | undefined {
    if (this.#moves.has(index)) return this.#moves.get(index);
    const skin = this.#scene.skins[index]!;
    const move = this.#moveOf(skin, used);
    const back = move && invert(move);
    skin.joints.forEach((joint, slot) => {
      const own = matrixAt(skin, slot);
      const bind = back ? multiply(own, back) : own;
      const known = this.#binds.get(joint);
      if (!known) this.#binds.set(joint, bind);
      else if (used.has(slot) && !isSame(known, bind)) throw this.#conflict(index, joint);
    });
    if (move) this.#losses.add('approximated', 'skins', 'vertices moved, as a joint has one bind matrix in the file');
    this.#moves.set(index, move);
    return move;
  }

  #moveOf(skin: SceneSkin, used: ReadonlySet<number>): Mat4 | undefined {
    for (const slot of used) {
      const known = this.#binds.get(skin.joints[slot]!);
      const own = matrixAt(skin, slot);
      if (!known || isSame(known, own)) continue;
      const back = invert(known);
      return back && multiply(back, own);
    }
    return undefined;
  }

  #conflict(index: number, joint: number): EditError {
    const name = this.#scene.nodes[joint]?.name ?? '';
    return new EditError(
      `skins[${index}]`,
      `the joint "${name}" (nodes[${joint}]) has another bind pose in an earlier skin`,
      'one bind pose a joint: the file has one matrix for each node',
    );
  }
}

function matrixAt(skin: SceneSkin, slot: number): Mat4 {
  const stored = skin.inverseBindMatrices.subarray(slot * 16, slot * 16 + 16);
  return stored.length === 16 && stored.every(Number.isFinite) ? Float64Array.from(stored) : identity();
}

function isSame(a: Mat4, b: Mat4): boolean {
  let largest = 1;
  let difference = 0;
  for (let i = 0; i < 16; i++) {
    largest = Math.max(largest, Math.abs(a[i]!));
    difference = Math.max(difference, Math.abs(a[i]! - b[i]!));
  }
  return difference <= TOLERANCE * largest;
}

/**
 * The order of the Tree's nodes, which blend indices count (svo.md §5 [H]): the scene's, unless a joint that a weight
 * names would lie past the 256th; then those joints come first.
 * @throws EditError for more than 256 such joints.
 */
export function treeOrder(scene: Scene, nodes: readonly number[], joints: ReadonlySet<number>): readonly number[] {
  if (nodes.slice(MAX_SLOTS).every((node) => !joints.has(node))) return nodes;
  if (joints.size > MAX_SLOTS) {
    const skin = scene.skins.findIndex((s) => s.joints.some((joint) => joints.has(joint)));
    throw new EditError(
      `skins[${skin}]`,
      `the skins move vertices with ${joints.size} joints`,
      `at most ${MAX_SLOTS} in a file, as blend indices are bytes`,
    );
  }
  return [...nodes.filter((node) => joints.has(node)), ...nodes.filter((node) => !joints.has(node))];
}
