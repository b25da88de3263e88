import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const CLI = fileURLToPath(new URL('../../bin/unbake.js', import.meta.url));

/** Runs the built tool as a process of its own. */
export function spawnCli(args: readonly string[], options: { cwd?: string; input?: Uint8Array; node?: string[] } = {}) {
  return spawnSync(process.execPath, [...(options.node ?? []), CLI, ...args], {
    cwd: options.cwd,
    input: options.input,
    maxBuffer: 1 << 28,
  });
}

export function startCli(args: readonly string[], options: { cwd?: string } = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [CLI, ...args], options);
}

/** Runs a line of the shell in which `unbake` is the built tool. */
export function shell(line: string, cwd: string) {
  const script = `unbake() { "${process.execPath}" "${CLI}" "$@"; }\nset -o pipefail\n${line}`;
  return spawnSync('bash', ['-c', script], { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
}
