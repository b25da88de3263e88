import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { commandHelp } from '../src/program.ts';
import { cli } from './support/run-cli.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

describe('the program', () => {
  test('--version prints the version of the package and nothing else', async () => {
    expect(await cli(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('--help lists every command, the kinds of files and the exit codes, on standard output', async () => {
    const { code, stdout, stderr } = await cli(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const word of [
      'info',
      'ls',
      'dump',
      'hex',
      'coverage',
      'validate',
      'extract',
      'export',
      'repack',
      'roundtrip',
    ]) {
      expect(stdout).toMatch(new RegExp(`^  ${word} +\\S`, 'm'));
    }
    expect(stdout).toContain('DDS texture (.dds)');
    for (const code of [0, 1, 2, 3, 4, 5, 130]) expect(stdout).toMatch(new RegExp(`^ +${code}  \\S`, 'm'));
  });

  test('every command has examples in its help', async () => {
    const commands = (await commandHelp()).filter(({ help }) => !/^Commands:$/m.test(help) || /^unbake$/.test(help));
    expect(commands.length).toBeGreaterThanOrEqual(10);
    for (const { name, help } of commands) {
      expect(help, name).toContain(`Usage: ${name}`);
      expect(help, name).toMatch(/^Examples:\n {2}unbake /m);
    }
  });

  test.each([
    [[], 'Usage: unbake'],
    [['nope'], "unknown command 'nope'"],
    [['inof'], 'Did you mean info?'],
    [['info'], "missing required argument 'files'"],
    [['info', '--nope', 'x'], "unknown option '--nope'"],
    [['ls', 'a', 'b'], 'too many arguments'],
    [['validate', 'x', '--format', 'xml'], 'Allowed choices are text, json, sarif'],
    [['validate', 'x', '--fail-on', 'info'], 'Allowed choices are error, warning'],
    [['extract', 'x'], "required option '-o, --output <folder>' not specified"],
    [['export', 'x', '-o', 'y.glb', '--lod', 'best'], '"best" is not a whole number'],
    [['export', 'x', '-o', 'y.glb', '--fps', '0'], '"0" is not a number of frames a second'],
    [['export', 'x', '-o', 'y.glb', '--fps', '-30'], '"-30" is not a number of frames a second'],
    [['export', 'x', '-o', 'y.glb', '--fps', 'abc'], '"abc" is not a number of frames a second'],
    [['export', 'x', '-o', 'y.glb', '--bake', '0'], 'keys a frame are 1 to 1000'],
  ])('%j is wrong usage: exit code 2, a message on standard error', async (args, message) => {
    const { code, stdout, stderr } = await cli(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
