import type { Asset, AssetEntry, SceneOptions } from '../asset.ts';
import { asciiLower } from '../binary/text.ts';
import { FormatError } from '../diagnostics/format-error.ts';
import { readWear, type Wear } from '../wear/read.ts';
import type { LibraryEntry, MaterialSources } from './materials.ts';

/** The game's archives with materials and textures, in the order in which they are searched (msh.md §4). */
const LIBRARIES = ['Material.lib', 'Textures.lib', 'palettes.lib', 'LightMap.lib'];

/**
 * What a model's materials are made of: its WEAR, the entry or file of the same stem with `.wea`, and the archives: the
 * one that the model is in, then those of the game that `findAsset` finds.
 */
export function materialSources(
  modelName: string,
  archive: Asset | undefined,
  findAsset: SceneOptions['findAsset'],
): MaterialSources {
  const find = (name: string) => findReadable(findAsset, name);
  const libraries = [archive, ...LIBRARIES.map(find)].filter((asset) => asset?.format === 'nres');
  return {
    wear: findWear(modelName.replace(/\.[^.]*$/, ''), archive, find),
    libraries: libraries.map((asset) => asset!.entries().map((entry) => libraryEntry(asset!, entry))),
  };
}

function findWear(
  stem: string,
  archive: Asset | undefined,
  find: (name: string) => Asset | undefined,
): Wear | undefined {
  const name = asciiLower(`${stem}.wea`);
  const entry = archive?.entries().find((e) => asciiLower(e.name) === name);
  const bytes = entry?.data ?? find(`${stem}.wea`)?.bytes;
  return bytes && readWear(bytes);
}

/** An asset that cannot be opened is as good as a missing one. */
function findReadable(findAsset: SceneOptions['findAsset'], name: string): Asset | undefined {
  try {
    return findAsset?.(name);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return undefined;
  }
}

function libraryEntry(asset: Asset, entry: AssetEntry): LibraryEntry {
  const { index, name, data, more } = entry;
  const attribute = (key: string) => (typeof more?.[key] === 'number' ? more[key] : 0);
  return {
    library: asset.info().name ?? '',
    index,
    name,
    type: attribute('type'),
    attr1: attribute('attr1'),
    attr2: attribute('attr2'),
    data,
  };
}
