import { type Document, type JSONDocument, Logger, WebIO } from '@gltf-transform/core';
import { FormatError, LossList, type Scene } from '@unbake/formats';
import { EXTENSIONS } from '../extensions/extensions.ts';
import { importAnimation } from './animation.ts';
import { checkRanges, invalid, unpackGlb, unpackGltf, unreadExtensions } from './container.ts';
import { UnbakeExtras } from './extras.ts';
import { type DecodeImage, importMaterials } from './material.ts';
import { importMesh } from './mesh.ts';
import { importNodes, importSkin } from './node.ts';

export interface ImportOptions {
  /** Without it, pictures keep their encoded bytes and `decode()` throws a FormatError. */
  decodeImage?: DecodeImage;
}

/** A GLB file as a scene. Throws FormatError with code gltf/invalid. The bytes may start at any offset. */
export async function glbToScene(bytes: Uint8Array, options: ImportOptions = {}): Promise<Scene> {
  return await readScene(unpackGlb(bytes), options);
}

/** A .gltf with its files, by file name, as a scene. Throws FormatError with code gltf/invalid. */
export async function gltfToScene(files: ReadonlyMap<string, Uint8Array>, options: ImportOptions = {}): Promise<Scene> {
  return await readScene(unpackGltf(files), options);
}

const READ_EXTENSIONS: ReadonlySet<string> = new Set(EXTENSIONS.map((extension) => extension.EXTENSION_NAME));

async function readScene(source: JSONDocument, options: ImportOptions): Promise<Scene> {
  let scene: Scene;
  try {
    const unread = unreadExtensions(source, READ_EXTENSIONS);
    checkRanges(source);
    const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions(EXTENSIONS);
    scene = await documentToScene(await io.readJSON(source), options);
    for (const name of unread) {
      scene.losses.push({ kind: 'left-out', what: name, detail: 'the extension is not read', count: 1 });
    }
  } catch (error) {
    if (error instanceof FormatError) throw error;
    // The library assumes a valid file; on others it fails in many ways.
    throw invalid(error instanceof Error ? error.message : String(error));
  }
  return scene;
}

/** A document as a scene. What the scene has no place for is in its losses. */
export async function documentToScene(document: Document, options: ImportOptions = {}): Promise<Scene> {
  const losses = new LossList();
  const root = document.getRoot();
  const { materials, textures, images } = await importMaterials(document, options.decodeImage, losses);
  const materialIndex = new Map(root.listMaterials().map((m, index) => [m, index]));
  const meshes = root.listMeshes().map((mesh) => importMesh(mesh, materialIndex, losses));
  const meshIndex = new Map(root.listMeshes().map((mesh, index) => [mesh, index]));
  const skinIndex = new Map(root.listSkins().map((skin, index) => [skin, index]));
  const { nodes, roots, nodeIndex } = importNodes(document, meshIndex, skinIndex, losses);
  const skins = root.listSkins().map((skin) => importSkin(skin, nodeIndex));
  const animations = root.listAnimations().map((animation) => importAnimation(animation, nodeIndex, losses));
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  return {
    name: scene?.getName() ?? '',
    nodes,
    roots,
    meshes,
    materials,
    textures,
    images,
    skins,
    animations,
    raw: scene ? new UnbakeExtras(scene).raw : {},
    losses: losses.rows(),
  };
}
