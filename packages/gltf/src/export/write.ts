import {
  BufferUtils,
  type Document,
  Format,
  type GLTF,
  type JSONDocument,
  VertexLayout,
  WebIO,
} from '@gltf-transform/core';
import { FileNames, type Scene } from '@unbake/formats';
import { EXTENSIONS } from '../extensions/extensions.ts';
import { sceneToDocument } from './document.ts';
import type { ExportOptions, GlbExport, GltfExport } from './options.ts';

const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;

/** The scene as one GLB file. */
export async function exportGlb(scene: Scene, options: ExportOptions = {}): Promise<GlbExport> {
  const { document, losses } = await sceneToDocument(scene, options);
  const root = document.getRoot();
  // Pictures lie in the first buffer of a GLB; without meshes there is none yet.
  if (root.listTextures().length > 0 && root.listBuffers().length === 0) document.createBuffer();
  const { json, resources } = await writeExact(document, Format.GLB);
  return { bytes: packGlb(json, Object.values(resources)[0]), losses };
}

/**
 * The scene as a .gltf file, its .bin and its pictures. File names are made safe for every system, differ in more than
 * case, and stand percent-encoded in the .gltf.
 */
export async function exportGltf(scene: Scene, options: ExportOptions = {}): Promise<GltfExport> {
  const { document, losses } = await sceneToDocument(scene, options);
  const names = new FileNames();
  for (const texture of document.getRoot().listTextures()) names.reserve(decodeURIComponent(texture.getURI()));
  const gltfName = names.take(options.baseName ?? scene.name, 'gltf', 'scene');
  const binName = names.take(gltfName.replace(/\.gltf$/, ''), 'bin');
  for (const buffer of document.getRoot().listBuffers()) buffer.setURI(encodeURIComponent(binName));
  const { json, resources } = await writeExact(document, Format.GLTF);
  const files = new Map([[gltfName, BufferUtils.encodeText(JSON.stringify(json, null, 2))]]);
  for (const [uri, bytes] of Object.entries(resources)) files.set(decodeURIComponent(uri), bytes);
  return { files, losses };
}

/**
 * The document as JSON and resources. The library leaves out transforms and colours within 1e-5 of their defaults; a
 * file has to say what the scene says, so they are put back.
 */
async function writeExact(document: Document, format: Format): Promise<JSONDocument> {
  const io = new WebIO().setLogger(document.getLogger()).registerExtensions(EXTENSIONS);
  const jsonDocument = await io.setVertexLayout(VertexLayout.SEPARATE).writeJSON(document, { format });
  const { json } = jsonDocument;
  document
    .getRoot()
    .listNodes()
    .forEach((node, index) => {
      const def = json.nodes![index]!;
      setUnless(def, 'translation', node.getTranslation(), [0, 0, 0]);
      setUnless(def, 'rotation', node.getRotation(), [0, 0, 0, 1]);
      setUnless(def, 'scale', node.getScale(), [1, 1, 1]);
    });
  document
    .getRoot()
    .listMaterials()
    .forEach((material, index) => {
      const def = json.materials![index]!;
      def.pbrMetallicRoughness ??= {};
      setUnless(def.pbrMetallicRoughness, 'baseColorFactor', material.getBaseColorFactor(), [1, 1, 1, 1]);
      setUnless(def, 'emissiveFactor', material.getEmissiveFactor(), [0, 0, 0]);
    });
  for (const scene of json.scenes ?? []) if (scene.nodes?.length === 0) delete (scene as Partial<typeof scene>).nodes;
  return jsonDocument;
}

function setUnless<K extends string>(def: { [key in K]?: number[] }, key: K, value: number[], normal: number[]): void {
  if (value.some((c, i) => c !== normal[i])) def[key] = value;
  else delete def[key];
}

/** A GLB: header, JSON padded with blanks, and, when there are any bytes, BIN padded with zeros. */
export function packGlb(json: GLTF.IGLTF, bin: Uint8Array | undefined): Uint8Array {
  const text = BufferUtils.encodeText(JSON.stringify(json));
  const jsonSize = BufferUtils.padNumber(text.length);
  const binSize = bin && bin.length > 0 ? BufferUtils.padNumber(bin.length) : 0;
  const size = 20 + jsonSize + (binSize > 0 ? 8 + binSize : 0);
  const glb = new Uint8Array(size);
  const view = new DataView(glb.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, size, true);
  view.setUint32(12, jsonSize, true);
  view.setUint32(16, JSON_CHUNK, true);
  glb.fill(0x20, 20, 20 + jsonSize).set(text, 20);
  if (bin && binSize > 0) {
    view.setUint32(20 + jsonSize, binSize, true);
    view.setUint32(24 + jsonSize, BIN_CHUNK, true);
    glb.set(bin, 28 + jsonSize);
  }
  return glb;
}
