import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleDir, samplesIn } from '../../../../test-support/samples.ts';
import { cli } from '../support/run-cli.ts';
import { tempFolder, treeOf } from '../support/temp-folder.ts';

const hero = new Uint8Array(readFileSync(`${sampleDir('svo')}/oracle_hero.svo`));
const font = new Uint8Array(readFileSync(`${sampleDir('font')}/oracle_mix_20pt.rfz`));
const CULL = 'State[0]._cullMode';

/** A folder with the sample, and ways to call the tool in it. */
function workplace(files: { [name: string]: Uint8Array | string } = {}) {
  const folder = tempFolder({ 'a.svo': hero, ...files });
  const path = (name: string) => join(folder, name);
  return {
    folder,
    path,
    read: (name: string) => new Uint8Array(readFileSync(path(name))),
    unbake: (...args: string[]) =>
      cli(args.map((arg) => (/^[a-z0-9]+\.(svo|json|rfz|dds|out)[a-z0-9.]*$/.test(arg) ? path(arg) : arg))),
  };
}

const fieldOf = async (path: string, field: string) => JSON.parse((await cli(['dump', path, field])).stdout).value;

describe('set', () => {
  test('one value, several, and what changed is listed', async () => {
    const { unbake, path } = workplace();
    const { code, stderr } = await unbake('set', 'a.svo', CULL, '0', 'Node[0]._translation.y', '-1.5', '-o', 'b.svo');
    expect(code).toBe(0);
    expect(stderr).toContain(`${CULL}: 2 -> 0\n`);
    expect(stderr).toMatch(/Node\[0\]\._translation: \[0,1,0\] -> \[0,-1.5,0\]\nwrote [^\n]*b\.svo, 19,584 bytes\n$/);
    expect(await fieldOf(path('b.svo'), CULL)).toBe(0);
    expect((await unbake('validate', 'b.svo')).code).toBe(0);
  });

  test('and back gives the original bytes; paths as dump spells them', async () => {
    const { unbake, read } = workplace();
    for (const path of [CULL, 'stevia::State[0]._cullMode', '#10002._cullMode', 'yabx.objects[1].fields._cullMode']) {
      expect((await unbake('set', 'a.svo', path, '1', '-o', 'b.svo', '--overwrite')).code, path).toBe(0);
      expect(Buffer.from(read('b.svo')).equals(hero)).toBe(false);
      expect((await unbake('set', 'b.svo', CULL, '2', '-o', 'c.svo', '--overwrite')).code).toBe(0);
      expect(Buffer.from(read('c.svo')).equals(hero)).toBe(true);
    }
  });

  test('on standard input and output', async () => {
    const { code, output, stderr } = await cli(['set', '-', CULL, '1', '-o', '-'], { stdin: hero });
    expect({ code, stderr }).toEqual({ code: 0, stderr: `  ${CULL}: 2 -> 1\n` });
    expect(output).toHaveLength(hero.length);
  });

  test.each([
    [[CULL, 'two'], /"two" is not a u32\n {2}Expected a whole number from 0 to 4294967295\.\n$/],
    [['State[0]._nothing', '1'], /has no field "_nothing"\n {2}Expected one of _fillType/],
    [['Nothing[0]._x', '1'], /no object is of class "Nothing"/],
    [['State[0]._texture', '[#99999]'], /#99999 is outside the object table\n {2}Expected #10001 to/],
    [['State[0]._name', 'n'.repeat(40000)], /the text has 40000 bytes\n {2}Expected at most 32766 bytes/],
    [[CULL, '1', 'State[0]._name'], /State\[0\]\._name has no value/],
    [[CULL, '1', 'Node[0]._name[0]', 'x'], /Node\[0\]\._name\[0\]/],
  ])('%j is refused before anything is written', async (args, message) => {
    const { unbake, folder } = workplace();
    const { code, stdout, stderr } = await unbake('set', 'a.svo', ...args, '-o', 'b.svo');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(Object.keys(treeOf(folder))).toEqual(['a.svo']);
  });

  test('a value that makes the file wrong is refused; --force writes it', async () => {
    const { unbake, folder } = workplace();
    const args = ['set', 'a.svo', 'Batch[0]._indexNumber', '999999', '-o', 'b.svo'];
    const { code, stderr } = await unbake(...args);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing was written') });
    expect(stderr).toMatch(/error svo\/batch-range at 0x/);
    expect(Object.keys(treeOf(folder))).toEqual(['a.svo']);
    expect((await unbake(...args, '--force')).code).toBe(0);
    // What is wrong already is no reason to refuse another edit.
    expect((await unbake('set', 'b.svo', CULL, '1', '-o', 'c.svo')).code).toBe(0);
  });

  test('fonts: a metric, an object of the embedded SVO, a glyph that leaves its page', async () => {
    const { unbake, path } = workplace({ 'f.rfz': font });
    const inner = 'TextureResource[0].file.Image[0]._name';
    expect((await unbake('set', 'f.rfz', 'Glyph[3].cell_inc_x', '12', inner, 'x', '-o', 'g.rfz')).code).toBe(0);
    expect((await unbake('diff', 'f.rfz', 'g.rfz')).stdout).toBe(
      `Glyph[3].cell_inc_x: 4 -> 12\n${inner}: "RFO_ORACLE_MIX_20pt_0000" -> "x"\n`,
    );
    const { code, stderr } = await unbake('set', 'f.rfz', 'Glyph[3].box_x2', '1200', '-o', 'h.rfz');
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/leaves page 0 of 256x256/) });
    const twice = await unbake('set', 'f.rfz', 'Glyph[3].code', String(0x20), '-o', 'h.rfz');
    expect({ code: twice.code, stderr: twice.stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/rfz\/glyph/),
    });
    const wide = await unbake('set', 'f.rfz', 'Glyph[3].cell_inc_x', '70000', '-o', 'h.rfz');
    expect({ code: wide.code, stderr: wide.stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/0 to 65535/),
    });
    expect(existsSync(path('h.rfz'))).toBe(false);
  });

  test('a file without fields, and one that is not edited', async () => {
    const dds = readFileSync(samplesIn('dds', '.dds')[0]!.path);
    const { unbake } = workplace({ 'a.dds': dds });
    const { code, stderr } = await unbake('set', 'a.dds', 'header.width', '4', '-o', 'b.dds');
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('no fields that can be set') });
  });
});

describe('where the edited file goes', () => {
  test.each([
    [[], /where does the edited file go\?\n {2}Give -o OUT, or --in-place/],
    [['-o', 'a.svo'], /is the input file itself\n {2}--in-place edits it/],
    [['-o', 'a.svo', '--overwrite'], /is the input file itself/],
    [['-o', 'b.svo', '--in-place'], /-o and --in-place name a target both/],
  ])('%j is refused', async (options, message) => {
    const { unbake, folder } = workplace();
    const { code, stderr } = await unbake('set', 'a.svo', CULL, '1', ...options);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(treeOf(folder)).toEqual({ 'a.svo': Buffer.from(hero).toString('latin1') });
  });

  test('standard input and entries of archives are not edited in place', async () => {
    expect(await cli(['set', '-', CULL, '1', '--in-place'], { stdin: hero })).toMatchObject({ code: 2 });
    const { unbake, path } = workplace();
    const { code, stderr } = await cli(['set', `${path('a.svo')}!#1`, CULL, '1', '--in-place']);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('is an entry of an archive') });
    expect((await unbake('set', 'a.svo', CULL, '1', '-o', 'b.svo')).code).toBe(0);
    expect(await unbake('set', 'a.svo', CULL, '1', '-o', 'b.svo')).toMatchObject({ code: 3 });
    expect(await unbake('set', 'a.svo', CULL, '0', '-o', 'b.svo', '--overwrite')).toMatchObject({ code: 0 });
  });

  test('--in-place keeps FILE.bak, .bak1 and so on; an edit that changes nothing writes nothing', async () => {
    const { unbake, folder, read } = workplace();
    const set = (value: string) => unbake('set', 'a.svo', CULL, value, '--in-place');
    expect((await set('1')).stderr).toMatch(/; the old one is [^\n]*a\.svo\.bak\n$/);
    expect((await set('0')).stderr).toMatch(/; the old one is [^\n]*a\.svo\.bak1\n$/);
    expect((await set('0')).stderr).toBe('nothing changes: the file has these values already\n');
    expect(Object.keys(treeOf(folder))).toEqual(['a.svo', 'a.svo.bak', 'a.svo.bak1']);
    expect(Buffer.from(read('a.svo.bak')).equals(hero)).toBe(true);
    expect((await unbake('diff', 'a.svo.bak', 'a.svo.bak1')).stdout).toBe(`${CULL}: 2 -> 1\n`);
    expect((await unbake('diff', 'a.svo.bak1', 'a.svo')).stdout).toBe(`${CULL}: 1 -> 0\n`);
  });
});

describe('apply', () => {
  const dumped = async (path: string, ...more: string[]) => JSON.parse((await cli(['dump', path, ...more])).stdout);

  test.each(
    ['svo', 'font', 'yabx', 'dds', 'texm', 'nres', 'msh']
      .flatMap((kind) => ['.svo', '.rfz', '.yabx', '.dds', '.texm', '.rlb', '.msh'].flatMap((e) => samplesIn(kind, e)))
      .map(({ name, path, bytes }) => ({ name, path, bytes })),
  )('the dump of $name unedited gives the file byte for byte', async ({ name, path, bytes }) => {
    const folder = tempFolder({ 'd.json': (await cli(['dump', path])).stdout });
    const out = join(folder, name);
    const { code, stderr } = await cli(['apply', path, join(folder, 'd.json'), '-o', out]);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringMatching(/^nothing changes/) });
    expect(readFileSync(out).equals(bytes)).toBe(true);
  });

  test('an edited dump, whole, of one path, with spans, of one byte', async () => {
    const { unbake, path, read } = workplace();
    const whole = await dumped(path('a.svo'), '--spans');
    whole.data.yabx.objects[1].fields._cullMode = 0;
    writeFileSync(path('d.json'), `\ufeff${JSON.stringify(whole)}`);
    expect((await unbake('apply', 'a.svo', 'd.json', '-o', 'b.svo')).stderr).toContain(`${CULL}: 2 -> 0\n`);
    const object = await dumped(path('a.svo'), 'State[0]');
    object.value.fields._cullMode = 0;
    const at = await dumped(path('a.svo'), CULL);
    for (const document of [object, { ...at, value: 0 }]) {
      writeFileSync(path('d.json'), JSON.stringify(document));
      expect((await unbake('apply', 'a.svo', 'd.json', '-o', 'c.svo', '--overwrite')).code).toBe(0);
      expect(Buffer.from(read('c.svo')).equals(read('b.svo'))).toBe(true);
    }
    const spans = await dumped(path('a.svo'), CULL, '--spans');
    const atByte = await dumped(path('a.svo'), '--at', String(spans.offset));
    writeFileSync(path('d.json'), JSON.stringify({ ...atByte, value: 0 }));
    expect((await unbake('apply', 'a.svo', 'd.json', '-o', 'c.svo', '--overwrite')).code).toBe(0);
    expect(Buffer.from(read('c.svo')).equals(read('b.svo'))).toBe(true);
  });

  // biome-ignore lint/suspicious/noExplicitAny: a dump as a person edits it
  test.each<[string, (d: any) => unknown, number, RegExp]>([
    [
      'a wrong type',
      (d) => (d.data.yabx.objects[1].fields._cullMode = 'x'),
      2,
      /data\.yabx\.objects\[1\]\.fields\._cullMode: /,
    ],
    [
      'a reference outside',
      (d) => (d.data.yabx.objects[2].fields._image = 30000),
      2,
      /objects\[2\]\.fields\._image: #30000 is outside/,
    ],
    [
      'a directory',
      (d) => (d.data.avts.entries[0].size = 1),
      2,
      /data\.avts\.entries\[0\]\.size: 1 is given.*\n {2}Expected 9248/,
    ],
    ['another kind', (d) => (d.format = 'rfz'), 2, /is a dump of a file of kind "rfz", not svo/],
    ['another schema', (d) => (d.schema = 'x'), 4, /schema is "x"/],
    ['nothing in it', (d) => delete d.data, 4, /neither "data" nor "path" and "value"/],
  ])('with %s it is refused', async (_, work, code, message) => {
    const { unbake, path, folder } = workplace();
    const document = await dumped(path('a.svo'));
    work(document);
    writeFileSync(path('d.json'), JSON.stringify(document));
    const result = await unbake('apply', 'a.svo', 'd.json', '-o', 'b.svo');
    expect({ code: result.code, stderr: result.stderr }).toEqual({ code, stderr: expect.stringMatching(message) });
    expect(Object.keys(treeOf(folder))).toEqual(['a.svo', 'd.json']);
  });

  test('a text that is no JSON says where it breaks', async () => {
    const { unbake } = workplace({ 'd.json': '{"schema": "unbake-dump-v1",\n}' });
    const { code, stderr } = await unbake('apply', 'a.svo', 'd.json', '-o', 'b.svo');
    expect(code).toBe(4);
    expect(stderr).toMatch(/d\.json: it is no JSON document: .*position 2\d/);
    expect((await unbake('apply', 'a.svo', 'none.json', '-o', 'b.svo')).code).toBe(3);
    expect((await unbake('apply', 'a.svo', 'd.json', '-o', 'd.json', '--overwrite')).code).toBe(2);
  });
});

describe('diff', () => {
  test('exit code 0 and a sentence, 1 and the differences, 3 and 4 for files that cannot be compared', async () => {
    const { unbake, path } = workplace({ 'copy.svo': hero, 'x.out': 'nothing known' });
    const equal = await unbake('diff', 'a.svo', 'copy.svo');
    expect(equal).toMatchObject({ code: 0, stderr: '' });
    expect(equal.stdout).toBe(`${path('a.svo')} and ${path('copy.svo')} are the same, byte for byte\n`);
    await unbake('set', 'a.svo', CULL, '0', '-o', 'b.svo');
    expect(await unbake('diff', 'a.svo', 'b.svo')).toMatchObject({
      code: 1,
      stdout: `${CULL}: 2 -> 0\n`,
      stderr: '1 difference\n',
    });
    expect((await unbake('diff', 'a.svo', 'none.svo')).code).toBe(3);
    expect((await unbake('diff', 'a.svo', 'x.out')).code).toBe(4);
    expect((await cli(['diff', '-', '-'])).code).toBe(2);
  });

  test('--json', async () => {
    const { unbake, path } = workplace({ 'copy.svo': hero });
    await unbake('set', 'a.svo', CULL, '0', '-o', 'b.svo');
    const { code, stdout } = await unbake('diff', 'a.svo', 'b.svo', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      schema: 'unbake-diff-v1',
      a: 'a.svo',
      b: 'b.svo',
      formats: ['svo', 'svo'],
      equal: false,
      differences: [{ kind: 'field', path: CULL, a: 2, b: 0 }],
    });
    const same = await cli(['diff', path('a.svo'), path('copy.svo'), '--json']);
    expect(same.code).toBe(0);
    expect(JSON.parse(same.stdout)).toMatchObject({ equal: true, differences: [] });
  });
});

describe('patch', () => {
  test('make and apply: the edit on a copy of the original, byte for byte', async () => {
    const { unbake, read } = workplace({ 'other.svo': hero });
    await unbake('set', 'a.svo', CULL, '0', 'State[0]._name', 'a longer name', '-o', 'b.svo');
    const made = await unbake('patch', 'make', 'a.svo', 'b.svo', '-o', 'p.json');
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('the patch holds 2 fields, 0 chunks\n') });
    expect((await unbake('patch', 'apply', 'p.json', 'other.svo', '--in-place')).code).toBe(0);
    expect(Buffer.from(read('other.svo')).equals(read('b.svo'))).toBe(true);
    expect(Buffer.from(read('other.svo.bak')).equals(hero)).toBe(true);
  });

  test('no data of the game travels: the document is the changed fields and hashes', async () => {
    const { unbake, path } = workplace();
    await unbake('set', 'a.svo', 'State[0]._name', 'mine', '-o', 'b.svo');
    const { stdout } = await unbake('patch', 'make', 'a.svo', 'b.svo', '-o', '-');
    const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(JSON.parse(stdout)).toEqual({
      schema: 'unbake-patch-v1',
      format: 'svo',
      original: { size: hero.length, sha256 },
      result: { size: readFileSync(path('b.svo')).length, sha256 },
      fields: [{ path: 'State[0]._name', value: 'mine' }],
      chunks: [],
    });
    expect(stdout.length).toBeLessThan(600);
  });

  test('another original is refused, and so is a file that has the edit', async () => {
    const { unbake, path } = workplace();
    await unbake('set', 'a.svo', CULL, '0', '-o', 'b.svo');
    await unbake('set', 'a.svo', CULL, '1', '-o', 'c.svo');
    await unbake('patch', 'make', 'a.svo', 'b.svo', '-o', 'p.json');
    const other = await unbake('patch', 'apply', 'p.json', 'c.svo', '-o', 'd.svo');
    expect(other).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not the file that the patch was made from'),
    });
    const again = await unbake('patch', 'apply', 'p.json', 'b.svo', '-o', 'd.svo');
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('has the edit of this patch already') });
    expect(existsSync(path('d.svo'))).toBe(false);
  });

  // biome-ignore lint/suspicious/noExplicitAny: a document as somebody may break it
  test.each<[string, (p: any) => unknown, RegExp]>([
    ['schema', (p) => (p.schema = 'x'), /schema is "x"/],
    ['fields', (p) => (p.fields = 3), /fields is no list/],
    ['a path', (p) => (p.fields[0].path = 3), /fields\[0\]\.path is no text/],
    ['a value', (p) => delete p.fields[0].value, /fields\[0\]\.value is missing/],
    ['the hash', (p) => delete p.original, /original is no object/],
    ['bytes', (p) => (p.chunks = [{ path: 'chunks[1]', name: '', base64: '!!!' }]), /base64 is broken/],
    [
      'runs',
      (p) => (p.chunks = [{ path: 'chunks[1]', name: '', base64: '', runs: [-1] }]),
      /runs is no list of counts/,
    ],
    ['a value that was changed', (p) => (p.fields[0].value = 1), /is not the file that it was made of/],
  ])('a patch with a wrong %s is refused', async (_, work, message) => {
    const { unbake, path } = workplace();
    await unbake('set', 'a.svo', CULL, '0', '-o', 'b.svo');
    const document = JSON.parse((await unbake('patch', 'make', 'a.svo', 'b.svo', '-o', '-')).stdout);
    work(document);
    writeFileSync(path('p.json'), JSON.stringify(document));
    const { code, stderr } = await unbake('patch', 'apply', 'p.json', 'a.svo', '-o', 'd.svo');
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringMatching(message) });
    expect(existsSync(path('d.svo'))).toBe(false);
  });

  test('files that differ in more than a patch holds', async () => {
    const { unbake } = workplace({ 'o.svo': readFileSync(`${sampleDir('svo')}/oracle_stage.svo`) });
    const { code, stderr } = await unbake('patch', 'make', 'a.svo', 'o.svo', '-o', 'p.json');
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('no such difference') });
  });
});

describe('repack --canonical', () => {
  test.each([
    ...samplesIn('svo', '.svo'),
    ...samplesIn('font', '.svo'),
    ...samplesIn('font', '.rfz'),
    ...samplesIn('yabx', '.yabx'),
  ])('$name: sound, and its own canonical form', async ({ path, bytes, name }) => {
    const folder = tempFolder();
    const [once, twice] = ['once', 'twice'].map((n) => join(folder, n)) as [string, string];
    expect((await cli(['repack', path, '-o', once, '--canonical'])).code).toBe(0);
    expect((await cli(['repack', once, '-o', twice, '--canonical'])).code).toBe(0);
    expect(readFileSync(once).equals(readFileSync(twice))).toBe(true);
    expect((await cli(['validate', once])).code).toBe(0);
    if (!/residue|dynamic/.test(name)) expect(readFileSync(once).equals(bytes)).toBe(true);
  });
});
