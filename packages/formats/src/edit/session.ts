import type { Asset } from '../asset.ts';
import type { NresAsset } from '../msh/archive-asset.ts';
import type { MshAsset } from '../msh/asset.ts';
import type { JsonValue } from '../scene/scene.ts';
import type { ValueInput } from '../yabx/edit.ts';
import { EditError } from '../yabx/edit-error.ts';
import { archiveSession, texmSession } from './archive.ts';
import { ddsSession } from './dds.ts';
import { rfzSession } from './rfz.ts';
import { svoSession } from './svo.ts';
import type { EditableTexture } from './texture.ts';
import { yabxSession } from './yabx.ts';

/**
 * An open edit of a file. Each change is checked when it is made and throws EditError when it does not fit; then the
 * session is as it was before. The asset itself never changes.
 */
export interface EditSession {
  /** Sets the value at a path as `dump` names it, from what a person writes. */
  set(path: string, input: ValueInput): void;
  /** Sets what a path names from its JSON in a dump. */
  setJson(path: string, json: JsonValue): void;
  /** Takes back the `data` of a whole dump. `at`: its path in the document, for errors. */
  apply(data: JsonValue, at: string): void;
  /** The bytes of a chunk by its path, as edited so far. */
  chunk(path: string): Uint8Array;
  /** Replaces a chunk by its path, such as `chunks[2]`, or `file` where a file is one texture; what objects say of it stays. */
  replaceChunk(path: string, data: Uint8Array): void;
  /** The pictures as they are in the asset. */
  textures(): EditableTexture[];
  /** Replaces the bytes of a picture (see `replacementFor`), with the fields that describe it. */
  replaceTexture(texture: EditableTexture, bytes: Uint8Array): void;
  /** The edited file. */
  save(): Uint8Array;
}

/** Opens a file for editing. @throws EditError for a format that is not edited, or a damaged font. */
export function editAsset(asset: Asset): EditSession {
  switch (asset.format) {
    case 'svo':
      return svoSession(asset);
    case 'yabx':
      return yabxSession(asset);
    case 'rfz':
      return rfzSession(asset);
    case 'dds':
      return ddsSession(asset);
    case 'texm':
      return texmSession(asset);
    case 'nres':
      return archiveSession(asset, (asset as NresAsset).nres);
    case 'msh':
      return archiveSession(asset, (asset as MshAsset).msh.nres);
    default: {
      const { format } = asset;
      throw new EditError(
        '',
        `${format} files are not edited this way`,
        'an SVO, YABX, RFZ, DDS, NRes, MSH or Texm file',
      );
    }
  }
}
