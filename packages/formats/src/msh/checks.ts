import type { ByteRange, Report } from '../diagnostics/diagnostic.ts';
import { checkAnimation } from './animation/checks.ts';
import { animationTables } from './animation/tables-of.ts';
import { batchFault } from './geometry.ts';
import { nodeCount } from './names.ts';
import * as t from './tables.ts';
import type { Msh } from './types.ts';

type Rule = (msh: Msh, report: Report) => void;

/** The rules of the tables (msh.md §3.6), each with the code it reports; those of the animation are beside it. */
export const MSH_RULES: readonly (readonly [string, Rule])[] = [
  ['msh/landscape', checkLandscape],
  ['msh/table-missing', checkRequired],
  ['msh/table-duplicate', checkDuplicates],
  ['msh/table-size', checkTableSizes],
  ['msh/attr', checkAttributes],
  ['msh/node-stride', checkNodeStride],
  ['msh/parent-order', checkParents],
  ['msh/slot-index', checkSlotIndices],
  ['msh/slot-triangles', checkSlotTriangles],
  ['msh/slot-batches', checkSlotBatches],
  ['msh/batch-indices', checkBatches],
  ['msh/index-multiple', checkIndexCounts],
  ['msh/triangle-link', checkTriangleLinks],
  ['msh/stream-count', checkStreamCounts],
  ['msh/vertex-finite', checkPositions],
  ['msh/bounds-finite', checkBounds],
  ['msh/res10-size', checkLabels],
];

/** Every rule of a model: those of its tables and those of its animation, which a legacy model has none of. */
export function checkModel(msh: Msh, report: Report): void {
  checkMsh(msh, report);
  if (msh.legacyNodes.length === 0 && !msh.landscape) checkAnimation(animationTables(msh), report);
}

/** Every rule of the tables; findings go to the report. */
export function checkMsh(msh: Msh, report: Report): void {
  for (const [, rule] of MSH_RULES) rule(msh, report);
}

/** Bytes of record `index` of a table, in the outer file; the start of the model when the table is missing. */
function recordAt(msh: Msh, type: number, index: number): ByteRange {
  const entry = msh.tables.get(type);
  if (!entry) return { start: msh.nres.base, end: msh.nres.base };
  const row = t.tableRow(type);
  const size = type === t.NODES ? msh.nodeStride : (row?.record ?? 0);
  const start = msh.nres.base + entry.offset + (row?.header ?? 0) + index * size;
  return { start, end: start + size };
}

function tableAt(msh: Msh, type: number): ByteRange {
  const entry = msh.tables.get(type);
  const start = msh.nres.base + (entry?.offset ?? 0);
  return { start, end: start + (entry?.data.length ?? 0) };
}

/** A table whose payload is out of range is reported as such, and only once. */
function isLost(msh: Msh, type: number): boolean {
  const entry = msh.tables.get(type);
  return entry !== undefined && entry.data.length !== entry.size;
}

function checkLandscape(msh: Msh, report: Report): void {
  if (msh.landscape) report.add('msh/landscape', {}, tableAt(msh, t.LANDSCAPE), t.tableName(t.LANDSCAPE));
}

function checkRequired(msh: Msh, report: Report): void {
  if (msh.landscape) return;
  for (const { type, required } of t.TABLES) {
    if (!required || msh.tables.has(type)) continue;
    report.add('msh/table-missing', { table: t.tableName(type) }, tableAt(msh, type), 'directory');
  }
}

function checkDuplicates(msh: Msh, report: Report): void {
  for (const entry of msh.nres.entries) {
    const first = msh.tables.get(entry.type)!;
    if (first === entry) continue;
    const start = msh.nres.base + entry.offset;
    const range = { start, end: start + entry.data.length };
    report.add(
      'msh/table-duplicate',
      { table: t.tableName(entry.type), first: first.index },
      range,
      `directory[${entry.index}]`,
    );
  }
}

function checkTableSizes(msh: Msh, report: Report): void {
  for (const row of t.TABLES) {
    const entry = msh.tables.get(row.type);
    // Tables 8 and 19 have codes of their own.
    if (!entry || row.record === 0 || row.type === t.KEYS || row.type === t.FRAME_MAP || isLost(msh, row.type))
      continue;
    const record = row.type === t.NODES ? msh.nodeStride : row.record;
    const header = row.header ?? 0;
    const size = entry.data.length;
    if (size >= header && (size - header) % record === 0) continue;
    const table = t.tableName(row.type);
    report.add('msh/table-size', { table, size, record, header }, tableAt(msh, row.type), row.label);
  }
}

function checkAttributes(msh: Msh, report: Report): void {
  for (const row of t.TABLES) {
    const entry = msh.tables.get(row.type);
    if (!entry || isLost(msh, row.type)) continue;
    const wrong = (attr: string, expected: number, found: number) => {
      if (expected === found) return;
      const args = { table: t.tableName(row.type), attr, expected, found };
      report.add('msh/attr', args, tableAt(msh, row.type), `directory[${entry.index}].${attr}`);
    };
    if (row.attr1 === 'nodes') wrong('attr1', nodeCount(msh), entry.attr1);
    if (row.attr1 === 'records') {
      const count = row.type === t.NODES ? nodeCount(msh) : msh.slots.length;
      wrong('attr1', count, entry.attr1);
    }
    if (row.attr3 !== undefined) wrong('attr3', row.attr3, entry.attr3);
  }
}

function checkNodeStride(msh: Msh, report: Report): void {
  const entry = msh.tables.get(t.NODES);
  if (!entry || entry.attr3 === msh.nodeStride) return;
  report.add('msh/node-stride', { found: entry.attr3 }, tableAt(msh, t.NODES), `directory[${entry.index}].attr3`);
}

function checkParents(msh: Msh, report: Report): void {
  msh.nodes.forEach(({ parent }, i) => {
    if (parent === t.NONE || parent < i) return;
    report.add('msh/parent-order', { parent }, recordAt(msh, t.NODES, i), `nodes[${i}].parent`);
  });
}

function checkSlotIndices(msh: Msh, report: Report): void {
  const count = msh.slots.length;
  if (isLost(msh, t.SLOTS)) return;
  msh.nodes.forEach(({ slots }, i) => {
    slots.forEach((slot, place) => {
      if (slot === t.NONE || slot < count) return;
      report.add('msh/slot-index', { slot, count }, recordAt(msh, t.NODES, i), `nodes[${i}].slots[${place}]`);
    });
  });
}

function checkSlotTriangles(msh: Msh, report: Report): void {
  const available = msh.triangles.length;
  if (!msh.tables.has(t.TRIANGLES) || isLost(msh, t.TRIANGLES)) return;
  msh.slots.forEach(({ triStart: start, triCount: count }, i) => {
    if (start + count <= available) return;
    report.add('msh/slot-triangles', { start, count, available }, recordAt(msh, t.SLOTS, i), `slots[${i}]`);
  });
}

function checkSlotBatches(msh: Msh, report: Report): void {
  const available = msh.batches.length;
  msh.slots.forEach(({ batchStart: start, batchCount: count }, i) => {
    if (start + count <= available) return;
    report.add('msh/slot-batches', { start, count, available }, recordAt(msh, t.SLOTS, i), `slots[${i}]`);
  });
}

/** Index ranges, and `msh/vertex-range` for those that hold. */
function checkBatches(msh: Msh, report: Report): void {
  msh.batches.forEach((batch, i) => {
    const fault = batchFault(msh, batch);
    if (!fault) return;
    const at = recordAt(msh, t.BATCHES, i);
    const path = `batches[${i}]`;
    if (fault.code === 'msh/batch-indices') report.add(fault.code, fault.args, at, path);
    else report.add(fault.code, fault.args, at, path);
  });
}

function checkIndexCounts(msh: Msh, report: Report): void {
  msh.batches.forEach(({ indexCount: count }, i) => {
    if (count % 3 === 0) return;
    report.add('msh/index-multiple', { count }, recordAt(msh, t.BATCHES, i), `batches[${i}].indexCount`);
  });
}

function checkTriangleLinks(msh: Msh, report: Report): void {
  const available = msh.triangles.length;
  msh.triangles.forEach(({ links }, i) => {
    links.forEach((link, side) => {
      if (link === t.NONE || link < available) return;
      report.add(
        'msh/triangle-link',
        { link, available },
        recordAt(msh, t.TRIANGLES, i),
        `triangles[${i}].link${side}`,
      );
    });
  });
}

function checkStreamCounts(msh: Msh, report: Report): void {
  const positions = msh.positions.length / 3;
  if (isLost(msh, t.POSITIONS)) return;
  for (const [type, count] of [
    [t.NORMALS, msh.normals.length / 4],
    [t.UV0, msh.uv0.length / 2],
  ] as const) {
    if (!msh.tables.has(type) || isLost(msh, type) || count === positions) continue;
    const table = t.tableName(type);
    report.add('msh/stream-count', { table, count, positions }, tableAt(msh, type), t.tableRow(type)!.label);
  }
}

function checkPositions(msh: Msh, report: Report): void {
  const { positions } = msh;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i]!;
    const y = positions[i + 1]!;
    const z = positions[i + 2]!;
    if (Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z)) continue;
    report.add('msh/vertex-finite', { x, y, z }, recordAt(msh, t.POSITIONS, i / 3), `positions[${i / 3}]`);
  }
}

function checkBounds(msh: Msh, report: Report): void {
  const { header } = msh;
  const check = (values: Float32Array, range: ByteRange, path: string) => {
    if (!values.every(Number.isFinite)) report.add('msh/bounds-finite', { values: [...values] }, range, path);
  };
  if (header) {
    const at = { ...tableAt(msh, t.SLOTS) };
    at.end = at.start + t.SLOTS_HEADER;
    check(header.corners, at, 'slots.header.corners');
    check(header.sphere, at, 'slots.header.sphere');
    check(header.cylinder, at, 'slots.header.cylinder');
  }
  msh.slots.forEach((slot, i) => {
    const at = recordAt(msh, t.SLOTS, i);
    check(slot.aabbMin, at, `slots[${i}].aabbMin`);
    check(slot.aabbMax, at, `slots[${i}].aabbMax`);
    check(slot.sphere, at, `slots[${i}].sphere`);
  });
}

function checkLabels(msh: Msh, report: Report): void {
  const { nodeLabels } = msh;
  if (!nodeLabels || isLost(msh, t.NODE_LABELS)) return;
  const nodes = nodeCount(msh);
  let used = 0;
  for (const { bytes } of nodeLabels) used += 4 + (bytes.length > 0 ? bytes.length + 1 : 0);
  const left = msh.tables.get(t.NODE_LABELS)!.data.length - used;
  if (nodeLabels.length === nodes && left === 0) return;
  report.add('msh/res10-size', { labels: nodeLabels.length, nodes, left }, tableAt(msh, t.NODE_LABELS), 'nodeLabels');
}
