import { toHex } from '../binary/hex.ts';
import { nresToJson } from '../nres/describe.ts';
import type { JsonValue } from '../scene/scene.ts';
import { nodeName } from './names.ts';
import * as t from './tables.ts';
import type { Msh, MshName } from './types.ts';

const names = (all: readonly MshName[] | undefined) => all?.map((name) => name.text) ?? null;

/** JSON has no NaN and no infinities: they become strings. */
const number = (value: number): JsonValue => (Number.isFinite(value) ? value : String(value));
const numbers = (values: ArrayLike<number>): JsonValue[] => Array.from(values, number);

function rows(values: ArrayLike<number>, each: number): JsonValue[] {
  return Array.from({ length: Math.floor(values.length / each) }, (_, i) =>
    Array.from({ length: each }, (_, k) => number(values[i * each + k]!)),
  );
}

/** A model as JSON: the directory, then every table in its own numbers. Keys and words stay as stored. */
export function mshToJson(msh: Msh): JsonValue {
  const { nres, header } = msh;
  return {
    schema: 'unbake-msh-v1',
    nres: nresToJson(nres),
    tables: nres.entries.map((entry) => t.tableName(entry.type)),
    landscape: msh.landscape,
    nodeStride: msh.nodeStride,
    nodes: msh.nodes.map((node, i) => ({ name: nodeName(msh, i) ?? null, ...node, slots: [...node.slots] })),
    legacyNodes: msh.legacyNodes.map((raw, i) => ({ name: nodeName(msh, i) ?? null, raw: toHex(raw) })),
    nodeNames: names(msh.nodeNames),
    nodeLabels: names(msh.nodeLabels),
    header: header
      ? { corners: rows(header.corners, 3), sphere: numbers(header.sphere), cylinder: numbers(header.cylinder) }
      : null,
    slots: msh.slots.map(({ aabbMin, aabbMax, sphere, opaque, ...ranges }) => ({
      ...ranges,
      aabbMin: numbers(aabbMin),
      aabbMax: numbers(aabbMax),
      sphere: numbers(sphere),
      opaque: [...opaque],
    })),
    batches: msh.batches.map((batch) => ({ ...batch })),
    triangles: msh.triangles.map(({ links, normal, ...rest }) => ({ ...rest, links: [...links], normal: [...normal] })),
    indices: [...msh.indices],
    positions: rows(msh.positions, 3),
    normals: rows(msh.normals, 4),
    uv0: rows(msh.uv0, 2),
    lightmapUv: rows(msh.lightmapUv, 2),
    keys: Array.from({ length: msh.keys.count }, (_, i) => toHex(msh.keys.bytes.subarray(i * 24, i * 24 + 24))),
    frameCount: msh.frameMap.frameCount,
    frameMap: [...msh.frameMap.words],
    otherTables: nres.entries
      .filter((e) => msh.tables.get(e.type) !== e || !t.TYPED.has(e.type))
      .map((e) => ({ index: e.index, type: e.type, data: toHex(e.data) })),
  };
}
