import { formatSize, t } from '../i18n/i18n.ts';
import { factsOf, type OpenFile } from '../state/files.ts';
import { isUnsaved } from '../state/history.ts';
import { current, files, openEntry, selectFile } from '../state/session.ts';
import { VirtualList } from './virtual-list.tsx';

const ROW_HEIGHT = 44;

/** Every file, and below an archive that is unfolded its entries. */
type Row =
  | { kind: 'file'; file: OpenFile; depth: number }
  | { kind: 'entry'; archive: OpenFile; index: number; depth: number };

export function FileList() {
  const rows = rowsOf(files.value);
  const at = rows.findIndex((row) => row.kind === 'file' && row.file === current.value);
  return (
    <nav class="files" aria-label={t('app.files')}>
      <VirtualList count={rows.length} rowHeight={ROW_HEIGHT} shown={at} label={t('app.files')}>
        {(i) => {
          const row = rows[i]!;
          return row.kind === 'file' ? (
            <FileRow key={row.file.id} file={row.file} depth={row.depth} />
          ) : (
            <EntryRow
              key={`${row.archive.id}:${row.index}`}
              archive={row.archive}
              index={row.index}
              depth={row.depth}
            />
          );
        }}
      </VirtualList>
    </nav>
  );
}

function rowsOf(list: readonly OpenFile[]): Row[] {
  const children = new Map<OpenFile, Map<number, OpenFile>>();
  for (const file of list) {
    if (!file.entryOf) continue;
    const { archive, index } = file.entryOf;
    const known = children.get(archive) ?? new Map<number, OpenFile>();
    children.set(archive, known.set(index, file));
  }
  const rows: Row[] = [];
  const add = (file: OpenFile, depth: number): void => {
    rows.push({ kind: 'file', file, depth });
    if (!file.expanded.value) return;
    for (const { index, format } of factsOf(file)?.entries ?? []) {
      const opened = children.get(file)?.get(index);
      if (opened) add(opened, depth + 1);
      else if (format) rows.push({ kind: 'entry', archive: file, index, depth: depth + 1 });
    }
  };
  for (const file of list) if (!file.entryOf) add(file, 0);
  return rows;
}

function FileRow({ file, depth }: { file: OpenFile; depth: number }) {
  const facts = factsOf(file);
  const inside = facts?.entries.some((entry) => entry.format) ?? false;
  const folder = file.entryOf ? '' : file.path.slice(0, -file.name.length).replace(/\/$/, '');
  return (
    <div class="file-row" style={{ paddingInlineStart: `${depth * 14}px` }}>
      {inside ? (
        <button
          type="button"
          class="fold"
          aria-expanded={file.expanded.value}
          aria-label={file.expanded.value ? t('file.hideEntries') : t('file.showEntries')}
          onClick={() => {
            file.expanded.value = !file.expanded.value;
          }}
        >
          {file.expanded.value ? '▾' : '▸'}
        </button>
      ) : (
        <span class="fold" />
      )}
      <button
        type="button"
        class="file"
        aria-current={current.value === file ? 'true' : undefined}
        title={file.path}
        onClick={() => void selectFile(file)}
      >
        <span class="name">{file.name}</span>
        <span class="facts">
          <Counts file={file} />
          {facts ? facts.format : folder} {formatSize(file.size)}
          {isUnsaved(file.history.value) && <b class="edited"> {t('file.edited')}</b>}
        </span>
      </button>
    </div>
  );
}

function Counts({ file }: { file: OpenFile }) {
  if (file.state.value.kind === 'failed') return <b class="error">✕ </b>;
  const findings = file.findings.value ?? [];
  const errors = findings.filter((f) => f.severity === 'error').length;
  const warnings = findings.filter((f) => f.severity === 'warning').length;
  if (errors > 0) return <b class="error" title={t('file.errors', { n: errors })}>{`✕${errors} `}</b>;
  if (warnings > 0) return <b class="warning" title={t('file.warnings', { n: warnings })}>{`⚠${warnings} `}</b>;
  return null;
}

function EntryRow({ archive, index, depth }: { archive: OpenFile; index: number; depth: number }) {
  const entry = factsOf(archive)?.entries[index];
  if (!entry) return null;
  return (
    <div class="file-row" style={{ paddingInlineStart: `${depth * 14}px` }}>
      <span class="fold" />
      <button type="button" class="file" title={entry.name} onClick={() => void openEntry(archive, index)}>
        <span class="name">{entry.name}</span>
        <span class="facts">
          {entry.format} {formatSize(entry.size)}
        </span>
      </button>
    </div>
  );
}
