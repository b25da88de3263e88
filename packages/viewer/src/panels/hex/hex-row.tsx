import { Component } from 'preact';
import type { ByteIndex } from '../../lib/byte-index.ts';
import type { BytePages } from '../../lib/byte-pages.ts';

export interface HexRowProps {
  start: number;
  /** Exclusive; less than a whole row at the end of the file. */
  end: number;
  columns: number;
  /** Of the offset. */
  digits: number;
  pages: BytePages;
  /** What explains the bytes; undefined where nothing is known of them. */
  index: ByteIndex | undefined;
  arrived: number;
  selectedFrom: number;
  selectedTo: number;
  hoveredFrom: number;
  hoveredTo: number;
  /** -1 when it is in another row. */
  cursor: number;
}

/** A line of bytes and letters. Drawn again only when something of this line has changed. */
export class HexRow extends Component<HexRowProps> {
  override shouldComponentUpdate(next: HexRowProps): boolean {
    const now = this.props;
    return (Object.keys(next) as (keyof HexRowProps)[]).some((key) => next[key] !== now[key]);
  }

  override render({ start, end, columns, digits, pages, index, cursor, ...range }: HexRowProps) {
    const bytes = [];
    const letters = [];
    for (let at = start; at < end; at++) {
      const value = pages.byte(at);
      let kind = 'b';
      if (index) {
        const place = index.place(at);
        kind = place < 0 ? 'b gap' : place % 2 === 0 ? 'b even' : 'b odd';
      }
      if (at >= range.hoveredFrom && at < range.hoveredTo) kind += ' hov';
      if (at >= range.selectedFrom && at < range.selectedTo) kind += ' sel';
      if (at === cursor) kind += ' cur';
      bytes.push(
        <span key={at} id={`byte-${at}`} class={kind} data-at={at}>
          {value === undefined ? '··' : value.toString(16).toUpperCase().padStart(2, '0')}
        </span>,
      );
      letters.push(
        <span key={at} class={kind} data-at={at}>
          {value === undefined || value < 0x20 || value > 0x7e ? '·' : String.fromCharCode(value)}
        </span>,
      );
    }
    return (
      <div class="hex-row" data-row={start}>
        <span class="hex-offset">{start.toString(16).toUpperCase().padStart(digits, '0')}</span>
        <span class={`hex-cells columns-${columns}`}>{bytes}</span>
        <span class="hex-letters" aria-hidden="true">
          {letters}
        </span>
      </div>
    );
  }
}
