import {
  type Asset,
  type AssetImage,
  type FileNames,
  FormatError,
  type Loss,
  type Scene,
  splitExtension,
} from '@unbake/formats';
import { type ExportOptions, exportGlb, exportGltf, sidecar } from '@unbake/gltf';
import { usageError } from './failure.ts';
import { encodeImage } from './image-encode.ts';

export type ModelTarget = 'glb' | 'gltf' | 'obj';
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
  async obj() {
    throw usageError('OBJ is not written yet');
  },
};

/** Every picture as PNG, named as in the file. One that cannot be decoded is handed to `onError`. */
export async function exportImages(
  asset: Asset,
  fallbackName: string,
  names: FileNames,
  onError: (image: AssetImage, error: FormatError) => void,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const image of asset.images?.() ?? []) {
    try {
      const png = await encodeImage(image.decode(), 'png');
      files.set(names.take(splitExtension(image.name).stem, 'png', fallbackName), png);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      onError(image, error);
    }
  }
  return files;
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
