import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';

export interface WalkOptions {
  /** Folders that are left out with all that is in them: where the outputs go. */
  exclude?: readonly string[];
  /** A folder without links in its path: links that lead out of it are left out. */
  within?: string;
  /** Called for a folder that cannot be listed; the walk goes on. */
  onError?: (path: string, error: unknown) => void;
}

export interface WalkedFile {
  path: string;
  /** Below the folder that was walked, with `/`. */
  relative: string;
}

const MAX_DEPTH = 64;

/** The files below a folder, sorted by name, folder by folder. A folder is entered once, links to it included. */
export async function* walkFiles(folder: string, options: WalkOptions = {}): AsyncGenerator<WalkedFile> {
  const excluded = new Set(await Promise.all((options.exclude ?? []).map(realPathOf)));
  const entered = new Set<string>();
  const stack: (WalkedFile & { depth: number; file: boolean })[] = [
    { path: folder, relative: '', depth: 0, file: false },
  ];
  for (let top = stack.pop(); top; top = stack.pop()) {
    if (top.file) {
      yield { path: top.path, relative: top.relative };
      continue;
    }
    const real = await realPathOf(top.path);
    if (entered.has(real) || excluded.has(real)) continue;
    entered.add(real);
    let entries: Dirent[];
    try {
      entries = await readdir(top.path, { withFileTypes: true });
    } catch (error) {
      options.onError?.(top.path, error);
      continue;
    }
    entries.sort((a, b) => (a.name < b.name ? 1 : -1));
    for (const entry of entries) {
      const path = join(top.path, entry.name);
      const kind = await kindOf(entry, path);
      if (options.within !== undefined && entry.isSymbolicLink() && !isBelow(options.within, await realPathOf(path))) {
        continue;
      }
      if (kind === 'other' || entry.name.startsWith('.unbake-')) continue;
      if (kind === 'folder' && top.depth >= MAX_DEPTH) continue;
      const relative = top.relative ? `${top.relative}/${entry.name}` : entry.name;
      stack.push({ path, relative, depth: top.depth + 1, file: kind === 'file' });
    }
  }
}

/** Whether a path is that of a folder or below it; both absolute and without links. */
export function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

async function kindOf(entry: Dirent, path: string): Promise<'file' | 'folder' | 'other'> {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  if (!entry.isSymbolicLink()) return 'other';
  const target = await stat(path).catch(() => undefined);
  return target?.isFile() ? 'file' : target?.isDirectory() ? 'folder' : 'other';
}

/** The path without links; of a path that does not exist yet, the absolute path. */
async function realPathOf(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}
