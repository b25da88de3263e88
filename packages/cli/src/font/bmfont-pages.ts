import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { foldFileName } from '@unbake/formats';
import { usageError } from '../failure.ts';
import { readWhole } from '../io/read-input.ts';
import { pageFromFile } from './pages.ts';

export interface BmFontPages {
  dds: Uint8Array[];
  notes: string[];
  inputs: string[];
}

/**
 * The pages that a .fnt names: in its folder or one below, upper and lower case being the same; of a path that leads
 * elsewhere only the name counts.
 * @throws Failure when one is missing or no page.
 */
export async function readBmFontPages(names: readonly string[], fntPath: string): Promise<BmFontPages> {
  const pages: BmFontPages = { dds: [], notes: [], inputs: [] };
  for (const [i, name] of names.entries()) {
    const path = await findPage(name, dirname(fntPath));
    if (path === undefined) {
      throw usageError(`${fntPath}, page ${i}: there is no "${name}"`, `Put the picture into ${dirname(fntPath)}.`);
    }
    const made = await pageFromFile(await readWhole(path), path);
    pages.dds.push(made.dds);
    pages.inputs.push(path);
    if (made.note !== undefined) pages.notes.push(made.note);
  }
  return pages;
}

async function findPage(name: string, folder: string): Promise<string | undefined> {
  const parts = name.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  const isBelow = !/^(?:[\\/]|[A-Za-z]:)/.test(name) && !parts.includes('..');
  for (const steps of isBelow && parts.length > 1 ? [parts, parts.slice(-1)] : [parts.slice(-1)]) {
    let path: string | undefined = folder;
    for (const step of steps) path = path && (await childOf(path, step));
    if (path && steps.length > 0) return path;
  }
  return undefined;
}

/** The entry of a folder by its exact name, else without regard to case. */
async function childOf(folder: string, name: string): Promise<string | undefined> {
  const entries = (await readdir(folder).catch(() => [])).sort();
  const wanted = foldFileName(basename(name));
  const found = entries.find((entry) => entry === name) ?? entries.find((entry) => foldFileName(entry) === wanted);
  return found === undefined ? undefined : join(folder, found);
}
