import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Fake, fakeFile, registerFakeFormat } from '../support/fake-format.ts';
import { cli } from '../support/run-cli.ts';
import { tempFolder } from '../support/temp-folder.ts';

beforeAll(registerFakeFormat);

const fake: Fake = {
  entries: [
    ['テ.dds', 'abc'],
    ['B\n', ''],
  ],
};

function fakeAt(contents: Fake = fake): string {
  return join(tempFolder({ 'a.fake': fakeFile(contents) }), 'a.fake');
}

describe('info', () => {
  test('prints what is in the file', async () => {
    const file = fakeAt({ triangles: 1500 });
    const { code, stdout } = await cli(['info', file]);
    expect(code).toBe(0);
    expect(stdout).toBe(
      `${file}\n  kind      fake (wear), 22 bytes\n  geometry  1 mesh, 1,500 triangles\n  findings  no findings\n`,
    );
  });

  test('--json', async () => {
    const { stdout } = await cli(['info', '--json', fakeAt({ triangles: 2 })]);
    expect(stdout).toMatch(/^\{\n {2}"schema": "unbake-info-v1",/);
    expect(JSON.parse(stdout)).toEqual({
      schema: 'unbake-info-v1',
      files: [
        {
          file: 'a.fake',
          format: 'wear',
          size: 19,
          kind: 'fake',
          meshes: 1,
          triangles: 2,
          findings: { errors: 0, warnings: 0, infos: 0 },
        },
      ],
    });
  });

  test('a file that cannot be read does not stop the others', async () => {
    const folder = tempFolder({ 'a.fake': fakeFile({ broken: true }), 'b.fake': fakeFile() });
    const { code, stdout, stderr } = await cli(['info', join(folder, 'a.fake'), join(folder, 'b.fake')]);
    expect(code).toBe(5);
    expect(stdout).toContain('b.fake\n  kind ');
    expect(stderr).toBe(
      `unbake: ${folder}/a.fake: avts/truncated at 0x0, header: needs 8 bytes, 0 left\n  Copy the file again from its source: it was cut.\n`,
    );
  });
});

describe('ls', () => {
  test('a table whose columns stand straight, wide letters and control characters included', async () => {
    expect((await cli(['ls', fakeAt()])).stdout).toBe(
      'index  name     kind  size  offset\n    0  テ.dds   text     3   0x100\n    1  B\\u000a  text     0   0x101\n',
    );
  });

  test('--json', async () => {
    const { stdout } = await cli(['ls', '--json', fakeAt()]);
    expect(stdout).toMatch(/^\{\n {2}"schema": "unbake-ls-v1",/);
    expect(JSON.parse(stdout).entries[0]).toEqual({
      index: 0,
      name: 'テ.dds',
      nameHex: 'e383862e646473',
      kind: 'text',
      size: 3,
      present: 3,
      offset: 256,
    });
  });

  test('an entry of an archive is addressed by name, name in other case, and number', async () => {
    const inner = Buffer.from(fakeFile({ entries: [['deep.txt', 'x']] })).toString('utf8');
    const file = fakeAt({ entries: [['Inner!.fake', inner]] });
    for (const address of ['Inner!.fake', 'INNER!.FAKE', '#0']) {
      const entry = address.includes('!') ? '#0' : address;
      expect((await cli(['ls', `${file}!${entry}`])).stdout).toContain('deep.txt');
    }
    const plain = fakeAt({ entries: [['Inner.fake', inner]] });
    expect((await cli(['ls', `${plain}!inner.FAKE`])).stdout).toContain('deep.txt');
    const missing = await cli(['ls', `${plain}!other`]);
    expect(missing).toMatchObject({ code: 3, stdout: '' });
    expect(missing.stderr).toContain('a.fake!other: no entry is called "other"');
  });

  test('a file whose name has an exclamation mark is that file', async () => {
    const folder = tempFolder({ 'wow!.fake': fakeFile() });
    expect((await cli(['ls', join(folder, 'wow!.fake')])).code).toBe(0);
  });

  test('a folder is wrong usage', async () => {
    expect(await cli(['ls', tempFolder()])).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('dump', () => {
  test('the whole file as JSON that starts with its schema', async () => {
    const { stdout } = await cli(['dump', fakeAt({ triangles: 2 })]);
    expect(stdout).toMatch(/^\{\n {2}"schema": "unbake-dump-v1",/);
    expect(JSON.parse(stdout)).toEqual({
      schema: 'unbake-dump-v1',
      file: 'a.fake',
      format: 'wear',
      data: { triangles: 2 },
    });
  });

  test('one field by its path in the JSON form or in the file', async () => {
    const file = fakeAt();
    const value = async (path: string) => JSON.parse((await cli(['dump', file, path])).stdout).value;
    expect(await value('entries[0][1]')).toBe('abc');
    expect(await value('header.magic')).toBe('FAKE');
    expect(await value('header')).toEqual({ magic: 'FAKE', first: 0x7b });
  });

  test('--spans adds byte ranges', async () => {
    const file = fakeAt({});
    expect(JSON.parse((await cli(['dump', file, '--spans'])).stdout).spans).toEqual([
      { path: 'header.magic', offset: 0, length: 4 },
      { path: 'header.first', offset: 4, length: 1 },
      { path: 'body', offset: 6, length: 0 },
    ]);
    expect(JSON.parse((await cli(['dump', file, 'header.magic', '--spans'])).stdout)).toMatchObject({
      path: 'header.magic',
      value: 'FAKE',
      offset: 0,
      length: 4,
    });
  });

  test('--at names the field that holds a byte', async () => {
    const at = async (offset: string) => JSON.parse((await cli(['dump', fakeAt(), '--at', offset])).stdout);
    expect(await at('0x3')).toMatchObject({ at: 3, path: 'header.magic', offset: 0, length: 4, value: 'FAKE' });
    expect(await at('5')).toMatchObject({ at: 5, path: null, value: null });
    expect((await cli(['dump', fakeAt(), '--at', '0x'])).code).toBe(2);
    expect((await cli(['dump', fakeAt(), '--at', '99999'])).code).toBe(2);
  });

  test('a path that does not exist is wrong usage', async () => {
    const { code, stderr } = await cli(['dump', fakeAt(), 'State[0]']);
    expect(code).toBe(2);
    expect(stderr).toContain('no field "State[0]" in this wear file');
  });
});

describe('hex', () => {
  test('bytes, field, value; unexplained bytes; long fields over several lines', async () => {
    const { stdout } = await cli(['hex', fakeAt({ triangles: 123456789 })]);
    expect(stdout).toBe(
      [
        '00000000  46 41 4B 45                                      header.magic  "FAKE"',
        '00000004  7B                                               header.first  123 (0x7B)',
        '00000005  22                                               (unexplained)',
        '00000006  74 72 69 61 6E 67 6C 65 73 22 3A 31 32 33 34 35  body  "triangles\\":123456789}"',
        '00000016  36 37 38 39 7D',
        '',
      ].join('\n'),
    );
  });

  test('one field or group, or the field at a byte', async () => {
    const file = fakeAt();
    expect((await cli(['hex', file, 'header.first'])).stdout).toMatch(
      /^00000004 {2}7B +header\.first {2}123 \(0x7B\)\n$/,
    );
    expect((await cli(['hex', file, 'header'])).stdout.split('\n')).toHaveLength(3);
    expect((await cli(['hex', file, '--at', '2'])).stdout).toMatch(
      /^00000000 {2}46 41 4B 45 +header\.magic {2}"FAKE"\n$/,
    );
  });

  test('a field of more than 256 bytes is cut, --full shows it', async () => {
    const file = fakeAt({ entries: [['x', 'y'.repeat(1000)]] });
    const cut = (await cli(['hex', file])).stdout;
    expect(cut).toMatch(/\.\. \d+ more bytes, to 0x[0-9A-F]+ \(--full\)\n$/);
    const full = (await cli(['hex', file, '--full'])).stdout;
    expect(full.split('\n').length).toBeGreaterThan(60);
    expect(full).not.toContain('more bytes');
  });
});

describe('coverage', () => {
  test('lists what explains the bytes and what nothing explains', async () => {
    const file = fakeAt({});
    expect((await cli(['coverage', file])).stdout).toBe(
      'offset  size  what\n   0x0     5  header\n   0x5     1  (unexplained, not zero)\n   0x6     0  body\n1 byte of 6 bytes not explained, in 1 place\n',
    );
    expect(JSON.parse((await cli(['coverage', '--json', file])).stdout)).toMatchObject({
      schema: 'unbake-coverage-v1',
      size: 6,
      explained: 5,
      unexplained: [{ offset: 5, length: 1, zero: false }],
    });
  });
});

describe('roundtrip', () => {
  test('identical files end with 0', async () => {
    const { code, stdout } = await cli(['roundtrip', fakeAt({})]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/a\.fake \(wear\), 6 bytes: identical\n1 file identical, 0 different\n$/);
  });

  test('the verdict is green on a terminal', async () => {
    const { stdout } = await cli(['roundtrip', fakeAt({})], { tty: true });
    expect(stdout).toContain('\u001b[32midentical\u001b[39m\n');
  });

  test('a byte that differs is named with its field: exit code 1', async () => {
    const { code, stdout } = await cli(['roundtrip', fakeAt({ flips: 2 })]);
    expect(code).toBe(1);
    expect(stdout).toContain('DIFFERENT at 0x2 (header.magic): 4B 45');
  });

  test('--json', async () => {
    const folder = tempFolder({ 'in/a.fake': fakeFile({ flips: 0 }), 'in/b.fake': fakeFile(), 'in/c.fake': 'FAKE' });
    const { code, stdout } = await cli(['roundtrip', '--json', join(folder, 'in')]);
    expect(code).toBe(5);
    const document = JSON.parse(stdout);
    expect(document.schema).toBe('unbake-roundtrip-v1');
    expect(document.files).toMatchObject([
      { file: 'in/a.fake', kind: 'wear', identical: false, difference: { offset: 0, path: 'header.magic' } },
      { file: 'in/b.fake', identical: true, difference: null },
      { file: 'in/c.fake', error: 'avts/truncated at 0x0, header: needs 8 bytes, 0 left' },
    ]);
    expect(document.summary).toEqual({ files: 3, identical: 1, different: 1, failed: 1 });
  });
});
