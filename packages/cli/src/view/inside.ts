import type { Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isBelow } from '../io/walk-files.ts';

/** A file that may be served. */
export interface InsideFile {
  /** Without links. */
  path: string;
  stats: Stats;
}

/**
 * The file of a path below a folder, or undefined: when the path is not plain, when it leads out of the folder, through
 * links too, or when it is no regular file. `folder` is absolute and without links; `segments` are decoded.
 */
export async function fileInside(folder: string, segments: readonly string[]): Promise<InsideFile | undefined> {
  if (segments.length === 0 || !segments.every(isPlain)) return undefined;
  try {
    const path = await realpath(join(folder, ...segments));
    if (!isBelow(folder, path) || path === folder) return undefined;
    const stats = await stat(path);
    return stats.isFile() ? { path, stats } : undefined;
  } catch {
    return undefined;
  }
}

/** The segments of a path of an address, decoded; undefined when it cannot be decoded. */
export function segmentsOf(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** A name of a file or folder, not a way out: separators, drive letters and alternate streams count on every system. */
function isPlain(segment: string): boolean {
  if (segment === '' || segment === '.' || segment === '..' || /[\0/]/.test(segment)) return false;
  return process.platform !== 'win32' || !/[\\:]/.test(segment);
}
