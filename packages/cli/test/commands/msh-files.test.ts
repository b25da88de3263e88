import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editNres, readNres, repackNres } from '@unbake/formats';
import { describe, expect, test } from 'vitest';
import { sampleDir, samplesIn } from '../../../../test-support/samples.ts';
import { cli } from '../support/run-cli.ts';
import { tempFolder } from '../support/temp-folder.ts';

const bytesOf = (path: string) => new Uint8Array(readFileSync(path));
const same = (a: Uint8Array, b: Uint8Array) => Buffer.from(a).equals(b);
const models = samplesIn('msh', '.msh');
const archives = samplesIn('nres', '.rlb');
const objects = `${sampleDir('nres')}/objects.rlb`;
const turret = `${sampleDir('msh')}/turret.msh`;

describe('repack', () => {
  test.each([...models, ...archives])('$name: the same bytes, and a canonical file stays canonical', async (sample) => {
    const folder = tempFolder();
    const [copy, tidy, again] = ['copy', 'tidy', 'again'].map((name) => join(folder, name)) as [string, string, string];
    expect((await cli(['repack', sample.path, '-o', copy])).code).toBe(0);
    expect(same(bytesOf(copy), sample.bytes)).toBe(true);
    expect((await cli(['repack', sample.path, '-o', tidy, '--canonical'])).code).toBe(0);
    expect((await cli(['repack', tidy, '-o', again, '--canonical'])).code).toBe(0);
    expect(same(bytesOf(tidy), bytesOf(again))).toBe(true);
    if (sample.expected.canonical) expect(same(bytesOf(tidy), sample.bytes)).toBe(sample.expected.canonical.same);
    expect((await cli(['validate', tidy, '--fail-on', 'warning'])).stdout).not.toMatch(/nres\//);
  });

  test('of a file with errors is refused, unless by --force', async () => {
    const folder = tempFolder();
    const bad = `${sampleDir('msh')}/bad/fallback-range.msh`;
    const out = join(folder, 'out.msh');
    const refused = await cli(['repack', bad, '-o', out]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/msh\/fallback-range/);
    expect(refused.stderr).toMatch(/nothing was written: the new file would have 2 errors/);
    expect(existsSync(out)).toBe(false);
    expect((await cli(['repack', bad, '-o', out, '--force'])).code).toBe(0);
    expect(same(bytesOf(out), bytesOf(bad))).toBe(true);
  });

  test('--canonical of a format with one layout says so and gives the same bytes', async () => {
    const dds = samplesIn('dds', '.dds')[0]!.path;
    const out = join(tempFolder(), 'x.dds');
    const { code, stderr } = await cli(['repack', dds, '-o', out, '--canonical']);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('no other layout') });
    expect(same(bytesOf(out), bytesOf(dds))).toBe(true);
  });
});

describe('entries of archives', () => {
  test('every command takes archive!entry, also nested ones, by name, number and type', async () => {
    const folder = tempFolder();
    for (const entry of ['turret.msh', 'static.msh', '#0', 'type:0x4853454D']) {
      expect((await cli(['info', `${objects}!${entry}`])).stdout).toContain('MSH model');
    }
    for (const entry of ['Броня', 'STEEL', 'turret.wea', 'steel.0', 'БРОНЯ']) {
      const { code, stderr } = await cli(['info', `${objects}!${entry}`]);
      expect({ entry, code, stderr }).toEqual({
        entry,
        code: entry === 'БРОНЯ' ? 3 : 0,
        stderr: entry === 'БРОНЯ' ? stderr : '',
      });
    }
    const nodes = await cli(['ls', `${objects}!turret.msh`]);
    expect(nodes.stdout).toMatch(/13 \(0x0D\) batches/);
    for (const command of ['dump', 'hex', 'coverage', 'validate', 'roundtrip']) {
      expect((await cli([command, `${objects}!turret.msh`])).code, command).toBe(0);
    }
    expect((await cli(['dump', `${objects}!turret.msh!type:13`])).code).not.toBe(0);
    const parts = join(folder, 'parts');
    expect((await cli(['extract', `${objects}!turret.msh`, '-o', parts])).code).toBe(0);
    const sample = ['--node', 'all', '--time', '0:24:0.5', '--format', 'json'];
    const inside = await cli(['anim', 'sample', `${objects}!turret.msh`, ...sample]);
    const outside = await cli(['anim', 'sample', turret, ...sample]);
    expect(inside.code).toBe(0);
    expect(inside.stdout).toBe(outside.stdout);
    const copy = join(folder, 'copy.msh');
    expect((await cli(['repack', `${objects}!turret.msh`, '-o', copy])).code).toBe(0);
    expect(same(bytesOf(copy), bytesOf(turret))).toBe(true);
    // No magic and no extension: the archive says what it is.
    expect((await cli(['repack', `${objects}!STEEL`, '-o', join(folder, 'steel')])).code).toBe(0);
  });
});

test('archives in archives; a name with a ! in it', async () => {
  const archive = (...entries: [name: string, data: Uint8Array][]) =>
    repackNres(
      editNres(
        readNres(bytesOf(`${sampleDir('nres')}/none.rlb`)),
        [],
        entries.map(([name, data]) => ({ type: 0, name: Buffer.from(name), data, attr1: 0, attr2: 0, attr3: 0 })),
      ),
    );
  const inner = archive(['hero.msh', bytesOf(turret)]);
  const path = join(tempFolder(), 'outer.rlb');
  writeFileSync(path, archive(['mid.rlb', archive(['a!b.rlb', inner])], ['a!b.rlb', inner]));
  for (const entry of ['mid.rlb!a!b.rlb!hero.msh', 'MID.RLB!#0!HERO.MSH', 'a!b.rlb!hero.msh']) {
    const { code, stdout } = await cli(['anim', 'tracks', `${path}!${entry}`]);
    expect({ entry, code }).toEqual({ entry, code: 0 });
    expect(stdout).toContain('5 nodes');
  }
  const { code, stderr } = await cli(['info', `${path}!mid.rlb!a!no.rlb`]);
  expect(code).toBe(3);
  expect(stderr).toContain('no entry is called "a"');
  const out = join(tempFolder(), 'out');
  expect((await cli(['export', path, '-o', `${out}/`])).code).toBe(0);
  expect([existsSync(join(out, 'hero.glb')), existsSync(join(out, 'hero-2.glb'))]).toEqual([true, true]);
});

describe('export', () => {
  const glb = (...options: string[]) => cli(['export', ...options, '-o', join(tempFolder(), 'out.glb')]);

  test('says how far the curves are from the engine, and calls only what is within 1e-4 exact', async () => {
    const exact = await glb(turret);
    expect(exact.stderr).toMatch(
      /^animation: exact: the largest deviation from the engine is position \S+ \(node \S+, frame \S+\), angle \S+ rad \(node \S+, frame \S+\)$/m,
    );
    const numbers = /position (\S+) .* angle (\S+) rad/.exec(exact.stderr)!.slice(1).map(Number);
    for (const number of numbers) expect(number).toBeLessThanOrEqual(1e-4);
    const walker = await glb(`${sampleDir('msh')}/walker.msh`);
    expect(walker.stderr).toMatch(/^animation: not exact \(above 0\.0001\)/m);
    const still = await glb(`${sampleDir('msh')}/static.msh`);
    expect(still.stderr).not.toMatch(/^animation:/m);
    const other = await glb(turret, '--rotation-sense', 'stored', '--axis', 'none', '--fps', '24');
    expect(other.stderr).toMatch(/^animation: exact/m);
  });

  test('resolves materials of the archive itself, and of --assets in any case', async () => {
    const inside = await glb(`${objects}!turret.msh`);
    expect(inside.stderr).not.toMatch(/WEAR|left-out .*material/);

    const folder = tempFolder();
    const assets = join(folder, 'Assets');
    mkdirSync(assets);
    writeFileSync(join(folder, 'TURRET.MSH'), bytesOf(turret));
    const wear = await cli(['extract', `${objects}`, '-o', join(folder, 'parts')]);
    expect(wear.code).toBe(0);
    writeFileSync(join(folder, 'turret.WEA'), bytesOf(join(folder, 'parts', 'turret.wea')));
    writeFileSync(join(assets, 'MATERIAL.LIB'), bytesOf(objects));
    writeFileSync(join(assets, 'textures.lib'), bytesOf(objects));
    const without = await glb(join(folder, 'TURRET.MSH'));
    expect(without.stderr).toMatch(/left-out .*material/);
    const withAssets = await glb(join(folder, 'TURRET.MSH'), '--assets', assets);
    expect(withAssets.stderr).not.toMatch(/left-out .*material/);
    const nowhere = await glb(turret, '--assets', join(folder, 'nowhere'));
    expect(nowhere.code).toBe(3);
    expect(nowhere.stderr).toMatch(/cannot read .*nowhere: no such file or folder/);
  });
});

describe('export of a whole archive', () => {
  test('every model and texture, names that differ in case kept apart', async () => {
    const folder = join(tempFolder(), 'out');
    const { code, stdout, stderr } = await cli(['export', objects, '-o', `${folder}/`]);
    expect({ code, last: stderr.trimEnd().split('\n').at(-1) }).toEqual({
      code: 0,
      last: `3 models and 2 textures written to ${folder}/`,
    });
    for (const name of ['turret.glb', 'static.glb', 'TURRET-2.glb', 'steel.0.png', 'броня.png']) {
      expect(existsSync(join(folder, name)), name).toBe(true);
      expect(stdout).toContain(name);
    }
    expect(stderr).toMatch(/objects\.rlb!turret\.msh: animation: exact/);
    const one = await cli(['export', objects, '-o', join(folder, 'one.glb')]);
    expect(one.code).toBe(2);
    expect(one.stderr).toMatch(
      /is an archive, not one model\n.*-o FOLDER writes all 3; one of them is '.*objects\.rlb!turret\.msh'/,
    );
  });

  test('archives of a folder get a folder each; an archive of nothing says so', async () => {
    const out = join(tempFolder(), 'out');
    const { code, stderr } = await cli(['export', sampleDir('nres'), '-o', out]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^9 models of 4 files written/m);
    expect(existsSync(join(out, 'canonical', 'turret.glb'))).toBe(true);
    const none = await cli(['export', `${sampleDir('nres')}/none.rlb`, '-o', `${out}/`]);
    expect({ code: none.code, stderr: none.stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no model'),
    });
  });

  test('damaged models inside are said, and the good one is written', async () => {
    const out = join(tempFolder(), 'out');
    const { code, stderr } = await cli(['export', `${sampleDir('msh')}/bad/nested.rlb`, '-o', `${out}/`]);
    expect(code).toBe(5);
    expect(stderr).toMatch(/nested\.rlb!magic\.msh: nres\/magic at 0x750/);
    expect(stderr).toMatch(/1 model and 0 textures written to .*, 5 failed/);
    expect(existsSync(join(out, 'good.glb'))).toBe(true);
  });
});

test.each([
  ['--lod', '5', /levels of detail are 0 to 4/],
  ['--state', '3', /states are 0 to 2/],
  ['--bake', '1001', /keys a frame are 1 to 1000/],
])('export %s %s is wrong usage', async (option, value, message) => {
  const { code, stderr } = await cli(['export', turret, '-o', join(tempFolder(), 'x.glb'), option, value]);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

test('RsLi archives are recognised, and said to be not supported yet', async () => {
  const { code, stderr } = await cli(['info', `${sampleDir('msh')}/bad/rsli.msh`]);
  expect(code).toBe(4);
  expect(stderr).toMatch(/RsLi.*not supported yet/s);
});
