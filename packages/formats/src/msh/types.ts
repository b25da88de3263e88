import type { Nres, NresFile } from '../nres/types.ts';

/**
 * A Parkan model (msh.md §2): an NRes archive whose entries are tables. Records are typed; what no record covers (bytes
 * behind the last whole record, unknown tables) stays in the tables' own bytes, so that every byte is kept.
 */
export interface Msh {
  /** The archive, with every table in its order. */
  readonly nres: Nres;
  /** The first table of each type. */
  readonly tables: ReadonlyMap<number, NresFile>;
  /** Bytes of a node: 38, or 24 in the legacy variant. */
  readonly nodeStride: number;
  /** Table 1; empty in the legacy variant. */
  readonly nodes: readonly MshNode[];
  /** Table 1 of the legacy variant: 24 bytes each, not understood. */
  readonly legacyNodes: readonly Uint8Array[];
  /** Table 2, the first 0x8C bytes; undefined when they are not all there. */
  readonly header: MshHeader | undefined;
  /** Table 2. */
  readonly slots: readonly MshSlot[];
  /** Table 3: x, y, z a vertex, Z up, node-local. */
  readonly positions: Float32Array;
  /** Table 4 as stored: i8 nx, ny, nz, nw a vertex; the normal is clamp(n / 127, -1, 1). Empty without the table. */
  readonly normals: Int8Array;
  /** Table 5 as stored: i16 u, v a vertex, 1024 to the unit. Empty without the table. */
  readonly uv0: Int16Array;
  /** Table 6: relative to the base vertex of the batch. */
  readonly indices: Uint16Array;
  /** Table 7. */
  readonly triangles: readonly MshTriangle[];
  /** Table 8: the keys of all nodes, as stored. */
  readonly keys: MshKeys;
  /** Table 9 where it has 32 bytes for each node, else undefined. */
  readonly nodeNames: readonly MshName[] | undefined;
  /** Table 10; undefined without the table, shorter than the nodes when it is cut. An empty label has no bytes. */
  readonly nodeLabels: readonly MshName[] | undefined;
  /** Table 13. */
  readonly batches: readonly MshBatch[];
  /** Table 18 as stored, as `uv0`. */
  readonly lightmapUv: Int16Array;
  /** Table 19. */
  readonly frameMap: MshFrameMap;
  /** Tables 3 and 21 but no 6: terrain, listed and not drawn. */
  readonly landscape: boolean;
}

/** Table 1, 38 bytes. References are 0xFFFF for none. */
export interface MshNode {
  /** 0x0001 interior, 0x0020 collision hull. */
  readonly flags: number;
  readonly parent: number;
  /** First word of the node's block in the frame map. */
  readonly animMapStart: number;
  /** Key used outside the map: the node's last. */
  readonly fallbackKey: number;
  /** 15 slot indices, `[state * 5 + lod]`. */
  readonly slots: Uint16Array;
}

/** Table 2, the first 0x8C bytes: bounds of the whole model in posed space. */
export interface MshHeader {
  /** Eight corners, x, y, z each. */
  readonly corners: Float32Array;
  /** Centre and radius. */
  readonly sphere: Float32Array;
  /** Low point, high point, radius. */
  readonly cylinder: Float32Array;
}

/** Table 2, 68 bytes: what one node draws, with node-local bounds. */
export interface MshSlot {
  readonly triStart: number;
  readonly triCount: number;
  readonly batchStart: number;
  readonly batchCount: number;
  readonly aabbMin: Float32Array;
  readonly aabbMax: Float32Array;
  /** Centre and radius. */
  readonly sphere: Float32Array;
  /** Five words as stored: the bits of f32 area and volume, then three unknown. */
  readonly opaque: Uint32Array;
}

/** Table 7, 16 bytes: collision and picking. */
export interface MshTriangle {
  readonly flags: number;
  /** Neighbours, 0xFFFF for none. */
  readonly links: readonly [number, number, number];
  /** i16, 32767 to the unit. */
  readonly normal: readonly [number, number, number];
  /** 3 x 2 bits; 3 means none. */
  readonly selectors: number;
}

/** Table 13, 20 bytes: a run of indices with one material. */
export interface MshBatch {
  readonly flags: number;
  /** The model's own material slot (bytes 2 and 3); not the WEAR row. */
  readonly material: number;
  /** Row of the WEAR table. */
  readonly wear: number;
  /** Row of the lightmaps; 0xFF not lit by one. */
  readonly lightmap: number;
  readonly local: number;
  readonly indexCount: number;
  readonly indexStart: number;
  readonly vertexCount: number;
  readonly baseVertex: number;
}

/** Table 8: whole 24-byte keys as stored. `msh/animation/keys.ts` explains them. */
export interface MshKeys {
  readonly count: number;
  /** `24 * count` bytes: f32 px, py, pz, time; i16 q[4] each. */
  readonly bytes: Uint8Array;
}

/** Table 19. */
export interface MshFrameMap {
  /** attr2 of the table; 0 without it. */
  readonly frameCount: number;
  readonly words: Uint16Array;
}

/** A name as stored, without its NUL, and as shown. */
export interface MshName {
  readonly bytes: Uint8Array;
  readonly text: string;
}
