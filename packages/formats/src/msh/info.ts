import type { AssetInfo } from '../asset.ts';
import { nresInfo } from '../nres/describe.ts';
import type { JsonValue } from '../scene/scene.ts';
import { batchFault } from './geometry.ts';
import { nodeCount } from './names.ts';
import { isHull } from './slots.ts';
import { LEGACY_NODE_SIZE, tableName } from './tables.ts';
import { quaternionOrder } from './to-scene.ts';
import type { Msh } from './types.ts';

/** What `info` shows of a model. */
export function mshInfo(msh: Msh, name: string | undefined): AssetInfo {
  const kind = msh.landscape
    ? 'MSH landscape'
    : msh.nodeStride === LEGACY_NODE_SIZE
      ? 'MSH model, legacy'
      : 'MSH model';
  const { details, classes: _, ...info } = nresInfo(msh.nres, kind, name);
  const drawn = msh.batches.filter((batch) => !batchFault(msh, batch));
  const choice = quaternionOrder(msh);
  return {
    ...info,
    chunks: msh.nres.entries.map((e) => ({ name: tableName(e.type), class: e.name, size: e.size })),
    nodes: nodeCount(msh),
    meshes: msh.slots.length,
    vertices: msh.positions.length / 3,
    triangles: drawn.reduce((sum, batch) => sum + Math.floor(batch.indexCount / 3), 0),
    animation: { frames: msh.frameMap.frameCount, keys: msh.keys.count, frameMapWords: msh.frameMap.words.length },
    inferred: [
      { what: 'quaternion order', value: choice.order, why: choice.why },
      { what: 'rotation sense', value: 'conjugate', why: 'as the game’s matrix formula turns (msh.md §3.3)' },
    ],
    details: { ...details, ...counts(msh) },
  };
}

function counts(msh: Msh): { [key: string]: JsonValue } {
  return {
    batches: msh.batches.length,
    wearRows: msh.batches.reduce((most, batch) => Math.max(most, batch.wear + 1), 0),
    hulls: msh.nodes.filter(isHull).length,
    landscape: msh.landscape,
  };
}
