// What the scripts share: plain JavaScript, because they run before anything is built or installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../', import.meta.url));
/** What is published. */
export const PACKAGES = ['packages/formats', 'packages/gltf', 'packages/three', 'packages/cli'];

/** Runs a command in the repository's root with its output shown; resolves to whether it ended well. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(false);
    });
    child.on('close', (code) => resolve(code === 0));
  });
}

/** A tool that npm installed. */
export function runTool(name, args, options) {
  return run(process.execPath, [toolPath(name), ...args], options);
}

/** The text that a command prints, or undefined when it fails. */
export function textOf(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  return result.status === 0 ? result.stdout : undefined;
}

/** What a tool that npm installed makes of its standard input. */
export function toolOutput(name, args, input) {
  const text = textOf(process.execPath, [toolPath(name), ...args], { input });
  if (text === undefined) throw new Error(`${name} ${args.join(' ')} failed`);
  return text;
}

/** Installs what the lock file names, when it is not there. */
export async function install() {
  if (isInstalled()) return true;
  console.log('installing dependencies (npm ci)');
  return run('npm', ['ci', '--no-audit', '--no-fund'], { shell: process.platform === 'win32' });
}

export async function build() {
  return (
    (await runTool('tsc', ['-b', ...PACKAGES, 'packages/viewer'])) &&
    (await run(process.execPath, ['packages/viewer/build.mjs']))
  );
}

function toolPath(name) {
  const { packageName, file } = TOOLS[name];
  const manifest = JSON.parse(readFileSync(`${root}node_modules/${packageName}/package.json`, 'utf8'));
  const bin = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[file ?? name];
  return `${root}node_modules/${packageName}/${bin}`;
}

const TOOLS = {
  tsc: { packageName: 'typescript' },
  biome: { packageName: '@biomejs/biome' },
  vitest: { packageName: 'vitest' },
  publint: { packageName: 'publint' },
  attw: { packageName: '@arethetypeswrong/cli' },
};

/** Whether node_modules holds the versions of the lock file; packages for other systems may be missing. */
function isInstalled() {
  const installed = readJson(`${root}node_modules/.package-lock.json`);
  const locked = readJson(`${root}package-lock.json`);
  if (!installed || !locked) return false;
  return Object.entries(locked.packages).every(([path, entry]) => {
    if (path === '' || !path.includes('node_modules/')) return true;
    const there = installed.packages[path];
    if (!there) return entry.optional === true || entry.peer === true;
    return there.version === entry.version;
  });
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
