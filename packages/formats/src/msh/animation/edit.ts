import { FRAME_MAP, KEYS, NODES } from '../tables.ts';
import type { Msh } from '../types.ts';
import type { TableChange } from '../write.ts';
import { type BuildOptions, type BuiltTable, buildAnimation, patchNodes } from './build.ts';
import type { Track } from './tracks.ts';

/**
 * The tables to replace so that a model has these tracks, one a node, for `replaceTables`: Res1 with its animation fields
 * changed, Res8 and Res19 canonical. A model without keys that is to stay at rest needs no change.
 * @throws FormatError as `buildAnimation`; RangeError when there is not one track for each 38-byte node.
 */
export function animationChanges(msh: Msh, tracks: readonly Track[], options: BuildOptions = {}): TableChange[] {
  const nodes = msh.tables.get(NODES);
  if (!nodes || msh.nodes.length !== tracks.length) {
    throw new RangeError(`${tracks.length} tracks for ${msh.nodes.length} nodes that can be animated`);
  }
  const built = buildAnimation(tracks, options);
  if (!msh.tables.has(KEYS) && !msh.tables.has(FRAME_MAP) && tracks.every(isAtRest)) return [];
  const { attr1, attr2, attr3 } = nodes;
  return [
    { type: NODES, data: patchNodes(nodes.data, built.nodes), attr1, attr2, attr3 },
    tableChange(KEYS, built.keys),
    tableChange(FRAME_MAP, built.frameMap),
  ];
}

function tableChange(type: number, { bytes, ...attributes }: BuiltTable): TableChange {
  return { type, data: bytes, ...attributes };
}

/** One key at the origin, not turned: what a node without keys shows. */
function isAtRest({ keys }: Track): boolean {
  const [key] = keys;
  if (keys.length !== 1 || !key) return false;
  return key.position.every((v) => v === 0) && key.rotation.every((v, i) => v === (i === 0 ? 1 : 0));
}
