import {
  emptyScene,
  type RgbaImage,
  type Scene,
  type SceneMaterial,
  type SceneNode,
  type ScenePrimitive,
} from '@unbake/formats';
import sharp from 'sharp';

/** What the command line passes as `encodeImage`. */
export async function encodeImage(image: RgbaImage, format: 'png' | 'webp'): Promise<Uint8Array> {
  const raw = { raw: { width: image.width, height: image.height, channels: 4 as const } };
  const picture = sharp(image.rgba, raw);
  return format === 'png'
    ? await picture.png().toBuffer()
    : await picture.webp({ lossless: true, exact: true }).toBuffer();
}

/** The inverse of `encodeImage`. */
export async function decodeImage(bytes: Uint8Array): Promise<RgbaImage> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgba: new Uint8Array(data) };
}

export function node(name: string, fields: Partial<SceneNode> = {}): SceneNode {
  return { name, children: [], translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1], raw: {}, ...fields };
}

export function material(name: string, fields: Partial<SceneMaterial> = {}): SceneMaterial {
  return {
    name,
    baseColor: [1, 1, 1, 1],
    emissive: [0, 0, 0],
    blend: 'opaque',
    doubleSided: false,
    unlit: false,
    raw: {},
    ...fields,
  };
}

/** A quad in the plane z = 0 with normals and one UV set. */
export function quad(fields: Partial<ScenePrimitive> = {}): ScenePrimitive {
  return {
    vertexCount: 4,
    indices: Uint32Array.of(0, 1, 2, 2, 1, 3),
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0),
    normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1),
    uvs: [Float32Array.of(0, 1, 1, 1, 0, 0, 1, 0)],
    targets: [],
    raw: {},
    ...fields,
  };
}

export function mesh(name: string, primitives: ScenePrimitive[], targetNames: string[] = []) {
  return { name, primitives, targetNames, raw: {} };
}

export function checker(name: string, size = 4, seed = 0) {
  const rgba = new Uint8Array(size * size * 4);
  for (let i = 0; i < rgba.length; i++) rgba[i] = (i * 37 + seed * 11) & 0xff;
  return {
    name,
    width: size,
    height: size,
    format: 'test',
    decode: () => ({ width: size, height: size, rgba }),
    raw: {},
  };
}

/** A scene with one node for each mesh. */
export function sceneOf(fields: Partial<Scene>): Scene {
  const scene = { ...emptyScene('test'), ...fields };
  if (!fields.nodes) scene.nodes = scene.meshes.map((m, index) => node(m.name, { mesh: index }));
  if (!fields.roots) scene.roots = scene.nodes.map((_, index) => index);
  return scene;
}
