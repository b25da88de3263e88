import { t } from '../i18n/i18n.ts';
import { downloadEdited } from '../lib/download.ts';
import { isUnsaved } from '../state/history.ts';
import { current, files, redo, undo } from '../state/session.ts';
import { LANGUAGES, type Language, language, THEMES, type Theme, theme } from '../state/settings.ts';
import { closeFiles, pickFiles, pickFolder } from './pick.ts';
import { shortcutsShown } from './shortcuts.tsx';

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  zh: '简体中文',
  ru: 'Русский',
  ja: '日本語',
};

export function Header() {
  return (
    <header class="header">
      <span class="brand">{t('app.title')}</span>
      <button type="button" onClick={pickFiles}>
        {t('app.open')}
      </button>
      <button type="button" class="wide-only" onClick={pickFolder}>
        {t('app.openFolder')}
      </button>
      {files.value.length > 0 && (
        <button type="button" class="wide-only" onClick={closeFiles}>
          {t('app.close')}
        </button>
      )}
      <EditButtons />
      <span class="spacer" />
      <label>
        <span class="hidden">{t('app.language')}</span>
        <select
          value={language.value}
          onChange={(event) => {
            language.value = event.currentTarget.value as Language;
          }}
        >
          {LANGUAGES.map((id) => (
            <option key={id} value={id} lang={id}>
              {LANGUAGE_NAMES[id]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="hidden">{t('app.theme')}</span>
        <select
          value={theme.value}
          onChange={(event) => {
            theme.value = event.currentTarget.value as Theme;
          }}
        >
          {THEMES.map((id) => (
            <option key={id} value={id}>
              {t(`app.theme.${id}`)}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        aria-label={t('keys.title')}
        title={t('keys.title')}
        onClick={() => {
          shortcutsShown.value = true;
        }}
      >
        ?
      </button>
    </header>
  );
}

function EditButtons() {
  const file = current.value;
  if (!file || file.history.value.steps.length === 0) return null;
  const { at, steps } = file.history.value;
  return (
    <>
      <button type="button" disabled={at === 0} onClick={() => void undo(file)}>
        {t('edit.undo')}
      </button>
      <button type="button" disabled={at === steps.length} onClick={() => void redo(file)}>
        {t('edit.redo')}
      </button>
      <button
        type="button"
        class={isUnsaved(file.history.value) ? 'primary' : ''}
        onClick={() => void downloadEdited(file)}
      >
        {t('edit.download')}
      </button>
    </>
  );
}
