import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder for one test, with the given files in it; gone when the test is done. */
export function tempFolder(files: { [path: string]: Uint8Array | string } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'unbake test '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, data] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), data);
  }
  return folder;
}

/** Every file below a folder with its contents, by path with `/`. */
export function treeOf(folder: string, below = ''): { [path: string]: string } {
  const tree: { [path: string]: string } = {};
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = below ? `${below}/${name}` : name;
    if (statSync(join(folder, path)).isDirectory()) Object.assign(tree, treeOf(folder, path));
    else tree[path] = readFileSync(join(folder, path), 'latin1');
  }
  return tree;
}
