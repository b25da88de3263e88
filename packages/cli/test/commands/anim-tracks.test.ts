import { describe, expect, test } from 'vitest';
import { type Sample, sampleDir, samplesIn } from '../../../../test-support/samples.ts';
import { cli } from '../support/run-cli.ts';

const models = samplesIn('msh', '.msh').filter((sample) => sample.expected.nodeStride !== 24);
const tracks = async (path: string, ...more: string[]) =>
  JSON.parse((await cli(['anim', 'tracks', path, '--json', ...more])).stdout);

describe.each(models)('$name', ({ path, expected }: Sample) => {
  test('keys, map blocks and fallback keys are the expected ones', async () => {
    const found = await tracks(path);
    expect(found.schema).toBe('unbake-anim-tracks-v1');
    expect(found.quatOrder.order).toBe(expected.quatOrder ?? 'wxyz');
    expect(found.quatOrder.why).not.toBe('');
    expect(found.rotationSense.sense).toBe('conjugate');
    expect(found.keyCount).toBe(expected.keys?.length ?? 0);
    expect(found.nodes).toHaveLength(expected.nodes.length);
    for (const { node, name, fallbackKey, map, keys } of found.nodes) {
      const truth = expected.nodes[node];
      expect(name).toBe(truth.name);
      expect(fallbackKey).toBe(truth.fallbackKey);
      expect(map?.start ?? 0xffff).toBe(truth.animMapStart);
      for (const { key, time, position, words } of keys) {
        if (key === null) continue;
        expect(time).toBe(Math.fround(expected.keys[key].time));
        expect(position).toEqual(expected.keys[key].p);
        expect([words[1], words[2], words[3], words[0]]).toEqual(expected.keys[key].q16);
      }
    }
  });

  test('a line for each node', async () => {
    const { code, stdout } = await cli(['anim', 'tracks', path]);
    expect(code).toBe(0);
    expect(stdout.match(/^#\d+ /gm)).toHaveLength(expected.nodes.length);
    expect(stdout).toMatch(/^quaternion order: (wxyz|xyzw) \(.+\)$/m);
    expect(stdout).toMatch(/^rotation sense: conjugate \(.+\)$/m);
  });
});

test('what is asked for is said', async () => {
  const { quatOrder, rotationSense } = await tracks(
    `${sampleDir('msh')}/turret.msh`,
    '--quat-order',
    'xyzw',
    '--rotation-sense',
    'stored',
  );
  expect(quatOrder).toEqual({ order: 'xyzw', why: 'asked for' });
  expect(rotationSense).toEqual({ sense: 'stored', why: 'asked for' });
});
