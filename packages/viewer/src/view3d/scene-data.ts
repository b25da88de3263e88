import {
  type Animation,
  type Asset,
  animationTables,
  type Convention,
  DEFAULT_CONVENTION,
  type Msh,
  type MshAsset,
  type RotationSense,
  readAnimation,
  type Scene,
  type Track,
  tracksOf,
} from '@unbake/formats';
import { assetOf, sceneOptionsFor } from '../lib/main-asset.ts';
import { type Loaded, useLoaded } from '../lib/use-loaded.ts';
import { keyOf, type OpenFile } from '../state/files.ts';
import { onForget } from '../state/session.ts';
import { type MshChoice, sceneStateOf } from './scene-state.ts';

/** The animation of a Parkan model, as the game's sampler wants it. */
export interface Engine {
  readonly msh: Msh;
  readonly animation: Animation;
  readonly convention: Convention;
  /** Keys by node. */
  readonly tracks: readonly Track[];
  /** Last frame that shows anything new, at least 1. */
  readonly end: number;
  /** Frames a second of the scene's animations. */
  readonly fps: number;
}

/** What view, outline and animation show of a file. */
export interface SceneData {
  readonly asset: Asset;
  readonly scene: Scene;
  readonly engine: Engine | undefined;
}

/** As `MshSceneOptions.fps` when nothing is asked for. */
const FPS = 30;

/** One scene of a file at a time, shared by the panels. */
const kept = new Map<number, { key: string; data: Promise<SceneData> }>();

onForget((keys) => {
  for (const key of keys) kept.delete(Number(key.split(':')[0]));
});

/**
 * The scene of a file in its present state, made once.
 * @throws FormatError as `openAsset`; TypeError for a file without a scene.
 */
export function loadScene(file: OpenFile, choice: MshChoice): Promise<SceneData> {
  const key = `${keyOf(file)}/${JSON.stringify(choice)}`;
  const known = kept.get(file.id);
  if (known?.key === key) return known.data;
  const data = makeScene(file, choice);
  kept.set(file.id, { key, data });
  data.catch(() => {
    if (kept.get(file.id)?.data === data) kept.delete(file.id);
  });
  return data;
}

async function makeScene(file: OpenFile, choice: MshChoice): Promise<SceneData> {
  const asset = await assetOf(file);
  if (!asset.scene) throw new TypeError(`${file.name}: no model`);
  const options = await sceneOptionsFor(file);
  if (asset.format !== 'msh') return { asset, scene: asset.scene(options), engine: undefined };
  const scene = asset.scene({ ...options, ...choice });
  return { asset, scene, engine: engineOf((asset as MshAsset).msh, scene) };
}

/** Undefined for a model without keys or without nodes that the sampler knows. */
export function engineOf(msh: Msh, scene: Scene): Engine | undefined {
  if (msh.keys.count === 0 || msh.nodes.length === 0) return undefined;
  const made = scene.raw.msh as { axis?: string; rotationSense?: RotationSense; quatOrder?: 'wxyz' | 'xyzw' };
  const animation = readAnimation(animationTables(msh), made.quatOrder);
  const tracks = tracksOf(animation);
  let end = Math.max(1, animation.frameCount - 1);
  for (const { keys } of tracks) {
    const last = keys[keys.length - 1]!.time;
    if (Number.isFinite(last)) end = Math.max(end, Math.min(last, 0xffff));
  }
  const convention: Convention = {
    sense: made.rotationSense ?? DEFAULT_CONVENTION.sense,
    axis: made.axis === 'bake' ? 'baked' : 'none',
  };
  return { msh, animation, convention, tracks, end, fps: FPS };
}

/** The scene of a file with the state and level that are chosen for it. */
export function useScene(file: OpenFile): Loaded<SceneData> {
  const choice = sceneStateOf(file).choice.value;
  return useLoaded(file, () => loadScene(file, choice), [choice]);
}
