import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type MessageKey, t } from '../i18n/i18n.ts';

export const shortcutsShown = signal(false);

/** Keys as they are shown. Panels with keys of their own add rows here. */
export const SHORTCUTS: readonly (readonly [keys: string, what: MessageKey])[] = [
  ['?', 'keys.help'],
  ['Ctrl O', 'keys.open'],
  [']', 'keys.next'],
  ['[', 'keys.previous'],
  ['1 – 9', 'keys.tab'],
  ['F', 'keys.frame'],
  ['Ctrl Z', 'keys.undo'],
  ['Ctrl Shift Z', 'keys.redo'],
  ['Ctrl S', 'keys.save'],
  ['← ↑ → ↓', 'keys.texel'],
  ['+ − 0', 'keys.zoom'],
];

export function Shortcuts() {
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = shortcutsShown.value;
  useEffect(() => {
    if (shown && !dialog.current?.open) dialog.current?.showModal();
    if (!shown && dialog.current?.open) dialog.current.close();
  }, [shown]);
  return (
    <dialog
      ref={dialog}
      class="shortcuts"
      aria-labelledby="shortcuts-title"
      onClose={() => {
        shortcutsShown.value = false;
      }}
    >
      <h2 id="shortcuts-title">{t('keys.title')}</h2>
      <dl>
        {SHORTCUTS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">{t('keys.close')}</button>
      </form>
    </dialog>
  );
}
