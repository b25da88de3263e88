import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const RUNS = 31;
const cli = fileURLToPath(new URL('../../packages/cli/bin/unbake.js', import.meta.url));

/** The median time of a Node process in milliseconds; the calls take turns, so that a busy machine is fair to both. */
function medians(calls) {
  const times = calls.map(() => []);
  for (let i = 0; i < RUNS; i++) {
    for (const [which, args] of calls.entries()) {
      const start = performance.now();
      const { status } = spawnSync(process.execPath, args);
      if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
      times[which].push(performance.now() - start);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[RUNS >> 1]);
}

export default async function run() {
  const [empty, version, help] = medians([
    ['-e', '0'],
    [cli, '--version'],
    [cli, '--help'],
  ]);
  return [
    { name: 'node -e 0', value: empty, unit: 'ms' },
    { name: 'unbake --version', value: version, unit: 'ms' },
    { name: 'unbake --version / node -e 0', value: version / empty, unit: 'x', note: 'target: at most 1.6' },
    { name: 'unbake --help', value: help, unit: 'ms' },
  ];
}
