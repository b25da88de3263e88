import { type Signal, signal } from '@preact/signals';
import type { EntryAttributes } from '@unbake/formats';
import type { Failure, FileFacts, FileRef, FileSource, Finding, Progress } from '../worker/protocol.ts';
import type { History } from './history.ts';

/** How far a file is. A file of a list is opened when it is first selected. */
export type FileState =
  | { kind: 'listed' }
  | { kind: 'opening'; progress: Progress | undefined }
  | { kind: 'ready'; facts: FileFacts }
  | { kind: 'failed'; failure: Failure };

/** A file of the page: dropped, chosen, served, or an entry of another. */
export interface OpenFile {
  readonly id: number;
  /** For display, with its folders: `models/hero.svo`. Text of a stranger. */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  readonly size: number;
  /** The file as it is on disk; of an entry known when it is first opened. */
  readonly original: () => Promise<FileSource>;
  readonly entryOf: { archive: OpenFile; index: number; attributes?: EntryAttributes } | undefined;
  readonly state: Signal<FileState>;
  /** Findings of every check; undefined until they are made. */
  readonly findings: Signal<readonly Finding[] | undefined>;
  readonly history: Signal<History>;
  /** Where its entries are listed. */
  readonly expanded: Signal<boolean>;
}

let nextId = 1;

export function makeFile(
  path: string,
  size: number,
  original: () => Promise<FileSource>,
  entryOf?: OpenFile['entryOf'],
): OpenFile {
  return {
    id: nextId++,
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    size,
    original,
    entryOf,
    state: signal<FileState>({ kind: 'listed' }),
    findings: signal(undefined),
    history: signal({ steps: [], at: 0, saved: 0 }),
    expanded: signal(false),
  };
}

/** The file in its present state, edits included, as worker and loaders take it. `siblings`: see `FileRef`. */
export async function refOf(file: OpenFile, siblings: readonly OpenFile[] = []): Promise<FileRef> {
  const { steps, at } = file.history.value;
  const source = at > 0 ? ({ kind: 'blob', blob: steps[at - 1]!.blob } as const) : await file.original();
  const ref: FileRef = { key: keyOf(file), name: file.name, source };
  if (file.entryOf) {
    const { archive, attributes } = file.entryOf;
    const small = archive.state.value.kind === 'ready' && !archive.state.value.facts.directoryOnly;
    ref.entryOf = {
      ...(attributes ? { attributes } : {}),
      ...(small ? { archive: await refOf(archive) } : {}),
    };
  }
  if (siblings.length > 0) ref.siblings = await Promise.all(siblings.map((sibling) => refOf(sibling)));
  return ref;
}

/** The file as it was opened, without edits. */
export async function originalRef(file: OpenFile): Promise<FileRef> {
  const ref = await refOf(file);
  return { ...ref, key: `${file.id}:0`, source: await file.original() };
}

/** Of a file in its present state: changes with every edit, undo and redo. */
export function keyOf(file: OpenFile): string {
  const { steps, at } = file.history.value;
  return `${file.id}:${at > 0 ? steps[at - 1]!.serial : 0}`;
}

/** Every key that the file has had. */
export function keysOf(file: OpenFile): string[] {
  return [`${file.id}:0`, ...file.history.value.steps.map((step) => `${file.id}:${step.serial}`)];
}

export function factsOf(file: OpenFile | undefined): FileFacts | undefined {
  const state = file?.state.value;
  return state?.kind === 'ready' ? state.facts : undefined;
}
