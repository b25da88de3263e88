import { type Accessor, Document, type Mesh, type Primitive, type TypedArray, WebIO } from '@gltf-transform/core';
import { KHRMeshQuantization } from '@gltf-transform/extensions';
import type { Scene } from '@unbake/formats';
import { glbToScene } from '../src/index.ts';
import { decodeImage, encodeImage } from './scenes.ts';

/** A model in the manner of the public glTF samples, made with a library, not with the exporter under test. */
export class Model {
  readonly document = new Document();
  readonly buffer = this.document.createBuffer();
  readonly scene = this.document.createScene('Scene');

  accessor(type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4', array: TypedArray, normalized = false): Accessor {
    return this.document.createAccessor('', this.buffer).setType(type).setArray(array).setNormalized(normalized);
  }

  mesh(name: string, ...primitives: Primitive[]): Mesh {
    const mesh = this.document.createMesh(name);
    for (const primitive of primitives) mesh.addPrimitive(primitive);
    return mesh;
  }

  /** Shows a mesh on a root node of the same name. */
  show(mesh: Mesh) {
    const node = this.document.createNode(mesh.getName()).setMesh(mesh);
    this.scene.addChild(node);
    return node;
  }

  /** A box of this size around the origin: 24 vertices with normals and UVs, 36 indices. */
  box(size = 1): Primitive {
    const positions: number[] = [];
    const normals: number[] = [];
    const uvs: number[] = [];
    const indices: number[] = [];
    for (let face = 0; face < 6; face++) {
      const axis = face >> 1;
      const sign = face & 1 ? -1 : 1;
      const first = positions.length / 3;
      for (const [u, v] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ] as const) {
        const corner = [0, 0, 0];
        corner[axis] = sign;
        corner[(axis + 1) % 3] = u * sign;
        corner[(axis + 2) % 3] = v;
        positions.push(...corner.map((c) => (c * size) / 2));
        normals.push(...[0, 1, 2].map((a) => (a === axis ? sign : 0)));
        uvs.push((u + 1) / 2, (1 - v) / 2);
      }
      indices.push(...[0, 1, 2, 0, 2, 3].map((i) => first + i));
    }
    return this.document
      .createPrimitive()
      .setAttribute('POSITION', this.accessor('VEC3', Float32Array.from(positions)))
      .setAttribute('NORMAL', this.accessor('VEC3', Float32Array.from(normals)))
      .setAttribute('TEXCOORD_0', this.accessor('VEC2', Float32Array.from(uvs)))
      .setIndices(this.accessor('SCALAR', Uint16Array.from(indices)));
  }

  /** A flat grid of `columns` by `rows` quads in the plane z = 0, x and y from 0 on, without indices of its own. */
  grid(columns: number, rows: number): { primitive: Primitive; indices: number[] } {
    const positions: number[] = [];
    const normals: number[] = [];
    const indices: number[] = [];
    for (let y = 0; y <= rows; y++) for (let x = 0; x <= columns; x++) positions.push(x, y, 0);
    for (let i = 0; i < positions.length; i += 3) normals.push(0, 0, 1);
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        const at = y * (columns + 1) + x;
        indices.push(at, at + 1, at + columns + 1, at + columns + 1, at + 1, at + columns + 2);
      }
    }
    const primitive = this.document
      .createPrimitive()
      .setAttribute('POSITION', this.accessor('VEC3', Float32Array.from(positions)))
      .setAttribute('NORMAL', this.accessor('VEC3', Float32Array.from(normals)));
    return { primitive, indices };
  }

  async texture(name: string, size: number, pixel: (x: number, y: number) => readonly number[]) {
    const rgba = new Uint8Array(size * size * 4);
    for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) rgba.set(pixel(x, y), (y * size + x) * 4);
    const png = await encodeImage({ width: size, height: size, rgba }, 'png');
    return this.document.createTexture(name).setImage(new Uint8Array(png)).setMimeType('image/png');
  }

  async glb(): Promise<Uint8Array> {
    return await new WebIO().registerExtensions([KHRMeshQuantization]).writeBinary(this.document);
  }

  /** What the importer makes of it. */
  async read(): Promise<Scene> {
    return await glbToScene(await this.glb(), { decodeImage });
  }
}

/** Primitive modes of glTF. */
const TRIANGLE_STRIP = 5;
const TRIANGLE_FAN = 6;

/** Sixteen texels of one colour each way: every block format holds them exactly. */
const checker = (x: number, y: number): number[] => (((x >> 2) + (y >> 2)) % 2 ? [255, 0, 0, 255] : [0, 0, 255, 255]);
/** On-off alpha. */
const leaf = (x: number, y: number): number[] => ((x >> 2) % 2 ? [0, 255, 0, 255] : [0, 0, 0, y < 8 ? 0 : 255]);

export async function texturedBox(): Promise<Model> {
  const m = new Model();
  const material = m.document.createMaterial('wood').setMetallicFactor(0).setRoughnessFactor(1);
  material.setBaseColorTexture(await m.texture('planks', 16, checker)).setBaseColorFactor([1, 0.5, 0.25, 1]);
  material.getBaseColorTextureInfo()!.setWrapS(33071).setMinFilter(9987).setMagFilter(9728);
  m.show(m.mesh('Box', m.box(2).setMaterial(material)));
  return m;
}

export async function multiMaterial(): Promise<Model> {
  const m = new Model();
  const red = m.document.createMaterial('red').setBaseColorFactor([1, 0, 0, 1]).setMetallicFactor(0);
  const glass = m.document.createMaterial('glass').setBaseColorFactor([0, 0, 1, 0.5]).setAlphaMode('BLEND');
  glass.setMetallicFactor(0).setEmissiveFactor([0.25, 0.5, 1]).setDoubleSided(true);
  const mesh = m.mesh('Cube', m.box().setMaterial(red), m.box(2).setMaterial(glass), m.box(3));
  m.show(mesh);
  m.scene.addChild(m.document.createNode('again').setTranslation([5, 0, 0]).setMesh(mesh));
  return m;
}

/** A tube of three joints; vertices follow one, two or three of them. Animated. */
export async function skinnedTube(): Promise<Model> {
  const m = new Model();
  const { primitive, indices } = m.grid(1, 4);
  const weights = [
    [1, 0, 0, 0],
    [0.75, 0.25, 0, 0],
    [0.5, 0.375, 0.125, 0],
    [0, 0.5, 0.5, 0],
    [0, 0, 0, 1],
  ];
  const joints = [0, 1, 2, 2];
  const twice = <T>(rows: readonly T[]) => rows.flatMap((row) => [row, row]);
  primitive
    .setIndices(m.accessor('SCALAR', Uint16Array.from(indices)))
    .setAttribute('JOINTS_0', m.accessor('VEC4', Uint8Array.from(Array(10).fill(joints).flat())))
    .setAttribute('WEIGHTS_0', m.accessor('VEC4', Float32Array.from(twice(weights).flat())));
  const bones = ['hip', 'spine', 'head'].map((name, i) =>
    m.document.createNode(name).setTranslation([0, i === 0 ? 0 : 2, 0]),
  );
  bones[0]!.addChild(bones[1]!);
  bones[1]!.addChild(bones[2]!);
  const binds = bones.flatMap((_, i) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2 * i, 0, 1]);
  const skin = m.document.createSkin('rig').setInverseBindMatrices(m.accessor('MAT4', Float32Array.from(binds)));
  for (const bone of bones) skin.addJoint(bone);
  const armature = m.document.createNode('Armature').setTranslation([0, 1, 0]);
  armature.addChild(bones[0]!);
  armature.addChild(m.document.createNode('Body').setMesh(m.mesh('Tube', primitive)).setSkin(skin));
  m.scene.addChild(armature);
  const sampler = m.document.createAnimationSampler();
  sampler.setInput(m.accessor('SCALAR', Float32Array.of(0, 1)));
  sampler.setOutput(m.accessor('VEC3', Float32Array.of(0, 0, 0, 0, 1, 0)));
  const channel = m.document.createAnimationChannel().setSampler(sampler).setTargetNode(bones[0]!);
  m.document.createAnimation('hop').addSampler(sampler).addChannel(channel.setTargetPath('translation'));
  return m;
}

export async function morphedFace(): Promise<Model> {
  const m = new Model();
  const { primitive, indices } = m.grid(2, 2);
  primitive.setIndices(m.accessor('SCALAR', Uint16Array.from(indices)));
  const moved = (by: (v: number) => number[]) => Float32Array.from(Array.from({ length: 9 }, (_, v) => by(v)).flat());
  for (const [name, positions, normals] of [
    ['smile', moved((v) => [0, v === 4 ? 0.5 : 0, 0]), moved((v) => (v === 4 ? [0.6, 0, -0.2] : [0, 0, 0]))],
    ['笑', moved((v) => [0.125 * v, 0, v]), moved(() => [0, 1, -1])],
  ] as const) {
    const target = m.document.createPrimitiveTarget(name);
    target.setAttribute('POSITION', m.accessor('VEC3', positions));
    primitive.addTarget(target.setAttribute('NORMAL', m.accessor('VEC3', normals)));
  }
  const mesh = m
    .mesh('Face', primitive)
    .setWeights([0, 0])
    .setExtras({ targetNames: ['smile', '笑'] });
  m.show(mesh);
  m.scene.addChild(m.document.createNode('笑'));
  return m;
}

export async function vertexColors(): Promise<Model> {
  const m = new Model();
  const { primitive, indices } = m.grid(1, 1);
  const colors = Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255, 128, 64, 32);
  primitive.setAttribute('COLOR_0', m.accessor('VEC3', colors, true));
  m.show(m.mesh('Colours', primitive.setIndices(m.accessor('SCALAR', Uint16Array.from(indices)))));
  return m;
}

export async function twoUvSets(): Promise<Model> {
  const m = new Model();
  const material = m.document.createMaterial('lamp').setMetallicFactor(0).setEmissiveFactor([1, 1, 1]);
  material.setBaseColorTexture(await m.texture('paint', 8, checker));
  material.setEmissiveTexture(await m.texture('glow', 8, (x) => (x < 4 ? [255, 255, 255, 255] : [0, 0, 0, 255])));
  material.getEmissiveTextureInfo()!.setTexCoord(1);
  const box = m.box().setMaterial(material);
  const second = Float32Array.from({ length: 48 }, (_, i) => i / 16 - 1);
  m.show(m.mesh('Lamp', box.setAttribute('TEXCOORD_1', m.accessor('VEC2', second))));
  return m;
}

/** Forty levels, turned and mirrored, a box at every fourth. */
export async function deepHierarchy(): Promise<Model> {
  const m = new Model();
  const mesh = m.mesh('Link', m.box(0.5));
  let above = m.document.createNode('top');
  m.scene.addChild(above);
  for (let i = 0; i < 40; i++) {
    const angle = 0.3 + i / 50;
    const node = m.document.createNode(i % 2 ? 'link' : `link.${i}`).setTranslation([0.25, 1, -0.5]);
    node
      .setRotation([0, Math.sin(angle), 0, Math.cos(angle)])
      .setScale(i % 3 === 0 ? [-1, 1, 1] : [1, 1.0625, 0.96875]);
    if (i % 4 === 0) node.setMesh(mesh);
    above.addChild(node);
    above = node;
  }
  return m;
}

export async function alphaTest(): Promise<Model> {
  const m = new Model();
  const material = m.document.createMaterial('leaf').setMetallicFactor(0).setAlphaMode('MASK').setAlphaCutoff(0.4);
  material.setDoubleSided(true).setBaseColorTexture(await m.texture('leaf.png', 16, leaf));
  material.getBaseColorTextureInfo()!.setMinFilter(9728);
  m.show(m.mesh('Leaves', m.box().setMaterial(material)));
  return m;
}

/** 16-bit positions, 8-bit normals, normalised 16-bit UVs, 32-bit indices; the writer interleaves them. */
export async function quantised(): Promise<Model> {
  const m = new Model();
  m.document.createExtension(KHRMeshQuantization).setRequired(true);
  const primitive = m.document
    .createPrimitive()
    .setAttribute('POSITION', m.accessor('VEC3', Int16Array.of(-100, 0, 0, 100, 0, 0, 0, 200, 0, 0, 0, 300)))
    .setAttribute('NORMAL', m.accessor('VEC3', Int8Array.of(0, 0, 127, 0, 0, 127, 0, 127, 0, -127, 0, 0), true))
    .setAttribute('TEXCOORD_0', m.accessor('VEC2', Uint16Array.of(0, 0, 65535, 0, 32768, 65535, 1, 2), true))
    .setIndices(m.accessor('SCALAR', Uint32Array.of(0, 1, 2, 0, 2, 3)));
  const node = m.show(m.mesh('Quantised', primitive));
  node.setScale([0.01, 0.01, 0.01]);
  return m;
}

/** A list without indices, a strip and a fan. */
export async function primitiveModes(): Promise<Model> {
  const m = new Model();
  const list = m.document.createPrimitive();
  list.setAttribute(
    'POSITION',
    m.accessor('VEC3', Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1)),
  );
  const strip = m.grid(1, 2).primitive.setMode(TRIANGLE_STRIP);
  strip.setIndices(m.accessor('SCALAR', Uint16Array.of(0, 1, 2, 3, 4, 5)));
  const fan = m.grid(1, 1).primitive.setMode(TRIANGLE_FAN);
  fan.setIndices(m.accessor('SCALAR', Uint8Array.of(0, 1, 3, 2)));
  const points = m.grid(1, 1).primitive.setMode(0);
  m.show(m.mesh('Modes', list, strip, fan, points));
  return m;
}

/** Positions of which all but two are zero, stored as such. */
export async function sparse(): Promise<Model> {
  const m = new Model();
  const positions = new Float32Array(300);
  positions.set([1, 2, 3], 30);
  positions.set([-4, 5, 6], 297);
  const primitive = m.document.createPrimitive();
  primitive.setAttribute('POSITION', m.accessor('VEC3', positions).setSparse(true));
  m.show(m.mesh('Sparse', primitive.setIndices(m.accessor('SCALAR', Uint16Array.of(0, 10, 99, 99, 10, 50)))));
  return m;
}

export async function severalScenes(): Promise<Model> {
  const m = new Model();
  m.show(m.mesh('Shown', m.box()));
  const other = m.document.createScene('Other');
  other.addChild(m.document.createNode('Hidden').setMesh(m.mesh('Hidden', m.box(7))));
  m.document.getRoot().setDefaultScene(m.scene);
  return m;
}

/** More vertices than 16-bit indices reach. */
export async function largeGrid(): Promise<Model> {
  const m = new Model();
  const { primitive, indices } = m.grid(299, 299);
  m.show(m.mesh('Terrain', primitive.setIndices(m.accessor('SCALAR', Uint32Array.from(indices)))));
  return m;
}

export const MODELS: { readonly [name: string]: () => Promise<Model> } = {
  texturedBox,
  multiMaterial,
  skinnedTube,
  morphedFace,
  vertexColors,
  twoUvSets,
  deepHierarchy,
  alphaTest,
  quantised,
  primitiveModes,
  sparse,
  severalScenes,
};
