import { link, lstat, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ioError } from '../failure.ts';
import { writeFileAtomic } from './atomic-write.ts';

/**
 * Replaces a file and keeps the old one beside it as `FILE.bak`, `FILE.bak1` and so on: a backup is never replaced. Of a
 * symbolic link the file it leads to is meant. At every moment the name holds the old file or the new one, whole.
 * @returns the path of the backup.
 * @throws Failure when it cannot be written; then the folder is as it was.
 */
export async function replaceInPlace(path: string, data: Uint8Array): Promise<string> {
  const target = await realpath(path).catch((error: unknown) => {
    throw ioError('write', path, error);
  });
  const backup = await keepBackup(target, path);
  try {
    await writeFileAtomic(target, data, { overwrite: true });
  } catch (error) {
    await rm(backup, { force: true }).catch(() => {});
    throw error;
  }
  return target === path ? backup : join(dirname(path), backup.slice(dirname(target).length + 1));
}

async function keepBackup(target: string, shown: string): Promise<string> {
  for (let n = 0; ; n++) {
    const backup = `${target}.bak${n === 0 ? '' : n}`;
    try {
      // A second name of the old file: made in one step, and left when the first name goes to the new file.
      await link(target, backup);
      return backup;
    } catch (error) {
      if (await exists(backup)) continue;
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOSPC' || code === 'EROFS' || code === 'EACCES') throw ioError('write', `${shown}.bak`, error);
      // Some file systems know no hard links.
      await writeFileAtomic(backup, await readFile(target));
      return backup;
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
