import { useSignal } from '@preact/signals';
import { t } from '../../i18n/i18n.ts';
import type { BytePages } from '../../lib/byte-pages.ts';
import { hexOffset } from '../../lib/hex-text.ts';
import type { TraceTree } from '../../lib/trace-tree.ts';
import { factsOf, type OpenFile } from '../../state/files.ts';
import { showTab } from '../../state/layout.ts';
import { hovered } from '../../state/selection.ts';

interface Props {
  file: OpenFile;
  tree: TraceTree | undefined;
  pages: BytePages;
  arrived: number;
  at: number | undefined;
  size: number;
}

/** What the selected byte is: its field, and the numbers that start there. */
export function Inspector({ file, tree, pages, at, size }: Props) {
  const big = useSignal(factsOf(file)?.info.byteOrder === 'big');
  const under = hovered.value?.file === file.id ? hovered.value : undefined;
  const node = at === undefined ? -1 : (tree?.bytes.at(at) ?? -1);
  return (
    <div class="hex-inspector">
      <p aria-live="polite">
        {at === undefined ? (
          <span class="muted">{t('hex.select')}</span>
        ) : (
          <>
            <code>{hexOffset(at)}</code>{' '}
            {tree && node >= 0 ? (
              <>
                <button type="button" class="link mono" onClick={() => showTab('structure')}>
                  {tree.path(node)}
                </button>{' '}
                <span class="structure-value">{tree.value(node)}</span>{' '}
                <span class="muted">
                  {hexOffset(tree.trace.start[node]!)} +{tree.trace.end[node]! - tree.trace.start[node]!}
                </span>
              </>
            ) : (
              tree && <span class="warning">{t('hex.unexplained')}</span>
            )}
          </>
        )}
      </p>
      {at !== undefined && (
        <p class="hex-numbers">
          <button type="button" aria-pressed={big.value} onClick={() => (big.value = !big.value)}>
            {big.value ? 'BE' : 'LE'}
          </button>
          {numbersAt(pages.bytes(at, Math.min(4, size - at)), !big.value).map(([name, value]) => (
            <span key={name}>
              <span class="muted">{name}</span> {value}
            </span>
          ))}
        </p>
      )}
      <p class="hex-under muted">{under ? under.path || hexOffset(under.start ?? 0) : ' '}</p>
    </div>
  );
}

/** What the bytes are as numbers of each kind that fits. */
export function numbersAt(bytes: Uint8Array | undefined, little: boolean): [kind: string, value: string][] {
  if (!bytes || bytes.length === 0) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rows: [string, string][] = [
    ['u8', String(view.getUint8(0))],
    ['s8', String(view.getInt8(0))],
  ];
  if (bytes.length >= 2) {
    rows.push(['u16', String(view.getUint16(0, little))], ['s16', String(view.getInt16(0, little))]);
  }
  if (bytes.length >= 4) {
    rows.push(['u32', String(view.getUint32(0, little))], ['s32', String(view.getInt32(0, little))]);
    rows.push(['f32', String(Number(view.getFloat32(0, little).toPrecision(7)))]);
  }
  return rows;
}
