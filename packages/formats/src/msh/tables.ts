/** A table of a model as the specification lists it (msh.md §2). */
export interface TableRow {
  readonly type: number;
  readonly label: string;
  /** Bytes of a record; 0 where records vary or are unknown. */
  readonly record: number;
  /** Bytes before the first record. */
  readonly header?: number;
  /** Attributes that must hold: the record count in attr1, a constant in attr2 or attr3. */
  readonly attr1?: 'records' | 'nodes';
  readonly attr3?: number;
  /** A model cannot be drawn without it. */
  readonly required?: true;
}

export const NODES = 1;
export const SLOTS = 2;
export const POSITIONS = 3;
export const NORMALS = 4;
export const UV0 = 5;
export const INDICES = 6;
export const TRIANGLES = 7;
export const KEYS = 8;
export const NODE_NAMES = 9;
export const NODE_LABELS = 10;
export const BATCHES = 13;
export const LIGHTMAP_UV = 18;
export const FRAME_MAP = 19;
export const LANDSCAPE = 21;

/** Bytes of the record of a node: the usual one, and the legacy variant that is kept raw. */
export const NODE_SIZE = 38;
export const LEGACY_NODE_SIZE = 24;
/** Bytes of Res2 before its slots. */
export const SLOTS_HEADER = 0x8c;
/** "None" in every u16 reference. */
export const NONE = 0xffff;
export const NAME_SIZE = 32;

/**
 * Every known table. The attributes of tables 8 and 19 belong to the animation (msh/animation/checks.ts). Table 1 takes
 * its record size from attr3.
 */
export const TABLES: readonly TableRow[] = [
  { type: NODES, label: 'nodes', record: NODE_SIZE, attr1: 'records', required: true },
  { type: SLOTS, label: 'slots', record: 68, header: SLOTS_HEADER, attr1: 'records', attr3: 68, required: true },
  { type: POSITIONS, label: 'positions', record: 12, required: true },
  { type: NORMALS, label: 'normals', record: 4 },
  { type: UV0, label: 'uv0', record: 4 },
  { type: INDICES, label: 'indices', record: 2, required: true },
  { type: TRIANGLES, label: 'triangles', record: 16 },
  { type: KEYS, label: 'keys', record: 24 },
  { type: NODE_NAMES, label: 'nodeNames', record: 0 },
  { type: NODE_LABELS, label: 'nodeLabels', record: 0, attr1: 'nodes' },
  { type: 11, label: 'landscape11', record: 0 },
  { type: BATCHES, label: 'batches', record: 20, required: true },
  { type: 14, label: 'landscape14', record: 0 },
  { type: 15, label: 'stream15', record: 8 },
  { type: 16, label: 'stream16', record: 8 },
  { type: 17, label: 'service17', record: 0 },
  { type: LIGHTMAP_UV, label: 'lightmapUv', record: 4 },
  { type: FRAME_MAP, label: 'frameMap', record: 2 },
  { type: 20, label: 'service20', record: 0 },
  { type: LANDSCAPE, label: 'landscape21', record: 0 },
];

const byType = new Map(TABLES.map((row) => [row.type, row]));

export function tableRow(type: number): TableRow | undefined {
  return byType.get(type);
}

/** `13 (0x0D) batches`: public tools name tables by either number. */
export function tableName(type: number): string {
  const hex = `0x${type.toString(16).toUpperCase().padStart(2, '0')}`;
  const label = tableRow(type)?.label;
  return label ? `${type} (${hex}) ${label}` : `${type} (${hex})`;
}

/** The tables that `readMsh` reads as records. */
export const TYPED: ReadonlySet<number> = new Set([
  NODES,
  SLOTS,
  POSITIONS,
  NORMALS,
  UV0,
  INDICES,
  TRIANGLES,
  KEYS,
  NODE_NAMES,
  NODE_LABELS,
  BATCHES,
  LIGHTMAP_UV,
  FRAME_MAP,
]);
