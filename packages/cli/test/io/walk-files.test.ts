import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { walkFiles } from '../../src/io/walk-files.ts';
import { tempFolder } from '../support/temp-folder.ts';

async function walked(folder: string, exclude: string[] = []): Promise<string[]> {
  const paths: string[] = [];
  for await (const file of walkFiles(folder, { exclude })) paths.push(file.relative);
  return paths;
}

describe('walkFiles', () => {
  test('sorted, folders in place, temporary files left out', async () => {
    const folder = tempFolder({ 'b/2': '', 'b/10': '', a: '', c: '', 'B/x': '', '.unbake-1-0.tmp': '' });
    expect(await walked(folder)).toEqual(['B/x', 'a', 'b/10', 'b/2', 'c']);
  });

  test('a link to a folder above ends, a link to a file counts', async () => {
    const folder = tempFolder({ 'a/x': '' });
    symlinkSync('..', join(folder, 'a/up'));
    symlinkSync('x', join(folder, 'a/y'));
    symlinkSync('nowhere', join(folder, 'a/z'));
    expect(await walked(folder)).toEqual(['a/x', 'a/y']);
  });

  test('excluded folders are left out, whatever they are called', async () => {
    const folder = tempFolder({ 'a/x': '', 'out/y': '' });
    symlinkSync('out', join(folder, 'alias'));
    expect(await walked(folder, [join(folder, 'a/../out')])).toEqual(['a/x']);
    expect(await walked(folder, [join(folder, 'not there')])).toContain('alias/y');
  });

  test('folders below 64 levels are left out', async () => {
    const deep = Array.from({ length: 70 }, () => 'd').join('/');
    const folder = tempFolder({ [`${deep}/x`]: '', 'd/y': '' });
    expect(await walked(folder)).toEqual(['d/y']);
  });
});
