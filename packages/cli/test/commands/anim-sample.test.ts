import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleDir, samplesIn } from '../../../../test-support/samples.ts';
import { parseTimes } from '../../src/anim/times.ts';
import { fromBits, ordinalOf } from '../support/bits.ts';
import { cli } from '../support/run-cli.ts';
import { tempFolder } from '../support/temp-folder.ts';

const dir = sampleDir('msh');
const turret = `${dir}/turret.msh`;

interface SampleCase {
  model: string;
  node: number;
  t: number;
  tBits: string;
  profile: 'x87' | 'double';
  frame: number;
  branch: string;
  key: number;
  transcendental: boolean;
  rotationBits: string[];
  positionBits: string[];
}

/** The cases of a file whose model is among the samples, one list for each call that answers them. */
function casesOf(file: string): [title: string, cases: SampleCase[]][] {
  const lists = new Map<string, SampleCase[]>();
  const all: SampleCase[] = JSON.parse(readFileSync(`${dir}/${file}`, 'utf8'));
  for (const row of all) {
    const title = `${row.model} #${row.node} ${row.profile}`;
    lists.set(title, [...(lists.get(title) ?? []), row]);
  }
  return [...lists];
}

const shared = samplesIn('msh', '.msh').length > 1;

describe.runIf(shared).each(['sampling.json', 'sampling-huge.json'])('%s', (file) => {
  test.each(shared ? casesOf(file) : [])('%s: every case has the expected bits', async (_, cases) => {
    const [{ model, node, profile }] = cases as [SampleCase];
    const times = cases.map((row) => (Object.is(fromBits(row.tBits), -0) ? '-0' : String(fromBits(row.tBits))));
    const args = ['--node', `#${node}`, `--time=${times.join(',')}`, '--profile', profile, '--format', 'json'];
    const { code, stdout } = await cli(['anim', 'sample', `${dir}/${model}.msh`, ...args]);
    expect(code).toBe(0);
    const { schema, samples } = JSON.parse(stdout);
    expect(schema).toBe('unbake-anim-sample-v1');
    expect(samples).toHaveLength(cases.length);
    cases.forEach((row, i) => {
      const found = samples[i];
      const at = `t ${row.t}`;
      expect({ node: found.node, frame: found.frame, branch: found.branch, key: found.key }, at).toEqual({
        node,
        frame: row.frame,
        branch: row.branch,
        key: row.key,
      });
      // JSON has no sign of zero that every reader keeps.
      expect(found.time + 0, at).toBe(row.t + 0);
      expect(found.positionBits, at).toEqual(row.positionBits);
      if (!row.transcendental) expect(found.rotationBits, at).toEqual(row.rotationBits);
      row.rotationBits.forEach((bits, c) => {
        if (profile === 'x87') {
          expect(Math.abs(ordinalOf(found.rotationBits[c]) - ordinalOf(bits)), at).toBeLessThanOrEqual(1);
        } else {
          const truth = fromBits(bits);
          expect(Math.abs(fromBits(found.rotationBits[c]) - truth), at).toBeLessThanOrEqual(1e-12 * Math.abs(truth));
        }
        expect(fromBits(found.rotationBits[c]), at).toBe(found.rotation[c] + 0 || fromBits(found.rotationBits[c]));
      });
    });
  });
});

describe('rows', () => {
  const sample = (...args: string[]) => cli(['anim', 'sample', turret, ...args]);

  test('all nodes: the times of the first node, then those of the next', async () => {
    const { stdout } = await sample('--node', 'all', '--time', '2,0', '--format', 'json');
    const { samples } = JSON.parse(stdout);
    const nodes = samples.length / 2;
    expect(samples.map((row: { node: number; time: number }) => [row.node, row.time])).toEqual(
      Array.from({ length: nodes }, (_, node) => [
        [node, 2],
        [node, 0],
      ]).flat(),
    );
    expect(Object.keys(samples[0])).toEqual(
      'node name time frame branch key rotation position rotationBits positionBits'.split(' '),
    );
    expect(samples[2].rotationBits.every((bits: string) => /^[0-9a-f]{8}$/.test(bits))).toBe(true);
  });

  test('a node by name and by number is the same; ASCII case does not matter', async () => {
    const { name } = JSON.parse((await sample('--node', '#1', '--time', '0', '--format', 'json')).stdout).samples[0];
    const byNumber = await sample('--node', '#1', '--time', '3.5');
    expect((await sample('--node', name, '--time', '3.5')).stdout).toBe(byNumber.stdout);
    expect((await sample('--node', name.toUpperCase(), '--time', '3.5')).stdout).toBe(byNumber.stdout);
    expect(byNumber.stdout).toMatch(/^node {2}name/);
  });

  test('CSV has a line for each row and the bits', async () => {
    const { stdout } = await sample('--node', '#1', '--time', '0,0.5', '--format', 'csv');
    const [head, first, second, end] = stdout.split('\r\n');
    expect(head).toBe(
      'node,name,time,frame,branch,key,w,x,y,z,px,py,pz,w_bits,x_bits,y_bits,z_bits,px_bits,py_bits,pz_bits',
    );
    expect(first).toMatch(/^1,[^,]*,0,0,k0,1,1,0,0,0,0,0,1\.25,3f800000,/);
    expect(second).toMatch(/^1,[^,]*,0\.5,0,interp,1,/);
    expect(end).toBe('');
  });

  test('the order of the words: the seed’s file gives the shipped file’s poses, and can be read wrong on purpose', async () => {
    const args = ['--node', 'all', '--time', '0:30:0.5', '--format', 'json'];
    const seed = `${dir}/turret-seed-order.msh`;
    if (!shared) return;
    const right = (await sample(...args)).stdout;
    expect((await cli(['anim', 'sample', seed, ...args])).stdout).toBe(right);
    expect((await cli(['anim', 'sample', seed, ...args, '--quat-order', 'xyzw'])).stdout).toBe(right);
    expect((await cli(['anim', 'sample', seed, ...args, '--quat-order', 'wxyz'])).stdout).not.toBe(right);
    expect((await sample(...args, '--rotation-sense', 'stored')).stdout).toBe(right);
  });

  test('a model inside an archive, from standard input too', async () => {
    const [archive] = samplesIn('nres', '.rlb').filter(({ name }) => name === 'objects.rlb');
    if (!archive) return;
    const model = archive.expected.entries.find((entry: { name: string }) => entry.name.endsWith('.msh')).name;
    const args = ['--node', 'all', '--time', '0', '--format', 'csv'];
    const { code, stdout } = await cli(['anim', 'sample', `${archive.path}!${model}`, ...args]);
    expect(code).toBe(0);
    const folder = tempFolder();
    await cli(['extract', archive.path, '-o', folder]);
    const alone = readFileSync(join(folder, model));
    expect((await cli(['anim', 'sample', '-', ...args], { stdin: new Uint8Array(alone) })).stdout).toBe(stdout);
  });
});

describe('wrong usage', () => {
  test.each(['nan', 'inf', '1e999', '1e39', '', '1,,2', '0:5:0', '5:0:1', '0:1:2:3', '0:9999999', '1x', '0x10'])(
    '--time %s',
    async (time) => {
      const { code, stdout, stderr } = await cli(['anim', 'sample', turret, '--node', 'all', `--time=${time}`]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).not.toContain('fault of unbake');
    },
  );

  test.each(['nobody', '#99', '#', '#-1'])('--node %s', async (node) => {
    const { code, stderr } = await cli(['anim', 'sample', turret, '--node', node, '--time', '0']);
    expect(code).toBe(2);
    expect(stderr).toContain(`no node is called "${node}"`);
  });

  test.each([
    ['--quat-order', 'zyxw'],
    ['--rotation-sense', 'left'],
    ['--profile', 'float'],
    ['--format', 'xml'],
  ])('%s %s', async (option, value) => {
    expect((await cli(['anim', 'sample', turret, '--node', 'all', '--time', '0', option, value])).code).toBe(2);
  });

  test('other files, and legacy models', async () => {
    for (const path of [samplesIn('texm', '.texm')[0]!.path, ...(shared ? [`${dir}/legacy24.msh`] : [])]) {
      const { code, stderr } = await cli(['anim', 'sample', path, '--node', 'all', '--time', '0']);
      expect(code).toBe(2);
      expect(stderr).not.toContain('fault of unbake');
    }
  });
});

describe('parseTimes', () => {
  test('ranges hold their end and no rounding noise', () => {
    expect(parseTimes('0:1:0.1', 'double')).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
    expect(parseTimes('0:24:0.5', 'x87')).toHaveLength(49);
    expect(parseTimes('-1:1', 'x87')).toEqual([-1, 0, 1]);
    expect(parseTimes('1:0:-0.25', 'x87')).toEqual([1, 0.75, 0.5, 0.25, 0]);
    expect(parseTimes('0:1:0.4', 'x87')).toEqual([0, 0.4, 0.8]);
    expect(parseTimes('7,0:2,-3.5,1e-3', 'x87')).toEqual([7, 0, 1, 2, -3.5, 0.001]);
    expect(parseTimes('3:3', 'x87')).toEqual([3]);
  });

  test('a single time keeps its sign of zero', () => {
    expect(Object.is(parseTimes('-0', 'x87')[0], -0)).toBe(true);
  });
});
