import { f32Array, i8Array, i16Array, subview, u16Array } from '../binary/bytes.ts';
import { Cursor } from '../binary/cursor.ts';
import type { Trace } from '../binary/trace.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { readNres } from '../nres/read.ts';
import type { NresFile } from '../nres/types.ts';
import { readNodeLabels, readNodeNames } from './names.ts';
import * as t from './tables.ts';
import type { Msh, MshBatch, MshHeader, MshNode, MshSlot, MshTriangle } from './types.ts';

export interface ReadMshOptions {
  report?: Report;
  trace?: Trace | undefined;
  /** Position of the model inside an archive. */
  base?: number;
}

/**
 * Reads a model (msh.md §2): every known table typed, as far as its bytes go. Reports what the archive has; `checkMsh`
 * has the rules of the tables.
 * @throws FormatError as `readNresDirectory`.
 */
export function readMsh(bytes: Uint8Array, options: ReadMshOptions = {}): Msh {
  const base = options.base ?? 0;
  const nres = readNres(bytes, { ...options, tracePayloads: false });
  const tables = new Map<number, NresFile>();
  for (const entry of nres.entries) if (!tables.has(entry.type)) tables.set(entry.type, entry);

  /** Reads a table as a group of the trace; what its reader leaves is its rest. */
  function table<T>(type: number, read: (c: Cursor) => T): T {
    const entry = tables.get(type);
    const c = Cursor.over(entry?.data ?? new Uint8Array(0), {
      truncated: 'nres/truncated',
      trace: entry ? options.trace : undefined,
      base: base + (entry?.offset ?? 0),
    });
    return c.group(t.tableRow(type)?.label ?? `table${type}`, () => {
      const records = read(c);
      if (c.left > 0) c.rest('rest');
      return records;
    });
  }

  const stride = nodeStride(tables.get(t.NODES));
  const legacy = stride === t.LEGACY_NODE_SIZE;
  const { nodes, legacyNodes } = table<Pick<Msh, 'nodes' | 'legacyNodes'>>(t.NODES, (c) =>
    legacy
      ? { nodes: [], legacyNodes: records(c, stride, () => c.take('raw', stride)) }
      : { nodes: records(c, stride, () => readNode(c)), legacyNodes: [] },
  );
  const nodeCount = nodes.length + legacyNodes.length;
  const { header, slots } = table(t.SLOTS, (c) => {
    const head = c.left >= t.SLOTS_HEADER ? c.group('header', () => readHeader(c)) : undefined;
    return { header: head, slots: head ? records(c, 68, () => readSlot(c)) : [] };
  });
  const floats = (type: number, each: number) =>
    table(type, (c) => stream(c, 'f32', each, (count) => f32Array(c.bytes, 0, count)));
  const shorts = (type: number, each: number) =>
    table(type, (c) => stream(c, 'i16', each, (count) => i16Array(c.bytes, 0, count)));
  const words = (type: number) => table(type, (c) => stream(c, 'u16', 1, (count) => u16Array(c.bytes, 0, count)));

  const msh: Msh = {
    nres,
    tables,
    nodeStride: stride,
    nodes,
    legacyNodes,
    header,
    slots,
    positions: floats(t.POSITIONS, 3),
    normals: table(t.NORMALS, (c) => stream(c, 'i8', 4, (count) => i8Array(c.bytes, 0, count))),
    uv0: shorts(t.UV0, 2),
    indices: words(t.INDICES),
    triangles: table(t.TRIANGLES, (c) => records(c, 16, () => readTriangle(c))),
    keys: table(t.KEYS, readKeys),
    nodeNames: table(t.NODE_NAMES, (c) => readNodeNames(c, nodeCount)),
    nodeLabels: tables.has(t.NODE_LABELS) ? table(t.NODE_LABELS, (c) => readNodeLabels(c, nodeCount)) : undefined,
    batches: table(t.BATCHES, (c) => records(c, 20, () => readBatch(c))),
    lightmapUv: shorts(t.LIGHTMAP_UV, 2),
    frameMap: { frameCount: tables.get(t.FRAME_MAP)?.attr2 ?? 0, words: words(t.FRAME_MAP) },
    landscape: tables.has(t.POSITIONS) && tables.has(t.LANDSCAPE) && !tables.has(t.INDICES),
  };
  if (options.trace) traceOthers(msh, options.trace);
  return msh;
}

/** 38 or 24, from attr3; another value is a fault, and then the usual size is taken. */
function nodeStride(table: NresFile | undefined): number {
  return table?.attr3 === t.LEGACY_NODE_SIZE ? t.LEGACY_NODE_SIZE : t.NODE_SIZE;
}

/** As many whole records as the bytes left hold, each a group of the trace. */
function records<T>(c: Cursor, size: number, read: () => T): T[] {
  const all: T[] = [];
  for (let i = 0; c.left >= size; i++) all.push(c.group(`[${i}]`, read));
  return all;
}

const SLOT_FIELDS = Array.from({ length: 15 }, (_, i) => `slot[state ${Math.floor(i / 5)} lod ${i % 5}]`);

function readNode(c: Cursor): MshNode {
  return {
    flags: c.u16('flags'),
    parent: c.u16('parent'),
    animMapStart: c.u16('animMapStart'),
    fallbackKey: c.u16('fallbackKey'),
    slots: Uint16Array.from(SLOT_FIELDS, (name) => c.u16(name)),
  };
}

function readHeader(c: Cursor): MshHeader {
  return { corners: floats(c, 'corners', 24), sphere: floats(c, 'sphere', 4), cylinder: floats(c, 'cylinder', 7) };
}

function readSlot(c: Cursor): MshSlot {
  return {
    triStart: c.u16('triStart'),
    triCount: c.u16('triCount'),
    batchStart: c.u16('batchStart'),
    batchCount: c.u16('batchCount'),
    aabbMin: floats(c, 'aabbMin', 3),
    aabbMax: floats(c, 'aabbMax', 3),
    sphere: floats(c, 'sphere', 4),
    opaque: Uint32Array.from(['area', 'volume', 'opaque[0]', 'opaque[1]', 'opaque[2]'], (name) => c.u32(name)),
  };
}

function readTriangle(c: Cursor): MshTriangle {
  return {
    flags: c.u16('flags'),
    links: [c.u16('link0'), c.u16('link1'), c.u16('link2')],
    normal: [c.i16('nx'), c.i16('ny'), c.i16('nz')],
    selectors: c.u16('selectors'),
  };
}

function readBatch(c: Cursor): MshBatch {
  return {
    flags: c.u16('flags'),
    material: c.u16('material'),
    wear: c.u8('wear'),
    lightmap: c.u8('lightmap'),
    local: c.u16('local'),
    indexCount: c.u16('indexCount'),
    indexStart: c.u32('indexStart'),
    vertexCount: c.u16('vertexCount'),
    baseVertex: c.u32('baseVertex'),
  };
}

function readKeys(c: Cursor): Msh['keys'] {
  const count = Math.floor(c.left / 24);
  const bytes = subview(c.bytes, 0, count * 24);
  if (c.trace) {
    records(c, 24, () => {
      c.f32s('position', 3);
      c.f32('time');
      for (let i = 0; i < 4; i++) c.i16(`q[${i}]`);
    });
  } else c.seek(bytes.length);
  return { count, bytes };
}

/** f32s as their bits are: a view or copy, never through a number. */
function floats(c: Cursor, name: string, count: number): Float32Array {
  const at = c.offset;
  c.f32s(name, count);
  return f32Array(c.bytes, at, count);
}

const SIZES = { i8: 1, i16: 2, u16: 2, f32: 4 } as const;

/** A table of `each` numbers a record as one typed array; the trace gets a field a record. */
function stream<A extends { readonly [index: number]: number; slice(start: number, end: number): A }>(
  c: Cursor,
  kind: keyof typeof SIZES,
  each: number,
  view: (count: number) => A,
): A {
  const size = SIZES[kind] * each;
  const count = Math.floor(c.left / size);
  const values = view(count * each);
  if (c.trace) {
    for (let i = 0; i < count; i++) {
      const start = c.base + i * size;
      const value = each === 1 ? values[i] : values.slice(i * each, (i + 1) * each);
      c.trace.field(`[${i}]`, start, start + size, value);
    }
  }
  c.seek(count * size);
  return values;
}

/** Tables that are kept as bytes: unknown types, service data, streams without a meaning, second tables of a type. */
function traceOthers(msh: Msh, trace: Trace): void {
  const { base } = msh.nres;
  for (const entry of msh.nres.entries) {
    if (msh.tables.get(entry.type) === entry && t.TYPED.has(entry.type)) continue;
    const start = base + entry.offset;
    const label = t.tableRow(entry.type)?.label ?? 'table';
    trace.field(`${label}#${entry.index}`, start, start + entry.data.length, entry.data);
  }
}
