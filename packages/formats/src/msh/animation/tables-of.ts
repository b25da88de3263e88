import { BATCH_COST, batchTriangles, MOST_DRAWN_INDICES } from '../geometry.ts';
import { isHull, slotBatches, slotIndex } from '../slots.ts';
import { FRAME_MAP, KEYS, NODES } from '../tables.ts';
import type { Msh, MshSlot } from '../types.ts';
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

/**
 * What the nodes of a model draw at level 0 of state 0, hulls left out, with the model's box. Without the box when the
 * nodes draw more than any real model: it is not worth the time then.
 */
export function restGeometry(msh: Msh): RestGeometry {
  const bySlot = new Map<number, Float32Array>();
  const budget = { left: MOST_DRAWN_INDICES };
  const points = msh.nodes.map((node) => {
    const slot = isHull(node) ? undefined : slotIndex(msh, node, 0, 0);
    if (slot === undefined || budget.left < 0) return undefined;
    let found = bySlot.get(slot);
    if (found) budget.left -= found.length / 3;
    else {
      found = slotPoints(msh, msh.slots[slot]!, budget);
      bySlot.set(slot, found);
    }
    return found;
  });
  return { points, corners: budget.left < 0 ? undefined : msh.header?.corners };
}

/** The vertices of a slot's batches, as far as the budget goes. */
function slotPoints(msh: Msh, slot: MshSlot, budget: { left: number }): Float32Array {
  const points: number[] = [];
  const { start, end } = slotBatches(msh, slot);
  for (let b = start; b < end && budget.left >= 0; b++) {
    budget.left -= msh.batches[b]!.indexCount + BATCH_COST;
    for (const vertex of new Set(batchTriangles(msh, msh.batches[b]!))) {
      for (let axis = 0; axis < 3; axis++) points.push(msh.positions[3 * vertex + axis]!);
    }
  }
  return Float32Array.from(points);
}
