import { t } from '../i18n/i18n.ts';
import { dismiss, notices } from '../state/notices.ts';
import { busy } from '../state/session.ts';

export function Notices() {
  return (
    <section class="notices" aria-label={t('app.notices')} aria-live="polite">
      {notices.value.map(({ id, kind, text }) => (
        <p key={id} class={`notice ${kind}`}>
          <span>{text}</span>
          <button type="button" aria-label={t('app.dismiss')} onClick={() => dismiss(id)}>
            ×
          </button>
        </p>
      ))}
      {busy.value > 0 && <p class="notice busy">{t('app.working')}</p>}
    </section>
  );
}
