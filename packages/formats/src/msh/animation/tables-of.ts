import { batchTriangles } from '../geometry.ts';
import { isHull, slotBatches, slotIndex } from '../slots.ts';
import { FRAME_MAP, KEYS, NODES } from '../tables.ts';
import type { Msh, MshNode } from '../types.ts';
import type { RestGeometry } from './quat-order.ts';
import type { AnimationTables, TablePayload } from './types.ts';

/** The animation tables of a model. A table whose payload is out of range, which is reported as such, counts as missing. */
export function animationTables(msh: Msh): AnimationTables {
  return {
    nodes: msh.nodes,
    nodesOffset: payload(msh, NODES)?.offset ?? 0,
    keys: payload(msh, KEYS),
    frameMap: payload(msh, FRAME_MAP),
  };
}

function payload(msh: Msh, type: number): TablePayload | undefined {
  const entry = msh.tables.get(type);
  if (!entry || entry.data.length !== entry.size) return undefined;
  const { data: bytes, attr1, attr2, attr3 } = entry;
  return { bytes, attr1, attr2, attr3, offset: msh.nres.base + entry.offset };
}

/** What the nodes of a model draw at level 0 of state 0, hulls left out, with the model's box. */
export function restGeometry(msh: Msh): RestGeometry {
  return { points: msh.nodes.map((node) => nodePoints(msh, node)), corners: msh.header?.corners };
}

function nodePoints(msh: Msh, node: MshNode): Float32Array | undefined {
  const index = isHull(node) ? undefined : slotIndex(msh, node, 0, 0);
  if (index === undefined) return undefined;
  const points: number[] = [];
  const { start, end } = slotBatches(msh, msh.slots[index]!);
  for (let b = start; b < end; b++) {
    for (const vertex of new Set(batchTriangles(msh, msh.batches[b]!))) {
      for (let axis = 0; axis < 3; axis++) points.push(msh.positions[3 * vertex + axis]!);
    }
  }
  return Float32Array.from(points);
}
