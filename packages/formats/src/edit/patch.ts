import type { Asset } from '../asset.ts';
import { bytesEqual } from '../binary/bytes.ts';
import type { JsonValue } from '../scene/scene.ts';
import { svoFormat } from '../svo/asset.ts';
import { EditError } from '../yabx/edit-error.ts';
import { type Difference, diffAssets, graphOf } from './diff.ts';
import { type EditSession, editAsset } from './session.ts';

/** What turns one file into another: fields by path, and chunks (images, geometry). Nothing that is unchanged. */
export interface Patch {
  fields: { path: string; value: JsonValue }[];
  chunks: PatchChunk[];
}

/** A changed chunk: all its bytes, or of one that keeps its size those that changed. */
export interface PatchChunk {
  path: string;
  name: string;
  /** How many bytes stay, how many are replaced, how many stay and so on; absent for a whole chunk. */
  runs?: number[];
  /** The new bytes, one behind the other. */
  data: Uint8Array;
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
  if (bytesEqual(a.bytes, b.bytes)) return patch;
  if (a.format === 'dds' || a.format === 'texm') {
    patch.chunks.push(changeOf('file', '', a.bytes, b.bytes));
    return patch;
  }
  const session = editAsset(a);
  // Of an archive what differs beside its entries follows from them, or is no edit: the result tells.
  for (const difference of graphOf(a) ? diffAssets(a, b) : []) {
    if (difference.kind === 'field' && difference.a !== undefined && difference.b !== undefined) {
      patch.fields.push({ path: difference.path, value: difference.b });
    } else if (difference.kind !== 'texture' && difference.kind !== 'chunk') throw unpatchable(difference);
  }
  addChunks(patch, a, b, '');
  applyPatch(session, patch);
  if (!bytesEqual(session.save(), b.bytes)) {
    throw new EditError('', 'the files differ in more than values and chunks', 'a file that was edited from the first');
  }
  return patch;
}

/** Makes the changes of a patch. @throws EditError where one does not fit. */
export function applyPatch(session: EditSession, patch: Patch): void {
  for (const { path, runs, data } of patch.chunks) {
    session.replaceChunk(path, runs ? patched(path, session.chunk(path), runs, data) : data);
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
    patch.chunks.push(changeOf(`${at}chunks[${i}]`, after.name, before.data, after.data));
  }
}

function changeOf(path: string, name: string, before: Uint8Array, after: Uint8Array): PatchChunk {
  if (before.length !== after.length) return { path, name, data: after };
  const runs: number[] = [];
  const data = new Uint8Array(after.length);
  let size = 0;
  for (let at = 0; at < after.length; ) {
    let kept = at;
    while (kept < after.length && before[kept] === after[kept]) kept++;
    let end = kept;
    while (end < after.length && before[end] !== after[end]) data[size++] = after[end++]!;
    if (end > kept) runs.push(kept - at, end - kept);
    at = end;
  }
  return { path, name, runs, data: data.slice(0, size) };
}

function patched(path: string, before: Uint8Array, runs: readonly number[], data: Uint8Array): Uint8Array {
  const after = before.slice();
  let at = 0;
  let used = 0;
  for (let i = 0; i + 1 < runs.length; i += 2) {
    at += runs[i]!;
    const count = runs[i + 1]!;
    const fits = runs[i]! >= 0 && count >= 0 && at + count <= after.length && used + count <= data.length;
    if (!fits) break;
    after.set(data.subarray(used, used + count), at);
    at += count;
    used += count;
  }
  if (runs.length % 2 === 0 && used === data.length) return after;
  throw new EditError(path, 'its runs do not fit its data or the chunk', 'a patch as it was made');
}

function unpatchable({ path, kind }: Difference): EditError {
  return new EditError(
    path,
    `a patch holds no such difference (${kind})`,
    'files that differ in values and chunks only',
  );
}
