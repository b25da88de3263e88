import { computed, effect, signal } from '@preact/signals';
import type { MessageKey } from '../i18n/i18n.ts';
import type { FileFacts } from '../worker/protocol.ts';
import { factsOf, type OpenFile } from './files.ts';
import { current, files } from './session.ts';

export type TabId =
  | 'folder'
  | 'scene'
  | 'structure'
  | 'hex'
  | 'textures'
  | 'materials'
  | 'animation'
  | 'font'
  | 'diagnostics'
  | 'edits'
  | 'export';

export interface Tab {
  id: TabId;
  label: MessageKey;
  /** Whether there is anything to show; `facts` is undefined for a file that cannot be opened. Entries do not count. */
  wanted(facts: FileFacts | undefined, fileCount: number): boolean;
}

/** The tabs in their order. A panel's file is named in `shell/tabs.tsx`. */
export const TABS: readonly Tab[] = [
  { id: 'folder', label: 'tab.folder', wanted: (_, fileCount) => fileCount > 1 },
  { id: 'scene', label: 'tab.scene', wanted: (facts) => facts?.has.scene ?? false },
  { id: 'structure', label: 'tab.structure', wanted: (facts) => facts !== undefined },
  { id: 'hex', label: 'tab.hex', wanted: () => true },
  { id: 'textures', label: 'tab.textures', wanted: (facts) => facts?.has.images ?? false },
  {
    id: 'materials',
    label: 'tab.materials',
    wanted: (facts) => facts?.has.scene === true || facts?.format === 'mat0' || facts?.format === 'wear',
  },
  { id: 'animation', label: 'tab.animation', wanted: (facts) => facts?.has.animation ?? false },
  { id: 'font', label: 'tab.font', wanted: (facts) => facts?.has.font ?? false },
  { id: 'diagnostics', label: 'tab.diagnostics', wanted: () => true },
  { id: 'edits', label: 'tab.edits', wanted: (facts) => facts?.has.edit ?? false },
  { id: 'export', label: 'tab.export', wanted: (facts) => facts !== undefined },
];

export const tabs = computed(() => {
  const file = current.value;
  return file ? TABS.filter((tab) => tab.wanted(factsOf(file), files.value.filter((one) => !one.entryOf).length)) : [];
});

const asked = new URLSearchParams(globalThis.location?.search).get('tab');
/** The tab that was chosen; a file without it shows another, and the choice stays for the next file. */
const chosen = signal<TabId | undefined>(TABS.find((tab) => tab.id === asked && tab.id !== 'folder')?.id);

/** The file that was current when the folder was last asked for: another file that is selected shows its own tabs. */
const folderAt = signal<number | undefined>(undefined);

export const tab = computed<TabId | undefined>(() => {
  const list = tabs.value;
  if (folderAt.value !== undefined && folderAt.value === current.value?.id && list[0]?.id === 'folder') return 'folder';
  const wanted = chosen.value ?? firstTab(current.value);
  return (list.find(({ id }) => id === wanted) ?? list.find(({ id }) => id === firstTab(current.value)) ?? list[0])?.id;
});

export function showTab(id: TabId): void {
  folderAt.value = id === 'folder' ? current.value?.id : undefined;
  if (id !== 'folder') chosen.value = id;
}

/** Shows the folder unless another tab was chosen or asked for. */
export function showFolderFirst(): void {
  if (chosen.value === undefined) showTab('folder');
}

/** Leaves the folder for what the current file shows. */
export function leaveFolder(): void {
  folderAt.value = undefined;
}

/** Whether the model is in view: without one, and for the folder, the details take the whole width. */
export const hasView = computed(() => (factsOf(current.value)?.has.scene ?? false) && tab.value !== 'folder');

/** Whether the details cover the view, as a wide hex view wants. */
export const detailsWide = signal(false);

/** What a file of a kind shows before the user has chosen a tab. */
function firstTab(file: OpenFile | undefined): TabId {
  const facts = factsOf(file);
  if (!facts) return 'diagnostics';
  if (facts.has.font) return 'font';
  if (facts.has.scene) return 'scene';
  return facts.has.images ? 'textures' : 'structure';
}

/** The address follows the tab, so that it can be kept as a bookmark. Called once. */
export function followTab(): void {
  effect(() => {
    const id = tab.value === 'folder' ? 'folder' : chosen.value;
    const url = new URL(location.href);
    if (!id || url.searchParams.get('tab') === id) return;
    url.searchParams.set('tab', id);
    history.replaceState(null, '', url);
  });
}
