import type { QuatOrder } from './convention.ts';
import { unpackWords } from './frame-map.ts';
import { dequantise, unpackKeys } from './keys.ts';
import { arcsOf } from './slerp.ts';
import type { Animation, AnimationNode, AnimationTables } from './types.ts';

const EMPTY = new Uint8Array(0);

/**
 * Decodes the tables for sampling, once. Reads broken tables too: what is wrong is found by `checkAnimation`, or by the
 * sampler when it comes across it. `order` is the word order of the file (§3.1, `detectQuaternionOrder`).
 */
export function readAnimation(tables: AnimationTables, order: QuatOrder = 'wxyz'): Animation {
  const { nodes } = tables;
  const keys = unpackKeys(tables.keys?.bytes ?? EMPTY, order);
  const rotations = new Float64Array(keys.words.length);
  const rotationsX87 = new Float64Array(keys.words.length);
  for (let i = 0; i < rotations.length; i++) {
    rotations[i] = dequantise(keys.words[i]!);
    rotationsX87[i] = Math.fround(rotations[i]!);
  }
  const mapStarts = new Uint16Array(nodes.length);
  const fallbackKeys = new Uint16Array(nodes.length);
  for (let i = 0; i < nodes.length; i++) {
    mapStarts[i] = nodes[i]!.animMapStart;
    fallbackKeys[i] = nodes[i]!.fallbackKey;
  }
  const { parents, order: hierarchy } = orderNodes(nodes);
  return {
    nodeCount: nodes.length,
    keyCount: keys.count,
    frameCount: tables.frameMap?.attr2 ?? 0,
    times: keys.times,
    positions: keys.positions,
    rotations,
    rotationsX87,
    arcs: arcsOf(rotations, false),
    arcsX87: arcsOf(rotationsX87, true),
    words: keys.words,
    frameMap: unpackWords(tables.frameMap?.bytes ?? EMPTY),
    mapStarts,
    fallbackKeys,
    parents,
    order: hierarchy,
  };
}

/** Parents before children. A chain of parents that comes back to itself is cut where it closes. */
function orderNodes(nodes: readonly AnimationNode[]): { parents: Int32Array; order: Uint32Array } {
  const parents = new Int32Array(nodes.length);
  for (let i = 0; i < nodes.length; i++) parents[i] = nodes[i]!.parent < nodes.length ? nodes[i]!.parent : -1;
  const order = new Uint32Array(nodes.length);
  const placed = new Uint8Array(nodes.length);
  const onChain = new Uint8Array(nodes.length);
  const chain: number[] = [];
  let count = 0;
  for (let i = 0; i < nodes.length; i++) {
    let node = i;
    while (node >= 0 && placed[node] === 0) {
      chain.push(node);
      onChain[node] = 1;
      const parent = parents[node]!;
      if (parent >= 0 && onChain[parent] === 1) parents[node] = -1;
      node = parents[node]!;
    }
    while (chain.length > 0) {
      const next = chain.pop()!;
      onChain[next] = 0;
      placed[next] = 1;
      order[count++] = next;
    }
  }
  return { parents, order };
}
