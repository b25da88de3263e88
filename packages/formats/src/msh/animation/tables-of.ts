import { FRAME_MAP, KEYS, NODES } from '../tables.ts';
import type { Msh } from '../types.ts';
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
