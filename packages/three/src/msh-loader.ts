import { type Asset, type MshAsset, type MshSceneOptions, openAsset, type SceneOptions } from '@unbake/formats';
import { LoaderUtils } from 'three';
import { AssetLoader, nameOf } from './loader.ts';
import type { Model } from './model.ts';
import { type MshPose, mshPose } from './msh-pose.ts';

/** A Parkan model with the driver that poses it as the game does. */
export interface MshModel extends Model {
  readonly pose: MshPose;
}

/** Loads MSH models. Materials need the model's `.wea` and the game's libraries: `setLibraries` or `setFindAsset`. */
export class MSHLoader extends AssetLoader<MshModel> {
  protected readonly format = 'msh';
  /** State, level of detail and the like. */
  options: MshSceneOptions = {};
  #libraries: readonly string[] = [];
  #findAsset: SceneOptions['findAsset'];
  readonly #loaded = new Map<string, Asset>();

  setOptions(options: MshSceneOptions): this {
    this.options = options;
    return this;
  }

  /**
   * Files that `load` fetches beside the model, from `resourcePath` or the model's folder, once: `model.wea`,
   * `Material.lib`, `Textures.lib`, ... One that cannot be fetched is an error of `load`.
   */
  setLibraries(urls: readonly string[]): this {
    this.#libraries = urls;
    return this;
  }

  /** Where `parse` finds other files of the game, by name; asked before the libraries. */
  setFindAsset(findAsset: SceneOptions['findAsset']): this {
    this.#findAsset = findAsset;
    return this;
  }

  protected override async prepare(url: string): Promise<void> {
    const base = this.resourcePath || LoaderUtils.extractUrlBase(this.path + url);
    for (const library of this.#libraries) {
      const name = nameOf(library);
      if (this.#loaded.has(name.toLowerCase())) continue;
      const bytes = new Uint8Array(await this.fetchBytes(library, base));
      this.#loaded.set(name.toLowerCase(), openAsset(bytes, { name }));
    }
  }

  protected build(asset: Asset): MshModel {
    const findAsset = (name: string) => this.#findAsset?.(name) ?? this.#loaded.get(name.toLowerCase());
    const model = this.modelOf(asset, { ...this.options, findAsset });
    return { ...model, pose: mshPose((asset as MshAsset).msh, model) };
  }
}
