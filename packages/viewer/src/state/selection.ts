import { computed, signal } from '@preact/signals';

/** What is selected, in whatever terms the panel that selected it knows; panels show what they can find of it. */
export interface Selection {
  /** Id of the file in `session.ts`. */
  file: number;
  /** As `dump` and `hex` name it: `chunks[0].objects[3]._flag` or `State[0]._cullMode`; empty for none. */
  path: string;
  /** Bytes of the file. */
  start?: number;
  /** Exclusive. */
  end?: number;
  /** The byte that the cursor of the hex view is on, within them. */
  at?: number;
  /** Index into `Scene.nodes`. */
  sceneNode?: number;
  /** Id in the object graph, such as 10002. */
  object?: number;
  /** The panel that selected it, which then does not scroll to it. */
  from: string;
}

export const selection = signal<Selection | undefined>(undefined);
/** What the pointer is on: highlighted, never scrolled to. */
export const hovered = signal<Pick<Selection, 'file' | 'path' | 'start' | 'end'> | undefined>(undefined);

/** Index of the selected scene node of a file, for outline and view. */
export const selectedNode = computed(() => selection.value?.sceneNode);

export function select(next: Selection | undefined): void {
  selection.value = next;
}

/** Forgets what points into a file that was closed or changed its bytes. */
export function clearSelection(file: number): void {
  if (selection.value?.file === file) selection.value = undefined;
  if (hovered.value?.file === file) hovered.value = undefined;
}
