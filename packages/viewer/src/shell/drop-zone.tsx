import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../i18n/i18n.ts';
import { notify } from '../state/notices.ts';
import { droppedFiles, openGiven } from './pick.ts';

/** The whole page takes drops of files and folders. */
export function DropZone({ children }: { children: ComponentChildren }) {
  const over = useSignal(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons of the page do the same by keyboard
    <div
      class={over.value ? 'app dropping' : 'app'}
      data-drop={t('drop.here')}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        over.value = true;
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) over.value = false;
      }}
      onDrop={(event) => {
        over.value = false;
        if (!event.dataTransfer || !hasFiles(event)) return;
        event.preventDefault();
        droppedFiles(event.dataTransfer).then(openGiven, (error: unknown) => notify('error', String(error)));
      }}
    >
      {children}
    </div>
  );
}
