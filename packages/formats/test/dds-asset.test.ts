import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { coverageOf } from '../src/binary/trace.ts';
import { decodeDds } from '../src/dds/decode.ts';
import { readDds } from '../src/dds/read.ts';
import { openAsset } from '../src/open.ts';
import { ddsBytes, solidBc1 } from './dds-bytes.ts';

describe.each(samplesIn('dds', '.dds'))('$name as an asset', ({ name, bytes, expected }) => {
  const asset = openAsset(bytes, { name });

  test('writes back byte for byte', () => {
    expect(asset.format).toBe('dds');
    expect(asset.write()).toEqual(bytes);
    expect(asset.entries()).toEqual([]);
  });

  test('the trace explains every byte once', () => {
    const { gaps, overlaps } = coverageOf(asset.trace().root, bytes.length);
    expect({ gaps, overlaps }).toEqual({ gaps: [], overlaps: [] });
  });

  test('info, images and JSON agree with the file', () => {
    const texture = asset.info().textures?.[0];
    expect([texture?.width, texture?.height]).toEqual([expected.width, expected.height]);
    const images = asset.images?.() ?? [];
    const json = JSON.parse(JSON.stringify(asset.toJson()));
    expect([json.header.width, json.header.height]).toEqual([expected.width, expected.height]);
    if (!expected.surfaces) return;
    expect(images.length).toBe(expected.layers * expected.faces);
    expect(json.surfaces.length).toBe(expected.surfaces.length);
    const dds = readDds(bytes);
    images.forEach((image, face) => {
      const level = expected.mips - 1;
      expect([image.width, image.height, image.mips]).toEqual([expected.width, expected.height, expected.mips]);
      expect(image.decode(level)).toEqual(decodeDds(dds, { face, level }));
    });
  });
});

test('a file without pixels still opens, shows its header and is written back', () => {
  const bytes = ddsBytes({ width: 4, height: 4, fourCC: 'QQQQ' }, [1, 2, 3]);
  const asset = openAsset(bytes);
  expect(asset.report.diagnostics.map((d) => d.code)).toEqual(['dds/format']);
  expect(asset.info().textures?.[0]?.format).toBe('QQQQ');
  expect(() => asset.images?.()[0]?.decode()).toThrow(/dds\/format/);
  expect(asset.write()).toEqual(bytes);
  const { gaps, overlaps } = coverageOf(asset.trace().root, bytes.length);
  expect({ gaps, overlaps }).toEqual({ gaps: [], overlaps: [] });
});

test('a full check adds what reading does not need', () => {
  const bytes = ddsBytes({ width: 4, height: 4, fourCC: 'DXT1', pitch: 3, size: 24 }, [...solidBc1(0), 1, 2]);
  const asset = openAsset(bytes, { base: 0x100 });
  expect(asset.report.diagnostics.map((d) => [d.code, d.offset])).toEqual([['dds/header', 0x104]]);
  expect(asset.check().diagnostics.map((d) => [d.code, d.severity, d.offset, d.length])).toEqual([
    ['dds/header', 'warning', 0x104, 4],
    ['dds/pitch', 'info', 0x114, 4],
    ['dds/trailing', 'info', 0x188, 2],
  ]);
  expect(asset.report.diagnostics.length).toBe(1);
});
