import {
  type Asset,
  animationTables,
  DEFAULT_CONVENTION,
  type Deviation,
  EXACT_WITHIN,
  type MshAsset,
  measureDeviation,
  quaternionOrder,
  readAnimation,
  type Scene,
} from '@unbake/formats';
import { nodeTitle } from './model.ts';
import type { ModelOptions } from './scene-options.ts';
import { shortNumber, smallNumber } from './values.ts';

/**
 * How far the exported curves of a model are from the engine's sampler, over a grid of 16 times a frame; undefined for
 * anything without an animation. `exact` is said up to 1e-4 only, in length units and radians.
 */
export function deviationLines(asset: Asset, scene: Scene, options: ModelOptions): string[] {
  const [animation] = scene.animations;
  if (asset.format !== 'msh' || !animation) return [];
  const { msh } = asset as MshAsset;
  const anim = readAnimation(animationTables(msh), quaternionOrder(msh, options.quatOrder).order);
  const sense = options.rotationSense ?? DEFAULT_CONVENTION.sense;
  const axis = (options.axis ?? 'bake') === 'bake' ? 'baked' : 'none';
  const deviation = measureDeviation(anim, animation, { convention: { sense, axis }, fps: options.fps ?? 30 });
  const { position, positionAt, angle, angleAt, length } = deviation;
  const at = (place: Deviation['angleAt']) =>
    place ? ` (node ${nodeTitle(msh, place.node)}, frame ${shortNumber(place.time)})` : '';
  const lines = [
    `animation: ${verdict(deviation)}: the largest deviation from the engine is position ${smallNumber(position)}${at(positionAt)}, angle ${smallNumber(angle)} rad${at(angleAt)}`,
  ];
  if (length > EXACT_WITHIN) {
    lines.push(
      `the engine's rotations are up to ${smallNumber(length)} away from unit length, which distorts the node in the engine; glTF has unit rotations only`,
    );
  }
  return lines;
}

function verdict({ position, angle, positionBeyondF32 }: Deviation): string {
  if (position <= EXACT_WITHIN && angle <= EXACT_WITHIN) return 'exact';
  const limited = positionBeyondF32 <= EXACT_WITHIN && angle <= EXACT_WITHIN;
  return `not exact (above ${EXACT_WITHIN})${limited ? ', 32-bit positions of this size are no finer' : ''}`;
}
