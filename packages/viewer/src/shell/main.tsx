import { t } from '../i18n/i18n.ts';
import { detailsWide, hasView } from '../state/layout.ts';
import { cancelOpening, current } from '../state/session.ts';
import { panelWidth } from '../state/settings.ts';
import { ErrorCard } from './error-card.tsx';
import { Lazy } from './lazy.tsx';
import { Splitter } from './splitter.tsx';
import { Tabs } from './tabs.tsx';

const loadView = () => import('../view3d/view3d.tsx');

/** The selected file: its model, and the tabs beside it. */
export function Main() {
  const file = current.value;
  if (!file) return <main class="main" />;
  const state = file.state.value;
  const classes = !hasView.value ? 'main' : detailsWide.value ? 'main with-view wide' : 'main with-view';
  return (
    <main class={classes} style={{ '--details-width': `${panelWidth.value}px` }}>
      {state.kind === 'opening' && (
        <section class="card" aria-live="polite">
          <h2>{t('file.opening', { name: file.name })}</h2>
          <progress max={state.progress?.total || undefined} value={state.progress?.done || undefined} />
          <button type="button" onClick={cancelOpening}>
            {t('app.cancel')}
          </button>
        </section>
      )}
      {state.kind === 'failed' && <ErrorCard file={file} failure={state.failure} />}
      {hasView.value && (
        <>
          <section class="view" aria-label={t('app.view')}>
            <Lazy key={file.id} load={loadView} file={file} />
          </section>
          <Splitter />
        </>
      )}
      {(state.kind === 'ready' || state.kind === 'failed') && <Tabs file={file} />}
    </main>
  );
}
