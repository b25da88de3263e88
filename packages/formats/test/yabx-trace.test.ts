import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { coverageOf } from '../src/binary/trace.ts';
import { openAsset } from '../src/open.ts';
import { yabxSamples } from './yabx-truth.ts';

describe.each(yabxSamples())('trace of $name', ({ bytes, truth }) => {
  test('every byte is in exactly one named field', () => {
    const coverage = coverageOf(openAsset(bytes).trace().root, bytes.length);
    expect(coverage.gaps).toEqual([]);
    expect(coverage.overlaps).toEqual([]);
    const starts = new Map(coverage.covered.map((c) => [c.path, c.start]));
    expect(starts.get('header.crc')).toBe(12);
    expect(starts.get('legacyLibraries[0].flags')).toBe(16);
    truth.objects.forEach((o: { offset: number }, i: number) => {
      expect(starts.get(`objects[${i}].classIndex`)).toBe(o.offset - 6);
    });
  });
});

test('fields are named as in the file', () => {
  const { bytes } = samplesIn('yabx', '.yabx').find((s) => s.name === 'oracle_graph_le.yabx')!;
  const paths = coverageOf(openAsset(bytes).trace().root, bytes.length).covered.map((c) => c.path);
  for (const path of [
    'header.magic',
    'name',
    'libraries[0].version',
    'classes[3].fields[4].name',
    'classes[3].fields[4].size',
    'objectCount',
    'objects[1]._cullMode',
    'objects[1]._name.text',
    'objects[0]._state.count',
    'objects[0]._state[1]',
    'padding',
  ]) {
    expect(paths).toContain(path);
  }
});

describe('asset of a bare graph', () => {
  const { bytes } = samplesIn('yabx', '.yabx').find((s) => s.name === 'oracle_graph_be.yabx')!;

  test('is found by content, tells what it holds and writes the same bytes', () => {
    const asset = openAsset(bytes);
    expect(asset.format).toBe('yabx');
    expect(asset.entries()).toEqual([]);
    expect(asset.check().totals).toEqual({ error: 0, warning: 0, info: 3 });
    expect(Buffer.from(asset.write()).equals(bytes)).toBe(true);
    const info = asset.info();
    expect(info.byteOrder).toBe('big');
    expect(info.objects).toBe(66);
    expect(info.classes?.find((c) => c.name === 'stevia::State')).toEqual({ name: 'stevia::State', objects: 2 });
  });
});
