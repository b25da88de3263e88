import { type Asset, FormatError, type OpenOptions, openAsset, type SceneOptions } from '@unbake/formats';
import type { FileRef } from '../worker/protocol.ts';
import { readAll } from './read-slice.ts';

/** Larger files are not read whole: their directory and, in the hex view, the visible bytes. */
export const WHOLE_MAX = 256 * 1024 * 1024;

/** Opened files that are kept for the next request. */
const KEPT = 12;

const opened = new Map<string, Promise<Asset>>();

/**
 * Opens a file whole; a file of the same key is opened once.
 * @throws FormatError as `openAsset`.
 */
export function openRef(ref: FileRef): Promise<Asset> {
  const known = opened.get(ref.key);
  if (known) {
    opened.delete(ref.key);
    opened.set(ref.key, known);
    return known;
  }
  const made = openAnew(ref);
  opened.set(ref.key, made);
  made.catch(() => opened.delete(ref.key));
  for (const key of opened.keys()) {
    if (opened.size <= KEPT) break;
    opened.delete(key);
  }
  return made;
}

/** Forgets opened files, so that their bytes can be freed. */
export function forget(keys: readonly string[]): void {
  for (const key of keys) opened.delete(key);
}

async function openAnew(ref: FileRef): Promise<Asset> {
  const bytes = await readAll(ref.source);
  const options: OpenOptions = { name: ref.name };
  if (ref.entryOf?.attributes) options.entry = ref.entryOf.attributes;
  if (ref.entryOf?.archive) options.archive = await openRef(ref.entryOf.archive);
  return openAsset(bytes, options);
}

/** How a scene finds the other files of its game: among the siblings, by name without regard to case. */
export async function sceneOptionsOf(ref: FileRef): Promise<SceneOptions> {
  const found = new Map<string, Asset>();
  for (const sibling of ref.siblings ?? []) {
    const asset = await openRef(sibling).catch((error: unknown) => {
      if (error instanceof FormatError) return undefined;
      throw error;
    });
    if (asset) found.set(sibling.name.toLowerCase(), asset);
  }
  return { findAsset: (name) => found.get(name.toLowerCase()) };
}
