import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { latin1 } from '../src/binary/text.ts';
import { coverageOf, Trace } from '../src/binary/trace.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { formatWear, readWear, type WearRow, writeWear } from '../src/wear/read.ts';

const shown = (rows: readonly WearRow[] | undefined) => rows?.map(({ legacyId, name }) => ({ legacyId, name })) ?? null;

describe.each(samplesIn('texm/wear', '.wea'))('WEAR $name', ({ bytes, expected }) => {
  test('rows, lightmaps and codes equal the expected ones; the bytes come back', () => {
    const report = new Report();
    const wear = readWear(bytes, { report });
    expect({ rows: shown(wear.rows), lightmaps: shown(wear.lightmaps) }).toEqual({
      rows: expected.rows,
      lightmaps: expected.lightmaps,
    });
    expect(report.diagnostics.map((d) => d.code)).toEqual(expected.codes);
    expect(writeWear(wear)).toEqual(bytes);
  });

  test('every byte is explained', () => {
    const trace = new Trace('file', 0, bytes.length);
    readWear(bytes, { trace });
    expect(coverageOf(trace.root, bytes.length)).toMatchObject({ gaps: [], overlaps: [] });
  });
});

test('a row behind the lists is wear/tail', () => {
  const report = new Report();
  readWear(
    Uint8Array.from('1\r\n0 a\r\n1 b\r\n', (c) => c.charCodeAt(0)),
    { report },
  );
  expect(report.diagnostics.map((d) => [d.code, d.offset])).toEqual([['wear/tail', 8]]);
});

test('rows written anew read back, Cyrillic names too', () => {
  const sample = samplesIn('texm/wear', '.wea').find((s) => s.name === 'lightmaps.wea')!;
  const wear = readWear(sample.bytes);
  expect(latin1(writeWear(formatWear(wear.rows, wear.lightmaps)))).toBe(latin1(sample.bytes));
});
