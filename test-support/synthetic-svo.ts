import { buildAvts, type NewChunk } from '../packages/formats/src/avts/write.ts';
import { encodeUtf8 } from '../packages/formats/src/binary/text.ts';
import { encodeValue } from '../packages/formats/src/yabx/encode-value.ts';
import { knownField } from '../packages/formats/src/yabx/known-fields.ts';
import { yabxString } from '../packages/formats/src/yabx/strings.ts';
import type { YabxClass, YabxField, YabxObject, YabxValue } from '../packages/formats/src/yabx/types.ts';
import { writeYabx } from '../packages/formats/src/yabx/write.ts';

/** The schema of a model (svo.md §3): `name:base field size, ...`; size 0 is dynamic. */
const SCHEMA = `
yabukita::Object:
stevia::Resource:yabukita::Object _name 0, _flag 4, _fullName 0, _userParameter 0
stevia::Database:stevia::Resource _state 0, _mesh 0, _batch 0, _vertexBuffer 0, _indexBuffer 0, _vertexDeclaration 0, _texture 0, _image 0, _tree 0
stevia::State:stevia::Resource _fillType 4, _alphaRef 4, _depthBias 4, _depthBiasSlope 4, _cullMode 4, _transparentDoubleSide 1, _lighting 0, _maxInfluence 4, _uvSet 4, _blendOperation 4, _blendFactorSrc 4, _blendFactorDst 4, _shaderName 0, _texture 0, _textureRef 0
stevia::Texture:stevia::Resource _wrapU 4, _wrapV 4, _minFilter 4, _magFilter 4, _mipFilter 4, _anisoNumber 4, _lodBias 4, _id 4, _uvSetIndex 4, _uvSetName 0, _attributeName 0, _textureType 0, _image 2
stevia::Image:stevia::Resource _height 4, _width 4, _maxMipmapLevel 4, _format 4, _compressCustomOption 0, _alphaMode 4, _fileName 0, _chunkFileName 0, _file 2, _mipmapFileName 0, _dataSize 4
stevia::Parameter:yabukita::Object _name 0, _value 2, _userID 4
stevia::Variant:yabukita::Object _variantType 4, _valueF32 4, _valueS32 4, _valueColor 16, _valueString 0
stevia::Mesh:stevia::Resource _shape 0, _sortGroup 4
stevia::Shape:stevia::Resource _state 2, _batch 2, _boundingSphere 16, _boundingBoxCenter 12, _boundingBoxSize 12, _sortDistanceOffset 4, _blendTargetName 0, _blendTargetBindMatrix 0, _meshBindMatrix 48
stevia::Batch:stevia::Resource _polygonNumber 4, _primitiveType 4, _primitiveNumber 4, _indexStart 4, _indexNumber 4, _startNumber 4, _endNumber 4, _vertexNumber 4, _vertexBufferList 0, _indexBuffer 2
stevia::VertexBuffer:stevia::Resource _vertexNumber 4, _dataSize 4, _chunkFileName 0, _stride 4, _vertexDeclaration 2, _billboardType 4
stevia::VertexDeclaration:stevia::Resource _vertexElement 0
stevia::VertexElement:yabukita::Object _semantics 4, _elementType 4, _index 4
stevia::IndexBuffer:stevia::Resource _indexNumber 4, _chunkFileName 0, _indexType 4
stevia::Tree:stevia::Resource _blendTargetNumber 4, _node 0
stevia::Node:stevia::Resource _mesh 2, _parent 2, _child 2, _sibling 2, _blendIndex 4, _scale 12, _rotation 12, _quaternion 16, _translation 12, _mtxLocal 48, _mtxWorld 48, _mtxWorldInv 48, _mtxBind 48
`;

export const IDENTITY_3X4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** Fields whose default is not zero or empty. */
const DEFAULTS: Readonly<Record<string, FieldValue>> = {
  _scale: [1, 1, 1],
  _quaternion: [0, 0, 0, 1],
  _mtxLocal: IDENTITY_3X4,
  _mtxWorld: IDENTITY_3X4,
  _mtxWorldInv: IDENTITY_3X4,
  _mtxBind: IDENTITY_3X4,
  _meshBindMatrix: IDENTITY_3X4,
  _cullMode: 2,
  _blendFactorSrc: 1,
};

export type FieldValue = number | string | number[] | string[] | number[][];
export type FieldValues = Readonly<Record<string, FieldValue>>;

const LISTED: Readonly<Record<string, string>> = {
  State: '_state',
  Mesh: '_mesh',
  Batch: '_batch',
  VertexBuffer: '_vertexBuffer',
  IndexBuffer: '_indexBuffer',
  VertexDeclaration: '_vertexDeclaration',
  Texture: '_texture',
  Image: '_image',
  Tree: '_tree',
};

/** A shape with its buffers, in one call. */
export interface ShapeSpec {
  /** A declaration's name and its elements `[semantics, element type, index]`. Default: `P`, FLOAT3. */
  declaration?: [string, [number, number, number?][]];
  stride: number;
  /** The bytes of each vertex buffer: the base, then morph targets or further streams. */
  vertices: Uint8Array[];
  indices: number[];
  /** 3 list (default), 4 strip. */
  primitive?: number;
  indexType?: 2 | 4;
  state?: number;
  names?: string[];
  batch?: FieldValues;
}

/** Makes small SVO files for tests: objects by class and field name, everything else at its default. */
export class SyntheticSvo {
  readonly #bigEndian: boolean;
  readonly #objects: { kind: string; values: Record<string, FieldValue> }[] = [];
  readonly #chunks: NewChunk[] = [];

  constructor(options: { bigEndian?: boolean } = {}) {
    this.#bigEndian = options.bigEndian ?? false;
    this.add('Database', { _name: 'test' });
  }

  /** Adds an object; gives its id. The Database is 10001. */
  add(kind: string, values: FieldValues = {}): number {
    this.#objects.push({ kind, values: { ...values } });
    return 10000 + this.#objects.length;
  }

  /** Sets fields of an object that was added. */
  set(id: number, values: FieldValues): void {
    Object.assign(this.#objects[id - 10001]!.values, values);
  }

  chunk(name: string, data: Uint8Array): void {
    this.#chunks.push({ name: encodeUtf8(name), kind: 1, sequence: this.#chunks.length + 1, data });
  }

  /** A Shape with Batch, buffers and declaration. */
  shape(spec: ShapeSpec): { shape: number; batch: number; vertexBuffers: number[]; indexBuffer: number } {
    const n = this.#chunks.length;
    const [name, elements] = spec.declaration ?? ['P', [[0, 2]]];
    const declaration = this.add('VertexDeclaration', {
      _name: name,
      _vertexElement: elements.map(([semantics, type, index]) =>
        this.add('VertexElement', { _semantics: semantics, _elementType: type, _index: index ?? 0 }),
      ),
    });
    const vertexBuffers = spec.vertices.map((data, i) => {
      this.chunk(`v${n}_${i}.VBO`, data);
      return this.add('VertexBuffer', {
        _chunkFileName: `v${n}_${i}.VBO`,
        _vertexNumber: Math.floor(data.length / spec.stride),
        _dataSize: data.length,
        _stride: spec.stride,
        _vertexDeclaration: declaration,
      });
    });
    const indexType = spec.indexType ?? 2;
    const bytes = new Uint8Array(spec.indices.length * indexType);
    const view = new DataView(bytes.buffer);
    for (const [i, index] of spec.indices.entries()) {
      if (indexType === 2) view.setUint16(i * 2, index, !this.#bigEndian);
      else view.setUint32(i * 4, index, !this.#bigEndian);
    }
    this.chunk(`i${n}.IBO`, bytes);
    const indexBuffer = this.add('IndexBuffer', {
      _chunkFileName: `i${n}.IBO`,
      _indexNumber: spec.indices.length,
      _indexType: indexType,
    });
    const primitive = spec.primitive ?? 3;
    const count = primitive === 4 ? Math.max(0, spec.indices.length - 2) : Math.floor(spec.indices.length / 3);
    const batch = this.add('Batch', {
      _primitiveType: primitive,
      _primitiveNumber: count,
      _polygonNumber: count,
      _indexNumber: spec.indices.length,
      _endNumber: Math.max(0, Math.floor(spec.vertices[0]!.length / spec.stride) - 1),
      _vertexBufferList: vertexBuffers,
      _indexBuffer: indexBuffer,
      ...spec.batch,
    });
    const shape = this.add('Shape', {
      _name: 'shape',
      _state: spec.state ?? 0,
      _batch: batch,
      _blendTargetName: spec.names ?? [],
    });
    return { shape, batch, vertexBuffers, indexBuffer };
  }

  /** A Mesh of these shapes on a node of its own; gives the ids. */
  model(...shapes: number[]): { mesh: number; node: number; tree: number } {
    const mesh = this.add('Mesh', { _name: 'mesh', _shape: shapes });
    const node = this.add('Node', { _name: 'node', _mesh: mesh });
    return { mesh, node, tree: this.add('Tree', { _name: 'tree', _node: [node] }) };
  }

  /** A material parameter with its Variant; gives the Parameter's id. */
  parameter(name: string, variant: FieldValues): number {
    return this.add('Parameter', { _name: name, _value: this.add('Variant', variant) });
  }

  /** The object graph alone. */
  graph(): Uint8Array {
    for (const [kind, list] of Object.entries(LISTED)) {
      const ids = this.#objects.flatMap((o, i) => (o.kind === kind ? [10001 + i] : []));
      this.#objects[0]!.values[list] ??= ids;
    }
    const classes = schemaClasses();
    return writeYabx(
      {
        bigEndian: this.#bigEndian,
        version: 1,
        flags: 0,
        payloadSize: 0,
        crc: 0,
        legacyLibraries: [{ flags: 7, name: yabxString('stevia::Database') }],
        name: yabxString('__Test__synthetic'),
        libraries: [{ name: yabxString('stevia'), version: 1000 }],
        classes,
        localIds: [],
        objectNames: [],
        objectCount: this.#objects.length,
        objects: this.#objects.map((o, i) => this.#object(classes, o, 10001 + i)),
        padding: new Uint8Array(0),
        trailing: new Uint8Array(0),
      },
      { canonical: true },
    );
  }

  build(): Uint8Array {
    const graph = { name: encodeUtf8('__Test__synthetic.svo'), kind: 0, sequence: 0, data: this.graph() };
    return buildAvts([graph, ...this.#chunks], true);
  }

  #object(classes: YabxClass[], { kind, values }: { kind: string; values: FieldValues }, id: number): YabxObject {
    const className = `stevia::${kind}`;
    const classIndex = classes.findIndex((c) => c.name.text === className) + 1;
    if (classIndex === 0) throw new Error(`no class ${className}`);
    const fields: YabxField[] = [];
    const unused = new Set(Object.keys(values));
    for (let at = classIndex; at > 0; at = classes[at - 1]!.parent) {
      const declaredIn = classes[at - 1]!.name.text;
      for (const field of classes[at - 1]!.fields) {
        const name = field.name.text;
        unused.delete(name);
        const valueKind = knownField(declaredIn, name)!.kinds[0]!;
        const value = toValue(valueKind, values[name] ?? DEFAULTS[name]);
        const raw = encodeValue(value, this.#bigEndian);
        fields.push({ name, declaredIn, size: field.size, offset: 0, raw, value });
      }
    }
    if (unused.size > 0) throw new Error(`${kind} has no field ${[...unused].join(', ')}`);
    return { id, classIndex, className, offset: 0, bodySize: 0, fields, leftover: new Uint8Array(0) };
  }
}

function schemaClasses(): YabxClass[] {
  const lines = SCHEMA.trim().split('\n');
  const names = lines.map((line) => /^(\w+::\w+):/.exec(line)![1]!);
  return lines.map((line, i) => {
    const [, base, fields] = /^\w+::\w+:(\S*) ?(.*)$/.exec(line)!;
    return {
      name: yabxString(names[i]!),
      flags: 1,
      parent: names.indexOf(base!) + 1,
      fields: fields!
        .split(', ')
        .filter(Boolean)
        .map((field) => {
          const [name, size] = field.split(' ');
          return { name: yabxString(name!), flags: 0, size: Number(size) };
        }),
    };
  });
}

function toValue(kind: YabxValue['kind'], given: FieldValue | undefined): YabxValue {
  const empty = new Uint8Array(0);
  switch (kind) {
    case 'str':
      return { kind, value: '', bytes: encodeUtf8((given as string) ?? ''), padding: empty };
    case 'strs':
      return { kind, value: [], bytes: ((given as string[]) ?? []).map(encodeUtf8) };
    case 'refs':
      return { kind, value: (given as number[]) ?? [] };
    case 'mats':
      return { kind, value: (given as number[][]) ?? [] };
    case 'vec3':
    case 'vec4':
    case 'mat':
      return { kind, value: (given as number[]) ?? new Array({ vec3: 3, vec4: 4, mat: 12 }[kind]).fill(0) };
    case 'blob':
    case 'opaque':
      return { kind, value: empty };
    default:
      return { kind, value: (given as number) ?? 0 };
  }
}

/** Little-endian f32 bytes. */
export function f32Bytes(...values: number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(values).buffer);
}

/** Three positions of a triangle in the plane z = 0, counter-clockwise seen from +Z. */
export const TRIANGLE = f32Bytes(0, 0, 0, 1, 0, 0, 0, 1, 0);
