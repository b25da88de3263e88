import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import type { OpenFile } from '../state/files.ts';

/** What every panel is given. It is mounted anew for another file, and stays while the file is edited. */
export interface PanelProps {
  file: OpenFile;
}

export type PanelModule = { default: ComponentType<PanelProps> };

/** A panel whose code is loaded when it is first shown. */
export function Lazy({ load, file }: { load: () => Promise<PanelModule>; file: OpenFile }) {
  const panel = useSignal<{ view: ComponentType<PanelProps> } | { failed: string } | undefined>(undefined);
  useEffect(() => {
    let wanted = true;
    load().then(
      (module) => {
        if (wanted) panel.value = { view: module.default };
      },
      (error: unknown) => {
        if (wanted) panel.value = { failed: String(error) };
      },
    );
    return () => {
      wanted = false;
    };
  }, [load]);
  const { value } = panel;
  if (!value) return <p class="muted padded">{t('app.loading')}</p>;
  if ('failed' in value) return <p class="error padded">{value.failed}</p>;
  return <value.view file={file} />;
}
