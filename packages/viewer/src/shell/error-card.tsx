import { t } from '../i18n/i18n.ts';
import type { OpenFile } from '../state/files.ts';
import { openFile } from '../state/session.ts';
import type { Failure } from '../worker/protocol.ts';

/** Why a file cannot be shown, and what can be done; the other files of the page are not concerned. */
export function ErrorCard({ file, failure }: { file: OpenFile; failure: Failure }) {
  return (
    <section class="card error-card" role="alert">
      <h2>{t('file.failed', { name: file.name })}</h2>
      {failure.code === 'file/unknown' && <p>{t('file.unknown')}</p>}
      {failure.code === 'bug' && <p>{t('file.bug')}</p>}
      <p>
        <code>{failure.code}</code> {failure.message}
      </p>
      {(failure.offset !== undefined || failure.path) && (
        <p class="muted">
          {failure.offset !== undefined &&
            t('file.place', { offset: `0x${failure.offset.toString(16).toUpperCase()}` })}
          {failure.path && <code> {failure.path}</code>}
        </p>
      )}
      <p class="muted">{t('file.hexLeft')}</p>
      <button type="button" onClick={() => void openFile(file)}>
        {t('app.retry')}
      </button>
    </section>
  );
}
