/** An edited glTF scene back into a model: nodes, channels and conventions found, tables made (msh.md §3.5, §5). */
import type { Scene, SceneAnimation } from '../../scene/scene.ts';
import { NONE } from '../tables.ts';
import type { Msh } from '../types.ts';
import type { TableChange } from '../write.ts';
import { angleBetween, evaluateChannel } from './channel.ts';
import {
  type Convention,
  DEFAULT_CONVENTION,
  type QuatOrder,
  type RotationSense,
  toSceneRotation,
  toSceneTranslation,
} from './convention.ts';
import { animationChanges } from './edit.ts';
import { type SourceNode, tracksFromChannels } from './from-channels.ts';
import { matchNodes, Z_UP_NODE } from './match-nodes.ts';
import { readAnimation } from './read.ts';
import { sampleNode } from './sample.ts';
import { animationTables } from './tables-of.ts';
import type { Track } from './tracks.ts';
import { type Animation, SAMPLE_SIZE } from './types.ts';

export interface ImportSceneOptions {
  /** Word order of the model's rotations, read and written. */
  order: QuatOrder;
  /** Name of one of the scene's animations, or `#1` by number. Default: all, when they move different nodes. */
  animation?: string | undefined;
  /** Frames a second. Default: what the export noted in the animation, else 30. */
  fps?: number | undefined;
  /** As the scene was exported. Default: what the export noted in the scene, else baked. */
  axis?: 'bake' | 'root' | 'none' | undefined;
  /** As the scene was exported. Default: what the export noted in the scene, else conjugate. */
  rotationSense?: RotationSense | undefined;
  /** Of the key reduction: length units, and radians. Default 1e-4. */
  tolerance?: number | undefined;
  /** Makes tables of tracks that break a rule all the same. */
  force?: boolean;
}

export interface ImportedScene {
  /** For `replaceTables`; empty when the scene moves as the model does, or as it stands. */
  readonly changes: TableChange[];
  /** One a node. */
  readonly tracks: Track[];
  /** Nodes that move otherwise than before. */
  readonly edited: number[];
  /** Nodes that move as before but need new keys, because their frame map was none that the canonical writer makes. */
  readonly rewritten: number[];
  /** Sentences about nodes that did not match. */
  readonly mismatches: string[];
  readonly fps: number;
  readonly convention: Convention;
}

/** A choice among the scene's animations that is not clear; `names` are what there is. */
export class AnimationChoiceError extends Error {
  override readonly name = 'AnimationChoiceError';
  readonly names: readonly string[];

  constructor(message: string, names: readonly string[]) {
    super(message);
    this.names = names;
  }
}

/**
 * The animation of an edited scene as tables for the model. Nodes that are not in the scene keep their keys.
 * @throws FormatError as `buildAnimation` and `tracksFromChannels`; AnimationChoiceError when it is not clear which
 * animation is meant; RangeError for an fps that is not above 0.
 */
export function importScene(msh: Msh, scene: Scene, options: ImportSceneOptions): ImportedScene {
  const anim = readAnimation(animationTables(msh), options.order);
  const animation = chooseAnimation(scene, options.animation);
  const fps = options.fps ?? numberIn(animation?.raw.fps) ?? 30;
  const convention = conventionOf(scene, options);
  const { sceneNodes, mismatches } = matchNodes(msh, scene);
  if (!animation && anim.mapStarts.some((start) => start !== NONE)) {
    mismatches.unshift('the scene has no animation: no node moves any more');
  }
  const nodes = sceneNodes.map((index) => (index === undefined ? undefined : sourceNode(scene, animation, index)));
  const { tolerance } = options;
  const imported = tracksFromChannels(anim, nodes, {
    convention,
    fps,
    ...(tolerance === undefined ? {} : { tolerance }),
  });
  const { tracks } = imported;
  const numbers = tracks.map((_, node) => node);
  const edited = numbers.filter((node) => imported.edited[node]);
  const build = { order: options.order, force: options.force ?? false };
  const changes = edited.length === 0 ? [] : animationChanges(msh, tracks, build);
  const rewritten = edited.length === 0 ? [] : numbers.filter((n) => !imported.unchanged[n] && !imported.edited[n]);
  return { changes, tracks, edited, rewritten, mismatches, fps, convention };
}

/** The largest differences at whole frames between the scene and an animation that was made of it, over some nodes. */
export function importDeviation(
  anim: Animation,
  msh: Msh,
  scene: Scene,
  imported: ImportedScene,
  animationName?: string,
): { position: number; angle: number } {
  const animation = chooseAnimation(scene, animationName);
  const { sceneNodes } = matchNodes(msh, scene);
  const sample = new Float64Array(SAMPLE_SIZE);
  const engine = new Float64Array(SAMPLE_SIZE);
  const shown = new Float64Array(SAMPLE_SIZE);
  const worst = { position: 0, angle: 0 };
  for (const node of imported.edited) {
    const source = sourceNode(scene, animation, sceneNodes[node]!);
    const last = source.channels.reduce((end, { times }) => Math.max(end, times[times.length - 1] ?? 0), 0);
    for (let frame = 0; frame <= Math.ceil(last * imported.fps - 1e-3); frame++) {
      shown.set(source.translation, 0);
      shown.set(source.rotation, 3);
      for (const channel of source.channels) {
        if (channel.times.length === 0) continue;
        const seconds = frame / imported.fps;
        if (channel.path === 'translation') evaluateChannel(channel, seconds, shown.subarray(0, 3));
        if (channel.path === 'rotation') evaluateChannel(channel, seconds, shown.subarray(3));
      }
      sampleNode(anim, node, frame, 'x87', sample);
      toSceneTranslation(sample, 4, imported.convention.axis, engine, 0);
      toSceneRotation(sample, 0, imported.convention, engine, 3);
      const apart = [0, 1, 2].map((c) => engine[c]! - shown[c]!);
      worst.position = Math.max(worst.position, Math.hypot(...apart));
      worst.angle = Math.max(worst.angle, angleBetween(engine, 3, shown, 3));
    }
  }
  return worst;
}

function sourceNode(scene: Scene, animation: SceneAnimation | undefined, index: number): SourceNode {
  const { translation, rotation } = scene.nodes[index]!;
  return { translation, rotation, channels: animation?.channels.filter((channel) => channel.node === index) ?? [] };
}

/** One animation by name or number; else all as one, as programs write that keep an action for each object. */
function chooseAnimation(scene: Scene, wanted: string | undefined): SceneAnimation | undefined {
  const { animations } = scene;
  const names = animations.map((animation, i) => animation.name || `#${i}`);
  if (wanted !== undefined) {
    const number = /^#(\d+)$/.exec(wanted)?.[1];
    const chosen =
      animations.find((animation) => animation.name === wanted) ??
      (number === undefined ? undefined : animations[Number(number)]);
    if (!chosen) throw new AnimationChoiceError(`no animation is called "${wanted}"`, names);
    return chosen;
  }
  if (animations.length < 2) return animations[0];
  const channels = animations.flatMap((animation) => animation.channels);
  const targets = new Set(channels.map(({ node, path }) => `${node}:${path}`));
  if (targets.size < channels.length) {
    throw new AnimationChoiceError(`${animations.length} animations move the same nodes`, names);
  }
  return { ...animations[0]!, channels };
}

function conventionOf(scene: Scene, options: ImportSceneOptions): Convention {
  const noted = scene.raw.msh;
  const notes = typeof noted === 'object' && noted !== null && !Array.isArray(noted) ? noted : {};
  const turned = scene.roots.some((root) => scene.nodes[root]?.name === Z_UP_NODE);
  const axis = options.axis ?? notes.axis ?? (turned ? 'root' : 'bake');
  const notedSense = notes.rotationSense === 'stored' ? 'stored' : DEFAULT_CONVENTION.sense;
  return { sense: options.rotationSense ?? notedSense, axis: axis === 'root' || axis === 'none' ? 'none' : 'baked' };
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : undefined;
}
