import type { OpenFile } from './files.ts';

/** The game's archives with materials and textures, and a model's own list of materials (msh.md §4). */
const LIBRARIES = ['material.lib', 'textures.lib', 'palettes.lib', 'lightmap.lib'];

/**
 * The files in which the materials of a model are looked for: the libraries and the model's `.wea`, nearest folder first,
 * one of each name.
 */
export function siblingsOf(file: OpenFile, all: readonly OpenFile[]): OpenFile[] {
  const outer = file.entryOf?.archive ?? file;
  const wea = `${file.name.replace(/\.[^.]*$/, '')}.wea`.toLowerCase();
  const found = new Map<string, OpenFile>();
  const wanted = (other: OpenFile) => {
    const name = other.name.toLowerCase();
    return LIBRARIES.includes(name) || name === wea;
  };
  const candidates = all
    .filter((other) => wanted(other) && other !== file && other !== outer && !other.entryOf)
    .map((other) => ({ other, shared: sharedFolders(outer.path, other.path) }))
    .sort((a, b) => b.shared - a.shared);
  for (const { other } of candidates) {
    const name = other.name.toLowerCase();
    if (!found.has(name)) found.set(name, other);
  }
  return [...found.values()];
}

function sharedFolders(a: string, b: string): number {
  const left = a.split('/').slice(0, -1);
  const right = b.split('/').slice(0, -1);
  let n = 0;
  while (n < left.length && left[n] === right[n]) n++;
  return n;
}
