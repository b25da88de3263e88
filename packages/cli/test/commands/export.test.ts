import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectClean } from '../../../gltf/test/validate.ts';
import { decodePng } from '../support/decode-png.ts';
import { fakeFile, registerFakeFormat } from '../support/fake-format.ts';
import { cli } from '../support/run-cli.ts';
import { tempFolder, treeOf } from '../support/temp-folder.ts';

beforeAll(registerFakeFormat);

const model = fakeFile({ triangles: 2 });

describe('export of a file', () => {
  test('to GLB: the file, its name on standard output, the losses on standard error', async () => {
    const folder = tempFolder({ 'a.fake': model });
    const { code, stdout, stderr } = await cli(['export', join(folder, 'a.fake'), '-o', join(folder, 'new/b.glb')]);
    expect(code).toBe(0);
    const bytes = readFileSync(join(folder, 'new/b.glb'));
    expect(bytes.toString('latin1', 0, 4)).toBe('glTF');
    expect(stdout).toBe(`${folder}/new/b.glb (${bytes.length.toLocaleString('en-US')} bytes)\n`);
    expect(stderr).toMatch(/^left-out +1 +sound +there is none$/m);
  });

  test('to .gltf and .obj with their parts, to exactly the name that was asked for', async () => {
    const folder = tempFolder({ 'a.fake': model });
    expect((await cli(['export', join(folder, 'a.fake'), '-o', join(folder, 'g/my model.gltf')])).code).toBe(0);
    expect((await cli(['export', join(folder, 'a.fake'), '-o', join(folder, 'o/my model.obj')])).code).toBe(0);
    expect(Object.keys(treeOf(join(folder, 'g')))).toEqual(['my model.bin', 'my model.gltf']);
    expect(Object.keys(treeOf(join(folder, 'o')))).toEqual(['my model.obj', 'my_model.mtl']);
    const gltf = JSON.parse(readFileSync(join(folder, 'g/my model.gltf'), 'utf8'));
    expect(gltf.buffers[0].uri).toBe('my%20model.bin');
  });

  test('fault 058: names with blank, % and # are plain on disk and encoded once in the .gltf', async () => {
    const folder = tempFolder({ 'a.fake': fakeFile({ triangles: 2, images: ['10% #1 テ.dds'] }) });
    const out = join(folder, 'a folder');
    expect((await cli(['export', join(folder, 'a.fake'), '-o', join(out, '50% #2.gltf')])).code).toBe(0);
    expect(Object.keys(treeOf(out))).toEqual(['10% #1 テ.png', '50% #2.bin', '50% #2.gltf']);
    const gltf = readFileSync(join(out, '50% #2.gltf'));
    const { buffers, images } = JSON.parse(gltf.toString('utf8'));
    expect(buffers[0].uri).toBe('50%25%20%232.bin');
    expect(images[0].uri).toBe('10%25%20%231%20%E3%83%86.png');
    const parts = ['10% #1 テ.png', '50% #2.bin'].map((name) => [name, readFileSync(join(out, name))] as const);
    await expectClean(gltf, new Map(parts));
  });

  test('.obj names its pictures, which lie beside it', async () => {
    const folder = tempFolder({
      'a.fake': fakeFile({ triangles: 2, images: ['skin one.dds', 'broken\u001b[2J.dds'] }),
    });
    const { code, stderr } = await cli(['export', join(folder, 'a.fake'), '-o', join(folder, 'o/m.obj')]);
    expect(code).toBe(0);
    expect(Object.keys(treeOf(join(folder, 'o')))).toEqual(['m.mtl', 'm.obj', 'skin_one.png']);
    expect(readFileSync(join(folder, 'o/m.mtl'), 'utf8')).toMatch(/^map_Kd skin_one\.png$/m);
    expect(stderr).toMatch(/^exact +1 +images +written as PNG/m);
    expect(stderr).toMatch(/^left-out +1 +images +"broken\\u001b\[2J\.dds"/m);
  });

  test('--sidecar writes OUT.unbake.json', async () => {
    const folder = tempFolder({ 'a.fake': model });
    await cli(['export', join(folder, 'a.fake'), '-o', join(folder, 'b.glb'), '--sidecar']);
    expect(readFileSync(join(folder, 'b.unbake.json'), 'utf8')).toMatch(/^\{\n {2}"schema": "unbake-sidecar-v1"/);
  });

  test('to a folder: the model and every texture as PNG', async () => {
    const folder = tempFolder({ 'a.fake': fakeFile({ triangles: 2, images: ['skin.dds'] }) });
    expect((await cli(['export', join(folder, 'a.fake'), '-o', join(folder, 'out/')])).code).toBe(0);
    expect(Object.keys(treeOf(join(folder, 'out')))).toEqual(['a.glb', 'skin.png']);
  });

  test.each(['obj', 'gltf'])('to a folder as %s: no picture twice', async (to) => {
    const folder = tempFolder({ 'a.fake': fakeFile({ triangles: 2, images: ['one.dds', 'two.dds'] }) });
    expect((await cli(['export', join(folder, 'a.fake'), '-o', join(folder, 'out/'), '--to', to])).code).toBe(0);
    const pictures = Object.keys(treeOf(join(folder, 'out'))).filter((name) => name.endsWith('.png'));
    expect(pictures).toEqual(['one.png', 'two.png']);
  });

  test('to a folder, when no picture can be decoded: each is named, nothing is written', async () => {
    const folder = tempFolder({ 'a.fake': fakeFile({ images: ['broken.dds'] }) });
    const { code, stdout, stderr } = await cli(['export', join(folder, 'a.fake'), '-o', join(folder, 'out/')]);
    expect(code).toBe(5);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^unbake: broken\.dds: avts\/truncated at 0x40, header: .*\n {2}.*\n$/);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  test('to standard output', async () => {
    const folder = tempFolder({ 'a.fake': model });
    const { output } = await cli(['export', join(folder, 'a.fake'), '-o', '-']);
    expect(Buffer.from(output).toString('latin1', 0, 4)).toBe('glTF');
  });

  test('a picture alone to OUT.png, pixel for pixel', async () => {
    const folder = tempFolder({ 'a.fake': fakeFile({ images: ['skin'] }) });
    expect((await cli(['export', join(folder, 'a.fake'), '-o', join(folder, 'b.png')])).code).toBe(0);
    expect(await decodePng(readFileSync(join(folder, 'b.png')))).toEqual({
      width: 2,
      height: 2,
      rgba: Uint8Array.from({ length: 16 }, (_, i) => i * 16),
    });
  });

  test('a file without geometry says so and what to use instead', async () => {
    const folder = tempFolder({ 'a.fake': fakeFile({ images: ['skin'] }) });
    const { code, stderr } = await cli(['export', join(folder, 'a.fake'), '-o', join(folder, 'b.glb')]);
    expect(code).toBe(2);
    expect(stderr).toContain('has no geometry to export');
    expect(stderr).toContain('--png');
    expect(existsSync(join(folder, 'b.glb'))).toBe(false);
  });

  test.each(['b.fbx', 'b.tar'])('-o %s is wrong usage', async (name) => {
    const folder = tempFolder({ 'a.fake': model });
    expect((await cli(['export', join(folder, 'a.fake'), '-o', join(folder, name)])).code).toBe(2);
    expect(Object.keys(treeOf(folder))).toEqual(['a.fake']);
  });

  test('an existing file is kept without --overwrite', async () => {
    const folder = tempFolder({ 'a.fake': model, 'b.glb': 'old' });
    const args = ['export', join(folder, 'a.fake'), '-o', join(folder, 'b.glb')];
    expect((await cli(args)).code).toBe(3);
    expect(readFileSync(join(folder, 'b.glb'), 'utf8')).toBe('old');
    expect((await cli([...args, '--overwrite'])).code).toBe(0);
    expect(readFileSync(join(folder, 'b.glb'), 'latin1')).toMatch(/^glTF/);
  });

  test('fault 096: 200,000 vertices and a large picture need no argument lists', async () => {
    const folder = tempFolder({ 'a.fake': fakeFile({ triangles: 66_667 }) });
    for (const name of ['b.glb', 'b.obj', 'b.gltf']) {
      expect(await cli(['export', join(folder, 'a.fake'), '-o', join(folder, name)]), name).toMatchObject({ code: 0 });
    }
    expect(readFileSync(join(folder, 'b.obj'), 'utf8').match(/^f /gm)).toHaveLength(66_667);
  });
});

describe('export of a folder', () => {
  test('fault 091: a mirrored tree; equal names are numbered and said; outputs are no inputs; a rerun replaces nothing', async () => {
    const folder = tempFolder({
      'in/a/x.fake': model,
      'in/b/x.fake': model,
      'in/a/X.dds.fake': fakeFile({ images: ['skin'] }),
      'in/a/X.fake': model,
      'in/note.txt': 'no asset',
    });
    const args = ['export', join(folder, 'in'), '-o', join(folder, 'in/out'), '--to', 'glb'];
    const { code, stderr } = await cli(args);
    expect(code).toBe(0);
    const out = treeOf(join(folder, 'in/out'));
    expect(Object.keys(out)).toEqual(['a/X.glb', 'a/x-2.glb', 'b/x.glb']);
    expect(stderr).toContain('x.fake: written as x-2.glb, because x.glb is not free');
    expect(stderr).toMatch(/3 models of 4 files written to .*out, 1 without geometry left out\n$/);

    const again = await cli(args);
    expect(again.code).toBe(5);
    expect(again.stderr.match(/exists already/g)).toHaveLength(3);
    expect(treeOf(join(folder, 'in/out'))).toEqual(out);
    expect((await cli([...args, '--overwrite'])).code).toBe(0);
    expect(treeOf(join(folder, 'in/out'))).toEqual(out);
  });

  test('.gltf gets a folder for each model', async () => {
    const folder = tempFolder({ 'in/a/x.fake': model });
    await cli(['export', join(folder, 'in'), '-o', join(folder, 'out'), '--to', 'gltf']);
    expect(Object.keys(treeOf(join(folder, 'out')))).toEqual(['a/x/x.bin', 'a/x/x.gltf']);
  });

  test('a bad file does not stop the others: exit code 5', async () => {
    const folder = tempFolder({ 'in/a.fake': fakeFile({ broken: true }), 'in/b.fake': model });
    const { code } = await cli(['export', join(folder, 'in'), '-o', join(folder, 'out')]);
    expect(code).toBe(5);
    expect(Object.keys(treeOf(join(folder, 'out')))).toEqual(['b.glb']);
  });
});
