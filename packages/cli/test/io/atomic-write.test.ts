import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';

const { openHook } = vi.hoisted(() => ({ openHook: { failWrite: undefined as string | undefined } }));

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  return {
    ...fs,
    open: async (...args: Parameters<typeof fs.open>) => {
      const handle = await fs.open(...args);
      if (openHook.failWrite && args[1] === 'wx') {
        const code = openHook.failWrite;
        handle.writeFile = async () => {
          // Half of the data reaches the disk before it is full.
          await handle.write('half');
          throw Object.assign(new Error(code), { code });
        };
      }
      return handle;
    },
  };
});

const { writeFileAtomic, writeFilesAtomic } = await import('../../src/io/atomic-write.ts');

afterEach(() => {
  openHook.failWrite = undefined;
});

const data = new TextEncoder().encode('new');

describe('writeFileAtomic', () => {
  test('writes a new file, makes its folder, leaves nothing else', async () => {
    const folder = tempFolder();
    await writeFileAtomic(join(folder, 'a/b/c.bin'), data);
    expect(readdirSync(join(folder, 'a/b'))).toEqual(['c.bin']);
    expect(readFileSync(join(folder, 'a/b/c.bin'), 'utf8')).toBe('new');
  });

  test('replaces only with overwrite, and keeps the permissions', async () => {
    const folder = tempFolder({ a: 'old' });
    const path = join(folder, 'a');
    chmodSync(path, 0o640);
    await expect(writeFileAtomic(path, data)).rejects.toMatchObject({ exitCode: 3, message: `${path} exists already` });
    expect(readFileSync(path, 'utf8')).toBe('old');
    await writeFileAtomic(path, data, { overwrite: true });
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  test.each(['ENOSPC', 'EIO'])(
    'fault 075: %s while writing keeps the old file whole and removes the new one',
    async (code) => {
      const folder = tempFolder({ a: 'old' });
      openHook.failWrite = code;
      const failure = await writeFileAtomic(join(folder, 'a'), data, { overwrite: true }).catch((e: Error) => e);
      expect(failure).toMatchObject({ exitCode: 3 });
      if (code === 'ENOSPC') expect((failure as Error).message).toContain('no space left on the disk');
      expect(readdirSync(folder)).toEqual(['a']);
      expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('old');
    },
  );

  test('fault 075: a read-only folder is a clear error', async () => {
    const folder = tempFolder({ a: 'old' });
    mkdirSync(join(folder, 'locked'));
    chmodSync(join(folder, 'locked'), 0o500);
    const path = join(folder, 'locked/a');
    // Root may write everywhere.
    if (process.getuid?.() !== 0) {
      await expect(writeFileAtomic(path, data)).rejects.toMatchObject({ exitCode: 3 });
      expect(readdirSync(join(folder, 'locked'))).toEqual([]);
    }
    await expect(writeFileAtomic(join(folder, 'a/b'), data)).rejects.toMatchObject({ exitCode: 3 });
    await expect(writeFileAtomic(folder, data)).rejects.toMatchObject({ exitCode: 2 });
  });

  test.runIf(process.platform === 'linux')('a place where no folder can be made is a clear error', async () => {
    await expect(writeFileAtomic('/proc/unbake/a', new Uint8Array(1))).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining('cannot write /proc/unbake/a: '),
    });
  });

  test('the input is refused as output under any of its names, --overwrite or not', async () => {
    const folder = tempFolder({ a: 'old' });
    const input = join(folder, 'a');
    symlinkSync('a', join(folder, 'soft'));
    linkSync(input, join(folder, 'hard'));
    for (const name of ['a', './a', 'soft', 'hard']) {
      const options = { overwrite: true, inputs: [input] };
      await expect(writeFileAtomic(join(folder, name), data, options)).rejects.toMatchObject({ exitCode: 2 });
    }
    expect(readFileSync(input, 'utf8')).toBe('old');
  });

  test('a link as output is replaced itself, never what it points to', async () => {
    const folder = tempFolder({ other: 'kept' });
    symlinkSync('other', join(folder, 'link'));
    await writeFileAtomic(join(folder, 'link'), data, { overwrite: true });
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(false);
    expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('kept');
  });

  test('a file that appears while writing is kept without overwrite', async () => {
    const folder = tempFolder();
    const path = join(folder, 'a');
    const writing = writeFileAtomic(path, new Uint8Array(1 << 24));
    setTimeout(() => writeFileSync(path, 'other'), 1);
    await writing.catch(() => {});
    const kept = statSync(path).size;
    expect([5, 1 << 24]).toContain(kept);
    expect(readdirSync(folder)).toEqual(['a']);
  });
});

describe('writeFilesAtomic', () => {
  test('checks all targets before it writes the first', async () => {
    const folder = tempFolder({ b: 'old' });
    const files = ['a', 'b'].map((name) => ({ path: join(folder, name), data }));
    await expect(writeFilesAtomic(files)).rejects.toMatchObject({ exitCode: 3 });
    expect(readdirSync(folder)).toEqual(['b']);
  });
});
