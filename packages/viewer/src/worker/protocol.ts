import type {
  AssetInfo,
  Difference,
  EntryAttributes,
  FormatId,
  JsonValue,
  Loss,
  Severity,
  ValueInput,
} from '@unbake/formats';
import type { FontFacts, MaterialFacts, Survey } from './content-facts.ts';

/** Where the bytes of a file are: on this machine, or behind the server of `unbake view`. Neither holds them in memory. */
export type FileSource = { kind: 'blob'; blob: Blob } | { kind: 'url'; url: string; size: number };

/**
 * A file as the worker gets it with every request. The worker keeps nothing but a cache of opened files by `key`, so it
 * can be ended and started at any time.
 */
export interface FileRef {
  /** Of this file in this state: an edited file has another. */
  key: string;
  name: string;
  source: FileSource;
  /** Of an entry of an archive: what the directory says of it, and the archive where it is small enough to be opened. */
  entryOf?: { attributes?: EntryAttributes; archive?: FileRef };
  /** Other files in which materials and textures are looked for, by name. */
  siblings?: FileRef[];
}

/** A finding, as `Diagnostic` of `@unbake/formats`. */
export interface Finding {
  code: string;
  severity: Severity;
  message: string;
  offset: number;
  length: number;
  path: string;
}

/** An entry of an archive, or a chunk of a model. */
export interface EntryFacts {
  index: number;
  name: string;
  kind: string;
  size: number;
  offset: number;
  /** The format it can be opened as, by its bytes, type and name. */
  format?: FormatId;
  attributes?: EntryAttributes;
}

/** What a file is, without its contents. */
export interface FileFacts {
  format: FormatId;
  /** For people, such as `SVO model or font texture`. */
  label: string;
  size: number;
  info: AssetInfo;
  entries: EntryFacts[];
  /** Findings of opening it; `check` finds more. */
  findings: Finding[];
  /** Only the directory was read, because the file is too large to be opened whole. */
  directoryOnly: boolean;
  has: {
    scene: boolean;
    images: boolean;
    /** An object graph. */
    graph: boolean;
    animation: boolean;
    font: boolean;
    edit: boolean;
  };
}

/** Why a file cannot be opened, or an operation failed: what FormatError and EditError say. */
export interface Failure {
  /** A diagnostic code, `edit`, `cancelled`, or `bug` for anything unexpected. */
  code: string;
  message: string;
  offset?: number;
  path?: string;
  /** What would fit, of an edit. */
  expected?: string;
}

/**
 * The trace of a file as arrays, nodes in depth-first order: a parent before its children. Strings are indices into
 * `texts`; -1 for none.
 */
export interface PackedTrace {
  count: number;
  start: Float64Array;
  /** Exclusive. */
  end: Float64Array;
  /** Index of the parent; -1 for the root, node 0. */
  parent: Int32Array;
  name: Int32Array;
  /** The value for display, short; long values are cut. */
  value: Int32Array;
  texts: string[];
}

export interface GraphField {
  /** In paths, such as `_cullMode`. */
  name: string;
  declaredIn: string;
  /** `u32`, `ref`, `vec3`, ... */
  kind: string;
  /** What an input field shows, and an edit takes back. */
  text: string;
  /** False where the text is not the whole value. */
  editable: boolean;
  start: number;
  end: number;
  /** Ids of the objects that it refers to. */
  refs?: number[];
}

export interface GraphObject {
  id: number;
  /** Such as `State[0]`. */
  path: string;
  className: string;
  /** Its `_name`, where it has one. */
  name: string;
  start: number;
  end: number;
  fields: GraphField[];
}

/** The objects of a file's graph, in table order. */
export interface ObjectGraph {
  objects: GraphObject[];
  /** Whether positions are in the file; those of a font are in its unpacked stream. */
  inFile: boolean;
}

export interface PictureFacts {
  index: number;
  name: string;
  width: number;
  height: number;
  format: string;
  mips: number;
  /** It is a DDS file and can be replaced. */
  replaceable: boolean;
  hasDds: boolean;
  /** Index of the first picture of the same texture: faces and layers of one DDS file stand side by side. */
  set: number;
  layer: number;
  layers: number;
  /** Index into `faces`. */
  face: number;
  /** Faces of a cube map that are present, such as `+X`; empty for any other texture. */
  faces: readonly string[];
  /** Rectangles of the "Page" block of a Texm, in texels of level 0. */
  rects: readonly PageRect[];
  /** Its entry, of a picture in an archive. */
  entry?: number;
  /** Ids of the Image objects that name it. */
  sources: readonly number[];
}

export interface PageRect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Pixels {
  width: number;
  height: number;
  /** RGBA, 8 bits a channel, rows top down. */
  rgba: Uint8Array;
}

/** A level of a picture as the page shows it. */
export interface ShownPixels extends Pixels {
  /** Texels of the file a texel of `rgba`, in each direction: 1, or more for a picture that is too large to be held. */
  reduced: number;
  /** Halved again and again, for views from far off. */
  smaller: Pixels[];
}

/** One edit of a file. */
export type Change =
  | { kind: 'set'; path: string; input: ValueInput }
  | {
      kind: 'texture';
      index: number;
      picture: Blob;
      pictureName: string;
      format?: string;
      mips?: 'keep' | 'full' | 'none';
    }
  | { kind: 'chunk'; path: string; data: Blob };

export interface ExportRequest {
  to: 'glb' | 'obj' | 'json';
  textures: 'png' | 'dds' | 'none';
  allLods?: boolean;
  /** Options of `Asset.scene`. */
  scene?: { [key: string]: JsonValue };
}

export interface ExportedFile {
  /** Safe as a file name on every system. */
  name: string;
  blob: Blob;
  losses: Loss[];
}

/** Every request: its arguments and its result. */
export interface Methods {
  open: { args: [file: FileRef]; result: FileFacts };
  check: { args: [file: FileRef]; result: Finding[] };
  trace: { args: [file: FileRef]; result: PackedTrace };
  graph: { args: [file: FileRef]; result: ObjectGraph };
  pictures: { args: [file: FileRef]; result: PictureFacts[] };
  /** Decodes one level of a picture. */
  picture: { args: [file: FileRef, index: number, level: number]; result: ShownPixels };
  /** A picture as a file: PNG of one level, or its DDS file as it is. */
  pictureFile: { args: [file: FileRef, index: number, level: number, kind: 'png' | 'dds']; result: Blob };
  /** A small copy of a picture, at most `size` texels a side; undefined when it cannot be decoded. */
  thumbnail: { args: [file: FileRef, index: number, size: number]; result: Pixels | undefined };
  /** A small picture of what a file is: its model, its letters, or its first texture. */
  preview: { args: [file: FileRef, size: number]; result: Pixels | undefined };
  /** What a list of many files shows of each. Never fails for what a file holds. */
  survey: { args: [file: FileRef]; result: Survey };
  font: { args: [file: FileRef]; result: FontFacts };
  materials: { args: [file: FileRef]; result: MaterialFacts };
  /** The edited file. */
  edit: { args: [file: FileRef, change: Change]; result: Blob };
  diff: { args: [before: FileRef, after: FileRef]; result: Difference[] };
  export: { args: [file: FileRef, request: ExportRequest]; result: ExportedFile };
  /** The bytes of an entry of an archive. */
  entry: { args: [file: FileRef, index: number]; result: Blob };
  /** Forgets opened files. */
  release: { args: [keys: string[]]; result: undefined };
}

export type Method = keyof Methods;

export interface Progress {
  /** Done of `total`, in any unit; `total` 0 when unknown. */
  done: number;
  total: number;
}

export type ToWorker = { id: number; method: Method; args: unknown[] } | { cancel: number };
export type FromWorker =
  | { id: number; result: unknown }
  | { id: number; failure: Failure }
  | { id: number; progress: Progress };
