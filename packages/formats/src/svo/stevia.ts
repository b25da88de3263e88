import type { Yabx, YabxObject } from '../yabx/types.ts';
import { type FieldPositions, Fields } from './fields.ts';
import type { Resource, SteviaKind, SteviaKinds, SteviaObject } from './stevia-types.ts';

/** The typed view of a file's objects: by id, and by kind in the order of the Database's lists, then of the table. */
export interface Stevia {
  readonly byId: ReadonlyMap<number, SteviaObject>;
  /** Every object of a kind, those that no list names included. Nodes in the order of the Trees. */
  all<K extends SteviaKind>(kind: K): readonly SteviaKinds[K][];
  /** The object of this id when it is of this kind. */
  get<K extends SteviaKind>(kind: K, id: number | undefined): SteviaKinds[K] | undefined;
}

/** Builds the view; an object of a class that is no stevia class is left out. Never throws. */
export function readStevia(yabx: Yabx | undefined): Stevia {
  const byId = new Map<number, SteviaObject>();
  const byKind = new Map<SteviaKind, SteviaObject[]>();
  const kinds = yabx ? kindsOfClasses(yabx) : [];
  const positions = new Map<number, FieldPositions>();
  for (const object of yabx?.objects ?? []) {
    const kind = kinds[object.classIndex];
    if (kind === undefined) continue;
    let known = positions.get(object.classIndex);
    if (!known) {
      known = new Map();
      positions.set(object.classIndex, known);
    }
    const typed = build(kind, object, new Fields(yabx!, object, known));
    byId.set(object.id, typed);
    const list = byKind.get(kind);
    if (list) list.push(typed);
    else byKind.set(kind, [typed]);
  }
  const stevia: Stevia = {
    byId,
    all: <K extends SteviaKind>(kind: K) => (byKind.get(kind) ?? []) as unknown as readonly SteviaKinds[K][],
    get<K extends SteviaKind>(kind: K, id: number | undefined) {
      const found = id === undefined ? undefined : byId.get(id);
      return found?.kind === kind ? (found as SteviaKinds[K]) : undefined;
    },
  };
  for (const [kind, list] of byKind) {
    const listed = listedIds(stevia, kind);
    if (listed.length > 0) byKind.set(kind, listedFirst(list, listed));
  }
  return stevia;
}

/** The kind of each class by its 1-based index: its own name or that of the nearest base class that is one. */
function kindsOfClasses(yabx: Yabx): (SteviaKind | undefined)[] {
  return [undefined, ...yabx.classes].map((_, start) => {
    let index = start;
    for (let steps = 0; steps <= yabx.classes.length; steps++) {
      const found = yabx.classes[index - 1];
      if (!found) return undefined;
      const name = found.name.text.startsWith('stevia::') ? found.name.text.slice('stevia::'.length) : '';
      if (Object.hasOwn(BUILDERS, name)) return name as SteviaKind;
      index = found.parent;
    }
    return undefined;
  });
}

/** Field of the Database that lists a kind. */
const DATABASE_LISTS = {
  State: 'state',
  Mesh: 'mesh',
  Batch: 'batch',
  VertexBuffer: 'vertexBuffer',
  IndexBuffer: 'indexBuffer',
  VertexDeclaration: 'vertexDeclaration',
  Texture: 'texture',
  Image: 'image',
  Tree: 'tree',
} as const;

function listedIds(stevia: Stevia, kind: SteviaKind): readonly number[] {
  if (kind === 'Node') return stevia.all('Tree').flatMap((tree) => tree.node ?? []);
  const field = DATABASE_LISTS[kind as keyof typeof DATABASE_LISTS];
  return field === undefined ? [] : stevia.all('Database').flatMap((database) => database[field] ?? []);
}

function listedFirst(list: readonly SteviaObject[], ids: readonly number[]): SteviaObject[] {
  const left = new Map(list.map((o) => [o.id, o]));
  const ordered: SteviaObject[] = [];
  for (const id of ids) {
    const found = left.get(id);
    if (found) ordered.push(found);
    left.delete(id);
  }
  for (const rest of left.values()) ordered.push(rest);
  return ordered;
}

type Build<K extends SteviaKind> = (f: Fields) => Omit<SteviaKinds[K], keyof SteviaObject>;

function build<K extends SteviaKind>(kind: K, object: YabxObject, fields: Fields): SteviaObject {
  const head = { kind, id: object.id, className: object.className ?? kind, object };
  return Object.assign(head, (BUILDERS[kind] as Build<K>)(fields));
}

function resource(f: Fields): Omit<Resource, keyof SteviaObject> {
  return {
    name: f.text('Resource', '_name'),
    flag: f.u32('Resource', '_flag'),
    fullName: f.text('Resource', '_fullName'),
    userParameter: f.refs('Resource', '_userParameter'),
  };
}

/** Inferred: `_depthBias` and `_depthBiasSlope` are f32 (svo.md §3 [H]); `object.fields` has them as the u32 that is stored. */
export function depthBiasOf(f: Fields, name: '_depthBias' | '_depthBiasSlope'): number | undefined {
  return f.f32('State', name);
}

/** How each kind is read: the view's name beside the file's (svo.md §3). */
const BUILDERS: { readonly [K in SteviaKind]: Build<K> } = {
  Database: (f) => ({
    ...resource(f),
    state: f.refs('Database', '_state'),
    mesh: f.refs('Database', '_mesh'),
    batch: f.refs('Database', '_batch'),
    vertexBuffer: f.refs('Database', '_vertexBuffer'),
    indexBuffer: f.refs('Database', '_indexBuffer'),
    vertexDeclaration: f.refs('Database', '_vertexDeclaration'),
    texture: f.refs('Database', '_texture'),
    image: f.refs('Database', '_image'),
    tree: f.refs('Database', '_tree'),
  }),
  State: (f) => ({
    ...resource(f),
    fillType: f.u32('State', '_fillType'),
    alphaRef: f.u32('State', '_alphaRef'),
    depthBias: depthBiasOf(f, '_depthBias'),
    depthBiasSlope: depthBiasOf(f, '_depthBiasSlope'),
    cullMode: f.u32('State', '_cullMode'),
    transparentDoubleSide: f.u32('State', '_transparentDoubleSide'),
    lighting: f.refs('State', '_lighting'),
    maxInfluence: f.u32('State', '_maxInfluence'),
    uvSet: f.u32('State', '_uvSet'),
    blendOperation: f.u32('State', '_blendOperation'),
    blendFactorSrc: f.u32('State', '_blendFactorSrc'),
    blendFactorDst: f.u32('State', '_blendFactorDst'),
    shaderName: f.text('State', '_shaderName'),
    texture: f.refs('State', '_texture'),
    textureRef: f.refs('State', '_textureRef'),
  }),
  Texture: (f) => ({
    ...resource(f),
    wrapU: f.u32('Texture', '_wrapU'),
    wrapV: f.u32('Texture', '_wrapV'),
    minFilter: f.u32('Texture', '_minFilter'),
    magFilter: f.u32('Texture', '_magFilter'),
    mipFilter: f.u32('Texture', '_mipFilter'),
    anisoNumber: f.u32('Texture', '_anisoNumber'),
    lodBias: f.f32('Texture', '_lodBias'),
    samplerId: f.u32('Texture', '_id'),
    uvSetIndex: f.u32('Texture', '_uvSetIndex'),
    uvSetName: f.text('Texture', '_uvSetName'),
    attributeName: f.text('Texture', '_attributeName'),
    textureType: f.text('Texture', '_textureType'),
    image: f.ref('Texture', '_image'),
  }),
  Image: (f) => ({
    ...resource(f),
    height: f.u32('Image', '_height'),
    width: f.u32('Image', '_width'),
    maxMipmapLevel: f.u32('Image', '_maxMipmapLevel'),
    format: f.u32('Image', '_format'),
    compressCustomOption: f.text('Image', '_compressCustomOption'),
    alphaMode: f.u32('Image', '_alphaMode'),
    fileName: f.text('Image', '_fileName'),
    chunkFileName: f.textBytes('Image', '_chunkFileName'),
    file: f.ref('Image', '_file'),
    dataSize: f.u32('Image', '_dataSize'),
  }),
  Parameter: (f) => ({
    name: f.text('Parameter', '_name'),
    value: f.ref('Parameter', '_value'),
    userID: f.u32('Parameter', '_userID'),
  }),
  Variant: (f) => ({
    variantType: f.u32('Variant', '_variantType'),
    valueF32: f.f32('Variant', '_valueF32'),
    valueS32: f.s32('Variant', '_valueS32'),
    valueColor: f.vector('Variant', '_valueColor'),
    valueString: f.text('Variant', '_valueString'),
  }),
  Mesh: (f) => ({ ...resource(f), shape: f.refs('Mesh', '_shape'), sortGroup: f.u32('Mesh', '_sortGroup') }),
  Shape: (f) => ({
    ...resource(f),
    state: f.ref('Shape', '_state'),
    batch: f.ref('Shape', '_batch'),
    boundingSphere: f.vector('Shape', '_boundingSphere'),
    boundingBoxCenter: f.vector('Shape', '_boundingBoxCenter'),
    boundingBoxSize: f.vector('Shape', '_boundingBoxSize'),
    sortDistanceOffset: f.f32('Shape', '_sortDistanceOffset'),
    blendTargetName: f.texts('Shape', '_blendTargetName'),
    blendTargetBindMatrix: f.matrices('Shape', '_blendTargetBindMatrix'),
    meshBindMatrix: f.vector('Shape', '_meshBindMatrix'),
  }),
  Batch: (f) => ({
    ...resource(f),
    polygonNumber: f.u32('Batch', '_polygonNumber'),
    primitiveType: f.u32('Batch', '_primitiveType'),
    primitiveNumber: f.u32('Batch', '_primitiveNumber'),
    indexStart: f.u32('Batch', '_indexStart'),
    indexNumber: f.u32('Batch', '_indexNumber'),
    startNumber: f.u32('Batch', '_startNumber'),
    endNumber: f.u32('Batch', '_endNumber'),
    vertexNumber: f.u32('Batch', '_vertexNumber'),
    vertexBufferList: f.refs('Batch', '_vertexBufferList'),
    indexBuffer: f.ref('Batch', '_indexBuffer'),
  }),
  VertexBuffer: (f) => ({
    ...resource(f),
    vertexNumber: f.u32('VertexBuffer', '_vertexNumber'),
    dataSize: f.u32('VertexBuffer', '_dataSize'),
    chunkFileName: f.textBytes('VertexBuffer', '_chunkFileName'),
    stride: f.u32('VertexBuffer', '_stride'),
    vertexDeclaration: f.ref('VertexBuffer', '_vertexDeclaration'),
    billboardType: f.u32('VertexBuffer', '_billboardType'),
  }),
  VertexDeclaration: (f) => ({ ...resource(f), vertexElement: f.refs('VertexDeclaration', '_vertexElement') }),
  VertexElement: (f) => ({
    semantics: f.u32('VertexElement', '_semantics'),
    elementType: f.u32('VertexElement', '_elementType'),
    index: f.u32('VertexElement', '_index'),
  }),
  IndexBuffer: (f) => ({
    ...resource(f),
    indexNumber: f.u32('IndexBuffer', '_indexNumber'),
    chunkFileName: f.textBytes('IndexBuffer', '_chunkFileName'),
    indexType: f.u32('IndexBuffer', '_indexType'),
  }),
  Tree: (f) => ({
    ...resource(f),
    blendTargetNumber: f.u32('Tree', '_blendTargetNumber'),
    node: f.refs('Tree', '_node'),
  }),
  Node: (f) => ({
    ...resource(f),
    mesh: f.ref('Node', '_mesh'),
    parent: f.ref('Node', '_parent'),
    child: f.ref('Node', '_child'),
    sibling: f.ref('Node', '_sibling'),
    blendIndex: f.u32('Node', '_blendIndex'),
    scale: f.vector('Node', '_scale'),
    rotation: f.vector('Node', '_rotation'),
    quaternion: f.vector('Node', '_quaternion'),
    translation: f.vector('Node', '_translation'),
    mtxLocal: f.vector('Node', '_mtxLocal'),
    mtxWorld: f.vector('Node', '_mtxWorld'),
    mtxWorldInv: f.vector('Node', '_mtxWorldInv'),
    mtxBind: f.vector('Node', '_mtxBind'),
  }),
};
