import { NONE } from './tables.ts';
import type { Msh, MshNode, MshSlot } from './types.ts';

/** States of a node: 0 intact, 1 and 2 damaged. */
export const STATES = 3;
/** Levels of detail of a state, finest first; the fifth is the collision geometry. */
export const LODS = 5;
export const COLLISION_LOD = 4;
/** Node flag of a collision hull, which the game never draws. */
export const HULL_FLAG = 0x20;
/** Node flag of a part seen from inside. */
export const INTERIOR_FLAG = 0x01;

/** Index of the slot that a node draws for a state (0..2) and level (0..4); undefined for none or one out of range. */
export function slotIndex(msh: Msh, node: MshNode, state: number, lod: number): number | undefined {
  const slot = node.slots[state * LODS + lod];
  return slot === undefined || slot === NONE || slot >= msh.slots.length ? undefined : slot;
}

/** Whether a node is a collision hull: never drawn, exported only when asked. */
export function isHull(node: MshNode): boolean {
  return (node.flags & HULL_FLAG) !== 0;
}

/** The batches of a slot that exist, as `[start, end)`. */
export function slotBatches(msh: Msh, slot: MshSlot): { start: number; end: number } {
  const end = Math.min(slot.batchStart + slot.batchCount, msh.batches.length);
  return { start: Math.min(slot.batchStart, end), end };
}
