import { realpath, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { isBelow, walkFiles } from '../io/walk-files.ts';
import { fileInside, type InsideFile } from './inside.ts';

/** The file or folder that the server shows, and nothing beside it. */
export interface Opened {
  name: string;
  /** As they are now, sorted folder by folder; `path` with `/`. */
  list(): Promise<{ path: string; size: number }[]>;
  /** A file of it by the decoded segments of its path. */
  find(segments: readonly string[]): Promise<InsideFile | undefined>;
}

/** Files that a list holds at most. */
const MOST_FILES = 100_000;

/** @throws the system's error when there is no such file or folder. */
export async function openForView(path: string): Promise<Opened> {
  const real = await realpath(path);
  const stats = await stat(real);
  return stats.isDirectory() ? openedFolder(real) : openedFile(basename(path), real);
}

function openedFolder(folder: string): Opened {
  return {
    name: basename(folder),
    async list() {
      const files: { path: string; size: number }[] = [];
      for await (const file of walkFiles(folder, { within: folder })) {
        const stats = await stat(file.path).catch(() => undefined);
        if (stats) files.push({ path: file.relative, size: stats.size });
        if (files.length >= MOST_FILES) break;
      }
      return files;
    },
    find: (segments) => fileInside(folder, segments),
  };
}

/** One file, under the name that it was given by; a link to it was followed by whoever gave it. */
function openedFile(name: string, path: string): Opened {
  const find = async (segments: readonly string[]) => {
    if (segments.length !== 1 || segments[0] !== name) return undefined;
    const file = await fileInside(dirname(path), [basename(path)]);
    return file && isBelow(path, file.path) ? file : undefined;
  };
  return {
    name,
    async list() {
      const file = await find([name]);
      return file ? [{ path: name, size: file.stats.size }] : [];
    },
    find,
  };
}
