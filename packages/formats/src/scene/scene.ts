/**
 * The neutral scene: what a file means, without how it was stored. Right-handed; column vectors; angles nowhere, only
 * quaternions (x, y, z, w). Indices refer to the arrays of `Scene`. Formats convert to it, exporters only know it.
 */
export interface Scene {
  name: string;
  nodes: SceneNode[];
  /** Indices of the nodes without a parent. */
  roots: number[];
  meshes: SceneMesh[];
  materials: SceneMaterial[];
  textures: SceneTexture[];
  images: SceneImage[];
  skins: SceneSkin[];
  animations: SceneAnimation[];
  /** Raw values of the file that the scene has no place for; goes to `extras.unbake` whole. */
  raw: RawValues;
  /** What the conversion to the scene approximated or left out. Exporters add theirs. */
  losses: Loss[];
}

/** JSON that is kept for readers that know the source format. */
export type RawValues = { [key: string]: JsonValue };
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export interface SceneNode {
  name: string;
  children: number[];
  translation: [number, number, number];
  /** x, y, z, w; unit length. */
  rotation: [number, number, number, number];
  scale: [number, number, number];
  mesh?: number;
  /** As in glTF, a skinned mesh follows its joints only: the transforms of this node and its parents do not move it. */
  skin?: number;
  /** Other levels of detail of this node, finest first, as node indices outside the tree (MSFT_lod). */
  lods?: number[];
  raw: RawValues;
}

export interface SceneMesh {
  name: string;
  primitives: ScenePrimitive[];
  /** Names of the morph targets, in order; every primitive has exactly these. */
  targetNames: string[];
  raw: RawValues;
}

/** A triangle list with its own vertices. All attributes have `vertexCount` items and finite values. */
export interface ScenePrimitive {
  material?: number;
  vertexCount: number;
  /** 3 a triangle, each < vertexCount; counter-clockwise seen from outside unless the material says otherwise. */
  indices: Uint32Array;
  /** 3 a vertex. */
  positions: Float32Array;
  /** 3 a vertex, unit length. */
  normals?: Float32Array;
  /** 4 a vertex: unit xyz, handedness w. */
  tangents?: Float32Array;
  /** 4 a vertex: RGBA, 0..1. */
  colors?: Float32Array;
  /** Sets of 2 a vertex, v down as in glTF and D3D. */
  uvs: Float32Array[];
  /** 4 a vertex: indices into `SceneSkin.joints`. */
  joints?: Uint16Array;
  /** 4 a vertex, each >= 0, sum 1. */
  weights?: Float32Array;
  /** One for each `SceneMesh.targetNames`. */
  targets: SceneTarget[];
  raw: RawValues;
}

/** Differences to the base, 3 a vertex. */
export interface SceneTarget {
  positions: Float32Array;
  normals?: Float32Array;
}

export type BlendMode = 'opaque' | 'alpha' | 'premultiplied' | 'additive' | 'multiply' | 'other';

export interface SceneMaterial {
  name: string;
  /** RGBA, 0..1. */
  baseColor: [number, number, number, number];
  baseColorTexture?: TextureSlot;
  normalTexture?: TextureSlot;
  emissiveTexture?: TextureSlot;
  emissive: [number, number, number];
  /** Specular colour, 0..1; undefined when the source has none. */
  specular?: [number, number, number];
  /** Blinn-Phong exponent; undefined when the source has none. */
  shininess?: number;
  /** Pixels below are not drawn, 0..1; undefined without an alpha test. */
  alphaCutoff?: number;
  blend: BlendMode;
  doubleSided: boolean;
  unlit: boolean;
  raw: RawValues;
}

export interface TextureSlot {
  texture: number;
  /** Index of the UV set. */
  uv: number;
}

export type WrapMode = 'repeat' | 'mirror' | 'clamp';
export type FilterMode = 'point' | 'linear';

export interface SceneTexture {
  name: string;
  image: number;
  wrapU: WrapMode;
  wrapV: WrapMode;
  minFilter: FilterMode;
  magFilter: FilterMode;
  mipFilter: FilterMode | 'none';
  raw: RawValues;
}

/** RGBA, 8 bits a channel, rows top down. */
export interface RgbaImage {
  width: number;
  height: number;
  rgba: Uint8Array;
}

export interface SceneImage {
  name: string;
  width: number;
  height: number;
  /** The source's pixel format for people, such as `DXT5`. */
  format: string;
  /** The DDS file it came from, where it was one. */
  dds?: Uint8Array;
  /** The picture file it came from, where it was one that glTF knows. */
  encoded?: { mimeType: string; bytes: Uint8Array };
  /** Decodes mip level 0. Throws FormatError when it cannot. */
  decode(): RgbaImage;
  raw: RawValues;
}

export interface SceneSkin {
  name: string;
  /** Node indices. */
  joints: number[];
  /** 16 a joint, column-major, last row 0 0 0 1. */
  inverseBindMatrices: Float32Array;
}

export interface SceneAnimation {
  name: string;
  channels: SceneChannel[];
  raw: RawValues;
}

export interface SceneChannel {
  node: number;
  path: 'translation' | 'rotation' | 'scale' | 'weights';
  /** Seconds, strictly increasing, >= 0. */
  times: Float32Array;
  /**
   * A key has 3 numbers, 4 for a rotation, one a morph target for weights; with CUBICSPLINE three times that, as in glTF:
   * in-tangent, value, out-tangent.
   */
  values: Float32Array;
  /** CUBICSPLINE comes from imported files only. */
  interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
}

/** exact: went in as it is; approximated; extras: survives only there; left-out: not in the output. */
export type LossKind = 'exact' | 'approximated' | 'extras' | 'left-out';

/** A row of the loss report at the end of an export. */
export interface Loss {
  kind: LossKind;
  /** What, such as `normals`. */
  what: string;
  /** How or why, one sentence. */
  detail: string;
  /** How many items. */
  count: number;
}

/** A scene with nothing in it. */
export function emptyScene(name: string): Scene {
  return {
    name,
    nodes: [],
    roots: [],
    meshes: [],
    materials: [],
    textures: [],
    images: [],
    skins: [],
    animations: [],
    raw: {},
    losses: [],
  };
}
