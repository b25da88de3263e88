/**
 * Numeric profile (msh.md §3.4). `x87` rounds every +, -, *, / to 24 bits as the game's FPU does; `double` rounds to 53.
 */
export type Profile = 'x87' | 'double';

/** What the animation needs of a Res1 record (msh.md §2). */
export interface AnimationNode {
  /** Node index, 0xFFFF without a parent. */
  readonly parent: number;
  /** First word of the node's block in Res19, 0xFFFF without one. */
  readonly animMapStart: number;
  /** Key of the node outside its map: the last key of its track in canonical files. */
  readonly fallbackKey: number;
}

/** A table's payload with its three directory attributes. */
export interface TablePayload {
  readonly bytes: Uint8Array;
  readonly attr1: number;
  readonly attr2: number;
  readonly attr3: number;
  /** Position of the payload in the outer file, for diagnostics. */
  readonly offset: number;
}

/** The animation of a model as the file has it: Res1 in part, Res8 and Res19 (msh.md §3.1). */
export interface AnimationTables {
  /** Empty for a model without 38-byte node records. */
  readonly nodes: readonly AnimationNode[];
  /** Position of the Res1 payload in the outer file, for diagnostics. */
  readonly nodesOffset: number;
  /** Res8; undefined when the model has none. */
  readonly keys: TablePayload | undefined;
  /** Res19; `attr2` is the frame count. Undefined when the model has none. */
  readonly frameMap: TablePayload | undefined;
}

/** The animation decoded for sampling: arrays only, nothing is checked but sizes. */
export interface Animation {
  readonly nodeCount: number;
  readonly keyCount: number;
  /** Res19.attr2; 0 without the table. */
  readonly frameCount: number;
  /** One a key, in frames. */
  readonly times: Float32Array;
  /** 3 a key. */
  readonly positions: Float32Array;
  /** 4 a key, runtime order w, x, y, z: s16 / 32767 in double. */
  readonly rotations: Float64Array;
  /** The same rounded to f32, for profile x87. */
  readonly rotationsX87: Float64Array;
  /** 4 a key: the arc from its rotation to that of the next, for profile double (slerp.ts). */
  readonly arcs: Float64Array;
  /** The same for profile x87. */
  readonly arcsX87: Float64Array;
  /** 4 a key, w, x, y, z: the words as stored. */
  readonly words: Int16Array;
  /** Res19. */
  readonly frameMap: Uint16Array;
  /** One a node: `animMapStart`. */
  readonly mapStarts: Uint16Array;
  /** One a node: `fallbackKey`. */
  readonly fallbackKeys: Uint16Array;
  /** One a node: parent index, -1 for none, for a parent outside the table and where a cycle was cut. */
  readonly parents: Int32Array;
  /** Node indices, each parent before its children. */
  readonly order: Uint32Array;
}

/** Where samples go: w, x, y, z of the rotation, then x, y, z of the position. */
export type SampleArray = Float64Array | Float32Array;
/** Numbers in one sample. */
export const SAMPLE_SIZE = 7;
