import type { Cursor } from '../binary/cursor.ts';
import { asciiLower, decodeCp1251, untilNul } from '../binary/text.ts';
import { NAME_SIZE } from './tables.ts';
import type { Msh, MshName } from './types.ts';

export function mshName(bytes: Uint8Array): MshName {
  return { bytes, text: decodeCp1251(bytes) };
}

/** Table 9: 32 bytes a node, NUL-padded. Undefined when the table is not that long: then it names nothing. */
export function readNodeNames(c: Cursor, nodeCount: number): MshName[] | undefined {
  if (c.left !== nodeCount * NAME_SIZE || nodeCount === 0) return undefined;
  const names: MshName[] = [];
  for (let i = 0; i < nodeCount; i++) names.push(mshName(untilNul(c.take(`[${i}]`, NAME_SIZE))));
  return names;
}

/**
 * Table 10: for each node u32 length, then length + 1 bytes (the last a NUL) when the length is not 0. Stops at the
 * first label that does not fit.
 */
export function readNodeLabels(c: Cursor, nodeCount: number): MshName[] {
  const labels: MshName[] = [];
  while (labels.length < nodeCount && c.left >= 4) {
    const start = c.offset;
    const i = labels.length;
    const length = c.u32(`[${i}].length`);
    if (length === 0) labels.push(mshName(c.bytes.subarray(start, start)));
    else if (length + 1 <= c.left) labels.push(mshName(c.take(`[${i}].text`, length + 1).subarray(0, length)));
    else break;
  }
  return labels;
}

/** The name of a node: from table 9, else from table 10; undefined when neither names it. */
export function nodeName(msh: Msh, node: number): string | undefined {
  return (msh.nodeNames ?? msh.nodeLabels)?.[node]?.text;
}

/** The socket label of a node: table 10 where table 9 names the nodes. */
export function nodeLabel(msh: Msh, node: number): string | undefined {
  return msh.nodeNames ? msh.nodeLabels?.[node]?.text : undefined;
}

/** How many nodes the model has, legacy ones included. */
export function nodeCount(msh: Msh): number {
  return msh.nodes.length + msh.legacyNodes.length;
}

/** A node by `#3`, or by its name, ASCII letters in any case; the first of several. -1 when there is none. */
export function findNode(msh: Msh, address: string): number {
  const index = /^#(\d+)$/.exec(address)?.[1];
  if (index !== undefined) return Number(index) < nodeCount(msh) ? Number(index) : -1;
  const names = msh.nodeNames ?? msh.nodeLabels ?? [];
  const exact = names.findIndex((n) => n.text === address);
  return exact >= 0 ? exact : names.findIndex((n) => asciiLower(n.text) === asciiLower(address));
}
