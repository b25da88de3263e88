import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/** Browsers do not lay out elements taller than some ten million pixels: a longer list is scrolled by scale. */
const MOST_PIXELS = 8_000_000;
const EXTRA_ROWS = 4;

export interface VirtualListProps {
  count: number;
  /** In CSS pixels; every row has it. */
  rowHeight: number;
  /** Row that is scrolled into view when it changes; -1 for none. */
  shown?: number;
  label: string;
  class?: string;
  /** `application`: a field of its own keys, whose element with `activeId` is described elsewhere. */
  role?: 'tree' | 'listbox' | 'application' | undefined;
  /** Whether the list itself takes the focus; rows of buttons take it themselves. */
  focusable?: boolean;
  /** Id of the row's element that stands for the focus. */
  activeId?: string | undefined;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Draws a row; give it a key. */
  children: (row: number) => ComponentChildren;
}

/** A scrolled list that has elements for the visible rows only. */
export function VirtualList({ count, rowHeight, shown = -1, label, role, children, ...rest }: VirtualListProps) {
  const box = useRef<HTMLDivElement>(null);
  /** Pixels above the view, of the whole list. */
  const offset = useSignal(0);
  const height = useSignal(600);
  /** Where the list itself has put the scroll bar; any other place is the user's. */
  const placed = useRef(-1);
  const full = count * rowHeight;
  const space = Math.min(full, MOST_PIXELS);
  const most = Math.max(0, full - height.value);
  const scale = full > MOST_PIXELS ? most / (MOST_PIXELS - height.value) : 1;

  const scrollTo = (pixels: number) => {
    const element = box.current!;
    offset.value = Math.max(0, Math.min(most, pixels));
    element.scrollTop = offset.value / scale;
    placed.current = element.scrollTop;
  };
  useLayoutEffect(() => {
    const element = box.current!;
    const observer = new ResizeObserver(() => {
      if (element.clientHeight > 0) height.value = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (scale === 1) return;
    // A notch of the wheel is some lines, whatever the scale of the scroll bar.
    const element = box.current!;
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      scrollTo(offset.value + event.deltaY * (event.deltaMode === 1 ? rowHeight : 1));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  });
  useEffect(() => {
    const element = box.current;
    if (!element || shown < 0) return;
    const from = shown * rowHeight;
    if (from >= offset.value && from + rowHeight <= offset.value + element.clientHeight) return;
    scrollTo(from - element.clientHeight / 3);
  }, [shown, count]);

  const first = Math.max(0, Math.floor(offset.value / rowHeight) - EXTRA_ROWS);
  const last = Math.min(count, Math.ceil((offset.value + height.value) / rowHeight) + EXTRA_ROWS);
  const rows: ComponentChildren[] = [];
  for (let row = first; row < last; row++) rows.push(children(row));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useAriaPropsSupportedByRole: the role is the caller's
    <div
      ref={box}
      class={`virtual ${rest.class ?? ''}`}
      role={role}
      aria-label={role ? label : undefined}
      aria-activedescendant={rest.activeId}
      tabIndex={rest.focusable ? 0 : undefined}
      onScroll={(event) => {
        const { scrollTop } = event.currentTarget;
        if (Math.abs(scrollTop - placed.current) < 1) return;
        placed.current = scrollTop;
        offset.value = Math.min(most, scrollTop * scale);
      }}
      onKeyDown={rest.onKeyDown}
    >
      <div class="virtual-space" style={{ height: `${space}px` }}>
        <div
          class="virtual-rows"
          style={{ transform: `translateY(${first * rowHeight - offset.value + offset.value / scale}px)` }}
        >
          {rows}
        </div>
      </div>
    </div>
  );
}
