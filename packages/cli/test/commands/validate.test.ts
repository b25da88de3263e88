import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Fake, fakeFile, registerFakeFormat } from '../support/fake-format.ts';
import { cli } from '../support/run-cli.ts';
import { tempFolder } from '../support/temp-folder.ts';

beforeAll(registerFakeFormat);

const ADVICE_DUPLICATE = 'Lookups take the exact name first, else the first entry; extraction numbers the others.';
const warning: Fake = { findings: [['avts/name-duplicate', 16, 'entries[1].name']] };
const error: Fake = { findings: [['avts/truncated', 0x1a2c, 'entries[3].data']] };

describe('validate', () => {
  test('a file without findings passes', async () => {
    const file = join(tempFolder({ 'a.fake': fakeFile() }), 'a.fake');
    const { code, stdout, stderr } = await cli(['validate', file]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`${file} (wear): no findings\n1 file passes: no findings\n`);
  });

  test('a finding is shown with severity, place, path and what to do; the last line is the verdict', async () => {
    const file = join(tempFolder({ 'a.fake': fakeFile(error) }), 'a.fake');
    const { code, stdout } = await cli(['validate', file]);
    expect(code).toBe(1);
    expect(stdout).toBe(
      `${file} (wear): 1 error
  error    avts/truncated at 0x1A2C, entries[3].data: needs 8 bytes, 2 left
           Copy the file again from its source: it was cut.
0 files pass, 1 with findings that fail: 1 error
`,
    );
  });

  test('equal findings are folded: number, first place, advice once', async () => {
    const findings: Fake['findings'] = Array.from({ length: 1204 }, (_, i) => [
      'avts/name-duplicate',
      0x1f400 + 16 * (1203 - i),
      `entries[${i}].name`,
    ]);
    const file = join(tempFolder({ 'a.fake': fakeFile({ findings }) }), 'a.fake');
    const { code, stdout } = await cli(['validate', file]);
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      `${file} (wear): 1,204 warnings`,
      '  warning  avts/name-duplicate x 1,204, first at 0x1F400, entries[1203].name: "x" is also the name of entry 0',
      `           ${ADVICE_DUPLICATE}`,
      '1 file passes: 1,204 warnings',
    ]);
  });

  test('the count of a folded line includes findings beyond those that are kept', async () => {
    const findings: Fake['findings'] = Array.from({ length: 5000 }, (_, i) => ['avts/name-duplicate', i, '']);
    const file = join(tempFolder({ 'a.fake': fakeFile({ findings }) }), 'a.fake');
    expect((await cli(['validate', file])).stdout).toContain('avts/name-duplicate x 5,000, first at 0x0:');
  });

  test('--fail-on warning ends with 1 for a warning, the default does not', async () => {
    const file = join(tempFolder({ 'a.fake': fakeFile(warning) }), 'a.fake');
    expect((await cli(['validate', file])).code).toBe(0);
    expect((await cli(['validate', file, '--fail-on', 'warning'])).code).toBe(1);
    expect((await cli(['validate', file, '--fail-on', 'error'])).code).toBe(0);
  });

  test('--format json is the documented document, without time or absolute path', async () => {
    const folder = tempFolder({ 'in/a.fake': fakeFile(error), 'in/b.fake': fakeFile() });
    const { code, stdout, stderr } = await cli(['validate', join(folder, 'in'), '--format', 'json']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(/^\{\n {2}"schema": "unbake-validate-v1",\n {2}"files": \[/);
    expect(stdout).not.toContain(folder);
    const finding = {
      code: 'avts/truncated',
      severity: 'error',
      message: 'needs 8 bytes, 2 left',
      offset: 0x1a2c,
      length: 4,
      path: 'entries[3].data',
    };
    expect(JSON.parse(stdout)).toEqual({
      schema: 'unbake-validate-v1',
      files: [
        { file: 'in/a.fake', kind: 'wear', diagnostics: [finding], summary: { errors: 1, warnings: 0, infos: 0 } },
        { file: 'in/b.fake', kind: 'wear', diagnostics: [], summary: { errors: 0, warnings: 0, infos: 0 } },
      ],
    });
  });

  test('--format json names a file that cannot be opened with the code of the reason', async () => {
    const folder = tempFolder({ 'a.fake': fakeFile({ broken: true }) });
    const { code, stdout, stderr } = await cli(['validate', join(folder, 'a.fake'), '--format', 'json']);
    expect(code).toBe(4);
    expect(stderr).toContain('avts/truncated at 0x0, header: needs 8 bytes, 0 left');
    expect(JSON.parse(stdout).files).toMatchObject([
      { file: 'a.fake', kind: null, diagnostics: [{ code: 'avts/truncated', offset: 0 }], summary: { errors: 1 } },
    ]);
  });

  test('--format sarif is SARIF 2.1.0 with the rules that were used', async () => {
    const folder = tempFolder({ 'in dir/a.fake': fakeFile(error), 'in dir/b.fake': fakeFile(warning) });
    const { code, stdout } = await cli(['validate', join(folder, 'in dir'), '--format', 'sarif']);
    expect(code).toBe(1);
    const log = JSON.parse(stdout);
    expect(log.version).toBe('2.1.0');
    expect(log.$schema).toContain('sarif-2.1.0');
    const [run] = log.runs;
    expect(run.tool.driver.rules.map((rule: { id: string }) => rule.id)).toEqual([
      'avts/truncated',
      'avts/name-duplicate',
    ]);
    expect(run.results).toEqual([
      {
        ruleId: 'avts/truncated',
        ruleIndex: 0,
        level: 'error',
        message: { text: 'entries[3].data: needs 8 bytes, 2 left' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'in%20dir/a.fake' },
              region: { byteOffset: 0x1a2c, byteLength: 4 },
            },
            logicalLocations: [{ fullyQualifiedName: 'entries[3].data' }],
          },
        ],
      },
      expect.objectContaining({ ruleId: 'avts/name-duplicate', ruleIndex: 1, level: 'warning' }),
    ]);
  });

  test('SARIF without findings has an empty list of results', async () => {
    const folder = tempFolder({ 'a.fake': fakeFile() });
    const { stdout } = await cli(['validate', join(folder, 'a.fake'), '--format', 'sarif']);
    expect(JSON.parse(stdout).runs).toEqual([{ results: [], tool: { driver: { name: 'unbake', rules: [] } } }]);
  });

  test('fault 089: good, partly bad, wholly bad, empty and missing folders end with their own codes', async () => {
    const folder = tempFolder({
      'good/a.fake': fakeFile(),
      'some/a.fake': fakeFile(),
      'some/b.dds': 'DDS ',
      'bad/a.dds': 'DDS ',
      'bad/b.fake': fakeFile({ broken: true }),
      'other/readme.txt': 'no asset',
    });
    mkdirSync(join(folder, 'empty'));
    const codeOf = async (name: string) => (await cli(['validate', join(folder, name)])).code;
    expect(await codeOf('good')).toBe(0);
    expect(await codeOf('some')).toBe(5);
    expect(await codeOf('bad')).toBe(5);
    expect(await codeOf('empty')).toBe(2);
    expect(await codeOf('other')).toBe(2);
    expect(await codeOf('missing')).toBe(3);
    const { stdout } = await cli(['validate', join(folder, 'some')]);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('1 file passes, 1 not readable: 1 error');
    const empty = await cli(['validate', join(folder, 'empty')]);
    expect(empty.stderr).toContain(`no file of a known kind in ${join(folder, 'empty')}`);
    const missing = await cli(['validate', join(folder, 'missing')]);
    expect(missing.stderr).toBe(
      `unbake: cannot read ${join(folder, 'missing')}: no such file or folder\n  Check the spelling; names inside an archive are given as archive!entry.\n`,
    );
  });

  test('a batch with findings only ends with 1, one with failures too with 5', async () => {
    const folder = tempFolder({
      'a.fake': fakeFile(error),
      'b.fake': fakeFile(),
      'c.fake': fakeFile({ broken: true }),
    });
    const [a, b, c] = ['a.fake', 'b.fake', 'c.fake'].map((name) => join(folder, name)) as [string, string, string];
    expect((await cli(['validate', a, b])).code).toBe(1);
    expect((await cli(['validate', a, b, c])).code).toBe(5);
    expect((await cli(['validate', c])).code).toBe(4);
  });

  test('a file of no known kind: the code, its first bytes, exit code 4', async () => {
    const folder = tempFolder({ 'photo.png': '\u0089PNG' });
    const { code, stdout } = await cli(['validate', join(folder, 'photo.png')]);
    expect(code).toBe(4);
    expect(stdout).toContain('file/unknown at 0x0: no known format starts with C2 89 50 4E');
  });

  test('colours only on a terminal, and not with NO_COLOR', async () => {
    const file = join(tempFolder({ 'a.fake': fakeFile(error) }), 'a.fake');
    const plain = (await cli(['validate', file])).stdout;
    expect(plain).not.toContain('\u001b');
    const colored = (await cli(['validate', file], { tty: true })).stdout;
    expect(colored).toContain('\u001b[31m');
    expect((await cli(['validate', file], { tty: true, env: { NO_COLOR: '1' } })).stdout).toBe(plain);
    expect((await cli(['validate', file], { tty: true, env: { TERM: 'dumb' } })).stdout).toBe(plain);
  });

  test('control characters of a file cannot reach the terminal', async () => {
    const fake: Fake = { findings: [['avts/name-duplicate', 0, 'a\u001b[2J\u202eb']] };
    const file = join(tempFolder({ 'a.fake': fakeFile(fake) }), 'a.fake');
    expect((await cli(['validate', file])).stdout).toContain('a\\u001b[2J\\u202eb');
  });

  test('- is standard input', async () => {
    const { code, stdout } = await cli(['validate', '-', '--format', 'json'], { stdin: fakeFile(error) });
    expect(code).toBe(1);
    expect(JSON.parse(stdout).files).toMatchObject([{ file: '-', kind: 'wear', summary: { errors: 1 } }]);
  });
});
