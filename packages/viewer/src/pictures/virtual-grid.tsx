import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { VirtualList } from '../shell/virtual-list.tsx';

export interface VirtualGridProps {
  count: number;
  /** Least width of a cell; cells share what is left of a row. In CSS pixels. */
  cellWidth: number;
  cellHeight: number;
  /** The cell that stands for the focus; -1 for none. */
  active: number;
  /** Begins the ids of the cells. */
  id: string;
  label: string;
  class?: string;
  onActive(index: number): void;
  /** Enter, space, or a click. */
  onOpen?(index: number): void;
  /** What is in a cell. */
  children: (index: number) => ComponentChildren;
  /** What a screen reader says of a cell; its text when absent. */
  labelOf?(index: number): string;
}

/** A scrolled grid of cells of one size that has elements for the visible ones only. */
export function VirtualGrid(props: VirtualGridProps) {
  const { count, cellWidth, cellHeight, active, id, label, onActive, onOpen, labelOf } = props;
  const box = useRef<HTMLDivElement>(null);
  const columns = useSignal(1);
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => {
      columns.value = Math.max(1, Math.floor((element.clientWidth - 16) / cellWidth));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [cellWidth]);
  const across = columns.value;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      if (active < 0 || !onOpen) return;
      event.preventDefault();
      onOpen(active);
      return;
    }
    const to = {
      ArrowRight: active + 1,
      ArrowLeft: active - 1,
      ArrowDown: active + across,
      ArrowUp: active - across,
      PageDown: active + across * 4,
      PageUp: active - across * 4,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (to === undefined || count === 0) return;
    event.preventDefault();
    onActive(Math.max(0, Math.min(count - 1, to)));
  };
  const cell = (index: number) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
    <div
      key={index}
      id={`${id}-${index}`}
      class="grid-cell"
      role="option"
      tabIndex={-1}
      aria-selected={index === active}
      aria-label={labelOf?.(index)}
      aria-setsize={count}
      aria-posinset={index + 1}
      onClick={() => {
        onActive(index);
        onOpen?.(index);
      }}
    >
      {props.children(index)}
    </div>
  );
  return (
    <div ref={box} class={`grid ${props.class ?? ''}`}>
      <VirtualList
        count={Math.ceil(count / across)}
        rowHeight={cellHeight}
        shown={active < 0 ? -1 : Math.floor(active / across)}
        label={label}
        role="listbox"
        focusable
        activeId={active >= 0 ? `${id}-${active}` : undefined}
        onKeyDown={onKeyDown}
      >
        {(row) => (
          <div
            key={row}
            class="grid-row"
            role="presentation"
            style={{ height: `${cellHeight}px`, gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))` }}
          >
            {Array.from({ length: Math.min(across, count - row * across) }, (_, i) => cell(row * across + i))}
          </div>
        )}
      </VirtualList>
    </div>
  );
}
