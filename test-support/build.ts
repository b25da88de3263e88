import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the packages once before tests that start processes or browsers. Type errors are the build check's to report. */
export default function build(): void {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const packages = ['packages/formats', 'packages/gltf', 'packages/three', 'packages/cli'];
  for (const command of [['node_modules/typescript/bin/tsc', '-b', ...packages], ['packages/viewer/build.mjs']]) {
    spawnSync(process.execPath, command, { cwd: root, stdio: 'ignore' });
  }
}
