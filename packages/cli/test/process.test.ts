import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeDds } from '@unbake/formats';
import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { CLI, shell, spawnCli, startCli } from './support/spawn-cli.ts';
import { tempFolder, treeOf } from './support/temp-folder.ts';

const [sample] = samplesIn('dds', '.dds').filter(({ name }) => name.startsWith('dxt1_alpha'));
const dds = sample!.bytes;
// biome-ignore lint/suspicious/noTemplateCurlyInString: the shell replaces it by the exit codes of the last pipe
const STATUSES = '${PIPESTATUS[*]}';

/** `count` texture files; every `bad`th cannot be read. */
function ddsFolder(count: number, bad = 0): string {
  const files: { [path: string]: Uint8Array } = {};
  for (let i = 0; i < count; i++) {
    files[`in/${String(i).padStart(4, '0')}.dds`] = bad > 0 && i % bad === 0 ? dds.subarray(0, 4) : dds;
  }
  return tempFolder(files);
}

describe('the built tool', () => {
  test('--version needs nothing but the package file', () => {
    const packageFile = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
    const folder = tempFolder({ 'package.json': packageFile, 'bin/unbake.js': readFileSync(CLI) });
    const result = spawnSync(process.execPath, [join(folder, 'bin/unbake.js'), '--version'], { encoding: 'utf8' });
    expect(result).toMatchObject({ status: 0, stdout: `${JSON.parse(packageFile).version}\n`, stderr: '' });
  });

  test('standard input and output', () => {
    const { status, stdout, stderr } = spawnCli(['repack', '-', '-o', '-'], { input: dds });
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
    expect(Buffer.compare(stdout, dds)).toBe(0);
  });

  test('a file that is nothing gives one line without a stack, and exit code 4', () => {
    const { status, stderr } = spawnCli(['info', '/dev/null']);
    expect(status).toBe(4);
    expect(stderr.toString()).toMatch(/^unbake: \/dev\/null: file\/unknown at 0x0: [^\n]+\n {2}[^\n]+\n$/);
  });

  test('fault 092: a reader that goes away ends the tool quietly, and files are complete', () => {
    const folder = ddsFolder(300);
    const listing = shell(`unbake validate in | head -1; echo "codes ${STATUSES}"`, folder);
    expect(listing.stdout).toMatch(/^in\/0000\.dds \(dds\): no findings\ncodes (0|141) 0\n$/);
    expect(listing.stderr).toBe('');
    const json = shell(`unbake info in --json | head -c 10; echo " ${STATUSES}"`, folder);
    expect(json.stdout).toMatch(/^\{\n {2}"schem (0|141) 0\n$/);
    expect(json.stderr).toBe('');
    const hex = shell(`unbake hex in/0000.dds --full | head -c 10; echo " ${STATUSES}"`, folder);
    expect(hex.stdout).toMatch(/^00000000 {2} (0|141) 0\n$/);
    const files = shell('unbake extract in/0000.dds --png -o out | true; ls out', folder);
    expect(files.stderr).not.toContain('EPIPE');
    expect(files.stdout).toMatch(/\.png\n$/);
  });

  test('fault 093: 300 files and every second one broken, with 64 open files at most', () => {
    const folder = ddsFolder(300, 2);
    const { stdout, stderr } = shell(`ulimit -n 64; unbake validate in | tail -1; echo "codes ${STATUSES}"`, folder);
    expect(stdout).toBe('150 files pass, 150 not readable: 150 errors\ncodes 5 0\n');
    expect(stderr).not.toContain('EMFILE');
  });

  test('fault 094: memory stays flat over many files', () => {
    const files: { [path: string]: Uint8Array } = {};
    const large = new Uint8Array(300_000);
    large.set(dds.subarray(0, 128));
    for (let i = 0; i < 400; i++) files[`in/${i}.dds`] = large;
    const folder = tempFolder(files);
    const node = ['--max-old-space-size=48', '--require', './peak.cjs'];
    writeFileSync(
      join(folder, 'peak.cjs'),
      "process.on('exit', () => console.error('peak', process.resourceUsage().maxRSS >> 10));",
    );
    const { status, stderr } = spawnCli(['validate', 'in', '--format', 'json'], { cwd: folder, node });
    expect(status).toBe(0);
    // 400 files of 300 KB are 120 MB; a tool that keeps them all cannot stay below.
    expect(Number(/peak (\d+)/.exec(stderr.toString())![1])).toBeLessThan(190);
  });

  test('results that cannot be written end with 3', () => {
    const { stdout } = shell('unbake info in/0000.dds > /dev/full; echo "code $?"', ddsFolder(1));
    expect(stdout).toBe('code 3\n');
  });

  test('fault 075: killed in the middle of a save, the old file is whole; interrupted, the temporary file goes too', async () => {
    const size = 96 << 20;
    const big = new Uint8Array(size);
    big.set(dds.subarray(0, 128));
    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      const folder = tempFolder({ 'a.dds': big, 'b.dds': 'old' });
      const child = startCli(['repack', 'a.dds', '-o', 'b.dds', '--overwrite'], { cwd: folder });
      const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
      const seen = await temporaryFileOf(folder, ended);
      child.kill(signal);
      const code = await ended;
      const target = readFileSync(join(folder, 'b.dds'));
      expect(['old', sha256(big)]).toContain(target.length === 3 ? target.toString() : sha256(target));
      if (signal === 'SIGINT' && seen) {
        expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
        expect([0, 130]).toContain(code);
      }
    }
  });

  test('fault 075: killed at any moment of an edit in place, the name holds the old file or the new one', async () => {
    const size = 48 << 20;
    const [old, edited] = [1, 2].map((fill) => {
      const bytes = new Uint8Array(size + 128).fill(fill, 128);
      bytes.set(largeHeader(4096, size / 4 / 4096));
      return bytes;
    }) as [Uint8Array, Uint8Array];
    const hashes = [old, edited].map(sha256);
    const folder = tempFolder({ 'new.dds': edited });
    const seen = new Set<number>();
    for (const delay of [0, 1, 20, 60, 120, 'whole'] as const) {
      for (const name of readdirSync(folder)) if (name !== 'new.dds') rmSync(join(folder, name));
      writeFileSync(join(folder, 'a.dds'), old);
      const child = startCli(['texture', 'replace', 'a.dds', '#0', 'new.dds', '--in-place'], { cwd: folder });
      const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
      if (delay !== 'whole') {
        await temporaryFileOf(folder, ended);
        await new Promise((resolve) => setTimeout(resolve, delay));
        child.kill('SIGKILL');
      }
      await ended;
      const now = hashes.indexOf(sha256(readFileSync(join(folder, 'a.dds'))));
      expect(now, `killed ${delay} ms after the writing began`).not.toBe(-1);
      const backups = readdirSync(folder).filter((name) => name.endsWith('.bak'));
      for (const name of backups) expect(sha256(readFileSync(join(folder, name)))).toBe(hashes[0]);
      if (now === 1) expect(backups).toEqual(['a.dds.bak']);
      seen.add(now);
    }
    expect(seen).toContain(1);
  });

  test('Ctrl-C ends with 130', async () => {
    const child = startCli(['info', '-']);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
  });

  test('the same input gives the same output files', () => {
    const folder = ddsFolder(1);
    for (const out of ['one', 'two']) spawnCli(['extract', 'in/0000.dds', '--png', '-o', out], { cwd: folder });
    expect(treeOf(join(folder, 'one'))).toEqual(treeOf(join(folder, 'two')));
  });
});

/** Waits until a save has started; false when the process was faster than the look. */
async function temporaryFileOf(folder: string, ended: Promise<unknown>): Promise<boolean> {
  let over = false;
  ended.then(() => {
    over = true;
  });
  while (!over) {
    if (readdirSync(folder).some((name) => name.endsWith('.tmp') && statSync(join(folder, name)).size > 0)) return true;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return false;
}

/** The header of a DDS file of A8R8G8B8. */
function largeHeader(width: number, height: number): Uint8Array {
  const header = encodeDds({ width: 1, height: 1, rgba: new Uint8Array(4) }, { format: 'A8R8G8B8' }).slice(0, 128);
  const view = new DataView(header.buffer);
  for (const [at, value] of [
    [12, height],
    [16, width],
    [20, width * 4],
  ] as const) {
    view.setUint32(at, value, true);
  }
  return header;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
