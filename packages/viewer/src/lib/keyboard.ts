import { pickFiles } from '../shell/pick.ts';
import { shortcutsShown } from '../shell/shortcuts.tsx';
import { showTab, tabs } from '../state/layout.ts';
import { current, files, redo, selectFile, undo } from '../state/session.ts';
import { view } from '../state/view.ts';
import { downloadEdited } from './download.ts';

/** The page's shortcuts. Panels handle their own keys on their own elements and stop those events. */
export function installKeys(): () => void {
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event)) return;
    if (handle(event)) event.preventDefault();
  };
  addEventListener('keydown', listener);
  return () => removeEventListener('keydown', listener);
}

/** Whether the key goes into a text. */
function isTyping({ target }: KeyboardEvent): boolean {
  if (target instanceof HTMLInputElement && /^(?:checkbox|radio|range|button)$/.test(target.type)) return false;
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function handle(event: KeyboardEvent): boolean {
  const file = current.value;
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (command && !event.altKey) {
    if (key === 'o') pickFiles();
    else if (key === 'z' && file) void (event.shiftKey ? redo(file) : undo(file));
    else if (key === 'y' && file) void redo(file);
    else if (key === 's' && file && file.history.value.steps.length > 0) void downloadEdited(file);
    else return false;
    return true;
  }
  if (event.altKey || command) return false;
  if (event.key === '?') shortcutsShown.value = !shortcutsShown.value;
  else if (key === 'f' && view.value) view.value.frame();
  else if (key === ']' || key === '[') step(key === ']' ? 1 : -1);
  else if (/^[1-9]$/.test(key)) {
    const wanted = tabs.value[Number(key) - 1];
    if (!wanted) return false;
    showTab(wanted.id);
  } else return false;
  return true;
}

function step(by: number): void {
  const at = current.value ? files.value.indexOf(current.value) : -1;
  const next = files.value[at + by];
  if (next) void selectFile(next);
}
