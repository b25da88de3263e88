import type { Asset, AssetEntry, AssetImage } from '../asset.ts';
import { bytesEqual, firstDifference } from '../binary/bytes.ts';
import { leavesOf, type Trace, type TraceLeaf } from '../binary/trace.ts';
import { traceValue } from '../binary/trace-value.ts';
import { FormatError } from '../diagnostics/format-error.ts';
import { readRfz } from '../rfz/read.ts';
import type { JsonValue } from '../scene/scene.ts';
import { svoFormat } from '../svo/asset.ts';
import { openSvo } from '../svo/open.ts';
import { readYabx } from '../yabx/read.ts';
import type { Yabx } from '../yabx/types.ts';
import { diffGraphs, type NestedFiles } from './diff-graph.ts';

/** One thing that two files differ in. A side that does not have it is undefined. */
export interface Difference {
  /**
   * `field` a decoded value, `object` a whole object, `texture` a picture, `chunk` an entry of the directory, `bytes`
   * something without a meaning, `format` the kind of file.
   */
  kind: 'field' | 'object' | 'texture' | 'chunk' | 'bytes' | 'format';
  path: string;
  a: JsonValue | undefined;
  b: JsonValue | undefined;
  /** Of the largest level, for textures of one size. */
  pixels?: PixelDifference;
}

export interface PixelDifference {
  different: number;
  total: number;
  /** Largest difference of a channel, 0 to 255. */
  largest: number;
}

/** What other differences say already: pixels, and where and how large the entries of an archive are. */
const FOLLOWS =
  /^(?:surfaces|levels)\b|^(?:header\.totalSize|directory\[\d+\]\.(?:offset|size)|(?:entries|padding)\[\d+\])$/;

/** Values longer than this are compared but not shown. */
const SHOWN_BYTES = 64;

/**
 * What differs between two files, by field, chunk and texture. Empty only for files of the same bytes: what nothing
 * else explains is one difference of kind `bytes`.
 */
export function diffAssets(a: Asset, b: Asset): Difference[] {
  if (bytesEqual(a.bytes, b.bytes)) return [];
  if (a.format !== b.format) return [{ kind: 'format', path: '', a: a.format, b: b.format }];
  const found: Difference[] = [];
  const graphA = graphOf(a);
  const graphB = graphOf(b);
  const nested: NestedFiles[] = [];
  if (graphA && graphB) found.push(...diffGraphs(graphA, graphB, nested));
  for (const { path, a: fileA, b: fileB } of nested) {
    const inner = diffAssets(svoFormat.open(fileA, {}), svoFormat.open(fileB, {}));
    found.push(...inner.map((d) => ({ ...d, path: d.path ? `${path}.${d.path}` : path })));
  }
  if (a.format !== 'rfz') found.push(...diffImages(a, b), ...diffEntries(a, b));
  const hasGraph = graphA !== undefined && graphB !== undefined;
  if (!(hasGraph && a.format === 'yabx')) found.push(...diffLeaves(a, b, hasGraph));
  if (found.length > 0) return found;
  const at = firstDifference(a.bytes, b.bytes);
  return [{ kind: 'bytes', path: '', a: lengthFrom(a.bytes, at), b: lengthFrom(b.bytes, at) }];
}

/** The object graph of a file; undefined when it has none that can be read. */
export function graphOf(asset: Asset): Yabx | undefined {
  switch (asset.format) {
    case 'svo':
      return openSvo(asset.bytes).yabx;
    case 'rfz':
      return readRfz(asset.bytes).yabx;
    case 'yabx':
      return readYabx(asset.bytes);
    default:
      return undefined;
  }
}

/** Pictures of the same place in the list. */
function diffImages(a: Asset, b: Asset): Difference[] {
  const imagesOfA = a.images?.() ?? [];
  const imagesOfB = b.images?.() ?? [];
  const found: Difference[] = [];
  for (let i = 0; i < Math.max(imagesOfA.length, imagesOfB.length); i++) {
    const before = imagesOfA[i];
    const after = imagesOfB[i];
    const same = before?.dds && after?.dds ? bytesEqual(before.dds, after.dds) : false;
    if (same) continue;
    const pixels = before && after ? diffPixels(before, after) : undefined;
    const facts = [factsOf(before), factsOf(after)] as const;
    const equal = JSON.stringify(facts[0]) === JSON.stringify(facts[1]);
    if (equal && !before?.dds && pixels?.different === 0) continue;
    const path = `textures[${i}]`;
    found.push({ kind: 'texture', path, a: facts[0], b: facts[1], ...(pixels ? { pixels } : {}) });
  }
  return found;
}

function factsOf(image: AssetImage | undefined): JsonValue | undefined {
  if (!image) return undefined;
  const { name, width, height, format, mips } = image;
  return { name, width, height, format, mips };
}

/** Undefined where the sizes differ or a picture cannot be decoded. */
function diffPixels(before: AssetImage, after: AssetImage): PixelDifference | undefined {
  if (before.width !== after.width || before.height !== after.height) return undefined;
  try {
    const a = before.decode().rgba;
    const b = after.decode().rgba;
    let different = 0;
    let largest = 0;
    for (let at = 0; at < a.length; at += 4) {
      let most = 0;
      for (let c = at; c < at + 4; c++) most = Math.max(most, Math.abs(a[c]! - b[c]!));
      if (most > 0) different++;
      if (most > largest) largest = most;
    }
    return { different, total: a.length / 4, largest };
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** Chunks of the same name; the graph and textures are compared by what they hold. */
function diffEntries(a: Asset, b: Asset): Difference[] {
  const found: Difference[] = [];
  const left = b.entries();
  const shown = (entry: AssetEntry | undefined, at: number): JsonValue | undefined =>
    entry && { name: entry.name, size: entry.size, ...(at < 0 ? {} : { at: entry.offset + at }) };
  for (const before of a.entries()) {
    const i = left.findIndex((entry) => bytesEqual(entry.nameBytes, before.nameBytes));
    const after = i < 0 ? undefined : left.splice(i, 1)[0];
    const path = `chunks[${before.index}]`;
    if (!after) found.push({ kind: 'chunk', path, a: shown(before, -1), b: undefined });
    else if (!bytesEqual(before.data, after.data) && !(isOpened(before) && isOpened(after))) {
      const at = firstDifference(before.data, after.data);
      found.push({ kind: 'chunk', path, a: shown(before, at), b: shown(after, at) });
    }
  }
  for (const entry of left) {
    found.push({ kind: 'chunk', path: `chunks[${entry.index}]`, a: undefined, b: shown(entry, -1) });
  }
  return found;
}

function isOpened(entry: AssetEntry): boolean {
  return entry.kind === 'yabx' || entry.kind === 'dds';
}

/**
 * Fields of the trace, without what `FOLLOWS`. Of a file with an object graph only what lies outside of its chunks: the directory, without the
 * sizes and offsets that follow from the chunks.
 */
function diffLeaves(a: Asset, b: Asset, hasGraph: boolean): Difference[] {
  const wanted = (path: string): boolean => {
    if (!hasGraph) return !FOLLOWS.test(path);
    return /^(?:header|entries\[\d+\])\./.test(path) && !/\.(?:size|offset)$/.test(path);
  };
  const traceOfA = a.trace();
  const traceOfB = b.trace();
  const leavesOfB = byPath(traceOfB, wanted);
  const found: Difference[] = [];
  const add = (path: string, before: TraceLeaf | undefined, after: TraceLeaf | undefined): void => {
    const bytesOfA = before && bytesOf(a, traceOfA, before);
    const bytesOfB = after && bytesOf(b, traceOfB, after);
    if (bytesOfA && bytesOfB && bytesEqual(bytesOfA, bytesOfB)) return;
    found.push({ kind: 'field', path, a: leafValue(before), b: leafValue(after) });
  };
  for (const [path, leaf] of byPath(traceOfA, wanted)) {
    add(path, leaf, leavesOfB.get(path));
    leavesOfB.delete(path);
  }
  for (const [path, leaf] of leavesOfB) add(path, undefined, leaf);
  return found;
}

function byPath(trace: Trace, wanted: (path: string) => boolean): Map<string, TraceLeaf> {
  const leaves = new Map<string, TraceLeaf>();
  for (const leaf of leavesOf(trace.root)) {
    if (!wanted(leaf.path)) continue;
    let path = leaf.path;
    for (let n = 2; leaves.has(path); n++) path = `${leaf.path}~${n}`;
    leaves.set(path, leaf);
  }
  return leaves;
}

/** The bytes of a leaf, whose positions count from the start of the outer file. */
function bytesOf(asset: Asset, { root }: Trace, { node }: TraceLeaf): Uint8Array {
  return asset.bytes.subarray(node.start - root.start, node.end - root.start);
}

function leafValue(leaf: TraceLeaf | undefined): JsonValue | undefined {
  if (!leaf) return undefined;
  const { node } = leaf;
  const size = node.end - node.start;
  const value = size > SHOWN_BYTES && typeof node.value !== 'string' ? undefined : traceValue(node.value);
  return value ?? { bytes: size };
}

function lengthFrom(bytes: Uint8Array, at: number): JsonValue {
  return { size: bytes.length, at };
}
