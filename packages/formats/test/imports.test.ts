import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const src = fileURLToPath(new URL('../src/', import.meta.url));

/** What a folder of src may import besides itself (docs/architecture.md). `.` is the files at the top. */
const ALLOWED: Record<string, string[]> = {
  diagnostics: [],
  binary: ['diagnostics'],
  scene: ['binary'],
  avts: ['binary', 'diagnostics'],
  yabx: ['binary', 'diagnostics'],
  nres: ['binary', 'diagnostics'],
  dds: ['binary', 'diagnostics'],
  texm: ['binary', 'diagnostics'],
  wear: ['binary', 'diagnostics'],
  mat0: ['binary', 'diagnostics'],
  rfz: ['binary', 'diagnostics', 'yabx'],
  svo: ['binary', 'diagnostics', 'scene', 'avts', 'yabx', 'dds'],
  font: ['binary', 'diagnostics', 'scene', 'avts', 'yabx', 'dds', 'rfz', 'svo'],
  edit: ['binary', 'diagnostics', 'scene', 'avts', 'yabx', 'dds', 'rfz', 'svo', 'font', 'nres', 'texm', 'msh'],
  msh: ['binary', 'diagnostics', 'scene', 'nres', 'texm', 'wear', 'mat0'],
};

/** The scene's types and the Asset interface are values' shapes: type-only imports of them are open to every format. */
const TYPES_FOR_ALL = ['asset.ts', 'format-row.ts', 'scene/scene.ts'];

function importsOf(file: string): { target: string; typeOnly: boolean }[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/^(?:import|export)\s+(type\s+)?[^;]*?from\s+'([^']+)';/gms)].map((m) => ({
    target: m[2]!,
    typeOnly: m[1] !== undefined,
  }));
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.ts'));

describe('imports of @unbake/formats', () => {
  test.each(files)('%s', (file) => {
    const folder = file.includes('/') ? file.split('/')[0]! : '.';
    for (const { target, typeOnly } of importsOf(join(src, file))) {
      expect(target, 'only relative imports: the package has no dependency').toMatch(/^\.\.?\//);
      const path = relative(src, resolve(src, dirname(file), target));
      const other = path.includes('/') ? path.split('/')[0]! : '.';
      if (folder === '.' || other === folder || (typeOnly && TYPES_FOR_ALL.includes(path))) continue;
      expect(ALLOWED[folder], `${file} imports ${path}`).toContain(other);
    }
  });

  test('the package declares no dependency of any kind', () => {
    const manifest = JSON.parse(readFileSync(join(src, '../package.json'), 'utf8'));
    for (const key of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
      expect(manifest[key]).toBeUndefined();
    }
  });

  test('`.buffer` is used in binary/bytes.ts and in decoders that check alignment, nowhere with a file offset', () => {
    for (const file of files) {
      const text = readFileSync(join(src, file), 'utf8');
      for (const use of text.matchAll(/new \w+\([^)]*\.buffer,\s*([^)]*)\)/g)) {
        expect(use[1], `${file}: ${use[0]}`).toMatch(/byteOffset/);
      }
    }
  });
});
