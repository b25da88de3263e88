import { existsSync, rmSync } from 'node:fs';
import { chmod, type FileHandle, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { EXIT } from '../exit-code.ts';
import { Failure, ioError, usageError } from '../failure.ts';

export interface WriteOptions {
  /** Replace a file that exists. */
  overwrite?: boolean | undefined;
  /** Files that must not be the target, under any of their names. */
  inputs?: readonly string[];
}

/** An output file of a command. */
export interface OutputFile {
  path: string;
  data: Uint8Array;
}

const temporaries = new Set<string>();
let serial = 0;

/**
 * Writes a file whole or not at all: into a temporary file of the same folder, to the disk, then renamed. Until the
 * rename the old file stays as it was. Missing folders are made.
 * @throws Failure when the target exists without `overwrite`, is an input, or cannot be written.
 */
export async function writeFileAtomic(path: string, data: Uint8Array, options: WriteOptions = {}): Promise<void> {
  await checkTarget(path, options);
  const target = resolve(path);
  const temporary = join(dirname(target), `.unbake-${process.pid}-${serial++}.tmp`);
  try {
    await makeFolder(dirname(target));
    temporaries.add(temporary);
    await writeAndSync(temporary, data);
    await moveInto(temporary, target, path, options.overwrite === true);
    await syncFolder(dirname(target));
  } catch (error) {
    throw ioError('write', path, error);
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
    temporaries.delete(temporary);
  }
}

/** Writes several files; all targets are checked before the first is written. */
export async function writeFilesAtomic(files: readonly OutputFile[], options: WriteOptions = {}): Promise<void> {
  for (const file of files) await checkTarget(file.path, options);
  for (const file of files) await writeFileAtomic(file.path, file.data, options);
}

/** @throws Failure when writing `path` would lose a file: see `WriteOptions`. */
export async function checkTarget(path: string, options: WriteOptions): Promise<void> {
  const target = await stat(path).catch(() => undefined);
  for (const input of options.inputs ?? []) {
    const source = await stat(input).catch(() => undefined);
    const same = source && target && source.dev === target.dev && source.ino === target.ino;
    if (same || resolve(input) === resolve(path)) {
      throw usageError(`${path} is the input file itself`, 'Choose another output name.');
    }
  }
  if (!target) return;
  if (target.isDirectory()) throw usageError(`${path} is a folder`, 'Give the name of a file in it.');
  if (!options.overwrite) {
    throw new Failure(EXIT.io, `${path} exists already`, 'Choose another name, or replace it with --overwrite.');
  }
}

/** Removes what an interrupted write has left; for signal handlers, so synchronous. */
export function removeTemporaries(): void {
  for (const path of temporaries) {
    try {
      rmSync(path, { force: true });
    } catch {
      // The folder may be gone; nothing else can be done while ending.
    }
  }
  temporaries.clear();
}

/** Node's own `recursive` never ends where a file system refuses a folder with ENOENT, as /proc does. */
async function makeFolder(path: string): Promise<void> {
  const missing: string[] = [];
  for (let at = path; at !== dirname(at) && !(await stat(at).catch(() => undefined)); at = dirname(at))
    missing.push(at);
  for (const folder of missing.reverse()) {
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      // Another program may make it at the same time.
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function writeAndSync(path: string, data: Uint8Array): Promise<void> {
  const handle: FileHandle = await open(path, 'wx');
  try {
    await handle.writeFile(data);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The last step. Without `overwrite` a file that appeared in the meantime is kept. */
async function moveInto(temporary: string, target: string, shown: string, overwrite: boolean): Promise<void> {
  if (overwrite) {
    const old = await stat(target).catch(() => undefined);
    if (old) await chmod(temporary, old.mode & 0o777).catch(() => {});
    await rename(temporary, target);
    return;
  }
  try {
    await link(temporary, target);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST' || existsSync(target)) {
      throw new Failure(EXIT.io, `${shown} exists already`, 'Choose another name, or replace it with --overwrite.');
    }
    // Some file systems know no hard links.
    await rename(temporary, target);
  }
}

/** Makes the rename last through a power cut, where the system lets a folder be synced. */
async function syncFolder(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // Windows and some network disks refuse; the file itself is safe.
  }
}
