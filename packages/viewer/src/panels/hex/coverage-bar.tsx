import { useEffect, useMemo, useRef } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import type { Gap } from '../../lib/byte-index.ts';
import { unexplainedByColumn } from '../../lib/coverage.ts';
import { hexOffset } from '../../lib/hex-text.ts';
import type { TraceTree } from '../../lib/trace-tree.ts';
import type { OpenFile } from '../../state/files.ts';
import { select, selection } from '../../state/selection.ts';
import { language, theme } from '../../state/settings.ts';

const COLUMNS = 512;

/** The whole file as a bar: which bytes are explained, which are not, and where the selection is. */
export function CoverageBar({ file, tree, size }: { file: OpenFile; tree: TraceTree; size: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const gaps = useMemo(() => tree.bytes.gaps(size), [tree, size]);
  const missing = gaps.reduce((sum, gap) => sum + gap.end - gap.start, 0);
  const now = selection.value?.file === file.id ? selection.value.start : undefined;
  useEffect(() => {
    if (canvas.current) draw(canvas.current, gaps, size, now);
  }, [gaps, size, now, theme.value]);
  const percent = new Intl.NumberFormat(language.value, { style: 'percent', maximumFractionDigits: 2 }).format(
    size === 0 ? 1 : Math.floor(10_000 * (1 - missing / size)) / 10_000,
  );
  return (
    <div class="hex-coverage">
      <canvas
        ref={canvas}
        width={COLUMNS}
        height={14}
        role="img"
        aria-label={`${t('hex.coverage')}: ${t('hex.explained', { percent })}`}
        onClick={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          const at = Math.min(size - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * size)));
          const node = tree.bytes.at(at);
          const range =
            node < 0 ? { start: at, end: at + 1 } : { start: tree.trace.start[node]!, end: tree.trace.end[node]! };
          select({ file: file.id, path: node < 0 ? '' : tree.path(node), ...range, at, from: 'coverage' });
        }}
      />
      <span class="muted">
        {t('hex.explained', { percent })}
        {gaps.length > 0 && ` · ${t('hex.unexplained')}: ${listed(gaps)}`}
        {gaps.length === 0 && ` · ${t('hex.noGaps')}`}
      </span>
    </div>
  );
}

function listed(gaps: readonly Gap[]): string {
  const first = gaps.slice(0, 3).map((gap) => `${hexOffset(gap.start)} +${gap.end - gap.start}`);
  return first.join(', ') + (gaps.length > first.length ? ` … (${gaps.length})` : '');
}

function draw(canvas: HTMLCanvasElement, gaps: readonly Gap[], size: number, now: number | undefined): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const colour = (name: string) => getComputedStyle(canvas).getPropertyValue(name);
  const { width, height } = canvas;
  pen.fillStyle = colour('--covered');
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = colour('--gap');
  unexplainedByColumn(gaps, size, width).forEach((part, x) => {
    // However short, a gap can be seen.
    if (part > 0) pen.fillRect(x, 0, 1, Math.max(3, Math.round(part * height)));
  });
  if (now === undefined || size === 0) return;
  pen.fillStyle = colour('--text');
  pen.fillRect(Math.min(width - 2, Math.floor((now / size) * width)), 0, 2, height);
}
