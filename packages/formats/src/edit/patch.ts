import type { Asset } from '../asset.ts';
import { bytesEqual } from '../binary/bytes.ts';
import type { JsonValue } from '../scene/scene.ts';
import { svoFormat } from '../svo/asset.ts';
import { EditError } from '../yabx/edit-error.ts';
import { type Difference, diffAssets } from './diff.ts';
import { type EditSession, editAsset } from './session.ts';

/** What turns one file into another: fields by path, and whole chunks (images, geometry). Nothing that is unchanged. */
export interface Patch {
  fields: { path: string; value: JsonValue }[];
  chunks: { path: string; name: string; data: Uint8Array }[];
}

/**
 * The changes from `a` to `b`.
 * @throws EditError when the files differ in something that is no value and no chunk, such as the number of objects or
 * the order of the directory.
 */
export function makePatch(a: Asset, b: Asset): Patch {
  if (a.format !== b.format) {
    throw new EditError('', `a patch from ${a.format} to ${b.format} cannot be made`, 'two files of one kind');
  }
  const patch: Patch = { fields: [], chunks: [] };
  if (a.format === 'dds') {
    if (!bytesEqual(a.bytes, b.bytes)) patch.chunks.push({ path: 'file', name: '', data: b.bytes });
    return patch;
  }
  for (const difference of diffAssets(a, b)) {
    if (difference.kind === 'field' && difference.a !== undefined && difference.b !== undefined) {
      patch.fields.push({ path: difference.path, value: difference.b });
    } else if (difference.kind !== 'texture' && difference.kind !== 'chunk') throw unpatchable(difference);
  }
  addChunks(patch, a, b, '');
  const session = editAsset(a);
  applyPatch(session, patch);
  if (!bytesEqual(session.save(), b.bytes)) {
    throw new EditError('', 'the files differ in more than values and chunks', 'a file that was edited from the first');
  }
  return patch;
}

/** Makes the changes of a patch. @throws EditError where one does not fit. */
export function applyPatch(session: EditSession, patch: Patch): void {
  for (const { path, data } of patch.chunks) {
    if (path === 'file') session.replaceTexture(session.textures()[0]!, data);
    else session.replaceChunk(path, data);
  }
  for (const { path, value } of patch.fields) session.setJson(path, value);
}

/** Chunks other than graphs whose bytes differ, those of files inside the graph included. */
function addChunks(patch: Patch, a: Asset, b: Asset, at: string): void {
  if (a.format === 'rfz') {
    const [before, after] = [a, b].map((asset) => asset.entries().find((entry) => entry.kind === 'svo'));
    if (!before || !after) return;
    addChunks(patch, svoFormat.open(before.data, {}), svoFormat.open(after.data, {}), 'TextureResource[0].file.');
    return;
  }
  const entries = b.entries();
  for (const [i, before] of a.entries().entries()) {
    const after = entries[i];
    if (!after || before.kind === 'yabx' || bytesEqual(before.data, after.data)) continue;
    patch.chunks.push({ path: `${at}chunks[${i}]`, name: after.name, data: after.data });
  }
}

function unpatchable({ path, kind }: Difference): EditError {
  return new EditError(
    path,
    `a patch holds no such difference (${kind})`,
    'files that differ in values and chunks only',
  );
}
