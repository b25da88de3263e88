import { t } from '../i18n/i18n.ts';
import { pickFiles, pickFolder } from './pick.ts';

/** What the page shows before there is a file. */
export function Welcome() {
  return (
    <main class="welcome">
      <h1>{t('welcome.title')}</h1>
      <p>{t('welcome.kinds')}</p>
      <p class="buttons">
        <button type="button" class="primary" onClick={pickFiles}>
          {t('app.open')}
        </button>
        <button type="button" onClick={pickFolder}>
          {t('app.openFolder')}
        </button>
      </p>
      <p class="muted">{t('welcome.private')}</p>
    </main>
  );
}
