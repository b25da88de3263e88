import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sampleDir, samplesIn } from '../../../test-support/samples.ts';
import { readAvts } from '../src/avts/read.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each(samplesIn('svo', '.svo').concat(samplesIn('font', '.svo')))('AVTS of $name', ({ bytes, expected }) => {
  test('directory, classes and gaps equal the expected ones', () => {
    const avts = readAvts(bytes);
    const truth = expected.avts;
    expect(avts.directory.entries.length).toBe(truth.entries.length);
    expect(
      avts.chunks.map((c) => ({
        name: c.entry.name,
        kind: c.entry.kind,
        sequence: c.entry.sequence,
        size: c.entry.size,
        offset: c.entry.offset,
        class: c.class,
        sha256: sha256(c.data),
        ...(c.entry.nameField.subarray(c.entry.nameField.indexOf(0)).some((b) => b !== 0)
          ? { nameTailNonzero: true }
          : {}),
      })),
    ).toEqual(truth.entries.map(({ nameHex: _, ...entry }: { nameHex?: string }) => entry));
    expect(avts.gaps.map((g) => ({ offset: g.start, size: g.end - g.start, zero: g.zero }))).toEqual(
      truth.gaps.map((g: { offset: number; size: number; zero: boolean }) => ({
        offset: g.offset,
        size: g.size,
        zero: g.zero,
      })),
    );
  });
});

describe('AVTS of malformed files', () => {
  const dir = sampleDir('svo/bad');
  const names = readdirSync(dir).filter((n) => n.endsWith('.svo'));
  test.each(names)('%s gives only a FormatError with an avts code, or a directory', (name) => {
    const report = new Report();
    report.attempt(() => readAvts(readFileSync(`${dir}/${name}`), { report }));
    for (const d of report.diagnostics) expect(d.code).toMatch(/^avts\//);
  });
});
