import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FormatError, type Scene } from '@unbake/formats';
import { glbToScene, gltfToScene } from '@unbake/gltf';
import { describeError, Failure, usageError } from '../failure.ts';
import { plainBytes, readWhole } from './read-input.ts';

/**
 * A .glb, or a .gltf with the files beside it, as a scene; pictures stay encoded.
 * @throws Failure when it cannot be read, or is no glTF file.
 */
export async function readSceneFile(path: string): Promise<Scene> {
  const bytes = await readWhole(path);
  try {
    if (isGlb(bytes)) return await glbToScene(bytes);
    if (!/\.gltf$/i.test(path)) throw usageError(`${path} is no glTF file`, 'Give a .glb or .gltf file.');
    const files = new Map([[basename(path), bytes]]);
    for (const uri of filesOf(bytes)) {
      const data = await readFile(join(dirname(path), uri)).catch(() => undefined);
      if (data) files.set(uri, plainBytes(data));
    }
    return await gltfToScene(files);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { exitCode, message, advice } = describeError(error);
    throw new Failure(exitCode, `${path}: ${message}`, advice);
  }
}

function isGlb(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'glTF';
}

/** Plain file names that the buffers name. Those in other folders are not read: the file says what is missing. */
function filesOf(gltf: Uint8Array): string[] {
  try {
    const { buffers } = JSON.parse(Buffer.from(gltf).toString('utf8')) as { buffers?: { uri?: unknown }[] };
    return (buffers ?? []).flatMap(({ uri }) => {
      if (typeof uri !== 'string' || uri.startsWith('data:')) return [];
      const name = decodeURIComponent(uri);
      return /[/\\]|^\.\.?$/.test(name) ? [] : [name];
    });
  } catch {
    return [];
  }
}
