import { type Asset, FormatError, type Loss, LossList, objPictureNames, type Scene, sceneToObj } from '@unbake/formats';
import { type ExportOptions, exportGlb, exportGltf, sidecar } from '@unbake/gltf';
import { usageError } from './failure.ts';
import { encodeImage } from './image-encode.ts';

export const MODEL_TARGETS = ['glb', 'gltf', 'obj'] as const;
export type ModelTarget = (typeof MODEL_TARGETS)[number];
export type ExportTarget = ModelTarget | 'png';

export interface FileExportOptions extends Pick<ExportOptions, 'textures' | 'allLods'> {
  /** Also STEM.unbake.json. */
  sidecar?: boolean | undefined;
}

/** What an export makes: plain file names without folders, the main file first. */
export interface FileExport {
  files: Map<string, Uint8Array>;
  losses: Loss[];
}

/** Whether a scene has anything to draw. */
export function hasGeometry(scene: Scene | undefined): scene is Scene {
  return scene?.meshes.some((mesh) => mesh.primitives.some((primitive) => primitive.indices.length > 0)) === true;
}

/** The files of a model; the main one is called `stem` and the target's extension. */
export async function exportModel(
  scene: Scene,
  target: ModelTarget,
  stem: string,
  options: FileExportOptions,
): Promise<FileExport> {
  const made = await MODEL_EXPORTERS[target](scene, stem, options);
  if (options.sidecar) made.files.set(`${stem}.unbake.json`, jsonBytes(sidecar(scene)));
  return made;
}

const MODEL_EXPORTERS: {
  readonly [target in ModelTarget]: (scene: Scene, stem: string, options: FileExportOptions) => Promise<FileExport>;
} = {
  async glb(scene, stem, { textures, allLods }) {
    const { bytes, losses } = await exportGlb(scene, { textures, allLods, encodeImage });
    return { files: new Map([[`${stem}.glb`, bytes]]), losses };
  },
  async gltf(scene, stem, { textures, allLods }) {
    return exportGltf(scene, { textures, allLods, encodeImage, baseName: stem });
  },
  obj: exportObj,
};

/** OBJ, MTL and the pictures that it names. A picture that cannot be decoded is left out, and the losses say so. */
async function exportObj(scene: Scene, stem: string, options: FileExportOptions): Promise<FileExport> {
  const kind = options.textures ?? 'png';
  const pictures = new Map<string, Uint8Array>();
  const losses = new LossList();
  const textureFiles: (string | undefined)[] = scene.images.map(() => undefined);
  const names = objPictureNames(scene, kind === 'none' ? 'png' : kind);
  if (kind === 'none') losses.add('left-out', 'textures', 'switched off', scene.textures.length);
  for (const [index, image] of scene.images.entries()) {
    if (kind === 'none') break;
    try {
      const bytes = kind === 'dds' ? image.dds : await encodeImage(image.decode(), kind);
      if (!bytes) {
        losses.add('left-out', 'images', 'not a DDS file in the source');
        continue;
      }
      textureFiles[index] = names[index]!;
      pictures.set(names[index]!, bytes);
      losses.add('exact', 'images', `written as ${kind.toUpperCase()} beside the model`);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      losses.add('left-out', 'images', `"${image.name}": ${error.message}`);
    }
  }
  const made = sceneToObj(scene, { baseName: stem, textureFiles });
  losses.addAll(made.losses);
  return { files: new Map([...made.files, ...pictures]), losses: losses.rows() };
}

/** Says what a file without geometry can be turned into instead. */
export function noGeometryError(asset: Asset, shown: string): Error {
  const font = asset.info().font !== undefined ? 'unbake font preview or unbake font unpack shows the font; ' : '';
  const pictures = (asset.images?.().length ?? 0) > 0;
  const advice = pictures
    ? `${font}unbake extract ${shown} -o FOLDER --png, or -o OUT.png, writes its textures.`
    : `${font}unbake dump ${shown} shows its fields.`;
  return usageError(`${shown} (${asset.format}) has no geometry to export`, advice);
}

function jsonBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
}
