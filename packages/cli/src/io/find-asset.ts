import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Asset, openAsset } from '@unbake/formats';
import { describeError, ioError } from '../failure.ts';
import type { Io } from './io.ts';
import { plainBytes } from './read-input.ts';

/**
 * Finds other files of the game by name, upper and lower case being the same: in `folders`, the first that has it.
 * Each folder is listed once, each file opened once; one that cannot be opened is said once and then missing.
 */
export function assetFinder(io: Io, folders: readonly string[]): (name: string) => Asset | undefined {
  let paths: Map<string, string> | undefined;
  const opened = new Map<string, Asset | undefined>();
  return (name) => {
    paths ??= listFolders(folders);
    const path = paths.get(basename(name.replaceAll('\\', '/')).toLowerCase());
    if (path === undefined) return undefined;
    if (!opened.has(path)) opened.set(path, tryOpen(io, path));
    return opened.get(path);
  };
}

function listFolders(folders: readonly string[]): Map<string, string> {
  const paths = new Map<string, string>();
  for (const folder of folders) {
    const names = entriesOf(folder)
      .filter((entry) => !entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
    for (const name of names) {
      const key = name.toLowerCase();
      if (!paths.has(key)) paths.set(key, join(folder, name));
    }
  }
  return paths;
}

/** @throws Failure for a folder that cannot be listed. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw ioError('read', folder, error);
  }
}

function tryOpen(io: Io, path: string): Asset | undefined {
  try {
    return openAsset(plainBytes(readFileSync(path)), { name: basename(path) });
  } catch (error) {
    io.stderr.write(`${path} is left out: ${describeError(error).message}\n`);
    return undefined;
  }
}
