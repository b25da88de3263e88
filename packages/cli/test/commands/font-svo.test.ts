import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dds } from '../../../../test-support/font.ts';
import { sampleDir, samplesIn } from '../../../../test-support/samples.ts';
import { cli } from '../support/run-cli.ts';
import { tempFolder, treeOf } from '../support/temp-folder.ts';

const samples = samplesIn('font', '.svo').map((sample) => {
  const base = sample.name.replace(/\.svo$/, '');
  const pages = readdirSync(sampleDir('font')).filter((name) => name.startsWith(`${base}_`) && name.endsWith('.dds'));
  return { ...sample, base, pages: pages.sort() };
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const page = (name: string) => new Uint8Array(readFileSync(join(sampleDir('font'), name)));

describe.each(samples)('$name', ({ base, pages, bytes, expected }) => {
  const files = Object.fromEntries(pages.map((name) => [name, page(name)]));

  test('made from its pages, byte for byte', async () => {
    const folder = tempFolder(files);
    const output = join(folder, 'out/font.svo');
    const { code, stderr } = await cli(['font', 'svo', base, ...pages.map((p) => join(folder, p)), '-o', output]);
    expect(code).toBe(0);
    expect(stderr).toContain(`wrote ${output}, `);
    const made = readFileSync(output);
    expect(sha256(made)).toBe(expected.sha256);
    expect(made.equals(bytes)).toBe(true);
  });

  test('--selftest finds it identical, and writes nothing', async () => {
    const folder = tempFolder({ ...files, 'texture.svo': bytes });
    const before = treeOf(folder);
    const { code, stdout } = await cli(['font', 'svo', '--selftest', folder]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^identical to .*texture\.svo, [\d,]+ bytes\n$/);
    expect(treeOf(folder)).toEqual(before);
  });

  test('--selftest shows the first byte that differs and its field', async () => {
    const changed = bytes.slice();
    const at = expected.avts.entries[0].offset + 0xc;
    changed[at]! ^= 0xff;
    const folder = tempFolder({ ...files, 'texture.svo': changed });
    const { code, stdout } = await cli(['font', 'svo', '--selftest', folder]);
    expect(code).toBe(1);
    const there = changed[at]!.toString(16).toUpperCase().padStart(2, '0');
    const made = bytes[at]!.toString(16).toUpperCase().padStart(2, '0');
    expect(stdout).toMatch(new RegExp(`differs at 0x${at.toString(16).toUpperCase()} \\(\\S*crc\\): ${there} `, 'i'));
    expect(stdout).toContain(` there, ${made} `);
  });
});

test('counts of pages: 1, 2 and 7 among the samples', () => {
  // Fewer where only the project's own fixtures are.
  expect([1, 2, 7]).toEqual(expect.arrayContaining(samples.map(({ pages }) => pages.length)));
  expect(samples.length).toBeGreaterThan(0);
});

describe('selftest', () => {
  test('a base name chooses among the fonts of a folder', async () => {
    const folder = tempFolder({ 'A_0000.dds': dds(4, 4), 'A_0001.dds': dds(4, 8), 'B_0000.dds': dds(4, 4) });
    const both = await cli(['font', 'svo', '--selftest', folder]);
    expect(both.code).toBe(2);
    expect(both.stderr).toContain('has pages of several fonts: A, B');
    const pages = ['A_0000.dds', 'A_0001.dds'].map((name) => join(folder, name));
    expect((await cli(['font', 'svo', 'A', ...pages, '-o', join(folder, 'texture.svo')])).code).toBe(0);
    expect((await cli(['font', 'svo', 'A', '--selftest', folder])).code).toBe(0);
    expect((await cli(['font', 'svo', 'B', '--selftest', folder])).code).toBe(1);
    expect((await cli(['font', 'svo', 'C', '--selftest', folder])).stderr).toContain('no pages called C_NNNN.dds');
  });

  test('a file that is longer or shorter', async () => {
    const folder = tempFolder({ 'A_0000.dds': dds(4, 4) });
    const output = join(folder, 'texture.svo');
    await cli(['font', 'svo', 'A', join(folder, 'A_0000.dds'), '-o', output]);
    const made = new Uint8Array(readFileSync(output));
    for (const reference of [made.subarray(0, -1), Uint8Array.from([...made, 0])]) {
      const other = tempFolder({ 'A_0000.dds': dds(4, 4), 'texture.svo': reference });
      const { code, stdout } = await cli(['font', 'svo', '--selftest', other]);
      expect(code).toBe(1);
      const first = Math.min(made.length, reference.length).toString(16).toUpperCase();
      expect(stdout).toContain(`differs at 0x${first}`);
      expect(stdout).toContain(`${reference.length} bytes there, ${made.length} made`);
    }
  });

  test('with an output: written only when identical; the words keep off standard output', async () => {
    const folder = tempFolder({ 'A_0000.dds': dds(4, 4), 'texture.svo': 'AVTS' });
    const different = await cli(['font', 'svo', '--selftest', folder, '-o', join(folder, 'new.svo')]);
    expect(different.code).toBe(1);
    expect(Object.keys(treeOf(folder))).not.toContain('new.svo');
    const output = join(folder, 'texture.svo');
    await cli(['font', 'svo', 'A', join(folder, 'A_0000.dds'), '-o', output, '--overwrite']);
    const same = await cli(['font', 'svo', '--selftest', folder, '-o', '-']);
    expect(same.code).toBe(0);
    expect(Buffer.from(same.output).equals(readFileSync(output))).toBe(true);
    expect(same.stderr).toContain('identical');
  });

  test('without its texture.svo', async () => {
    const { code, stderr } = await cli(['font', 'svo', '--selftest', tempFolder({ 'A_0000.dds': dds(4, 4) })]);
    expect(code).toBe(3);
    expect(stderr).toContain('texture.svo: no such file');
  });
});

describe('refused before anything is written', () => {
  test.each([
    [[], 'an output is missing'],
    [['A', '{p}'], 'an output is missing'],
    [['A', '-o', '{o}'], 'a base name and at least one page'],
    [['A', '{p}', '{text}', '-o', '{o}'], 'a.txt: page 1 is not a DDS file, it starts with 68 65 6C 6C'],
    [['A', '{p}', '{empty}', '-o', '{o}'], 'e.dds: page 1 is not a DDS file, it starts with nothing'],
    // 115 letters and the 12 of "__HmfToSvo__" are 127 bytes, the NUL makes 128.
    [['A'.repeat(115), '{p}', '-o', '{o}'], 'has 127 bytes or letters that cannot be stored, at most 126 bytes fit'],
    [['A', '{p}', '-o', '{p}', '--overwrite'], 'is the input file itself'],
  ])('%j', async (args, message) => {
    const folder = tempFolder({ 'p.dds': dds(4, 4), 'a.txt': 'hello', 'e.dds': '' });
    const before = treeOf(folder);
    const paths: { [name: string]: string } = { '{p}': 'p.dds', '{text}': 'a.txt', '{empty}': 'e.dds', '{o}': 'o.svo' };
    const { code, stderr } = await cli([
      'font',
      'svo',
      ...args.map((arg) => (paths[arg] ? join(folder, paths[arg]) : arg)),
    ]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect(treeOf(folder)).toEqual(before);
  });

  test('a base name of 114 letters fits', async () => {
    const folder = tempFolder({ 'p.dds': dds(4, 4) });
    expect((await cli(['font', 'svo', 'A'.repeat(114), join(folder, 'p.dds'), '-o', '-'])).code).toBe(0);
  });

  test('a page or a folder that is not there', async () => {
    const folder = tempFolder();
    const missing = await cli(['font', 'svo', 'A', join(folder, 'no.dds'), '-o', join(folder, 'o.svo')]);
    expect(missing.code).toBe(3);
    expect(missing.stderr).toContain('no.dds: no such file');
    expect((await cli(['font', 'svo', '--selftest', join(folder, 'no')])).code).toBe(3);
    expect(treeOf(folder)).toEqual({});
  });
});
