import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Fake, fakeFile, registerFakeFormat } from '../support/fake-format.ts';
import { cli } from '../support/run-cli.ts';
import { tempFolder, treeOf } from '../support/temp-folder.ts';

beforeAll(registerFakeFormat);

/** Extracts a file of these entries into `out` and gives the folder above. */
async function extract(fake: Fake, ...options: string[]) {
  const folder = tempFolder({ 'in/a.fake': fakeFile(fake), 'keep.txt': 'kept' });
  const result = await cli(['extract', join(folder, 'in/a.fake'), '-o', join(folder, 'out'), ...options]);
  const tree = treeOf(folder);
  delete tree['in/a.fake'];
  return { ...result, folder, tree };
}

describe('extract', () => {
  test('chunks as they are, empty ones too, and a line for each', async () => {
    const { code, tree, stdout, folder } = await extract({
      entries: [
        ['a.dds', 'abc'],
        ['b.vbo', ''],
      ],
    });
    expect(code).toBe(0);
    expect(tree).toEqual({ 'keep.txt': 'kept', 'out/a.dds': 'abc', 'out/b.vbo': '' });
    expect(stdout).toBe(`${folder}/out/a.dds (3 bytes)\n${folder}/out/b.vbo (0 bytes)\n`);
  });

  test('fault 060: a name aimed at a sibling folder stays inside', async () => {
    const { code, tree, stdout } = await extract({
      entries: [
        ['../out2/x.dds', 'evil'],
        ['../keep.txt', 'evil'],
      ],
    });
    expect(code).toBe(0);
    expect(tree).toEqual({ 'keep.txt': 'kept', 'out/___out2_x.dds': 'evil', 'out/___keep.txt': 'evil' });
    expect(stdout).toContain('named "../out2/x.dds" in the file');
  });

  test('fault 060: a link inside the output folder is not followed', async () => {
    const folder = tempFolder({
      'a.fake': fakeFile({
        entries: [
          ['link/x.dds', 'evil'],
          ['y.dds', 'new'],
        ],
      }),
      'out/z': '',
    });
    symlinkSync('..', join(folder, 'out/link'));
    symlinkSync(join(folder, 'outside.txt'), join(folder, 'out/y.dds'));
    writeFileSync(join(folder, 'outside.txt'), 'kept');
    expect((await cli(['extract', join(folder, 'a.fake'), '-o', join(folder, 'out'), '--overwrite'])).code).toBe(0);
    expect(readFileSync(join(folder, 'out/link_x.dds'), 'utf8')).toBe('evil');
    expect(existsSync(join(folder, 'x.dds'))).toBe(false);
    expect(readFileSync(join(folder, 'outside.txt'), 'utf8')).toBe('kept');
    expect(readFileSync(join(folder, 'out/y.dds'), 'utf8')).toBe('new');
  });

  test('fault 061: backslashes, drives, shares and absolute paths are one name each', async () => {
    const names = ['..\\..\\p.txt', 'C:\\p.txt', '\\\\srv\\s\\p', '/etc/p', 'a/../../p'];
    const { tree } = await extract({ entries: names.map((name) => [name, 'x']) });
    expect(Object.keys(tree)).toEqual([
      'keep.txt',
      'out/C__p.txt',
      'out/___.._p.txt',
      'out/__srv_s_p',
      'out/_etc_p',
      'out/a_.._.._p',
    ]);
  });

  test('fault 062: names that differ in case only are all kept', async () => {
    const { tree, stdout } = await extract({
      entries: [
        ['Ha.dds', '1'],
        ['ha.DDS', '2'],
        ['A', '3'],
        ['a', '4'],
        ['A', '5'],
      ],
    });
    expect(tree).toEqual({
      'keep.txt': 'kept',
      'out/Ha.dds': '1',
      'out/ha-2.DDS': '2',
      'out/A': '3',
      'out/a-2': '4',
      'out/A-3': '5',
    });
    expect(stdout).toContain('ha-2.DDS (1 byte, named "ha.DDS" in the file)');
  });

  test('existing files are refused before any is written; --overwrite replaces them', async () => {
    const folder = tempFolder({
      'a.fake': fakeFile({
        entries: [
          ['a', 'new'],
          ['b', 'new'],
        ],
      }),
      'out/b': 'old',
    });
    const args = ['extract', join(folder, 'a.fake'), '-o', join(folder, 'out')];
    const refused = await cli(args);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain(`${folder}/out/b exists already`);
    expect(treeOf(join(folder, 'out'))).toEqual({ b: 'old' });
    expect((await cli([...args, '--overwrite'])).code).toBe(0);
    expect(treeOf(join(folder, 'out'))).toEqual({ a: 'new', b: 'new' });
  });

  test('an entry can never replace the archive itself', async () => {
    const folder = tempFolder({ 'a.fake': fakeFile({ entries: [['a.fake', 'evil']] }) });
    expect((await cli(['extract', join(folder, 'a.fake'), '-o', folder, '--overwrite'])).code).toBe(2);
    expect(readFileSync(join(folder, 'a.fake'), 'latin1')).toContain('FAKE');
  });

  test('--png decodes textures; one that cannot be decoded is said and the others are written', async () => {
    const { code, tree, stderr } = await extract({ images: ['one.dds', 'broken.dds', 'ONE.tga'] }, '--png');
    expect(code).toBe(5);
    expect(Object.keys(tree)).toEqual(['keep.txt', 'out/ONE-2.png', 'out/one.png']);
    expect(tree['out/one.png']).toMatch(/^\u0089PNG\r\n/);
    expect(stderr).toContain('broken.dds: avts/truncated at 0x40');
  });

  test('the same picture gives the same PNG', async () => {
    const first = await extract({ images: ['one.dds'] }, '--png');
    const second = await extract({ images: ['one.dds'] }, '--png');
    expect(first.tree).toEqual(second.tree);
  });
});
