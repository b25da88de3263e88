import type { Trace } from './binary/trace.ts';
import type { Report } from './diagnostics/diagnostic.ts';
import type { JsonValue, RgbaImage, Scene } from './scene/scene.ts';

export type FormatId = 'svo' | 'yabx' | 'rfz' | 'dds' | 'nres' | 'msh' | 'texm' | 'wear' | 'mat0';

/**
 * An opened file, the same for every format: what the command line and the viewer work with. Everything is made on
 * demand from the bytes; nothing but `Report` holds state.
 */
export interface Asset {
  readonly format: FormatId;
  /** The file's bytes, as given. */
  readonly bytes: Uint8Array;
  /** Findings of opening it. */
  readonly report: Report;
  /** Findings of opening and of every check of the format, contents included. */
  check(): Report;
  info(): AssetInfo;
  /** The directory: chunks or archive entries, in file order. Empty for a file that is no container. */
  entries(): AssetEntry[];
  /** The decoded file as JSON, lossless where the format says so: what `dump` prints. */
  toJson(): JsonValue;
  /** Every named field with its byte range. */
  trace(): Trace;
  /**
   * What a path names by the format's own rules, such as `State[0]._cullMode`, beside the paths of `trace` and `toJson`.
   * Throws EditError when there is no such place.
   */
  find?(path: string): AssetField;
  /** The bytes made again from the records, not copied: equal to `bytes` for an unedited file. */
  write(): Uint8Array;
  /** The file in the layout that the format's own tools give it, where more than one is valid; equal to `bytes` for such a file. */
  canonical?(): Uint8Array;
  /** The scene, where the format has one. */
  scene?(options?: SceneOptions): Scene;
  /** The pictures inside, decoded on demand. */
  images?(): AssetImage[];
}

export interface SceneOptions {
  /** Finds another file of the game by name, case-insensitively (`--assets DIR`). */
  findAsset?: (name: string) => Asset | undefined;
  /** Options of one format, such as `lod` of a Parkan model; each format documents its own. */
  [option: string]: unknown;
}

/** What `unbake info` shows. Absent keys do not apply to the format. */
export interface AssetInfo {
  /** For people, such as `SVO model`. */
  kind: string;
  name?: string;
  byteOrder?: 'little' | 'big';
  chunks?: { name: string; class: string; size: number }[];
  classes?: { name: string; objects: number }[];
  objects?: number;
  meshes?: number;
  triangles?: number;
  vertices?: number;
  materials?: string[];
  textures?: { name: string; width: number; height: number; format: string; mips: number }[];
  nodes?: number;
  joints?: number;
  morphTargets?: string[];
  animation?: JsonValue;
  font?: JsonValue;
  /** Decisions that the specification grades as hypotheses, with the reason. */
  inferred?: { what: string; value: string; why: string }[];
  /** Anything else, in the format's words. */
  details?: { [key: string]: JsonValue };
}

/** A value of a file, and its bytes in the outer file: `start` inclusive, `end` exclusive. */
export interface AssetField {
  value: JsonValue;
  start: number;
  end: number;
}

export interface AssetEntry {
  index: number;
  /** For display. */
  name: string;
  nameBytes: Uint8Array;
  /** Such as `yabx`, `dds`, `0x6D786554 Texm`. */
  kind: string;
  /** As declared. */
  size: number;
  offset: number;
  /** The bytes present. */
  data: Uint8Array;
  /** Further columns of the format, such as `attr1`. */
  more?: { [key: string]: JsonValue };
}

export interface AssetImage {
  name: string;
  width: number;
  height: number;
  format: string;
  mips: number;
  /** The DDS file, where it is one. */
  dds?: Uint8Array;
  /** Throws FormatError when the format cannot be decoded. */
  decode(level?: number): RgbaImage;
}
