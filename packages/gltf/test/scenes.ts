import {
  emptyScene,
  type RgbaImage,
  type Scene,
  type SceneImage,
  type SceneMaterial,
  type SceneMesh,
  type SceneNode,
  type ScenePrimitive,
  type SceneTexture,
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

export function texture(name: string, image: number, fields: Partial<SceneTexture> = {}): SceneTexture {
  const sampler = {
    wrapU: 'repeat',
    wrapV: 'repeat',
    minFilter: 'linear',
    magFilter: 'linear',
    mipFilter: 'linear',
  } as const;
  return { name, image, ...sampler, raw: {}, ...fields };
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

/** A triangle of positions and nothing else. */
export function triangle(fields: Partial<ScenePrimitive> = {}): ScenePrimitive {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  return { vertexCount: 3, indices: Uint32Array.of(0, 1, 2), positions, uvs: [], targets: [], raw: {}, ...fields };
}

export function mesh(name: string, primitives: ScenePrimitive[], targetNames: string[] = []): SceneMesh {
  return { name, primitives, targetNames, raw: {} };
}

/** A picture whose bytes depend on `seed`. */
export function picture(name: string, seed = 0, size = 4): SceneImage {
  const rgba = new Uint8Array(size * size * 4);
  for (let i = 0; i < rgba.length; i++) rgba[i] = (i * 37 + seed * 11) & 0xff;
  const decode = () => ({ width: size, height: size, rgba });
  return { name, width: size, height: size, format: 'test', decode, raw: {} };
}

/** A scene with one node for each mesh, unless nodes are given; all nodes are roots, unless roots are given. */
export function sceneOf(fields: Partial<Scene>): Scene {
  const scene = { ...emptyScene('test'), ...fields };
  if (!fields.nodes) scene.nodes = scene.meshes.map((m, index) => node(m.name, { mesh: index }));
  if (!fields.roots) scene.roots = scene.nodes.map((_, index) => index);
  return scene;
}

/** Inverse bind matrices of the identity. */
export function identities(count: number): Float32Array {
  const matrices = new Float32Array(count * 16);
  for (let m = 0; m < count; m++) for (const d of [0, 5, 10, 15]) matrices[m * 16 + d] = 1;
  return matrices;
}

/** Everything of a scene that can be compared: pictures decoded, functions and losses gone. */
export function comparable(scene: Scene) {
  return {
    ...scene,
    roots: [...scene.roots].sort((a, b) => a - b),
    losses: undefined,
    images: scene.images.map(({ name, width, height, format, raw, decode }) => ({
      name,
      width,
      height,
      format,
      raw,
      decoded: decode(),
    })),
  };
}
