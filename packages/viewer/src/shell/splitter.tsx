import { t } from '../i18n/i18n.ts';
import { panelWidth } from '../state/settings.ts';

const LEAST = 300;
const STEP = 24;

/** Between view and details, by pointer or arrow keys. */
export function Splitter() {
  const most = () => Math.max(LEAST, document.documentElement.clientWidth - 420);
  const set = (width: number) => {
    panelWidth.value = Math.round(Math.min(most(), Math.max(LEAST, width)));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be focused
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('app.resize')}
      aria-valuenow={panelWidth.value}
      aria-valuemin={LEAST}
      aria-valuemax={most()}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        set(event.currentTarget.parentElement!.getBoundingClientRect().right - event.clientX);
      }}
      onKeyDown={(event) => {
        const by = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        set(panelWidth.value + by);
      }}
    />
  );
}
