import { expect, test, vi } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { checkSvo } from '../src/svo/checks.ts';
import { openSvo } from '../src/svo/open.ts';

// Opening must not read textures or vertices: the readers of both fail here.
vi.mock('../src/dds/read.ts', async (original) => ({
  ...(await original<typeof import('../src/dds/read.ts')>()),
  readDds: () => {
    throw new Error('a texture was read');
  },
}));
vi.mock('../src/svo/streams.ts', () => ({
  decodeStream: () => {
    throw new Error('vertices were read');
  },
}));

test.each(samplesIn('svo', '.svo'))('opening $name reads the directory and the graph only', ({ bytes }) => {
  const svo = openSvo(bytes);
  expect(svo.yabx).toBeDefined();
  expect(svo.stevia.all('Mesh').length).toBeGreaterThan(0);
  expect(() => checkSvo(svo, svo.report)).toThrow('a texture was read');
});
