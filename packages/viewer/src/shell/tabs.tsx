import { t } from '../i18n/i18n.ts';
import type { OpenFile } from '../state/files.ts';
import { detailsWide, hasView, showTab, type TabId, tab, tabs } from '../state/layout.ts';
import { Lazy, type PanelModule } from './lazy.tsx';

/** The panel of each tab; its code is loaded with it. */
const PANELS: Readonly<Record<TabId, () => Promise<PanelModule>>> = {
  folder: () => import('../panels/folder.tsx'),
  scene: () => import('../panels/outline.tsx'),
  structure: () => import('../panels/structure.tsx'),
  hex: () => import('../panels/hex.tsx'),
  textures: () => import('../panels/textures.tsx'),
  materials: () => import('../panels/materials.tsx'),
  animation: () => import('../panels/animation.tsx'),
  font: () => import('../panels/font.tsx'),
  diagnostics: () => import('../panels/diagnostics.tsx'),
  edits: () => import('../panels/edits.tsx'),
  export: () => import('../panels/export.tsx'),
};

export function Tabs({ file }: { file: OpenFile }) {
  const list = tabs.value;
  const shown = tab.value;
  if (!shown) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const at = list.findIndex(({ id }) => id === shown);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: list.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = list[(to + list.length) % list.length]!;
    showTab(next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return (
    <section class="details" id="details" aria-label={t('app.details')} tabIndex={-1}>
      <div class="tabs">
        <div class="tabs-list" role="tablist" aria-label={t('app.details')} onKeyDown={onKeyDown}>
          {list.map(({ id, label }) => (
            <button
              key={id}
              id={`tab-${id}`}
              type="button"
              role="tab"
              aria-selected={id === shown}
              aria-controls="panel"
              tabIndex={id === shown ? 0 : -1}
              onClick={() => showTab(id)}
            >
              {t(label)}
            </button>
          ))}
        </div>
        {hasView.value && (
          <button
            type="button"
            class="tabs-wide wide-only"
            aria-pressed={detailsWide.value}
            aria-label={t('app.wide')}
            title={t('app.wide')}
            onClick={() => {
              detailsWide.value = !detailsWide.value;
            }}
          >
            {detailsWide.value ? '⇥' : '⇤'}
          </button>
        )}
      </div>
      <div class={`panel panel-${shown}`} id="panel" role="tabpanel" aria-labelledby={`tab-${shown}`}>
        <Lazy key={`${file.id}:${shown}`} load={PANELS[shown]} file={file} />
      </div>
    </section>
  );
}
