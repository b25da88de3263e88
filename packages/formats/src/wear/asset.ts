import type { Asset } from '../asset.ts';
import { decodeCp1251 } from '../binary/text.ts';
import { Trace } from '../binary/trace.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import type { FormatRow, OpenOptions } from '../format-row.ts';
import { readWear, WEAR_TYPE, type WearRow, writeWear } from './read.ts';

/** WEAR material lists (msh.md §4): plain text, so only the name or the entry's type tells. */
export const wearFormat: FormatRow = {
  id: 'wear',
  label: 'WEAR material list',
  extensions: ['.wea'],
  entryType: WEAR_TYPE,
  sniff: () => false,
  open: openWear,
};

function openWear(bytes: Uint8Array, options: OpenOptions): Asset {
  const report = new Report();
  const base = options.base ?? 0;
  const wear = readWear(bytes, { report, base });
  const shown = (rows: readonly WearRow[]) => rows.map(({ legacyId, name }) => ({ legacyId, name }));
  return {
    format: 'wear',
    bytes,
    report,
    check() {
      const all = new Report();
      all.addAll(report);
      return all;
    },
    info: () => ({
      kind: 'WEAR material list',
      ...(options.name ? { name: options.name } : {}),
      materials: wear.rows.map((row) => row.name),
      details: { lightmaps: wear.lightmaps ? wear.lightmaps.map((row) => row.name) : null },
    }),
    entries: () => [],
    toJson: () => ({
      rows: shown(wear.rows),
      lightmaps: wear.lightmaps ? shown(wear.lightmaps) : null,
      lines: wear.lines.map(decodeCp1251),
    }),
    trace() {
      const trace = new Trace('file', base, base + bytes.length);
      readWear(bytes, { trace, base });
      return trace;
    },
    write: () => writeWear(wear),
  };
}
