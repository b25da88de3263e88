import type { Asset, SceneOptions } from '@unbake/formats';
import { type OpenFile, refOf } from '../state/files.ts';
import { onForget, sceneRefOf } from '../state/session.ts';

/**
 * Opens a file on the page's own thread, for what needs the asset itself: a Scene decodes its pictures by function and
 * the engine's sampler runs once a frame, and neither can cross to a worker. The formats are loaded when first needed.
 * An asset of the same state of a file is opened once.
 * @throws FormatError as `openAsset`.
 */
export async function assetOf(file: OpenFile): Promise<Asset> {
  const { openRef } = await import('./open-ref.ts');
  return openRef(await refOf(file));
}

/** What `Asset.scene` needs to find materials and textures in the other files of the page. */
export async function sceneOptionsFor(file: OpenFile): Promise<SceneOptions> {
  const { sceneOptionsOf } = await import('./open-ref.ts');
  return sceneOptionsOf(await sceneRefOf(file));
}

onForget((keys) => {
  void import('./open-ref.ts').then(({ forget }) => forget(keys));
});
