import { chmodSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { replaceInPlace } from '../../src/io/in-place.ts';
import { tempFolder, treeOf } from '../support/temp-folder.ts';

const hook = vi.hoisted(() => ({ failLink: '', failWrite: '' }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const failure = (code: string) => Object.assign(new Error(code), { code });
  return {
    ...real,
    link: async (from: string, to: string) => {
      // The copy of a backup is linked from its temporary file.
      if (hook.failLink && /\.bak\d*$/.test(to) && !from.endsWith('.tmp')) throw failure(hook.failLink);
      return real.link(from, to);
    },
    open: async (path: string, flags: string) => {
      if (hook.failWrite && flags === 'wx') throw failure(hook.failWrite);
      return real.open(path, flags);
    },
  };
});

afterEach(() => Object.assign(hook, { failLink: '', failWrite: '' }));

const data = new TextEncoder().encode('new');

describe('replaceInPlace', () => {
  test('keeps every old file: .bak, .bak1, .bak2, none of them replaced', async () => {
    const folder = tempFolder({ a: 'first', 'a.bak1': 'mine' });
    expect(await replaceInPlace(join(folder, 'a'), new TextEncoder().encode('second'))).toBe(join(folder, 'a.bak'));
    expect(await replaceInPlace(join(folder, 'a'), data)).toBe(join(folder, 'a.bak2'));
    expect(treeOf(folder)).toEqual({ a: 'new', 'a.bak': 'first', 'a.bak1': 'mine', 'a.bak2': 'second' });
  });

  test('keeps permissions; the file behind a link is the one that changes', async () => {
    const folder = tempFolder({ 'real/a': 'old' });
    chmodSync(join(folder, 'real/a'), 0o640);
    symlinkSync('real/a', join(folder, 'link'));
    await replaceInPlace(join(folder, 'link'), data);
    expect(readdirSync(folder).sort()).toEqual(['link', 'real']);
    expect(readdirSync(join(folder, 'real')).sort()).toEqual(['a', 'a.bak']);
    expect(readFileSync(join(folder, 'link'), 'utf8')).toBe('new');
    expect(statSync(join(folder, 'real/a')).mode & 0o777).toBe(0o640);
  });

  test('another name of the same file keeps the old contents', async () => {
    const folder = tempFolder({ a: 'old' });
    linkSync(join(folder, 'a'), join(folder, 'b'));
    await replaceInPlace(join(folder, 'a'), data);
    expect(treeOf(folder)).toEqual({ a: 'new', 'a.bak': 'old', b: 'old' });
  });

  test('without hard links the backup is a copy', async () => {
    const folder = tempFolder({ a: 'old', 'a.bak': 'older' });
    hook.failLink = 'EPERM';
    expect(await replaceInPlace(join(folder, 'a'), data)).toBe(join(folder, 'a.bak1'));
    expect(treeOf(folder)).toEqual({ a: 'new', 'a.bak': 'older', 'a.bak1': 'old' });
  });

  test.each(['ENOSPC', 'EACCES'])('fault 075: %s leaves the folder as it was', async (code) => {
    const folder = tempFolder({ a: 'old' });
    hook.failWrite = code;
    await expect(replaceInPlace(join(folder, 'a'), data)).rejects.toMatchObject({ exitCode: 3 });
    expect(treeOf(folder)).toEqual({ a: 'old' });
    hook.failLink = code;
    await expect(replaceInPlace(join(folder, 'a'), data)).rejects.toMatchObject({ exitCode: 3 });
    expect(treeOf(folder)).toEqual({ a: 'old' });
  });

  test('a file that is not there', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'sub'));
    await expect(replaceInPlace(join(folder, 'sub/a'), data)).rejects.toMatchObject({ exitCode: 3 });
    expect(treeOf(folder)).toEqual({});
  });
});
