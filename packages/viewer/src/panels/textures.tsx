import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { formatNumber, t } from '../i18n/i18n.ts';
import { useLoaded } from '../lib/use-loaded.ts';
import { Thumb } from '../pictures/thumb.tsx';
import { leaveThumbs } from '../pictures/thumb-store.ts';
import { VirtualGrid } from '../pictures/virtual-grid.tsx';
import type { PanelProps } from '../shell/lazy.tsx';
import { Pending } from '../shell/pending.tsx';
import type { OpenFile } from '../state/files.ts';
import { selection } from '../state/selection.ts';
import { shownPicture } from '../state/shown-picture.ts';
import { foreground } from '../worker/client.ts';
import type { PictureFacts } from '../worker/protocol.ts';
import { Shown } from './textures/shown.tsx';

const CELL_WIDTH = 104;
const CELL_HEIGHT = 128;
/** More textures than this can be filtered by name. */
const MANY = 12;

/** Gallery of the pictures of a file. */
export default function Textures({ file }: PanelProps) {
  const loaded = useLoaded(file, (ref, signal) => foreground.call('pictures', [ref], { signal }));
  useEffect(() => leaveThumbs, []);
  if (loaded.kind !== 'ready') return <Pending of={loaded} />;
  if (loaded.value.length === 0) return <p class="muted padded">{t('textures.none')}</p>;
  return <Gallery file={file} pictures={loaded.value} />;
}

function Gallery({ file, pictures }: { file: OpenFile; pictures: readonly PictureFacts[] }) {
  const query = useSignal('');
  const wanted = query.value.trim().toLowerCase();
  // Faces and layers of a texture are one cell.
  const firsts = pictures.filter((picture) => picture.set === picture.index);
  const listed = firsts.filter((picture) => picture.name.toLowerCase().includes(wanted));
  const chosen = chosenOf(file, pictures);
  const show = (picture: number) => {
    shownPicture.value = { file: file.id, picture };
  };
  const selected = selectedPicture(file, pictures)?.index;
  useEffect(() => {
    if (selected !== undefined) show(selected);
  }, [selection.value, selected]);
  return (
    <div class="textures">
      <div class={firsts.length > 1 ? 'textures-body listed' : 'textures-body'}>
        {firsts.length > 1 && (
          <section class="textures-list" aria-label={t('textures.list')}>
            {firsts.length > MANY && (
              <input
                type="search"
                class="textures-filter"
                placeholder={t('textures.filter')}
                aria-label={t('textures.filter')}
                onInput={(event) => {
                  query.value = event.currentTarget.value;
                }}
              />
            )}
            {listed.length === 0 && <p class="muted padded">{t('textures.noMatch')}</p>}
            <VirtualGrid
              id="texture"
              count={listed.length}
              cellWidth={CELL_WIDTH}
              cellHeight={CELL_HEIGHT}
              active={listed.findIndex((picture) => picture.index === chosen.set)}
              label={t('textures.list')}
              onActive={(i) => show(listed[i]!.index)}
            >
              {(i) => <Cell key={listed[i]!.index} file={file} picture={listed[i]!} />}
            </VirtualGrid>
          </section>
        )}
        <Shown key={chosen.set} file={file} pictures={pictures} picture={chosen} show={show} />
      </div>
    </div>
  );
}

function Cell({ file, picture }: { file: OpenFile; picture: PictureFacts }) {
  return (
    <div class="textures-cell" title={picture.name}>
      <span class="textures-thumb">
        <Thumb file={file} picture={picture.index}>
          {picture.format}
        </Thumb>
      </span>
      <span class="textures-name">{picture.name}</span>
      <span class="textures-facts">{factsText(picture)}</span>
    </div>
  );
}

/** The one that was chosen last, or that the selected object or path names, or the first. */
function chosenOf(file: OpenFile, pictures: readonly PictureFacts[]): PictureFacts {
  const asked = shownPicture.value;
  const chosen = asked?.file === file.id ? pictures[asked.picture] : undefined;
  return chosen ?? selectedPicture(file, pictures) ?? pictures[0]!;
}

/** The picture of the selected object, or of a path such as `textures[2]`. */
function selectedPicture(file: OpenFile, pictures: readonly PictureFacts[]): PictureFacts | undefined {
  const now = selection.value;
  if (now?.file !== file.id) return undefined;
  const { object, path } = now;
  if (object !== undefined) return pictures.find(({ sources }) => sources.includes(object));
  const index = /^textures\[(\d+)\]/.exec(path)?.[1];
  return index === undefined ? undefined : pictures[Number(index)];
}

export function factsText({ width, height, format }: PictureFacts): string {
  return `${formatNumber(width)}×${formatNumber(height)} ${format}`;
}
