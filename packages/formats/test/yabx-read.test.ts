import { describe, expect, test } from 'vitest';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { isYabx, readYabx } from '../src/yabx/read.ts';
import { describeYabx, yabxSamples } from './yabx-truth.ts';

describe.each(yabxSamples())('YABX of $name', ({ bytes, truth }) => {
  test('every field of the graph equals the expected one, without findings but external references', () => {
    expect(isYabx(bytes)).toBe(true);
    const report = new Report();
    expect(describeYabx(readYabx(bytes, { report }))).toEqual(truth);
    expect(report.diagnostics.filter((d) => d.code !== 'yabx/external-reference')).toEqual([]);
  });

  test('reads the same at a shifted offset inside a dirty buffer', () => {
    const dirty = new Uint8Array(bytes.length + 32).fill(0xa5);
    dirty.set(bytes, 13);
    const model = readYabx(dirty.subarray(13, 13 + bytes.length), { base: 7 });
    expect(describeYabx(model, 7)).toEqual(truth);
  });
});
