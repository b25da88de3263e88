import { useSignal } from '@preact/signals';
import { Component, type ComponentChildren, type ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import type { OpenFile } from '../state/files.ts';

/** What every panel is given. It is mounted anew for another file, and stays while the file is edited. */
export interface PanelProps {
  file: OpenFile;
}

export type PanelModule = { default: ComponentType<PanelProps> };

/** Keeps a fault of one panel to that panel: the rest of the page goes on. */
class Guard extends Component<{ children: ComponentChildren }, { failed: string | undefined }> {
  override state = { failed: undefined };

  static override getDerivedStateFromError(error: unknown) {
    return { failed: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }

  override render() {
    const { failed } = this.state;
    if (failed === undefined) return this.props.children;
    return (
      <section class="card error-card" role="alert">
        <p>{t('file.bug')}</p>
        <p>
          <code>{failed}</code>
        </p>
        <button type="button" onClick={() => this.setState({ failed: undefined })}>
          {t('app.retry')}
        </button>
      </section>
    );
  }
}

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
  return (
    <Guard>
      <value.view file={file} />
    </Guard>
  );
}
