import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the packages once before tests that start processes or browsers. Type errors are the build check's to report. */
export default function build(): void {
  const root = fileURLToPath(new URL('../', import.meta.url));
  spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-b', 'packages/formats', 'packages/gltf', 'packages/cli'],
    {
      cwd: root,
      stdio: 'ignore',
    },
  );
}
