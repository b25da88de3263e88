import type { Asset } from '../asset.ts';
import { bytesEqual } from '../binary/bytes.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import { editNres, type NresEdit } from '../nres/layout.ts';
import type { Nres } from '../nres/types.ts';
import { writeNres } from '../nres/write.ts';
import { readTexm } from '../texm/read.ts';
import { TEXM_TYPE } from '../texm/types.ts';
import { writeTexm } from '../texm/write.ts';
import { EditError } from '../yabx/edit-error.ts';
import { noGraph } from './refuse.ts';
import type { EditSession } from './session.ts';
import { chunkIndex } from './svo.ts';
import type { EditableTexture } from './texture.ts';
import { texmTexture } from './texture-texm.ts';

/** An NRes archive, or a model that is one: its entries and the textures among them. */
export function archiveSession(asset: Asset, nres: Nres): EditSession {
  const edits = new Map<number, Uint8Array>();
  const chunk = (path: string): Uint8Array => {
    const entry = nres.entries[chunkIndex(path)];
    if (!entry) throw new EditError(path, 'there is no such entry', `0 to ${nres.entries.length - 1}`);
    return edits.get(entry.index) ?? entry.data;
  };
  const replaceChunk = (path: string, data: Uint8Array): void => {
    chunk(path);
    const index = chunkIndex(path);
    if (bytesEqual(data, nres.entries[index]!.data)) edits.delete(index);
    else edits.set(index, data);
  };
  return {
    ...noGraph('an NRes archive', asset),
    chunk,
    replaceChunk,
    textures: () => texturesOf(nres),
    replaceTexture: (texture, bytes) => replaceChunk(`chunks[${texture.owner}]`, bytes),
    save() {
      const list = Array.from(edits, ([index, data]): NresEdit => ({ index, data }));
      return list.length === 0 ? asset.bytes : writeNres(editNres(nres, list));
    },
  };
}

function texturesOf(nres: Nres): EditableTexture[] {
  return nres.entries.flatMap(({ type, name, data, index }) => {
    const texm = type === TEXM_TYPE ? new Report().attempt(() => readTexm(data)) : undefined;
    return texm ? [texmTexture(index, name, texm, data)] : [];
  });
}

/** A Texm texture on its own. */
export function texmSession(asset: Asset): EditSession {
  const texm = readTexm(asset.bytes);
  const name = asset.info().name?.replace(/\.(?:texm|tex)$/i, '') ?? '';
  let bytes = writeTexm(texm);
  return {
    ...noGraph('a texture', asset),
    ...wholeFile(
      () => bytes,
      (data) => (bytes = data),
    ),
    textures: () => [texmTexture(0, name, texm, asset.bytes)],
  };
}

/** The part of a session of a file that is one texture. */
export function wholeFile(
  get: () => Uint8Array,
  set: (data: Uint8Array) => void,
): Pick<EditSession, 'chunk' | 'replaceChunk' | 'replaceTexture' | 'save'> {
  const check = (path: string): void => {
    if (path !== 'file') throw new EditError(path, 'a texture has no chunks', 'file');
  };
  return {
    chunk(path) {
      check(path);
      return get();
    },
    replaceChunk(path, data) {
      check(path);
      set(data);
    },
    replaceTexture: (_, data) => set(data),
    save: get,
  };
}
