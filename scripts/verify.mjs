// Installs, builds and runs every check of the project. The last line is "N passed, N failed".
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, install, PACKAGES, root, run, runTool, textOf } from './run.mjs';

const started = Date.now();
const temporary = mkdtempSync(join(tmpdir(), 'unbake-verify-'));
const failures = [];
let passed = 0;

process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));

function record(name, ok) {
  if (ok) passed++;
  else failures.push(name);
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name}`);
}

const treeBefore = treeState();
const lockFile = readFileSync(`${root}package-lock.json`, 'utf8');
record('no registry address in the lock file', !/"resolved": "[a-z+]+:/.test(lockFile));
const installed = await install();
record('dependencies', installed);
if (installed) {
  record('build', await build());
  record('lint and format', await runTool('biome', ['check', '--error-on-warnings', '.']));
  record('types of tests', await runTool('tsc', ['-p', 'tsconfig.test.json', '--noEmit']));
  for (const folder of PACKAGES) await checkPackage(folder);
  await findChromium();
  await runTests();
}
if (treeBefore !== undefined) record('the working tree is as before', treeState() === treeBefore);

for (const name of failures) console.log(`FAIL  ${name}`);
console.log(`${Math.round((Date.now() - started) / 1000)} s`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** publint and attw on the package as npm would publish it. */
async function checkPackage(folder) {
  const packed = textOf(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', temporary, `./${folder}`],
    {
      shell: process.platform === 'win32',
    },
  );
  record(`npm pack ${folder}`, packed !== undefined);
  record(`publint ${folder}`, await runTool('publint', ['--strict', folder]));
  if (packed === undefined) return;
  const tarball = join(temporary, packed.trim().split('\n').at(-1));
  record(`attw ${folder}`, await runTool('attw', [tarball, '--profile', 'esm-only', '--no-emoji']));
}

/** Browser tests use Debian's Chromium; without one they are skipped. */
async function findChromium() {
  const candidates = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  if (candidates.some((path) => path && existsSync(path))) return;
  if (process.getuid?.() === 0 && textOf('apt-get', ['--version'])) {
    console.log('installing chromium for the browser tests');
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    const install = ['install', '-y', '--no-install-recommends', 'chromium'];
    if ((await run('apt-get', ['update'], options)) && (await run('apt-get', install, options))) return;
  }
  console.log('no Chromium and none can be installed: the browser tests are skipped');
}

/** Every vitest project; each test counts, and so does a file that cannot be run. */
async function runTests() {
  const output = join(temporary, 'tests.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const ok = await runTool('vitest', ['run', '--silent=passed-only', ...reporters]);
  if (!existsSync(output)) {
    record('tests', false);
    return;
  }
  const results = JSON.parse(readFileSync(output, 'utf8'));
  const before = failures.length;
  let skipped = 0;
  for (const file of results.testResults) {
    const name = file.name.replace(root, '');
    for (const test of file.assertionResults) {
      if (test.status === 'passed') passed++;
      else if (test.status === 'failed') failures.push(`${name}: ${test.fullName}`);
      else skipped++;
    }
    if (file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed')) {
      failures.push(`${name}: ${file.message ?? 'cannot be run'}`);
    }
  }
  if (skipped > 0) console.log(`${skipped} tests skipped: they do not apply to their sample or to this system`);
  if (!ok && failures.length === before) failures.push('vitest ended with an error outside the tests');
}

/** What git says of the tree; undefined outside a repository. */
function treeState() {
  return textOf('git', ['status', '--porcelain', '--untracked-files=all']);
}
