import { type Asset, type FormatId, openAsset, type SceneOptions } from '@unbake/formats';
import { FileLoader, Loader, type LoadingManager, type WebGLRenderer } from 'three';
import { DECODE_ALL, type TextureCapabilities, textureCapabilities } from './capabilities.ts';
import type { Model } from './model.ts';
import { sceneToThree } from './scene-to-three.ts';

/** What the loaders share: fetching, opening, and what the GPU takes. */
export abstract class AssetLoader<M extends Model> extends Loader<M> {
  /** Set by `detectSupport`; until then every texture is decoded. */
  capabilities: TextureCapabilities = DECODE_ALL;
  protected abstract readonly format: FormatId;

  constructor(manager?: LoadingManager) {
    super(manager);
  }

  /** Learns which compressed textures the GPU takes as they are, and how large; call it before loading. */
  detectSupport(renderer: Pick<WebGLRenderer, 'extensions' | 'capabilities'>): this {
    this.capabilities = textureCapabilities(renderer);
    return this;
  }

  /** Fetches and parses a file. Errors go to `onError`, a FormatError when the file is damaged. */
  override load(
    url: string,
    onLoad: (model: M) => void,
    onProgress?: (event: ProgressEvent) => void,
    onError?: (error: unknown) => void,
  ): void {
    const fail = (error: unknown) => {
      if (onError) onError(error);
      else console.error(error);
      this.manager.itemError(url);
      this.manager.itemEnd(url);
    };
    this.manager.itemStart(url);
    this.prepare(url)
      .then(() => this.fetchBytes(url, this.path, onProgress))
      .then((bytes) => {
        onLoad(this.parse(bytes, nameOf(url)));
        this.manager.itemEnd(url);
      })
      .catch(fail);
  }

  /**
   * The model of a file's bytes. `name` is that of the file, which damaged files are recognised by.
   * @throws FormatError when nothing of it can be read; TypeError when it is a file of another kind.
   */
  parse(data: ArrayBuffer | Uint8Array, name = ''): M {
    const asset = openAsset(data instanceof Uint8Array ? data : new Uint8Array(data), { name });
    if (asset.format !== this.format) {
      throw new TypeError(`"${name}" is ${asset.info().kind}, not a file that this loader reads`);
    }
    return this.build(asset);
  }

  async parseAsync(data: ArrayBuffer | Uint8Array, name = ''): Promise<M> {
    return this.parse(data, name);
  }

  /** Fetches what `parse` will ask for. */
  protected async prepare(_url: string): Promise<void> {}

  protected abstract build(asset: Asset): M;

  protected modelOf(asset: Asset, options: SceneOptions): Model {
    return sceneToThree(asset.scene!(options), { capabilities: this.capabilities });
  }

  protected async fetchBytes(
    url: string,
    path: string,
    onProgress?: (event: ProgressEvent) => void,
  ): Promise<ArrayBuffer> {
    const loader = new FileLoader(this.manager);
    loader.setPath(path);
    loader.setResponseType('arraybuffer');
    loader.setRequestHeader(this.requestHeader);
    loader.setWithCredentials(this.withCredentials);
    return (await loader.loadAsync(url, onProgress)) as ArrayBuffer;
  }
}

/** The last part of an address, decoded. */
export function nameOf(url: string): string {
  const last = url.replace(/[?#].*$/, '').replace(/^.*[\\/]/, '');
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
