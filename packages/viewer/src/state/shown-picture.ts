import { signal } from '@preact/signals';
import type { OpenFile } from './files.ts';
import { showTab } from './layout.ts';

/** The picture that the gallery of a file shows; undefined where nobody has chosen one. */
export const shownPicture = signal<{ file: number; picture: number } | undefined>(undefined);

/** Shows a picture of a file in its gallery. */
export function showPicture(file: OpenFile, picture: number): void {
  shownPicture.value = { file: file.id, picture };
  showTab('textures');
}
