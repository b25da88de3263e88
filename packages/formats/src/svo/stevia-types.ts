import type { YabxObject } from '../yabx/types.ts';

/**
 * The stevia classes (svo.md §3) as plain objects. Every field but those of `SteviaObject` is undefined when the file's
 * schema or the object does not have it. References are object ids: 0 is null, negative a legacy library's object.
 */
export interface SteviaObject {
  readonly kind: SteviaKind;
  readonly id: number;
  /** As the file has it: `stevia::State`, or a class derived from it. */
  readonly className: string;
  readonly object: YabxObject;
}

export type SteviaKind = keyof SteviaKinds;

/** Kind to interface. */
export interface SteviaKinds {
  Database: Database;
  State: State;
  Texture: Texture;
  Image: Image;
  Parameter: Parameter;
  Variant: Variant;
  Mesh: Mesh;
  Shape: Shape;
  Batch: Batch;
  VertexBuffer: VertexBuffer;
  VertexDeclaration: VertexDeclaration;
  VertexElement: VertexElement;
  IndexBuffer: IndexBuffer;
  Tree: Tree;
  Node: Node;
}

type Ref = number | undefined;
type Refs = readonly number[] | undefined;
type Num = number | undefined;
type Text = string | undefined;
/** Components in file order. */
type Vector = readonly number[] | undefined;
/** 12 floats in file order; `detectMatrixLayout` tells which. */
type Matrix12 = readonly number[] | undefined;

export interface Resource extends SteviaObject {
  readonly name: Text;
  readonly flag: Num;
  readonly fullName: Text;
  /** Parameters. */
  readonly userParameter: Refs;
}

/** The root: lists of everything in the file. */
export interface Database extends Resource {
  readonly kind: 'Database';
  readonly state: Refs;
  readonly mesh: Refs;
  readonly batch: Refs;
  readonly vertexBuffer: Refs;
  readonly indexBuffer: Refs;
  readonly vertexDeclaration: Refs;
  readonly texture: Refs;
  readonly image: Refs;
  readonly tree: Refs;
}

/** Render state of a material (svo.md §6); enums as stored. */
export interface State extends Resource {
  readonly kind: 'State';
  readonly fillType: Num;
  /** 0..255; above 0 it is taken for an alpha test. */
  readonly alphaRef: Num;
  /** As f32 [H]. */
  readonly depthBias: Num;
  /** As f32 [H]. */
  readonly depthBiasSlope: Num;
  /** 0 none, 1 front, 2 back. */
  readonly cullMode: Num;
  readonly transparentDoubleSide: Num;
  /** Parameters. */
  readonly lighting: Refs;
  /** Joints that move a vertex. */
  readonly maxInfluence: Num;
  /** Number of UV sets. */
  readonly uvSet: Num;
  readonly blendOperation: Num;
  readonly blendFactorSrc: Num;
  readonly blendFactorDst: Num;
  readonly shaderName: Text;
  readonly texture: Refs;
  readonly textureRef: Refs;
}

/** A sampler with its image (svo.md §6). */
export interface Texture extends Resource {
  readonly kind: 'Texture';
  readonly wrapU: Num;
  readonly wrapV: Num;
  readonly minFilter: Num;
  readonly magFilter: Num;
  readonly mipFilter: Num;
  readonly anisoNumber: Num;
  readonly lodBias: Num;
  readonly samplerId: Num;
  readonly uvSetIndex: Num;
  readonly uvSetName: Text;
  readonly attributeName: Text;
  readonly textureType: Text;
  readonly image: Ref;
}

export interface Image extends Resource {
  readonly kind: 'Image';
  readonly height: Num;
  readonly width: Num;
  readonly maxMipmapLevel: Num;
  /** The converter's code, not a pixel format: never decode by it. */
  readonly format: Num;
  readonly compressCustomOption: Text;
  readonly alphaMode: Num;
  readonly fileName: Text;
  readonly chunkFileName: Uint8Array | undefined;
  readonly file: Ref;
  readonly dataSize: Num;
}

/** A named value of a material. */
export interface Parameter extends SteviaObject {
  readonly kind: 'Parameter';
  readonly name: Text;
  /** A Variant. */
  readonly value: Ref;
  readonly userID: Num;
}

/** One of four values; which one counts is not published, see `chooseVariantValue`. */
export interface Variant extends SteviaObject {
  readonly kind: 'Variant';
  readonly variantType: Num;
  readonly valueF32: Num;
  readonly valueS32: Num;
  /** RGBA. */
  readonly valueColor: Vector;
  readonly valueString: Text;
}

export interface Mesh extends Resource {
  readonly kind: 'Mesh';
  readonly shape: Refs;
  readonly sortGroup: Num;
}

/** A part of a mesh with one material. */
export interface Shape extends Resource {
  readonly kind: 'Shape';
  readonly state: Ref;
  readonly batch: Ref;
  /** Centre xyz, radius. */
  readonly boundingSphere: Vector;
  readonly boundingBoxCenter: Vector;
  readonly boundingBoxSize: Vector;
  readonly sortDistanceOffset: Num;
  readonly blendTargetName: readonly string[] | undefined;
  readonly blendTargetBindMatrix: readonly (readonly number[])[] | undefined;
  readonly meshBindMatrix: Matrix12;
}

/** A range of an index buffer over vertex buffers (svo.md §4). */
export interface Batch extends Resource {
  readonly kind: 'Batch';
  readonly polygonNumber: Num;
  /** 3 triangle list, 4 triangle strip. */
  readonly primitiveType: Num;
  readonly primitiveNumber: Num;
  readonly indexStart: Num;
  readonly indexNumber: Num;
  /** First vertex used. */
  readonly startNumber: Num;
  /** Last vertex used, inclusive. */
  readonly endNumber: Num;
  readonly vertexNumber: Num;
  readonly vertexBufferList: Refs;
  readonly indexBuffer: Ref;
}

export interface VertexBuffer extends Resource {
  readonly kind: 'VertexBuffer';
  readonly vertexNumber: Num;
  readonly dataSize: Num;
  readonly chunkFileName: Uint8Array | undefined;
  /** Bytes from one vertex to the next. */
  readonly stride: Num;
  readonly vertexDeclaration: Ref;
  readonly billboardType: Num;
}

export interface VertexDeclaration extends Resource {
  readonly kind: 'VertexDeclaration';
  readonly vertexElement: Refs;
}

export interface VertexElement extends SteviaObject {
  readonly kind: 'VertexElement';
  readonly semantics: Num;
  readonly elementType: Num;
  readonly index: Num;
}

export interface IndexBuffer extends Resource {
  readonly kind: 'IndexBuffer';
  readonly indexNumber: Num;
  readonly chunkFileName: Uint8Array | undefined;
  /** 2 u16, 4 u32. */
  readonly indexType: Num;
}

export interface Tree extends Resource {
  readonly kind: 'Tree';
  readonly blendTargetNumber: Num;
  readonly node: Refs;
}

export interface Node extends Resource {
  readonly kind: 'Node';
  readonly mesh: Ref;
  readonly parent: Ref;
  readonly child: Ref;
  readonly sibling: Ref;
  readonly blendIndex: Num;
  readonly scale: Vector;
  /** Euler angles of unknown order and unit; shown, not used. */
  readonly rotation: Vector;
  readonly quaternion: Vector;
  readonly translation: Vector;
  readonly mtxLocal: Matrix12;
  readonly mtxWorld: Matrix12;
  readonly mtxWorldInv: Matrix12;
  /** The inverse bind matrix [H]. */
  readonly mtxBind: Matrix12;
}
