import type { YabxValue } from './types.ts';

export type ValueKind = YabxValue['kind'];

/** What a field of a known class holds (svo.md §3, §8): the first kind that fits the stored size wins over the guess. */
export interface KnownField {
  /** Tried in this order. */
  readonly kinds: readonly ValueKind[];
  /** Class without namespace that a reference points at; absent where any object will do. */
  readonly target?: string;
}

const known = (...kinds: ValueKind[]): KnownField => ({ kinds });
const U32 = known('u32');
const U16 = known('u16');
const S16 = known('s16');
const F32 = known('f32');
const STR = known('str');
const VEC3 = known('vec3');
const VEC4 = known('vec4');
const MAT = known('mat');
const ref = (target?: string): KnownField => (target === undefined ? known('ref') : { kinds: ['ref'], target });
const refs = (target?: string): KnownField => (target === undefined ? known('refs') : { kinds: ['refs'], target });

/** By declaring class, then by field. */
const TABLE: Readonly<Record<string, Readonly<Record<string, KnownField>>>> = {
  'stevia::Resource': { _name: STR, _flag: U32, _fullName: STR, _userParameter: refs('Parameter') },
  'stevia::Database': {
    _state: refs('State'),
    _mesh: refs('Mesh'),
    _batch: refs('Batch'),
    _vertexBuffer: refs('VertexBuffer'),
    _indexBuffer: refs('IndexBuffer'),
    _vertexDeclaration: refs('VertexDeclaration'),
    _texture: refs('Texture'),
    _image: refs('Image'),
    _tree: refs('Tree'),
  },
  'stevia::State': {
    _fillType: U32,
    _alphaRef: U32,
    _depthBias: U32,
    _depthBiasSlope: U32,
    _cullMode: U32,
    _transparentDoubleSide: known('u8'),
    _lighting: refs('Parameter'),
    _maxInfluence: U32,
    _uvSet: U32,
    _blendOperation: U32,
    _blendFactorSrc: U32,
    _blendFactorDst: U32,
    _shaderName: STR,
    _texture: refs('Texture'),
    _textureRef: refs(),
  },
  'stevia::Texture': {
    _wrapU: U32,
    _wrapV: U32,
    _minFilter: U32,
    _magFilter: U32,
    _mipFilter: U32,
    _anisoNumber: U32,
    _lodBias: F32,
    _id: U32,
    _uvSetIndex: U32,
    _uvSetName: STR,
    _attributeName: STR,
    _textureType: STR,
    _image: ref('Image'),
  },
  'stevia::Image': {
    _height: U32,
    _width: U32,
    _maxMipmapLevel: U32,
    _format: U32,
    _compressCustomOption: STR,
    _alphaMode: U32,
    _fileName: STR,
    _chunkFileName: STR,
    _file: ref(),
    _mipmapFileName: known('refs', 'strs'),
    _dataSize: U32,
  },
  'stevia::Parameter': { _name: STR, _value: ref('Variant'), _userID: U32 },
  'stevia::Variant': {
    _variantType: U32,
    _valueF32: F32,
    _valueS32: known('s32'),
    _valueColor: VEC4,
    _valueString: STR,
  },
  'stevia::Mesh': { _shape: refs('Shape'), _sortGroup: U32 },
  'stevia::Shape': {
    _state: ref('State'),
    _batch: ref('Batch'),
    _boundingSphere: VEC4,
    _boundingBoxCenter: VEC3,
    _boundingBoxSize: VEC3,
    _sortDistanceOffset: F32,
    _blendTargetName: known('strs'),
    _blendTargetBindMatrix: known('mats'),
    _meshBindMatrix: MAT,
  },
  'stevia::Batch': {
    _polygonNumber: U32,
    _primitiveType: U32,
    _primitiveNumber: U32,
    _indexStart: U32,
    _indexNumber: U32,
    _startNumber: U32,
    _endNumber: U32,
    _vertexNumber: U32,
    _vertexBufferList: refs('VertexBuffer'),
    _indexBuffer: ref('IndexBuffer'),
  },
  'stevia::VertexBuffer': {
    _vertexNumber: U32,
    _dataSize: U32,
    _chunkFileName: STR,
    _stride: U32,
    _vertexDeclaration: ref('VertexDeclaration'),
    _billboardType: U32,
  },
  'stevia::VertexDeclaration': { _vertexElement: refs('VertexElement') },
  'stevia::VertexElement': { _semantics: U32, _elementType: U32, _index: U32 },
  'stevia::IndexBuffer': { _indexNumber: U32, _chunkFileName: STR, _indexType: U32 },
  'stevia::Tree': { _blendTargetNumber: U32, _node: refs('Node') },
  'stevia::Node': {
    _mesh: ref('Mesh'),
    _parent: ref('Node'),
    _child: ref('Node'),
    _sibling: ref('Node'),
    _blendIndex: U32,
    _scale: VEC3,
    _rotation: VEC3,
    _quaternion: VEC4,
    _translation: VEC3,
    _mtxLocal: MAT,
    _mtxWorld: MAT,
    _mtxWorldInv: MAT,
    _mtxBind: MAT,
  },
  'ruhuna::Database': {
    id: STR,
    platform: STR,
    library: STR,
    name: STR,
    comment: STR,
    flags: U32,
    point: U16,
    max_ascent: U16,
    max_descent: U16,
    max_glyph_w: U16,
    max_glyph_h: U16,
    tex_page: U32,
    tex_w: U16,
    tex_h: U16,
    tex_last_h: U16,
    glyph_margin: U16,
    glyph_cnt: U16,
    glyph: refs('Glyph'),
    texture: refs('TextureResource'),
  },
  'ruhuna::Glyph': {
    code: U16,
    cell_inc_x: U16,
    cell_inc_y: U16,
    page: U16,
    origin_x: S16,
    origin_y: S16,
    box_x1: U16,
    box_y1: U16,
    box_x2: U16,
    box_y2: U16,
    kerning_info_cnt: U16,
  },
  'ruhuna::TextureResource': { file: known('blob') },
};

/** The known meaning of a field, by the name of the class that declares it; undefined for any other. */
export function knownField(className: string, field: string): KnownField | undefined {
  const fields = Object.hasOwn(TABLE, className) ? TABLE[className] : undefined;
  return fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
}

/** The class name without its namespace: `State` for `stevia::State`. */
export function baseName(className: string): string {
  const at = className.lastIndexOf('::');
  return at < 0 ? className : className.slice(at + 2);
}
