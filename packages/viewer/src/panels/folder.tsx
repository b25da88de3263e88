import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { formatNumber, formatSize, t } from '../i18n/i18n.ts';
import { leaveThumbs } from '../pictures/thumb-store.ts';
import { VirtualGrid } from '../pictures/virtual-grid.tsx';
import type { PanelProps } from '../shell/lazy.tsx';
import type { OpenFile } from '../state/files.ts';
import { leaveFolder } from '../state/layout.ts';
import { files, selectFile } from '../state/session.ts';
import type { Survey } from '../worker/content-facts.ts';
import { FileCard } from './folder/card.tsx';
import { type Filter, kindOf, matches } from './folder/filter.ts';
import { Filters } from './folder/filters.tsx';
import { surveyAll, surveyed, surveyOf } from './folder/surveys.ts';

const CELL_WIDTH = 152;
const CELL_HEIGHT = 186;

/** A file of the list with what is known of it. */
export interface Item {
  file: OpenFile;
  survey: Survey | undefined;
}

/** The files of a folder with thumbnails and filters. */
export default function Folder({ file }: PanelProps) {
  const filter = useSignal<Filter>({ name: '', kind: '', findings: '' });
  const active = useSignal<OpenFile | undefined>(file);
  const list = useMemo(() => files.value.filter((one) => !one.entryOf), [files.value]);
  const { value: version } = surveyed;
  const items = useMemo((): Item[] => list.map((one) => ({ file: one, survey: surveyOf(one) })), [list, version]);
  const shown = useMemo(() => items.filter((item) => matches(item, filter.value)), [items, filter.value]);
  const known = items.filter((item) => item.survey).length;
  useEffect(() => {
    const abort = new AbortController();
    void surveyAll(list, abort.signal);
    return () => abort.abort();
  }, [list]);
  useEffect(() => leaveThumbs, []);
  const open = (index: number) => {
    const chosen = shown[index]?.file;
    if (!chosen) return;
    leaveFolder();
    void selectFile(chosen);
  };
  return (
    <div class="folder">
      <Filters items={items} filter={filter.value} onChange={(next) => (filter.value = next)} />
      <p class="folder-count muted" role="status">
        {t('folder.count', { n: formatNumber(shown.length), total: formatNumber(items.length) })}
        {known < items.length &&
          ` · ${t('folder.checked', { n: formatNumber(known), total: formatNumber(items.length) })}`}
      </p>
      {shown.length === 0 ? (
        <p class="padded muted">{t('folder.none')}</p>
      ) : (
        <VirtualGrid
          id="asset"
          class="folder-grid"
          count={shown.length}
          cellWidth={CELL_WIDTH}
          cellHeight={CELL_HEIGHT}
          active={shown.findIndex((item) => item.file === active.value)}
          label={t('folder.assets')}
          onActive={(i) => {
            active.value = shown[i]?.file;
          }}
          onOpen={open}
          labelOf={(i) => labelOf(shown[i]!)}
        >
          {(i) => <FileCard key={shown[i]!.file.id} item={shown[i]!} />}
        </VirtualGrid>
      )}
    </div>
  );
}

function labelOf(item: Item): string {
  const { file, survey } = item;
  const facts = [file.path, t(`folder.kind.${kindOf(item)}`), formatSize(file.size)];
  if (survey?.errors) facts.push(t('file.errors', { n: survey.errors }));
  if (survey?.warnings) facts.push(t('file.warnings', { n: survey.warnings }));
  return facts.join(', ');
}
