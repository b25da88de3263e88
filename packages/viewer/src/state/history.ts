/** The edits of a file: every step keeps the whole file, as a Blob that the browser may put on disk. */
export interface History {
  readonly steps: readonly Step[];
  /** Steps that are applied; the others can be redone. */
  readonly at: number;
  /** Steps that were applied when the file was last downloaded. */
  readonly saved: number;
}

export interface Step {
  /** Unique in the page. */
  readonly serial: number;
  /** What was done, such as `State[0]._cullMode = 1`. */
  readonly label: string;
  readonly blob: Blob;
}

/** Bytes that the steps of one file may keep together; older ones are dropped beyond, but never the newest. */
export const HISTORY_BYTES = 512 * 1024 * 1024;

let nextSerial = 1;

export function newStep(label: string, blob: Blob): Step {
  return { serial: nextSerial++, label, blob };
}

/** A new step: what was undone before can no longer be redone. */
export function withStep(history: History, step: Step, limit = HISTORY_BYTES): History {
  const steps = [...history.steps.slice(0, history.at), step];
  let saved = history.saved > history.at ? -1 : history.saved;
  let bytes = steps.reduce((sum, { blob }) => sum + blob.size, 0);
  while (bytes > limit && steps.length > 1) {
    bytes -= steps.shift()!.blob.size;
    saved = saved <= 0 ? -1 : saved - 1;
  }
  return { steps, at: steps.length, saved };
}

export function undone(history: History): History {
  return history.at > 0 ? { ...history, at: history.at - 1 } : history;
}

export function redone(history: History): History {
  return history.at < history.steps.length ? { ...history, at: history.at + 1 } : history;
}

/** Whether there are edits that were not downloaded. */
export function isUnsaved(history: History): boolean {
  return history.at !== history.saved;
}
