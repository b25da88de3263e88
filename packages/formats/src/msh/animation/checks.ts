/** The rules of msh.md §3.6 that concern the animation, one small function each. */
import type { Report } from '../../diagnostics/diagnostic.ts';
import { FRAME_MAP, KEYS, NODE_SIZE, NONE, tableName } from '../tables.ts';
import { KEY_SIZE } from './keys.ts';
import { readAnimation } from './read.ts';
import { trackRange } from './tracks.ts';
import type { Animation, AnimationTables, TablePayload } from './types.ts';

interface Context {
  readonly tables: AnimationTables;
  readonly anim: Animation;
  readonly report: Report;
}

type Rule = (context: Context) => void;

const RULES: readonly Rule[] = [
  res8Size,
  res19Size,
  res8Attributes,
  res19Attributes,
  frameCount,
  fallbackRange,
  mapRange,
  mapNext,
  trackOrder,
  trackShort,
  trackOverlap,
  trackStart,
  frameCountMax,
  mapGap,
  deadKeys,
  fallbackWord,
  keyFinite,
  quatZero,
];

/** Runs every rule. Findings about a node or key have the path `nodes[N]`, `nodes[N].keys[K]` or `keys[K]`. */
export function checkAnimation(tables: AnimationTables, report: Report): void {
  const context: Context = { tables, anim: readAnimation(tables), report };
  for (const rule of RULES) rule(context);
}

function res8Size({ tables: { keys }, report }: Context): void {
  if (!keys || keys.bytes.length % KEY_SIZE === 0) return;
  report.add('msh/res8-size', { size: keys.bytes.length }, tableRange(keys), 'keys');
}

function res19Size({ tables: { frameMap }, report }: Context): void {
  if (!frameMap || frameMap.bytes.length % 2 === 0) return;
  report.add('msh/res19-size', { size: frameMap.bytes.length }, tableRange(frameMap), 'frameMap');
}

function res8Attributes({ tables: { keys }, anim, report }: Context): void {
  if (!keys) return;
  const whole = keys.bytes.length % KEY_SIZE === 0;
  attribute(report, keys, KEYS, 'attr1', whole ? anim.keyCount : keys.attr1);
  attribute(report, keys, KEYS, 'attr2', 0);
  attribute(report, keys, KEYS, 'attr3', 4);
}

function res19Attributes({ tables: { frameMap }, anim, report }: Context): void {
  if (!frameMap) return;
  const whole = frameMap.bytes.length % 2 === 0;
  attribute(report, frameMap, FRAME_MAP, 'attr1', whole ? anim.frameMap.length : frameMap.attr1);
  attribute(report, frameMap, FRAME_MAP, 'attr3', 2);
}

function attribute(
  report: Report,
  table: TablePayload,
  type: number,
  attr: 'attr1' | 'attr2' | 'attr3',
  expected: number,
): void {
  const found = table[attr];
  if (found === expected) return;
  const path = `${type === KEYS ? 'keys' : 'frameMap'}.${attr}`;
  report.add('msh/attr', { table: tableName(type), attr, expected, found }, tableRange(table), path);
}

function frameCount({ tables: { frameMap }, report }: Context): void {
  if (!frameMap || frameMap.attr2 > 0) return;
  report.add('msh/frame-count', { found: frameMap.attr2 }, tableRange(frameMap), 'frameMap');
}

function fallbackRange({ tables, anim, report }: Context): void {
  for (let node = 0; node < anim.nodeCount; node++) {
    const key = anim.fallbackKeys[node]!;
    if (key < anim.keyCount || (key === NONE && !tables.keys)) continue;
    report.add('msh/fallback-range', { key, keys: anim.keyCount }, nodeRange(tables, node), keyPath(node, key));
  }
}

function mapRange({ tables, anim, report }: Context): void {
  for (let node = 0; node < anim.nodeCount; node++) {
    const start = anim.mapStarts[node]!;
    const end = start + anim.frameCount;
    if (start === NONE || end <= anim.frameMap.length) continue;
    report.add('msh/map-range', { end, words: anim.frameMap.length }, nodeRange(tables, node), `nodes[${node}]`);
  }
}

function mapNext(context: Context): void {
  const { tables, anim, report } = context;
  for (let node = 0; node < anim.nodeCount; node++) {
    const fallback = anim.fallbackKeys[node]!;
    if (fallback < anim.keyCount) continue;
    const frame = findWord(anim, node, (word) => word < fallback && word + 1 >= anim.keyCount);
    if (frame < 0) continue;
    const key = anim.frameMap[anim.mapStarts[node]! + frame]!;
    report.add('msh/map-next', { frame, key, keys: anim.keyCount }, wordRange(tables, node, frame), keyPath(node, key));
  }
}

function trackOrder({ tables, anim, report }: Context): void {
  for (let node = 0; node < anim.nodeCount; node++) {
    const { first, last } = trackRange(anim, node);
    for (let key = first + 1; key <= last && key < anim.keyCount; key++) {
      const time = anim.times[key]!;
      const before = anim.times[key - 1]!;
      if (!(time > before)) report.add('msh/track-order', { time, before }, keyRange(tables, key), keyPath(node, key));
    }
  }
}

function trackShort({ tables, anim, report }: Context): void {
  for (let node = 0; node < anim.nodeCount; node++) {
    const { first, last } = trackRange(anim, node);
    if (anim.mapStarts[node] === NONE || first !== last) continue;
    report.add('msh/track-short', { keys: 1 }, nodeRange(tables, node), `nodes[${node}]`);
  }
}

function trackOverlap({ tables, anim, report }: Context): void {
  for (let node = 1; node < anim.nodeCount; node++) {
    const key = anim.fallbackKeys[node]!;
    const before = anim.fallbackKeys[node - 1]!;
    if (key > before || (key === NONE && !tables.keys)) continue;
    report.add('msh/track-overlap', { key, before }, nodeRange(tables, node), `nodes[${node}]`);
  }
}

function trackStart({ tables, anim, report }: Context): void {
  for (let node = 0; node < anim.nodeCount; node++) {
    const { first, last } = trackRange(anim, node);
    if (first > last || first >= anim.keyCount || anim.times[first] === 0) continue;
    report.add('msh/track-start', { time: anim.times[first]! }, keyRange(tables, first), keyPath(node, first));
  }
}

function frameCountMax({ tables: { frameMap }, anim, report }: Context): void {
  if (!frameMap || anim.frameCount === 0 || anim.nodeCount === 0) return;
  let expected = 1;
  for (let node = 0; node < anim.nodeCount; node++) {
    const time = anim.times[anim.fallbackKeys[node]!];
    if (anim.mapStarts[node] === NONE || time === undefined || !Number.isFinite(time)) continue;
    expected = Math.max(expected, Math.floor(time) + 1);
  }
  if (anim.frameCount === expected) return;
  report.add('msh/frame-count-max', { frames: anim.frameCount, expected }, tableRange(frameMap), 'frameMap');
}

function mapGap({ tables, anim, report }: Context): void {
  if (anim.nodeCount === 0) return;
  let expected = 0;
  for (let node = 0; node < anim.nodeCount; node++) {
    const start = anim.mapStarts[node]!;
    if (start === NONE) continue;
    if (start !== expected) report.add('msh/map-gap', { start, expected }, nodeRange(tables, node), `nodes[${node}]`);
    expected = start + anim.frameCount;
  }
  const { frameMap } = tables;
  if (!frameMap || expected === anim.frameMap.length) return;
  report.add('msh/map-gap', { start: anim.frameMap.length, expected }, tableRange(frameMap), 'frameMap');
}

function deadKeys({ tables, anim, report }: Context): void {
  for (let node = 0; node < anim.nodeCount; node++) {
    const { first, last } = trackRange(anim, node);
    if (anim.mapStarts[node] !== NONE || last >= anim.keyCount || first >= last) continue;
    report.add('msh/dead-keys', { keys: last - first + 1 }, nodeRange(tables, node), `nodes[${node}]`);
  }
}

function fallbackWord({ tables, anim, report }: Context): void {
  for (let node = 0; node < anim.nodeCount; node++) {
    const key = anim.fallbackKeys[node]!;
    const frame = findWord(anim, node, (word) => word > key);
    if (frame < 0) continue;
    const word = anim.frameMap[anim.mapStarts[node]! + frame]!;
    report.add('msh/fallback-word', { frame, word, key }, wordRange(tables, node, frame), `nodes[${node}]`);
  }
}

function keyFinite({ tables, anim, report }: Context): void {
  for (let key = 0; key < anim.keyCount; key++) {
    const { positions: p, times } = anim;
    const values = [times[key]!, p[3 * key]!, p[3 * key + 1]!, p[3 * key + 2]!];
    const value = values.find((v) => !Number.isFinite(v));
    if (value !== undefined) report.add('msh/key-finite', { value }, keyRange(tables, key), `keys[${key}]`);
  }
}

function quatZero({ tables, anim, report }: Context): void {
  const { words } = anim;
  for (let key = 0; key < anim.keyCount; key++) {
    if (words[4 * key] !== 0 || words[4 * key + 1] !== 0) continue;
    if (words[4 * key + 2] !== 0 || words[4 * key + 3] !== 0) continue;
    report.add('msh/quat-zero', { key }, keyRange(tables, key), `keys[${key}]`);
  }
}

/** First frame of the node's block whose word fulfils `test`, -1 without one or without a block. */
function findWord(anim: Animation, node: number, test: (word: number) => boolean): number {
  const start = anim.mapStarts[node]!;
  if (start === NONE) return -1;
  const end = Math.min(start + anim.frameCount, anim.frameMap.length);
  for (let i = start; i < end; i++) if (test(anim.frameMap[i]!)) return i - start;
  return -1;
}

function keyPath(node: number, key: number): string {
  return `nodes[${node}].keys[${key}]`;
}

function tableRange(table: TablePayload) {
  return { start: table.offset, end: table.offset + table.bytes.length };
}

/** `animMapStart` and `fallbackKey` of a node record. */
function nodeRange(tables: AnimationTables, node: number) {
  const start = tables.nodesOffset + NODE_SIZE * node + 4;
  return { start, end: start + 4 };
}

function keyRange(tables: AnimationTables, key: number) {
  const start = (tables.keys?.offset ?? 0) + KEY_SIZE * key;
  return { start, end: start + KEY_SIZE };
}

function wordRange(tables: AnimationTables, node: number, frame: number) {
  const start = (tables.frameMap?.offset ?? 0) + 2 * (tables.nodes[node]!.animMapStart + frame);
  return { start, end: start + 2 };
}
