import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FormatError, type Scene } from '@unbake/formats';
import { type DecodeImage, glbToScene, gltfToScene } from '@unbake/gltf';
import { describeError, Failure, usageError } from '../failure.ts';
import { decodePicture } from '../image-decode.ts';
import { plainBytes, readWhole } from './read-input.ts';

export interface ReadSceneOptions {
  /** Pictures are read and decoded too; else they stay encoded, and those in files of their own are not read. */
  pictures?: boolean;
  /** The file's bytes, where it is no file on disk: then it has to be a .glb. */
  bytes?: Uint8Array;
}

/**
 * A .glb, or a .gltf with the files beside and below it, as a scene.
 * @throws Failure when it cannot be read, is no glTF file, or names files outside its folder.
 */
export async function readSceneFile(path: string, options: ReadSceneOptions = {}): Promise<Scene> {
  const bytes = options.bytes ?? (await readWhole(path));
  const decodeImage: DecodeImage = async (picture) => (await decodePicture(picture, path)).image;
  const importOptions = options.pictures ? { decodeImage } : {};
  try {
    if (isGlb(bytes)) return await glbToScene(bytes, importOptions);
    if (options.bytes || !/\.gltf$/i.test(path)) {
      throw usageError(`${path} is no glTF file`, 'Give a .glb or .gltf file.');
    }
    const files = new Map([[basename(path), bytes]]);
    for (const name of filesOf(bytes, options.pictures === true)) {
      if (!isBelow(name)) {
        throw usageError(
          `${path} names the file ${name}, which is not beside it`,
          'Put the file into the folder of the .gltf, or export a .glb, which has everything inside.',
        );
      }
      const data = await readFile(join(dirname(path), name)).catch(() => undefined);
      if (data) files.set(name, plainBytes(data));
    }
    return await gltfToScene(files, importOptions);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { exitCode, message, advice } = describeError(error);
    throw new Failure(exitCode, `${path}: ${message}`, advice);
  }
}

function isGlb(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'glTF';
}

/** A relative path that stays in its folder or goes below it. */
function isBelow(name: string): boolean {
  const parts = name.split(/[/\\]/);
  return !/^(?:[/\\]|[A-Za-z][A-Za-z0-9+.-]*:)/.test(name) && !parts.includes('..');
}

/** Files that the buffers name, and the pictures when wanted. None for JSON that cannot be read: the reader says so. */
function filesOf(gltf: Uint8Array, pictures: boolean): string[] {
  try {
    const { buffers, images } = JSON.parse(Buffer.from(gltf).toString('utf8')) as {
      buffers?: { uri?: unknown }[];
      images?: { uri?: unknown }[];
    };
    return [...(buffers ?? []), ...(pictures ? (images ?? []) : [])].flatMap(({ uri }) =>
      typeof uri !== 'string' || uri.startsWith('data:') ? [] : [decodeURIComponent(uri)],
    );
  } catch {
    return [];
  }
}
