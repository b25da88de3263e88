import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sampleDir, samplesIn } from '../../../../test-support/samples.ts';
import { fromBits } from '../support/bits.ts';
import { cli } from '../support/run-cli.ts';

const dir = sampleDir('msh');
const turret = `${dir}/turret.msh`;
const shared = samplesIn('msh', '.msh').length > 1;

interface BlendCase {
  model: string;
  node: number;
  tABits: string;
  tBBits: string;
  blendBits: string;
  profile: 'x87' | 'double';
  used: string;
  transcendental: boolean;
  matrixBits: string[] | null;
}

const cases: BlendCase[] = shared ? JSON.parse(readFileSync(`${dir}/blend.json`, 'utf8')) : [];
const models = [...new Set(cases.map((row) => row.model))];

const blend = (path: string, node: string, a: string, b: string, weight: string, ...more: string[]) =>
  cli(['anim', 'blend', path, '--node', node, `--a=${a}`, `--b=${b}`, `--blend=${weight}`, ...more]);

test.runIf(shared).each(models)('blend.json, %s: every case has the expected bits', async (model) => {
  for (const row of cases.filter((c) => c.model === model)) {
    const [a, b, weight] = [row.tABits, row.tBBits, row.blendBits].map((bits) => String(fromBits(bits)));
    const options = ['--profile', row.profile, '--format', 'json'];
    const { code, stdout } = await blend(`${dir}/${model}.msh`, `#${row.node}`, a!, b!, weight!, ...options);
    expect(code).toBe(0);
    const found = JSON.parse(stdout);
    const at = `#${row.node} ${a} ${b} ${weight} ${row.profile}`;
    expect(Object.keys(found), at).toEqual(['schema', 'matrix', 'matrixBits', 'used']);
    expect({ schema: found.schema, used: found.used }, at).toEqual({ schema: 'unbake-anim-blend-v1', used: row.used });
    if (!row.matrixBits) {
      expect([found.matrix, found.matrixBits], at).toEqual([null, null]);
    } else if (!row.transcendental) expect(found.matrixBits, at).toEqual(row.matrixBits);
    else {
      row.matrixBits.forEach((bits, i) => {
        expect(found.matrixBits[i].length, at).toBe(bits.length);
        expect(Math.abs(fromBits(found.matrixBits[i]) - fromBits(bits)), at).toBeLessThanOrEqual(4e-7);
        expect(Math.abs(found.matrix[i] - fromBits(bits)), at).toBeLessThanOrEqual(4e-7);
      });
    }
  }
});

describe('forms', () => {
  test('a table, and CSV', async () => {
    const table = await blend(turret, '#1', '0', '5', '0.5');
    expect(table.stdout).toMatch(/^used: both\n +x +y +z +translation\n/);
    expect(table.stdout.split('\n')).toHaveLength(7);
    const csv = await blend(turret, '#1', '0', '5', '0.5', '--format', 'csv');
    expect(csv.stdout.split('\r\n')[1]).toMatch(/^both,0\.97003/);
  });

  test('no side: no pose, in every form', async () => {
    expect((await blend(turret, '#1', '-1', '-1', '0.5')).stdout).toBe('used: none, there is no pose\n');
    expect((await blend(turret, '#1', '-1', '-1', '0.5', '--format', 'csv')).stdout).toMatch(/\r\nnone,{32}\r\n$/);
  });

  test('the other sense is the transposed rotation', async () => {
    const matrix = async (...more: string[]) =>
      JSON.parse((await blend(turret, '#1', '0', '5', '0.5', '--format', 'json', ...more)).stdout).matrix;
    const conjugate = await matrix();
    const stored = await matrix('--rotation-sense', 'stored');
    expect(stored[1]).toBe(conjugate[4]);
    expect(stored[4]).toBe(conjugate[1]);
    expect(stored).not.toEqual(conjugate);
    expect(await matrix('--rotation-sense', 'conjugate')).toEqual(conjugate);
  });

  test('wrong usage: no number, no node', async () => {
    expect((await blend(turret, '#1', 'x', '5', '0.5')).code).toBe(2);
    expect((await blend(turret, '#1', '0', 'inf', '0.5')).code).toBe(2);
    expect((await blend(turret, '#1', '0', '5', 'nan')).code).toBe(2);
    expect((await blend(turret, 'all', '0', '5', '0.5')).code).toBe(2);
  });
});
