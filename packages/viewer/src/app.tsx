import { useEffect } from 'preact/hooks';
import { t } from './i18n/i18n.ts';
import { installKeys } from './lib/keyboard.ts';
import { DropZone } from './shell/drop-zone.tsx';
import { FileList } from './shell/file-list.tsx';
import { Header } from './shell/header.tsx';
import { Main } from './shell/main.tsx';
import { Notices } from './shell/notices.tsx';
import { Shortcuts } from './shell/shortcuts.tsx';
import { Welcome } from './shell/welcome.tsx';
import { followTab } from './state/layout.ts';
import { files, hasUnsaved } from './state/session.ts';

export function App() {
  useEffect(() => {
    followTab();
    const onLeave = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    addEventListener('beforeunload', onLeave);
    const removeKeys = installKeys();
    return () => {
      removeEventListener('beforeunload', onLeave);
      removeKeys();
    };
  }, []);
  const any = files.value.length > 0;
  return (
    <DropZone>
      {any && (
        <a class="skip" href="#details">
          {t('app.skip')}
        </a>
      )}
      <Header />
      {any ? (
        <div class="page">
          <FileList />
          <Main />
        </div>
      ) : (
        <Welcome />
      )}
      <Notices />
      <Shortcuts />
    </DropZone>
  );
}
