import { t } from '../i18n/i18n.ts';
import { showTab } from '../state/layout.ts';
import { notify } from '../state/notices.ts';
import { closeAll, type GivenFile, hasUnsaved, showFiles } from '../state/session.ts';

/** Shows files of this machine, sorted by path. Each has its own bytes, whatever its name. */
export function openGiven(given: readonly GivenFile[]): void {
  if (given.length === 0) {
    notify('info', t('drop.nothing'));
    return;
  }
  if (!mayDiscard()) return;
  const sorted = [...given].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  showFiles(sorted);
  if (sorted.length > 1 && sorted.some((file) => file.path.includes('/'))) showTab('folder');
}

/** Closes every file, after asking when edits would be lost. */
export function closeFiles(): void {
  if (mayDiscard()) closeAll();
}

/** Asks before edits are lost that were not downloaded. */
function mayDiscard(): boolean {
  return !hasUnsaved() || confirm(t('edit.discard'));
}

export function pickFiles(): void {
  pick(false);
}

export function pickFolder(): void {
  pick(true);
}

/** A new input each time: choosing the same file again is then a change like any other (its bytes may be new). */
function pick(folder: boolean): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = folder;
  input.addEventListener('change', () => openGiven(Array.from(input.files ?? [], givenOf)));
  input.click();
}

function givenOf(file: File): GivenFile {
  return { path: file.webkitRelativePath || file.name, size: file.size, source: { kind: 'blob', blob: file } };
}

/** The files of a drop, those in folders with their paths. Called in the event: its items are gone afterwards. */
export async function droppedFiles(data: DataTransfer): Promise<GivenFile[]> {
  const roots = Array.from(data.items, (item) => ({
    entry: item.webkitGetAsEntry?.() ?? undefined,
    file: item.getAsFile(),
  }));
  const found: GivenFile[] = [];
  for (const { entry, file } of roots) {
    if (entry?.isDirectory) await walk(entry as FileSystemDirectoryEntry, found);
    else if (file) found.push(givenOf(file));
  }
  return found;
}

/** Most files that a dropped folder may list. */
const MOST_FILES = 100_000;

async function walk(folder: FileSystemDirectoryEntry, found: GivenFile[]): Promise<void> {
  const reader = folder.createReader();
  for (;;) {
    // A reader gives a hundred entries at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return;
    for (const entry of entries) {
      if (found.length >= MOST_FILES) return;
      if (entry.isDirectory) await walk(entry as FileSystemDirectoryEntry, found);
      else {
        const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
        found.push({ path: entry.fullPath.replace(/^\//, ''), size: file.size, source: { kind: 'blob', blob: file } });
      }
    }
  }
}
