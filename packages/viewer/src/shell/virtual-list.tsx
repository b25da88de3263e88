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
  role?: 'tree' | 'grid' | 'listbox' | 'list' | undefined;
  /** Draws a row; give it a key. */
  children: (row: number) => ComponentChildren;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Whether the list itself takes the focus; rows of buttons take it themselves. */
  focusable?: boolean;
}

/** A scrolled list that has elements for the visible rows only. */
export function VirtualList({ count, rowHeight, shown = -1, label, role, children, ...rest }: VirtualListProps) {
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(600);
  const full = count * rowHeight;
  const scale = full > MOST_PIXELS ? (full - height.value) / (MOST_PIXELS - height.value) : 1;
  useLayoutEffect(() => {
    const element = box.current!;
    const observer = new ResizeObserver(() => {
      if (element.clientHeight > 0) height.value = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const element = box.current;
    if (!element || shown < 0) return;
    const from = shown * rowHeight;
    const seen = element.scrollTop * scale;
    if (from >= seen && from + rowHeight <= seen + element.clientHeight) return;
    element.scrollTop = Math.max(0, from - element.clientHeight / 3) / scale;
  }, [shown, count]);
  const offset = top.value * scale;
  const first = Math.max(0, Math.floor(offset / rowHeight) - EXTRA_ROWS);
  const last = Math.min(count, Math.ceil((offset + height.value) / rowHeight) + EXTRA_ROWS);
  const rows: ComponentChildren[] = [];
  for (let row = first; row < last; row++) rows.push(children(row));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useAriaPropsSupportedByRole: the role is the caller's
    <div
      ref={box}
      class={`virtual ${rest.class ?? ''}`}
      role={role}
      aria-label={role ? label : undefined}
      tabIndex={rest.focusable ? 0 : undefined}
      onScroll={(event) => {
        top.value = event.currentTarget.scrollTop;
      }}
      onKeyDown={rest.onKeyDown}
    >
      <div class="virtual-space" style={{ height: `${Math.min(full, MOST_PIXELS)}px` }}>
        <div class="virtual-rows" style={{ transform: `translateY(${first * rowHeight - offset + top.value}px)` }}>
          {rows}
        </div>
      </div>
    </div>
  );
}
