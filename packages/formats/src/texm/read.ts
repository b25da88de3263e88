import { Cursor } from '../binary/cursor.ts';
import { hexBytes } from '../binary/hex.ts';
import type { Trace } from '../binary/trace.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import { formatError } from '../diagnostics/format-error.ts';
import * as t from './types.ts';

export interface ReadTexmOptions {
  report?: Report;
  trace?: Trace | undefined;
  /** Position of the texture inside an archive. */
  base?: number;
}

/** Whether the bytes start as a Texm texture does. Never throws. */
export function isTexm(head: Uint8Array): boolean {
  return head.length >= 4 && head[0] === 0x54 && head[1] === 0x65 && head[2] === 0x78 && head[3] === 0x6d;
}

/**
 * Reads a Texm texture (msh.md §4). Faults of what follows the header are reported and the bytes kept.
 * @throws FormatError `texm/truncated` for less than a header, `texm/magic`.
 */
export function readTexm(bytes: Uint8Array, options: ReadTexmOptions = {}): t.Texm {
  const report = options.report ?? new Report();
  const base = options.base ?? 0;
  const c = Cursor.over(bytes, { truncated: 'texm/truncated', trace: options.trace, base });
  if (bytes.length >= 4 && !isTexm(bytes))
    throw formatError('texm/magic', { found: hexBytes(bytes, 4) }, base, 'magic');
  if (bytes.length < t.HEADER_SIZE) {
    throw formatError('texm/truncated', { needed: t.HEADER_SIZE, left: bytes.length }, base, 'header');
  }
  const header = c.group('header', () => {
    c.magic('magic', 'Texm', 'texm/magic');
    return {
      width: c.u32('width'),
      height: c.u32('height'),
      mipCount: c.u32('mipCount'),
      flags4: c.u32('flags4'),
      flags5: c.u32('flags5'),
      unknown6: c.u32('unknown6'),
      format: c.u32('format'),
    };
  });
  const body = readBody(c, header, report);
  const rest = c.left > 0 ? c.rest('rest') : c.bytes.subarray(c.offset);
  return { ...header, ...body, rest, base };
}

type Header = Pick<t.Texm, 'width' | 'height' | 'mipCount' | 'format'>;
type Body = Pick<t.Texm, 'palette' | 'levels' | 'page'>;

function readBody(c: Cursor, header: Header, report: Report): Body {
  const { width, height, mipCount, format } = header;
  const nothing: Body = { palette: undefined, levels: [], page: undefined };
  const { base } = c;
  if (width === 0 || height === 0) {
    report.add('texm/size', { width, height }, { start: base + 4, end: base + 12 }, 'header.width');
    return nothing;
  }
  if (!t.isTexmFormat(format)) {
    report.add('texm/format', { format }, { start: base + 28, end: base + 32 }, 'header.format');
    return nothing;
  }
  const largest = t.fullMipCount(width, height);
  const possible = mipCount >= 1 && mipCount <= largest;
  if (!possible) {
    report.add('texm/mip-count', { mipCount, largest }, { start: base + 12, end: base + 16 }, 'header.mipCount');
  }
  if (format === 0 && c.left < t.PALETTE_SIZE) {
    report.add('texm/truncated', { needed: t.PALETTE_SIZE, left: c.left }, c.ahead(c.left), 'palette');
    return nothing;
  }
  const palette = format === 0 ? c.take('palette', t.PALETTE_SIZE) : undefined;
  const levels = readLevels(c, header, t.TEXM_FORMATS[format].bytes, possible ? mipCount : 1, report);
  // Behind a wrong count or a cut level nothing can be told apart.
  const whole = possible && levels.length === mipCount;
  return { palette, levels, page: whole && c.left > 0 ? readPage(c, header, report) : undefined };
}

function readLevels(c: Cursor, header: Header, pixel: number, count: number, report: Report): t.TexmLevel[] {
  const levels: t.TexmLevel[] = [];
  for (let i = 0; i < count; i++) {
    const width = Math.max(1, Math.floor(header.width / 2 ** i));
    const height = Math.max(1, Math.floor(header.height / 2 ** i));
    const needed = width * height * pixel;
    if (needed > c.left) {
      if (i === 0) report.add('texm/truncated', { needed, left: c.left }, c.ahead(c.left), 'levels[0]');
      else report.add('texm/mips-short', { declared: count, present: i }, c.ahead(c.left), `levels[${i}]`);
      break;
    }
    levels.push({ width, height, data: c.take(`levels[${i}]`, needed) });
  }
  return levels;
}

const PAGE = [0x50, 0x61, 0x67, 0x65];

function readPage(c: Cursor, header: Header, report: Report): t.TexmPage | undefined {
  const size = c.left;
  const range = c.ahead(size);
  const next = c.bytes.subarray(c.offset);
  if (!PAGE.every((byte, i) => next[i] === byte)) {
    report.add('texm/tail', { size, found: hexBytes(next) }, range, 'rest');
    return undefined;
  }
  if (size < 8) {
    report.add('texm/page-size', { count: 0, size }, range, 'page');
    return undefined;
  }
  return c.group('page', () => {
    c.take('magic', 4);
    const { declared, usable } = c.count('count', 'u32', 8);
    if (size !== 8 + 8 * declared) report.add('texm/page-size', { count: declared, size }, range, 'page.count');
    const rects: t.TexmRect[] = [];
    for (let i = 0; i < usable; i++) {
      const rect = c.group(`rects[${i}]`, () => ({ x: c.i16('x'), w: c.i16('w'), y: c.i16('y'), h: c.i16('h') }));
      if (!rectInside(rect, header)) {
        const { width, height } = header;
        report.add('texm/page-rect', { ...rect, width, height }, c.behind(8), `page.rects[${i}]`);
      }
      rects.push(rect);
    }
    return { declared, rects };
  });
}

/** Whether a rectangle lies inside the picture. */
export function rectInside(rect: t.TexmRect, picture: { width: number; height: number }): boolean {
  const { x, y, w, h } = rect;
  return x >= 0 && y >= 0 && w >= 0 && h >= 0 && x + w <= picture.width && y + h <= picture.height;
}
