import { FormatError, type Loss, objPictureNames, type Scene, safeFileName, sceneToObj } from '@unbake/formats';
import { openRef, sceneOptionsOf } from '../../lib/open-ref.ts';
import type { ExportedFile, ExportRequest, FileRef } from '../protocol.ts';
import type { WorkContext } from '../worker.ts';
import { encodePng } from './png.ts';

/** Exports a model; glTF and ZIP writers are loaded when they are first needed. */
export async function exportFile(context: WorkContext, ref: FileRef, request: ExportRequest): Promise<ExportedFile> {
  const asset = await openRef(ref);
  const base = safeFileName(ref.name.replace(/\.[^.]*$/, ''), 'scene');
  if (request.to === 'json') {
    const text = `${JSON.stringify(asset.toJson(), null, 2)}\n`;
    return { name: `${base}.json`, blob: new Blob([text], { type: 'application/json' }), losses: [] };
  }
  if (!asset.scene) throw new Error('the file holds no model');
  const scene = asset.scene({ ...(await sceneOptionsOf(ref)), ...request.scene });
  await context.breathe();
  return request.to === 'glb' ? exportGlb(context, scene, base, request) : exportObj(context, scene, base, request);
}

async function exportGlb(
  context: WorkContext,
  scene: Scene,
  base: string,
  request: ExportRequest,
): Promise<ExportedFile> {
  const { exportGlb: write } = await import('@unbake/gltf');
  let done = 0;
  const { bytes, losses } = await write(scene, {
    textures: request.textures,
    allLods: request.allLods ?? false,
    async encodeImage(image) {
      context.progress(done++, scene.images.length);
      await context.breathe();
      return encodePng(image);
    },
  });
  return { name: `${base}.glb`, blob: blobOf(bytes, 'model/gltf-binary'), losses: losses };
}

/** OBJ, MTL and pictures in one ZIP file. */
async function exportObj(
  context: WorkContext,
  scene: Scene,
  base: string,
  request: ExportRequest,
): Promise<ExportedFile> {
  const { zip } = await import('fflate');
  const pictures: Record<string, Uint8Array> = {};
  const textureFiles: (string | undefined)[] = [];
  const failed: Loss[] = [];
  const names = request.textures === 'none' ? [] : objPictureNames(scene);
  for (const [i, name] of names.entries()) {
    context.progress(i, names.length);
    await context.breathe();
    try {
      pictures[name] = encodePng(scene.images[i]!.decode());
      textureFiles[i] = name;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      failed.push({
        kind: 'left-out',
        what: 'images',
        detail: `"${scene.images[i]!.name}": ${error.message}`,
        count: 1,
      });
    }
  }
  const { files, losses } = sceneToObj(scene, { baseName: base, textureFiles });
  const contents = { ...Object.fromEntries(files), ...pictures };
  // No clock: the same model gives the same file.
  const bytes = await new Promise<Uint8Array>((resolve, reject) =>
    zip(contents, { mtime: new Date(1980, 0, 1), consume: true }, (error, data) =>
      error ? reject(error) : resolve(data),
    ),
  );
  return { name: `${base}.obj.zip`, blob: blobOf(bytes, 'application/zip'), losses: [...losses, ...failed] };
}

function blobOf(bytes: Uint8Array, type: string): Blob {
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
}
