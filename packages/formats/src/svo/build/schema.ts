import { yabxString } from '../../yabx/strings.ts';
import type { YabxClass } from '../../yabx/types.ts';

type ClassRow = readonly [name: string, base: number, fieldFlags: 0 | 1, fields: string];

/**
 * The 17 classes of a model (svo.md §3): base class by its 1-based place, flags of the fields, and the fields as
 * `name:storage size`, 0 for dynamic ones.
 */
const CLASSES: readonly ClassRow[] = [
  ['yabukita::Object', 0, 0, ''],
  ['stevia::Resource', 1, 0, '_name:0 _flag:4 _fullName:0 _userParameter:0'],
  [
    'stevia::Database',
    2,
    0,
    '_state:0 _mesh:0 _batch:0 _vertexBuffer:0 _indexBuffer:0 _vertexDeclaration:0 _texture:0 _image:0 _tree:0',
  ],
  [
    'stevia::State',
    2,
    1,
    '_fillType:4 _alphaRef:4 _depthBias:4 _depthBiasSlope:4 _cullMode:4 _transparentDoubleSide:1 _lighting:0 ' +
      '_maxInfluence:4 _uvSet:4 _blendOperation:4 _blendFactorSrc:4 _blendFactorDst:4 _shaderName:0 _texture:0 ' +
      '_textureRef:0',
  ],
  [
    'stevia::Texture',
    2,
    1,
    '_wrapU:4 _wrapV:4 _minFilter:4 _magFilter:4 _mipFilter:4 _anisoNumber:4 _lodBias:4 _id:4 _uvSetIndex:4 ' +
      '_uvSetName:0 _attributeName:0 _textureType:0 _image:2',
  ],
  [
    'stevia::Image',
    2,
    1,
    '_height:4 _width:4 _maxMipmapLevel:4 _format:4 _compressCustomOption:0 _alphaMode:4 _fileName:0 ' +
      '_chunkFileName:0 _file:2 _mipmapFileName:0 _dataSize:4',
  ],
  ['stevia::Parameter', 1, 0, '_name:0 _value:2 _userID:4'],
  ['stevia::Variant', 1, 0, '_variantType:4 _valueF32:4 _valueS32:4 _valueColor:16 _valueString:0'],
  ['stevia::Mesh', 2, 0, '_shape:0 _sortGroup:4'],
  [
    'stevia::Shape',
    2,
    0,
    '_state:2 _batch:2 _boundingSphere:16 _boundingBoxCenter:12 _boundingBoxSize:12 _sortDistanceOffset:4 ' +
      '_blendTargetName:0 _blendTargetBindMatrix:0 _meshBindMatrix:48',
  ],
  [
    'stevia::Batch',
    2,
    0,
    '_polygonNumber:4 _primitiveType:4 _primitiveNumber:4 _indexStart:4 _indexNumber:4 _startNumber:4 _endNumber:4 ' +
      '_vertexNumber:4 _vertexBufferList:0 _indexBuffer:2',
  ],
  [
    'stevia::VertexBuffer',
    2,
    0,
    '_vertexNumber:4 _dataSize:4 _chunkFileName:0 _stride:4 _vertexDeclaration:2 _billboardType:4',
  ],
  ['stevia::VertexDeclaration', 2, 1, '_vertexElement:0'],
  ['stevia::VertexElement', 1, 1, '_semantics:4 _elementType:4 _index:4'],
  ['stevia::IndexBuffer', 2, 0, '_indexNumber:4 _chunkFileName:0 _indexType:4'],
  ['stevia::Tree', 2, 0, '_blendTargetNumber:4 _node:0'],
  [
    'stevia::Node',
    2,
    0,
    '_mesh:2 _parent:2 _child:2 _sibling:2 _blendIndex:4 _scale:12 _rotation:12 _quaternion:16 _translation:12 ' +
      '_mtxLocal:48 _mtxWorld:48 _mtxWorldInv:48 _mtxBind:48',
  ],
];

/** The schema of a new model, its own copy. */
export function modelClasses(): YabxClass[] {
  return CLASSES.map(([name, parent, fieldFlags, fields]) => ({
    name: yabxString(name),
    flags: 1,
    parent,
    fields: fields
      .split(' ')
      .filter((field) => field !== '')
      .map((field) => {
        const [fieldName, size] = field.split(':') as [string, string];
        return { name: yabxString(fieldName), flags: fieldFlags, size: Number(size) };
      }),
  }));
}
