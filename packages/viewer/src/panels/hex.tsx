import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { BytePages } from '../lib/byte-pages.ts';
import { sizeOf } from '../lib/source-size.ts';
import type { TraceTree } from '../lib/trace-tree.ts';
import { useLoaded } from '../lib/use-loaded.ts';
import { useTrace } from '../lib/use-trace.ts';
import type { PanelProps } from '../shell/lazy.tsx';
import { Pending } from '../shell/pending.tsx';
import { VirtualList } from '../shell/virtual-list.tsx';
import { factsOf, type OpenFile } from '../state/files.ts';
import { hovered, select, selection } from '../state/selection.ts';
import type { FileSource } from '../worker/protocol.ts';
import { CoverageBar } from './hex/coverage-bar.tsx';
import { GoTo } from './hex/go-to.tsx';
import { HexRow } from './hex/hex-row.tsx';
import { Inspector } from './hex/inspector.tsx';
import { ByteTree } from './structure/byte-tree.tsx';

const ROW_HEIGHT = 20;
const FROM = 'hex';
/** Width of the offset and of a byte with its letter, in characters of the font, for how many bytes fit on a line. */
const CHARACTER = 7.6;
/** From this width of the panel on the fields are shown beside the bytes from the start, in CSS pixels. */
const BESIDE = 900;
const OFFSET_CHARACTERS = 13;
const BYTE_CHARACTERS = 4.1;

/** The bytes of the file, read as they are looked at; the trace says what each of them is. */
export default function Hex({ file }: PanelProps) {
  const source = useLoaded(file, async (ref) => ref.source);
  if (source.kind !== 'ready') return <Pending of={source} />;
  return <HexView key={source.key} file={file} source={source.value} />;
}

function HexView({ file, source }: { file: OpenFile; source: FileSource }) {
  const size = sizeOf(source);
  const arrived = useSignal(0);
  const unreadable = useSignal(false);
  const pages = useMemo(
    () =>
      new BytePages(source, size, (error) => {
        if (error) unreadable.value = true;
        arrived.value++;
      }),
    [source],
  );
  useEffect(() => () => pages.close(), [pages]);
  const explained = factsOf(file) !== undefined && !factsOf(file)?.directoryOnly;
  return (
    <div class="hex">
      {explained ? (
        <Explained file={file} size={size} pages={pages} arrived={arrived.value} />
      ) : (
        <>
          {factsOf(file)?.directoryOnly && <p class="padded muted">{t('hex.noTrace')}</p>}
          <Bytes file={file} size={size} pages={pages} arrived={arrived.value} tree={undefined} />
        </>
      )}
      {unreadable.value && (
        <p class="error padded" role="alert">
          {t('hex.unreadable')}
        </p>
      )}
    </div>
  );
}

interface BytesProps {
  file: OpenFile;
  size: number;
  pages: BytePages;
  /** Changes when bytes have come. */
  arrived: number;
}

interface BytesMore {
  tree: TraceTree | undefined;
  /** Buttons behind those of the view. */
  children?: ComponentChildren;
}

function Explained(props: BytesProps) {
  const trace = useTrace(props.file);
  const tree = trace.kind === 'ready' ? trace.value : undefined;
  const fields = useSignal<boolean | undefined>(undefined);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    fields.value ??= box.current!.clientWidth >= BESIDE;
  }, []);
  return (
    <>
      {tree ? <CoverageBar file={props.file} tree={tree} size={props.size} /> : <div class="hex-coverage" />}
      <div ref={box} class="hex-both">
        {fields.value && (
          <div class="hex-fields">
            <ByteTree file={props.file} />
          </div>
        )}
        <div class="hex-main">
          <Bytes {...props} tree={tree}>
            <button type="button" aria-pressed={fields.value ?? false} onClick={() => (fields.value = !fields.value)}>
              {t('hex.fields')}
            </button>
          </Bytes>
        </div>
      </div>
    </>
  );
}

function Bytes({ file, size, pages, arrived, tree, children }: BytesProps & BytesMore) {
  const box = useRef<HTMLDivElement>(null);
  const perRow = useSignal(16);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const characters = (entry!.contentRect.width - 24) / CHARACTER - OFFSET_CHARACTERS;
      perRow.value = [32, 16, 8].find((n) => n * BYTE_CHARACTERS <= characters) ?? 4;
    });
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const selected = rangeIn(file, selection.value);
  const under = rangeIn(file, hovered.value);
  const columns = perRow.value;
  const count = Math.max(1, Math.ceil(size / columns));
  const choose = (offset: number) => {
    const at = Math.max(0, Math.min(size - 1, offset));
    select({ ...fieldAt(file, tree, at), at, from: FROM });
  };
  const cursor = selection.value?.file === file.id ? (selection.value.at ?? selected?.start) : undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
      PageDown: columns * 16,
      PageUp: -columns * 16,
    }[event.key];
    if (by === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    event.stopPropagation();
    if (by === undefined) choose(event.key === 'Home' ? 0 : size - 1);
    else choose((cursor ?? -by) + by);
  };
  const byteUnder = (event: Event): number | undefined => {
    const at = (event.target as HTMLElement).dataset.at;
    return at === undefined ? undefined : Number(at);
  };
  return (
    <>
      <GoTo size={size} tree={tree} from={cursor ?? -1} go={choose}>
        {children}
      </GoTo>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the list inside takes the keys */}
      <div
        ref={box}
        class="hex-bytes"
        onClick={(event) => {
          const at = byteUnder(event);
          if (at !== undefined) choose(at);
        }}
        onPointerOver={(event) => {
          const at = byteUnder(event);
          hovered.value = at === undefined ? undefined : fieldAt(file, tree, at);
        }}
        onPointerLeave={() => {
          hovered.value = undefined;
        }}
      >
        <VirtualList
          count={count}
          rowHeight={ROW_HEIGHT}
          shown={cursor === undefined ? -1 : Math.floor(cursor / columns)}
          label={t('hex.label')}
          role="application"
          focusable
          activeId={cursor === undefined ? undefined : `byte-${cursor}`}
          onKeyDown={onKeyDown}
        >
          {(row) => {
            const start = row * columns;
            const end = Math.min(size, start + columns);
            return (
              <HexRow
                key={row}
                start={start}
                end={end}
                columns={columns}
                digits={Math.max(8, size.toString(16).length)}
                pages={pages}
                index={tree?.bytes}
                arrived={arrived}
                selectedFrom={clip(selected?.start, start, end)}
                selectedTo={clip(selected?.end, start, end)}
                hoveredFrom={clip(under?.start, start, end)}
                hoveredTo={clip(under?.end, start, end)}
                cursor={cursor !== undefined && cursor >= start && cursor < end ? cursor : -1}
              />
            );
          }}
        </VirtualList>
      </div>
      <Inspector file={file} tree={tree} pages={pages} arrived={arrived} at={cursor} size={size} />
    </>
  );
}

/** The field of a byte as a selection; the byte alone where nothing explains it. */
function fieldAt(file: OpenFile, tree: TraceTree | undefined, at: number) {
  const node = tree?.bytes.at(at) ?? -1;
  if (!tree || node < 0) return { file: file.id, path: '', start: at, end: at + 1 };
  return { file: file.id, path: tree.path(node), start: tree.trace.start[node]!, end: tree.trace.end[node]! };
}

function rangeIn(file: OpenFile, place: { file: number; start?: number; end?: number } | undefined) {
  if (!place || place.file !== file.id || place.start === undefined) return undefined;
  return { start: place.start, end: place.end ?? place.start + 1 };
}

/** A position within a row; rows outside of a range get the same numbers, and so need not be drawn again. */
function clip(position: number | undefined, start: number, end: number): number {
  return position === undefined ? -1 : Math.max(start, Math.min(end, position));
}
