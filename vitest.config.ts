import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const source = { resolve: { conditions: ['@unbake/source'] }, ssr: { resolve: { conditions: ['@unbake/source'] } } };

export default defineConfig({
  test: {
    // Tests of browsers and processes wait much; one worker less than cores, the default, leaves two cores half idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          include: ['packages/{formats,gltf,three,viewer}/test/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts'],
        },
      },
      {
        ...source,
        test: {
          name: 'cli',
          include: ['packages/cli/test/**/*.test.ts'],
          globalSetup: ['test-support/build.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['packages/*/test/**/*.browser.test.ts'],
          globalSetup: ['test-support/build.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { ...source, test: { name: 'fuzz', include: ['fuzz/**/*.fuzz.ts'], testTimeout: 600_000 } },
    ],
  },
});
