import { type Signal, signal } from '@preact/signals';
import type { OpenFile } from '../state/files.ts';

/** What of a Parkan model is shown (msh.md §2): `state` 0 to 2, `lod` 0 to 4. */
export interface MshChoice {
  readonly state: number;
  readonly lod: number;
  readonly hulls: boolean;
}

/** What poses an animated model. */
export type PoseKind = 'rest' | 'time' | 'blend';
/** Who computes it: the game's sampler, or a glTF player with the exported channels. */
export type Sampler = 'engine' | 'gltf';

export interface Blend {
  /** Frames. */
  readonly a: number;
  readonly b: number;
  /** 0 (a) to 1 (b). */
  readonly weight: number;
}

/** How the model of a file is shown; lasts as long as the file is open. */
export interface SceneState {
  readonly choice: Signal<MshChoice>;
  /** Scene nodes that are hidden, with everything below them. */
  readonly hidden: Signal<ReadonlySet<number>>;
  /** By scene mesh: a weight for each of its targets. */
  readonly weights: Signal<ReadonlyMap<number, readonly number[]>>;
  readonly pose: Signal<PoseKind>;
  readonly sampler: Signal<Sampler>;
  /** In frames. */
  readonly time: Signal<number>;
  readonly blend: Signal<Blend>;
  readonly playing: Signal<boolean>;
  readonly loop: Signal<boolean>;
  /** Times the rate of the game. */
  readonly speed: Signal<number>;
}

const states = new WeakMap<OpenFile, SceneState>();

export function sceneStateOf(file: OpenFile): SceneState {
  let state = states.get(file);
  if (!state) {
    state = {
      choice: signal({ state: 0, lod: 0, hulls: false }),
      hidden: signal(new Set()),
      weights: signal(new Map()),
      pose: signal('rest'),
      sampler: signal('engine'),
      time: signal(0),
      blend: signal({ a: 0, b: 1, weight: 0.5 }),
      playing: signal(false),
      loop: signal(true),
      speed: signal(1),
    };
    states.set(file, state);
  }
  return state;
}

/** Hides a node, or shows it again. */
export function toggleHidden(state: SceneState, node: number): void {
  const hidden = new Set(state.hidden.value);
  if (!hidden.delete(node)) hidden.add(node);
  state.hidden.value = hidden;
}

export function setWeight(state: SceneState, mesh: number, targets: number, target: number, weight: number): void {
  const weights = [...(state.weights.value.get(mesh) ?? new Array<number>(targets).fill(0))];
  weights[target] = weight;
  state.weights.value = new Map(state.weights.value).set(mesh, weights);
}

/** The next time of a clip that plays: `undefined` when it has come to its end. Times in frames, `seconds` since then. */
export function advanced(time: number, seconds: number, end: number, fps: number, speed: number, loop: boolean) {
  const next = time + seconds * fps * speed;
  if (next <= end) return next;
  return loop && end > 0 ? next % end : undefined;
}
