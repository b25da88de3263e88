import { t } from '../i18n/i18n.ts';
import type { Loaded } from '../lib/use-loaded.ts';

/** What a panel shows until its data are there, or instead of them. */
export function Pending({ of }: { of: Exclude<Loaded<unknown>, { kind: 'ready' }> }) {
  if (of.kind === 'loading') return <p class="muted padded">{t('app.loading')}</p>;
  return (
    <p class="error padded" role="alert">
      <code>{of.failure.code}</code> {of.failure.message}
    </p>
  );
}
