import { type TraceNode, traceValue } from '@unbake/formats';
import { openRef } from '../../lib/open-ref.ts';
import type { FileRef, PackedTrace } from '../protocol.ts';
import type { WorkContext } from '../worker.ts';

/** Values are for a line of a table; bytes and lists beyond are not made into text at all. */
const SHOWN_TEXT = 96;
const SHOWN_ITEMS = 16;

export async function trace(context: WorkContext, ref: FileRef): Promise<PackedTrace> {
  const asset = await openRef(ref);
  const packed = packTrace(asset.trace().root);
  context.transfer.push(
    packed.start.buffer as ArrayBuffer,
    packed.end.buffer as ArrayBuffer,
    packed.parent.buffer as ArrayBuffer,
    packed.name.buffer as ArrayBuffer,
    packed.value.buffer as ArrayBuffer,
  );
  return packed;
}

/** A trace as arrays: depth first, children in file order. */
export function packTrace(root: TraceNode): PackedTrace {
  const nodes: TraceNode[] = [];
  const parents: number[] = [];
  const stack: [TraceNode, number][] = [[root, -1]];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const [node, parent] = top;
    const index = nodes.push(node) - 1;
    parents.push(parent);
    for (let i = node.children.length - 1; i >= 0; i--) stack.push([node.children[i]!, index]);
  }
  const count = nodes.length;
  const packed: PackedTrace = {
    count,
    start: new Float64Array(count),
    end: new Float64Array(count),
    parent: Int32Array.from(parents),
    name: new Int32Array(count),
    value: new Int32Array(count).fill(-1),
    texts: [],
  };
  const known = new Map<string, number>();
  const textIndex = (text: string): number => {
    let index = known.get(text);
    if (index === undefined) {
      index = packed.texts.push(text) - 1;
      known.set(text, index);
    }
    return index;
  };
  for (const [i, node] of nodes.entries()) {
    packed.start[i] = node.start;
    packed.end[i] = node.end;
    packed.name[i] = textIndex(node.name);
    const text = valueText(node.value);
    if (text !== undefined) packed.value[i] = textIndex(text);
  }
  return packed;
}

function valueText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if ((ArrayBuffer.isView(value) || Array.isArray(value)) && lengthOf(value) > SHOWN_TEXT * 4) return undefined;
  const json = traceValue(value);
  if (json === undefined) return undefined;
  if (Array.isArray(json)) {
    const shown = json
      .slice(0, SHOWN_ITEMS)
      .map((item) => (typeof item === 'number' ? shortNumber(item) : JSON.stringify(item)));
    return shown.join(', ') + (json.length > SHOWN_ITEMS ? ', …' : '');
  }
  if (typeof json === 'number') return shortNumber(json);
  if (json !== null && typeof json === 'object') return undefined;
  const text = typeof json === 'string' ? json : String(json);
  return text.length > SHOWN_TEXT ? `${text.slice(0, SHOWN_TEXT - 1)}…` : text;
}

function lengthOf(value: ArrayBufferView | unknown[]): number {
  return Array.isArray(value) ? value.length : value.byteLength;
}

function shortNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(7)));
}
