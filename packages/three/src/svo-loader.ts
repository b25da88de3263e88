import type { Asset } from '@unbake/formats';
import { AssetLoader } from './loader.ts';
import type { Model } from './model.ts';

/** Loads SVO models. */
export class SVOLoader extends AssetLoader<Model> {
  protected readonly format = 'svo';

  protected build(asset: Asset): Model {
    return this.modelOf(asset, {});
  }
}
