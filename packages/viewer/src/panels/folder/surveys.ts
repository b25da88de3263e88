import { signal } from '@preact/signals';
import { keyOf, type OpenFile, refOf } from '../../state/files.ts';
import { failureFrom, onForget } from '../../state/session.ts';
import { background, isCancelled } from '../../worker/client.ts';
import type { Survey } from '../../worker/content-facts.ts';

/** How often the list follows what is found, in ms: a folder has thousands of files. */
const PACE = 150;
/** A file that takes longer is listed as one that cannot be read. */
const PATIENCE = 30_000;

const made = new Map<string, Survey>();
/** Grows when something was found: what reads it is drawn again. */
export const surveyed = signal(0);

onForget((keys) => {
  for (const key of keys) made.delete(key);
});

/** What is known of a file in its present state. */
export function surveyOf(file: OpenFile): Survey | undefined {
  return made.get(keyOf(file));
}

/** Looks at every file that is not known yet, one after the other in the background, until `signal` aborts. */
export async function surveyAll(files: readonly OpenFile[], signal: AbortSignal): Promise<void> {
  let last = 0;
  const tell = () => {
    last = performance.now();
    surveyed.value++;
  };
  for (const file of files) {
    if (signal.aborted) return;
    const key = keyOf(file);
    if (made.has(key)) continue;
    const survey = await surveyFile(file, signal);
    if (!survey || signal.aborted) return;
    made.set(key, survey);
    if (performance.now() - last > PACE) tell();
  }
  tell();
}

/** Undefined when it is no longer wanted. */
async function surveyFile(file: OpenFile, signal: AbortSignal): Promise<Survey | undefined> {
  try {
    const until = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
    return await background.call('survey', [await refOf(file)], { signal: until });
  } catch (error) {
    if (signal.aborted) return undefined;
    const code = isCancelled(error) ? 'cancelled' : failureFrom(error).code;
    return {
      kind: 'unknown',
      format: undefined,
      errors: 1,
      warnings: 0,
      codes: [code],
      failed: true,
      unchecked: false,
    };
  }
}
