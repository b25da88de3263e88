// Builds the page into dist/ when it is older than what it is made of, and copies it into the command line's package,
// which ships it. The build is made beside dist/ and put in place at once: a page in use never sees half of one.
import { cpSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const here = import.meta.dirname;
const dist = join(here, 'dist');
const shipped = join(here, '../cli/viewer');
const SOURCES = [
  'index.html',
  'vite.config.mjs',
  'build.mjs',
  'package.json',
  'public',
  'src',
  '../../package-lock.json',
];
const LIBRARIES = ['formats', 'gltf', 'three'].map((name) => `../${name}/src`);

const newest = Math.max(...[...SOURCES, ...LIBRARIES].map((path) => newestIn(join(here, path))));
if (process.argv.includes('--force') || newest > timeOf(join(dist, 'index.html'))) {
  const draft = join(here, `dist.${process.pid}`);
  await build({ configFile: join(here, 'vite.config.mjs'), logLevel: 'error', build: { outDir: draft } });
  replace(draft, dist);
}
if (timeOf(join(dist, 'index.html')) > timeOf(join(shipped, 'index.html'))) {
  const draft = `${shipped}.${process.pid}`;
  cpSync(dist, draft, { recursive: true });
  replace(draft, shipped);
}

/** Puts a finished folder where another is. */
function replace(draft, target) {
  const old = `${target}.old.${process.pid}`;
  if (existsSync(target)) renameSync(target, old);
  renameSync(draft, target);
  rmSync(old, { recursive: true, force: true });
}

function newestIn(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  let time = 0;
  for (const name of readdirSync(path)) time = Math.max(time, newestIn(join(path, name)));
  return time;
}

function timeOf(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}
