import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { toHex } from '../src/binary/hex.ts';
import { untilNul } from '../src/binary/text.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { sortIndexOf } from '../src/nres/lookup.ts';
import { readNres } from '../src/nres/read.ts';
import { repackNres, writeNres } from '../src/nres/write.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each(samplesIn('nres', '.rlb'))('NRes $name', ({ bytes, expected }) => {
  const report = new Report();
  const nres = readNres(bytes, { report });

  test('directory and payloads equal the expected ones', () => {
    expect(nres.directoryOffset).toBe(expected.directoryOffset);
    expect(nres.entries.length).toBe(expected.count);
    expect(
      nres.entries.map((e) => {
        const { data, nameField, ...entry } = e;
        const nameBytes = untilNul(nameField);
        const tail = nameField.subarray(nameBytes.length).some((b) => b !== 0);
        return {
          ...entry,
          nameHex: toHex(nameBytes),
          ...(tail ? { nameFieldHex: toHex(nameField) } : {}),
          sha256: sha256(data),
        };
      }),
    ).toEqual(expected.entries);
    expect(nres.gaps.map(({ start, end, zero }) => ({ start, end, zero }))).toEqual(expected.gaps);
    expect(sortIndexOf(nres.entries)).toEqual(expected.expectedSort);
  });

  test('diagnostics equal the expected ones', () => {
    expect(report.diagnostics.map(({ code, severity }) => ({ code, severity }))).toEqual(expected.diagnostics);
  });

  test('lossless and canonical bytes', () => {
    expect(writeNres(nres)).toEqual(bytes);
    const canonical = repackNres(nres);
    expect({ size: canonical.length, sha256: sha256(canonical), same: sha256(canonical) === sha256(bytes) }).toEqual(
      expected.canonical,
    );
  });
});
