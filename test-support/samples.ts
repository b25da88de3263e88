import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A sample file with its decoded truth. */
export interface Sample {
  name: string;
  path: string;
  bytes: Uint8Array;
  // biome-ignore lint/suspicious/noExplicitAny: the shape of the truth differs by format and is checked by the tests
  expected: any;
}

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));
const shared = fileURLToPath(new URL('../../shared/samples/', import.meta.url));

/** The folder of samples of a kind: the shared ones where they are, else the project's own fixtures. */
export function sampleDir(kind: string): string {
  return existsSync(`${shared}${kind}`) ? `${shared}${kind}` : `${fixtures}${kind}`;
}

/** Every sample of a folder with the given ending that has a NAME.expected.json. Listing the folder means that none is forgotten. */
export function samplesIn(kind: string, ending: string): Sample[] {
  const dir = sampleDir(kind);
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((file) => file.endsWith(ending))
    .filter((file) => existsSync(`${dir}/${file.slice(0, -ending.length)}.expected.json`))
    .sort()
    .map((file) => ({
      name: file,
      path: `${dir}/${file}`,
      bytes: new Uint8Array(readFileSync(`${dir}/${file}`)),
      expected: JSON.parse(readFileSync(`${dir}/${file.slice(0, -ending.length)}.expected.json`, 'utf8')),
    }));
}
