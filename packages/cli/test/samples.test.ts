import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { cli } from './support/run-cli.ts';
import { tempFolder, treeOf } from './support/temp-folder.ts';

const good = [
  ...samplesIn('svo', '.svo'),
  ...samplesIn('font', '.svo'),
  ...samplesIn('font', '.rfz'),
  ...samplesIn('dds', '.dds'),
  ...samplesIn('yabx', '.yabx'),
  ...samplesIn('msh', '.msh'),
  ...samplesIn('nres', '.rlb'),
  ...samplesIn('texm', '.texm'),
];
const bad = [...samplesIn('svo/bad', '.svo'), ...samplesIn('svo/bad', '.rfz')];
const models = samplesIn('svo', '.svo');
const parkanModels = samplesIn('msh', '.msh');

interface ExpectedFinding {
  code: string;
  severity: string;
  codeStatus?: 'spec' | 'proposed';
  optional?: boolean;
}

describe('good samples', () => {
  test('roundtrip: every one byte for byte', async () => {
    const { code, stdout } = await cli(['roundtrip', ...good.map(({ path }) => path)]);
    expect(stdout).toMatch(new RegExp(`\n${good.length} files identical, 0 different\n$`));
    expect(code).toBe(0);
  });

  test.each([...models, ...parkanModels])('$name: every command works on it', async ({ path }) => {
    const folder = tempFolder();
    expect((await cli(['validate', path])).code).toBe(0);
    const exported = await cli(['export', path, '-o', join(folder, 'm.glb')]);
    expect(exported.code).toBe(0);
    expect(exported.stderr).toMatch(/^exact +\d+ +triangles/m);
    for (const args of [
      ['info', path],
      ['info', '--json', path],
      ['ls', path],
      ['hex', path],
      ['dump', path, '--spans'],
    ]) {
      expect((await cli(args)).code, args.join(' ')).toBe(0);
    }
  });

  test('dump finds objects by class and by id, and diagnostics name them the same way', async () => {
    const { path } = models.find(({ name }) => name === 'oracle_hero.svo')!;
    const valueAt = async (field: string) => JSON.parse((await cli(['dump', path, field])).stdout).value;
    const state = await valueAt('State[0]');
    expect(state).toMatchObject({ id: 10002, class: 'stevia::State' });
    expect(await valueAt('#10002')).toEqual(state);
    expect(await valueAt('State[0]._cullMode')).toBe(state.fields._cullMode);
    const missing = await cli(['dump', path, 'Stat[0]']);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain(
      'Stat[0]: no object is of class "Stat"\n  Expected #ID, or one of Database, State',
    );
  });

  test('extract: the chunks of a model have the sums that are expected', async () => {
    const { path, expected } = models.find(({ name }) => name === 'oracle_hero.svo')!;
    const folder = tempFolder();
    expect((await cli(['extract', path, '-o', folder, '--png'])).code).toBe(0);
    const sizes = Object.entries(treeOf(folder)).map(([name, text]) => [name, text.length]);
    for (const { name, size } of expected.avts.entries) expect(sizes).toContainEqual([name, size]);
    expect(Object.keys(treeOf(folder)).filter((name) => name.endsWith('.png'))).toHaveLength(1);
  });

  test('a font has no geometry, and export says what to use', async () => {
    const [font] = samplesIn('font', '.svo');
    const folder = tempFolder();
    const { code, stderr } = await cli(['export', font!.path, '-o', join(folder, 'm.glb')]);
    expect(code).toBe(2);
    expect(stderr).toContain('has no geometry to export');
    expect(stderr).toContain('--png');
  });
});

describe.each(bad)('bad sample $name', ({ path, expected }) => {
  let started = 0;
  beforeEach(() => {
    started = Date.now();
  });
  afterEach(() => expect(Date.now() - started).toBeLessThan(20_000));

  test('validate gives the codes that are expected, and a fitting exit code', async () => {
    const { code, stdout } = await cli(['validate', path, '--format', 'json']);
    const [file] = JSON.parse(stdout).files;
    const found: ExpectedFinding[] = file.diagnostics;
    const required: ExpectedFinding[] = (expected.diagnostics ?? []).filter((d: ExpectedFinding) => !d.optional);
    for (const wanted of required) {
      const same = found.filter(
        (d) => d.severity === wanted.severity && (wanted.codeStatus === 'proposed' || d.code === wanted.code),
      );
      expect(same, `${wanted.severity} ${wanted.code} among ${JSON.stringify(found)}`).not.toHaveLength(0);
    }
    if (file.kind === null) expect(code).toBe(4);
    else expect(code).toBe(file.summary.errors > 0 ? 1 : 0);
  });

  test('no command crashes on it, and what can be opened is written back as it was', async () => {
    const folder = tempFolder();
    for (const args of [
      ['info', path],
      ['ls', path],
      ['dump', path, '--spans'],
      ['hex', path],
      ['coverage', path],
      ['extract', path, '-o', join(folder, 'x'), '--png'],
      ['export', path, '-o', join(folder, 'm.glb')],
      ['export', path, '-o', join(folder, 'm.obj')],
    ]) {
      const { code, stderr } = await cli(args);
      expect(stderr, args[0]).not.toContain('fault of unbake');
      expect([0, 2, 4, 5], `${args[0]}: ${stderr}`).toContain(code);
    }
    for (const name of Object.keys(treeOf(folder)))
      expect(name).toMatch(/^(?:x\/[^/]+|m\.(?:glb|obj|mtl)|[^/]+\.png)$/);
    const copy = join(folder, 'copy');
    if ((await cli(['repack', path, '-o', copy])).code === 0) {
      expect(Buffer.compare(readFileSync(copy), readFileSync(path))).toBe(0);
    } else expect(existsSync(copy)).toBe(false);
  });
});

describe.each([...samplesIn('msh/bad', '.msh'), ...samplesIn('texm/bad', '.texm')])('bad sample $name', (sample) => {
  test('validate gives the codes that are expected, and a fitting exit code', async () => {
    const { code, stdout } = await cli(['validate', sample.path, '--format', 'json']);
    const [file] = JSON.parse(stdout).files;
    const found = file.diagnostics.map((d: ExpectedFinding) => d.code);
    expect(found).toEqual(expect.arrayContaining(sample.expected.codes));
    if (sample.expected.severity === 'fatal') expect(code).toBe(4);
    else expect([0, 1, 4]).toContain(code);
  });

  test('no command crashes on it', async () => {
    const folder = tempFolder();
    for (const args of [
      ['info', sample.path],
      ['dump', sample.path, '--spans'],
      ['hex', sample.path],
      ['coverage', sample.path],
      ['extract', sample.path, '-o', join(folder, 'x'), '--png'],
      ['export', sample.path, '-o', join(folder, 'm.glb')],
      ['roundtrip', sample.path],
    ]) {
      const { code, stderr } = await cli(args);
      expect(stderr, args[0]).not.toContain('fault of unbake');
      expect([0, 2, 4, 5], `${args[0]}: ${stderr}`).toContain(code);
    }
  });
});

test('bad models inside an archive: each entry by its own address', async () => {
  const [archive] = samplesIn('msh/bad', '.rlb');
  // The bundled fixtures do not have it.
  if (!archive) return;
  for (const { entry, codes } of archive.expected.nested) {
    const { code, stdout } = await cli(['validate', `${archive.path}!${entry}`, '--format', 'json']);
    const [file] = JSON.parse(stdout).files;
    expect(file.file).toBe(`nested.rlb!${entry}`);
    expect(file.diagnostics.map((d: ExpectedFinding) => d.code)).toEqual(expect.arrayContaining(codes));
    expect(code).toBe(codes.length > 0 ? 4 : 0);
  }
});

describe('truncated samples', () => {
  test.each(models)('every 64 bytes of $name: a diagnostic or one error line, never a fault', async ({ bytes }) => {
    for (let size = 0; size < bytes.length; size += 64) {
      const { code, stdout, stderr } = await cli(['validate', '-'], { stdin: bytes.subarray(0, size) });
      expect(stderr, `${size} bytes`).toBe('');
      expect(stdout, `${size} bytes`).toMatch(/ at 0x[0-9A-F]+|no findings/);
      const inLastPadding = size > bytes.length - 0x80;
      expect(inLastPadding ? [0, 1] : [1, 4], `${size} bytes: ${stdout}`).toContain(code);
    }
  });
});
