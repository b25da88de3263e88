import { t } from '../../i18n/i18n.ts';
import { download } from '../../lib/download.ts';
import { type OpenFile, refOf } from '../../state/files.ts';
import { showTab } from '../../state/layout.ts';
import { notify } from '../../state/notices.ts';
import { select } from '../../state/selection.ts';
import { failureFrom, openEntry, waitFor } from '../../state/session.ts';
import { foreground } from '../../worker/client.ts';
import type { PictureFacts } from '../../worker/protocol.ts';

interface ActionsProps {
  file: OpenFile;
  picture: PictureFacts;
  level: number;
}

/** What can be done with a texture: save it, replace it, go to what it is part of. */
export function Actions({ file, picture, level }: ActionsProps) {
  const { entry, sources, hasDds, replaceable } = picture;
  return (
    <div class="textures-actions">
      <button type="button" onClick={() => void save(file, picture, level, 'png')}>
        {t('textures.savePng')}
      </button>
      {hasDds && (
        <button type="button" title={t('textures.ddsHint')} onClick={() => void save(file, picture, level, 'dds')}>
          {t('textures.saveDds')}
        </button>
      )}
      {replaceable && (
        <button type="button" onClick={() => showTab('edits')}>
          {t('textures.replace')}
        </button>
      )}
      {entry !== undefined && (
        <button type="button" onClick={() => void openEntry(file, entry)}>
          {t('textures.openEntry')}
        </button>
      )}
      {sources.length > 0 && (
        <span class="textures-sources">
          {t('textures.usedBy')}:{' '}
          {sources.map((object) => (
            <button
              key={object}
              type="button"
              class="link chip"
              onClick={() => {
                select({ file: file.id, path: '', object, from: 'textures' });
                showTab('structure');
              }}
            >
              #{object}
            </button>
          ))}
        </span>
      )}
    </div>
  );
}

async function save(file: OpenFile, picture: PictureFacts, level: number, kind: 'png' | 'dds'): Promise<void> {
  try {
    const blob = await waitFor(foreground.call('pictureFile', [await refOf(file), picture.index, level, kind]));
    // A DDS file holds every face, layer and level.
    const name =
      kind === 'dds'
        ? picture.faces.length > 1 || picture.layers > 1
          ? file.name.replace(/\.dds$/i, '')
          : picture.name
        : picture.name;
    download(blob, `${name}${kind === 'png' && level > 0 ? `.mip${level}` : ''}.${kind}`);
  } catch (error) {
    notify('error', failureFrom(error).message);
  }
}
