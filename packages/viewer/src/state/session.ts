import { batch, computed, signal } from '@preact/signals';
import { looksKnown } from '../lib/kinds.ts';
import { readSlice } from '../lib/read-slice.ts';
import { background, foreground, isCancelled, WorkerError } from '../worker/client.ts';
import type { Change, Failure, FileRef, FileSource, ObjectGraph, PackedTrace } from '../worker/protocol.ts';
import { factsOf, keyOf, keysOf, makeFile, type OpenFile, refOf } from './files.ts';
import { isUnsaved, newStep, redone, undone, withStep } from './history.ts';
import { clearSelection } from './selection.ts';
import { siblingsOf } from './siblings.ts';

/** Files of the page in the order of the list, entries of archives behind their archive. */
export const files = signal<readonly OpenFile[]>([]);
export const selectedId = signal<number | undefined>(undefined);
export const current = computed(() => files.value.find((file) => file.id === selectedId.value));
/** A request that the user waits for is running. */
export const busy = signal(0);

/** What the page is given: a file of this machine, or one of the server's. */
export interface GivenFile {
  /** With folders. */
  path: string;
  size: number;
  source: FileSource;
}

let opening = new AbortController();

/**
 * Shows these files instead of those shown before, and opens the first that is of a known kind by its name, else the first.
 * What was being opened is cancelled, and everything of the files before is let go.
 */
export function showFiles(given: readonly GivenFile[]): void {
  closeAll();
  const made = given.map(({ path, size, source }) => makeFile(path, size, async () => source));
  files.value = made;
  const chosen = made.find(({ path }) => looksKnown(path)) ?? made[0];
  if (chosen) void selectFile(chosen);
}

/** Whether a file has edits that were not downloaded. */
export function hasUnsaved(): boolean {
  return files.value.some((file) => isUnsaved(file.history.value));
}

/** Lets go of every file, its trace, its place in the workers, and what was asked of them. */
export function closeAll(): void {
  opening.abort();
  opening = new AbortController();
  const gone = files.value;
  batch(() => {
    for (const file of gone) clearSelection(file.id);
    files.value = [];
    selectedId.value = undefined;
  });
  forgetKeys(gone.flatMap(keysOf));
}

/** Selects a file and opens it; one that is still being opened is put back into the list. */
export async function selectFile(file: OpenFile): Promise<void> {
  if (current.value !== file && current.value?.state.value.kind === 'opening') cancelOpening();
  selectedId.value = file.id;
  const { kind } = file.state.value;
  if (kind === 'listed' || kind === 'failed') await openFile(file);
}

/** Opens a file in the worker; never throws, the file's state says how it went. */
export async function openFile(file: OpenFile): Promise<void> {
  const { signal: abort } = opening;
  file.state.value = { kind: 'opening', progress: undefined };
  try {
    const ref = await refOf(file);
    const facts = await waitFor(
      foreground.call('open', [ref], {
        signal: abort,
        onProgress: (progress) => {
          if (file.state.value.kind === 'opening') file.state.value = { kind: 'opening', progress };
        },
      }),
    );
    file.state.value = { kind: 'ready', facts };
    if (facts.directoryOnly) file.findings.value = facts.findings;
    else void checkFile(file, ref, abort);
  } catch (error) {
    file.state.value = isCancelled(error) ? { kind: 'listed' } : { kind: 'failed', failure: failureFrom(error) };
  }
}

/** Stops opening a file. */
export function cancelOpening(): void {
  opening.abort();
  opening = new AbortController();
}

async function checkFile(file: OpenFile, ref: FileRef, abort: AbortSignal): Promise<void> {
  try {
    const findings = await foreground.call('check', [ref], { signal: abort });
    if (ref.key === keyOf(file)) file.findings.value = findings;
  } catch (error) {
    if (isCancelled(error)) return;
    const { code, message, offset, path } = failureFrom(error);
    const { findings } = factsOf(file) ?? { findings: [] };
    file.findings.value = [
      ...findings,
      { code, message, severity: 'error', offset: offset ?? 0, length: 0, path: path ?? '' },
    ];
  }
}

/** Lists an entry of an archive as a file behind it, once, and selects it. */
export async function openEntry(archive: OpenFile, index: number): Promise<void> {
  const listed = files.value.find((file) => file.entryOf?.archive === archive && file.entryOf.index === index);
  if (listed) {
    await selectFile(listed);
    return;
  }
  const facts = factsOf(archive);
  const entry = facts?.entries[index];
  if (!facts || !entry) return;
  let source: Promise<FileSource> | undefined;
  const read = async (): Promise<FileSource> => {
    const ref = await refOf(archive);
    if (facts.directoryOnly) return sliceOf(ref.source, entry.offset, entry.size);
    return { kind: 'blob', blob: await foreground.call('entry', [ref, index]) };
  };
  const made = makeFile(`${archive.path}/${entry.name}`, entry.size, () => (source ??= read()), {
    archive,
    index,
    ...(entry.attributes ? { attributes: entry.attributes } : {}),
  });
  const at = files.value.reduce((last, f, i) => (f === archive || isInside(f, archive) ? i : last), -1);
  files.value = [...files.value.slice(0, at + 1), made, ...files.value.slice(at + 1)];
  archive.expanded.value = true;
  await selectFile(made);
}

async function sliceOf(source: FileSource, offset: number, size: number): Promise<FileSource> {
  if (source.kind === 'blob') return { kind: 'blob', blob: source.blob.slice(offset, offset + size) };
  const bytes = await readSlice(source, offset, offset + size);
  return { kind: 'blob', blob: new Blob([bytes as Uint8Array<ArrayBuffer>]) };
}

function isInside(file: OpenFile, archive: OpenFile): boolean {
  for (let at = file.entryOf; at; at = at.archive.entryOf) if (at.archive === archive) return true;
  return false;
}

const traces = new Map<string, Promise<PackedTrace>>();
const graphs = new Map<string, Promise<ObjectGraph>>();

/** The trace of a file as it is now; made once for each state of the file. */
export function traceOf(file: OpenFile): Promise<PackedTrace> {
  return kept(traces, file, (ref) => foreground.call('trace', [ref], { signal: opening.signal }));
}

/** The objects of a file as it is now. */
export function graphOfFile(file: OpenFile): Promise<ObjectGraph> {
  return kept(graphs, file, (ref) => foreground.call('graph', [ref], { signal: opening.signal }));
}

function kept<T>(store: Map<string, Promise<T>>, file: OpenFile, make: (ref: FileRef) => Promise<T>): Promise<T> {
  const key = keyOf(file);
  let made = store.get(key);
  if (!made) {
    made = waitFor(refOf(file).then(make));
    store.set(key, made);
    made.catch(() => store.delete(key));
    // One state of a file at a time: traces are large.
    for (const old of store.keys()) if (old !== key && old.startsWith(`${file.id}:`)) store.delete(old);
  }
  return made;
}

/** Makes a change. @throws WorkerError with what does not fit; the file is then as it was. */
export async function editFile(file: OpenFile, label: string, change: Change): Promise<void> {
  const ref = await refOf(file);
  const blob = await waitFor(foreground.call('edit', [ref, change]));
  if (ref.key !== keyOf(file)) throw new WorkerError({ code: 'edit', message: 'the file was changed meanwhile' });
  file.history.value = withStep(file.history.value, newStep(label, blob));
  await reopen(file);
}

export async function undo(file: OpenFile): Promise<void> {
  const before = file.history.value;
  file.history.value = undone(before);
  if (file.history.value !== before) await reopen(file);
}

export async function redo(file: OpenFile): Promise<void> {
  const before = file.history.value;
  file.history.value = redone(before);
  if (file.history.value !== before) await reopen(file);
}

/** Undoes or redoes until `step` edits are applied. */
export async function goToStep(file: OpenFile, step: number): Promise<void> {
  const history = file.history.value;
  if (step === history.at || step < 0 || step > history.steps.length) return;
  file.history.value = { ...history, at: step };
  await reopen(file);
}

/** Reads the file again in its present state; what is shown stays until then. */
async function reopen(file: OpenFile): Promise<void> {
  const ref = await refOf(file);
  try {
    const facts = await waitFor(foreground.call('open', [ref], { signal: opening.signal }));
    if (ref.key !== keyOf(file)) return;
    file.state.value = { kind: 'ready', facts };
    await checkFile(file, ref, opening.signal);
  } catch (error) {
    if (!isCancelled(error)) file.state.value = { kind: 'failed', failure: failureFrom(error) };
  }
}

/** The file with the others of its folder, for what needs materials and textures. */
export async function sceneRefOf(file: OpenFile): Promise<FileRef> {
  return refOf(file, siblingsOf(file, files.value));
}

export async function waitFor<T>(work: Promise<T>): Promise<T> {
  busy.value++;
  try {
    return await work;
  } finally {
    busy.value--;
  }
}

export function failureFrom(error: unknown): Failure {
  if (error instanceof WorkerError) return error.failure;
  return { code: 'bug', message: error instanceof Error ? error.message : String(error) };
}

type Forget = (keys: readonly string[]) => void;
const forgetters = new Set<Forget>();

/** Who keeps something by file key (`keyOf`) is told when files are let go. */
export function onForget(forget: Forget): void {
  forgetters.add(forget);
}

function forgetKeys(keys: readonly string[]): void {
  if (keys.length === 0) return;
  for (const key of keys) {
    traces.delete(key);
    graphs.delete(key);
  }
  for (const forget of forgetters) forget(keys);
  for (const client of [foreground, background]) client.release(keys);
}
