import { formatSize, t } from '../../i18n/i18n.ts';
import { Thumb } from '../../pictures/thumb.tsx';
import type { Item } from '../folder.tsx';
import { kindOf } from './filter.ts';

/** A file of a folder: its picture, its name, what was found in it. */
export function FileCard({ item }: { item: Item }) {
  const { file, survey } = item;
  const kind = kindOf(item);
  const folder = file.path.slice(0, -file.name.length).replace(/\/$/, '');
  const label = t(`folder.kind.${kind}`);
  return (
    <div class="folder-card" title={file.path}>
      <div class="folder-thumb">
        {kind === 'unknown' ? (
          <span class="thumb thumb-none">{label}</span>
        ) : (
          <Thumb file={file}>{survey?.failed ? '✕' : label}</Thumb>
        )}
      </div>
      <span class="folder-name">{file.name}</span>
      <span class="folder-facts">
        {survey && survey.errors > 0 && <b class="error">✕{survey.errors} </b>}
        {survey && survey.warnings > 0 && <b class="warning">⚠{survey.warnings} </b>}
        {survey?.format ?? label} · {formatSize(file.size)}
      </span>
      <span class="folder-path">{folder}</span>
    </div>
  );
}
