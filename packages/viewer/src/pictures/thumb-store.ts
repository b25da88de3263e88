import { keyOf, type OpenFile, refOf } from '../state/files.ts';
import { onForget, sceneRefOf } from '../state/session.ts';
import { background } from '../worker/client.ts';
import type { Pixels } from '../worker/protocol.ts';
import { ThumbQueue } from './thumb-queue.ts';

/** Small pictures that are kept: some 20 MB of them. */
const KEPT = 400;
/** Longer work is ended: a file that takes it has no small picture. */
const PATIENCE = 20_000;

/** What a small picture is of: a picture of a file, or what the file is as a whole. */
export interface ThumbSource {
  file: OpenFile;
  /** Undefined for the file as a whole. */
  picture?: number;
}

const made = new Map<string, Pixels | undefined>();
const queue = new ThumbQueue(2);
let leaving = new AbortController();

onForget((keys) => {
  for (const id of made.keys()) if (keys.includes(id.slice(0, id.indexOf('/')))) made.delete(id);
});

function idOf({ file, picture }: ThumbSource): string {
  return `${keyOf(file)}/${picture ?? 'file'}`;
}

/** The small picture where it is there already; undefined inside when there is none to be had. */
export function knownThumb(source: ThumbSource): { pixels: Pixels | undefined } | undefined {
  const id = idOf(source);
  if (!made.has(id)) return undefined;
  const pixels = made.get(id);
  made.delete(id);
  made.set(id, pixels);
  return { pixels };
}

/** Makes it in the background. @throws when it is no longer wanted. */
export async function makeThumb(source: ThumbSource, size: number, signal: AbortSignal): Promise<Pixels | undefined> {
  const id = idOf(source);
  const pixels = await queue.add(() => ask(source, size, leaving.signal), signal);
  made.set(id, pixels);
  for (const old of made.keys()) {
    if (made.size <= KEPT) break;
    made.delete(old);
  }
  return pixels;
}

/** What runs is not ended when one picture scrolls away, which would end the worker with all that it has opened. */
async function ask({ file, picture }: ThumbSource, size: number, signal: AbortSignal): Promise<Pixels | undefined> {
  const given = { signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]) };
  try {
    if (picture !== undefined) return await background.call('thumbnail', [await refOf(file), picture, size], given);
    return await background.call('preview', [await sceneRefOf(file), size], given);
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** Ends what is made in the background, because its list is left. */
export function leaveThumbs(): void {
  leaving.abort();
  leaving = new AbortController();
}
