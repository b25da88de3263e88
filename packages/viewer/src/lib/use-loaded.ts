import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { keyOf, type OpenFile } from '../state/files.ts';
import { failureFrom, sceneRefOf } from '../state/session.ts';
import { isCancelled } from '../worker/client.ts';
import type { Failure, FileRef } from '../worker/protocol.ts';

export type Loaded<T> =
  | { kind: 'loading' }
  | { kind: 'failed'; failure: Failure }
  /** `key`: of the state of the file that it was made from. */
  | { kind: 'ready'; value: T; key: string };

/**
 * What `load` makes of a file, made again when the file is edited; what was there stays until then. `load` gets a signal
 * that aborts when the answer is no longer wanted. `also`: further values that it depends on.
 */
export function useLoaded<T>(
  file: OpenFile,
  load: (ref: FileRef, signal: AbortSignal) => Promise<T>,
  also: readonly unknown[] = [],
): Loaded<T> {
  const loaded = useSignal<Loaded<T>>({ kind: 'loading' });
  const key = keyOf(file);
  useEffect(() => {
    const abort = new AbortController();
    sceneRefOf(file)
      .then((ref) => load(ref, abort.signal))
      .then(
        (value) => {
          if (!abort.signal.aborted) loaded.value = { kind: 'ready', value, key };
        },
        (error: unknown) => {
          if (abort.signal.aborted || isCancelled(error)) return;
          loaded.value = { kind: 'failed', failure: failureFrom(error) };
        },
      );
    return () => abort.abort();
  }, [file, key, ...also]);
  return loaded.value;
}
