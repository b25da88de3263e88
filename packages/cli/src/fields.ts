import {
  type Asset,
  EditError,
  type JsonValue,
  joinPath,
  leavesOf,
  type TraceLeaf,
  type TraceNode,
  traceValue,
} from '@unbake/formats';
import { usageError } from './failure.ts';
import type { OpenedInput } from './io/read-input.ts';

/** A value or group of fields that a PATH of the command line names. */
export interface FoundField {
  path: string;
  /** Undefined where the path names a part of the trace that the JSON form does not have. */
  value: JsonValue | undefined;
  /** Undefined where the value has no bytes of its own. */
  node: TraceNode | undefined;
}

/**
 * The field that `path` names: as the format's own rules say, as the trace names it, or as the JSON form does.
 * @throws Failure when there is none.
 */
export function findField(asset: Asset, path: string): FoundField {
  const { root } = asset.trace();
  const node = findTraceNode(root, path);
  if (node && node.children.length === 0) return { path, value: traceValue(node.value), node };
  let reason: EditError | undefined;
  try {
    const found = asset.find?.(path);
    if (found) return { path, value: found.value, node: nodeOver(root, found.start, found.end, path) };
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    reason = error;
  }
  const value = valueAt(asset.toJson(), path);
  if (value !== undefined || node) return { path, value, node };
  if (reason) throw reason;
  throw usageError(`no field "${path}" in this ${asset.format} file`, 'unbake hex FILE lists the paths.');
}

/**
 * What `--at` names: a byte of the file, and the innermost field that holds it; undefined for a byte that nothing
 * explains.
 * @throws Failure for a position that is none or outside the file, or when a path names a field too.
 */
export function fieldAt(
  { asset, base }: OpenedInput,
  at: string,
  path: string | undefined,
): { offset: number; leaf: TraceLeaf | undefined } {
  if (path !== undefined) throw usageError('PATH and --at name a field both', 'Give one of them.');
  const offset = parseOffset(at);
  const end = base + asset.bytes.length;
  if (offset < base || offset >= end) throw usageError(`${at} is outside the file`, `It ends at ${end}.`);
  const holds = ({ node }: TraceLeaf) => node.start <= offset && offset < node.end;
  return { offset, leaf: leavesOf(asset.trace().root).filter(holds).at(-1) };
}

/** A position on the command line: `6700` or `0x1A2C`. */
function parseOffset(text: string): number {
  if (!/^(?:0x[0-9a-f]+|\d+)$/i.test(text) || !Number.isSafeInteger(Number(text))) {
    throw usageError(`"${text}" is not a file position`, 'Give it as 6700 or 0x1A2C.');
  }
  return Number(text);
}

function findTraceNode(root: TraceNode, path: string): TraceNode | undefined {
  const stack: TraceLeaf[] = [{ node: root, path: '' }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    for (const node of top.node.children) {
      const child = { node, path: joinPath(top.path, node.name) };
      if (child.path === path) return node;
      if (path.startsWith(child.path)) stack.push(child);
    }
  }
  return undefined;
}

/** The node of the trace with these bytes; where there is none, one made for them. */
function nodeOver(root: TraceNode, start: number, end: number, path: string): TraceNode {
  const stack = [root];
  for (let top = stack.pop(); top; top = stack.pop()) {
    if (top.start === start && top.end === end && top !== root) return top;
    for (const child of top.children) if (child.start <= start && end <= child.end) stack.push(child);
  }
  return { name: path, start, end, children: [] };
}

/** The member of a JSON value: `a.b[3].c`. */
function valueAt(json: JsonValue, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = json;
  for (const [, key, index] of path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    if (value === null || typeof value !== 'object') return undefined;
    if (index !== undefined) value = Array.isArray(value) ? value[Number(index)] : undefined;
    else value = !Array.isArray(value) && Object.hasOwn(value, key!) ? value[key!] : undefined;
  }
  return value;
}
