import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import type { Asset } from '../src/asset.ts';
import { firstDifference } from '../src/binary/bytes.ts';
import { coverageOf } from '../src/binary/trace.ts';
import { FormatError } from '../src/diagnostics/format-error.ts';
import { detectFormat, openAsset, openEntry } from '../src/open.ts';

const archive = samplesIn('nres', '.rlb').find((s) => s.name === 'objects.rlb')!;

/** Folders of whole files, with the format that each must be taken for. */
const KINDS = [
  ['msh', '.msh', 'msh'],
  ['nres', '.rlb', 'nres'],
  ['texm', '.texm', 'texm'],
  ['texm/wear', '.wea', 'wear'],
  ['texm/mat0', '.mat0', 'mat0'],
] as const;

describe.each(KINDS)('assets of %s', (folder, ending, format) => {
  test.each(samplesIn(folder, ending))('$name: format, trace, JSON and bytes', ({ name, bytes }) => {
    expect(detectFormat(bytes, name)?.id).toBe(format);
    const asset = openAsset(bytes, { name });
    expect(asset.format).toBe(format);
    expect(firstDifference(asset.write(), bytes)).toBe(-1);
    expect(coverageOf(asset.trace().root, bytes.length)).toMatchObject({ gaps: [], overlaps: [] });
    // Nothing that JSON cannot hold.
    expect(JSON.parse(JSON.stringify(asset.toJson()))).toEqual(asset.toJson());
    expect(asset.info().kind).not.toBe('');
    for (const image of asset.images?.() ?? []) {
      expect(image.decode().rgba.length).toBe(image.width * image.height * 4);
    }
  });
});

test.each(samplesIn('msh', '.msh'))('$name: checks find what the expectation lists', ({ name, bytes, expected }) => {
  const found = openAsset(bytes, { name }).check().diagnostics;
  const rows = (all: readonly { code: string; severity: string }[]) => all.map((d) => `${d.code} ${d.severity}`).sort();
  expect(rows(found)).toEqual(rows(expected.validation));
});

describe('malformed models', () => {
  test.each(samplesIn('msh/bad', '.msh'))('$name: every code, and no other', ({ name, bytes, expected }) => {
    let codes: string[];
    try {
      const asset = openAsset(bytes, { name });
      codes = asset.check().diagnostics.map((d) => d.code);
      expect(firstDifference(asset.write(), bytes)).toBe(-1);
      expect(() => asset.scene?.()).not.toThrow();
      expect(() => asset.info()).not.toThrow();
      expect(() => JSON.stringify(asset.toJson())).not.toThrow();
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      codes = [error.code];
    }
    expect(codes).toContain(expected.primary);
    for (const code of codes) expect(expected.codes).toContain(code);
  });

  test('nested.rlb: the codes of every entry, below its path', () => {
    const { bytes, expected } = samplesIn('msh/bad', '.rlb').find((s) => s.name === 'nested.rlb')!;
    const report = openAsset(bytes, { name: 'nested.rlb' }).check();
    expect([...new Set(report.diagnostics.map((d) => d.code))].sort()).toEqual(expected.codes);
    expect(report.diagnostics.map((d) => d.path.split('.')[0])).toEqual([1, 2, 3, 4, 5].map((i) => `entries[${i}]`));
  });
});

describe('an archive of the game', () => {
  const asset = openAsset(archive.bytes, { name: archive.name });

  test('its contents have no faults', () => {
    expect(asset.check().diagnostics).toEqual([]);
  });

  test('entries have their attributes, and open as what they are', () => {
    const entries = asset.entries();
    expect(entries[2]).toMatchObject({
      name: 'STEEL',
      kind: '0x3054414D MAT0',
      size: 100,
      offset: 20800,
      more: { type: 810828109, attr1: 85, attr2: 4, attr3: 9, sortIndex: 14 },
    });
    const opened = entries.map((entry) => {
      try {
        return openEntry(asset, entry).format;
      } catch (error) {
        return (error as FormatError).code;
      }
    });
    expect(opened.slice(0, 7)).toEqual(['msh', 'wear', 'mat0', 'mat0', 'mat0', 'texm', 'texm']);
    expect(opened[7]).toBe('file/unknown');
    // attr2 of the directory entry is the version of a MAT0.
    expect(openEntry(asset, entries[3]!).toJson()).toMatchObject({ version: 1 });
  });

  test('its pictures are listed', () => {
    expect(asset.images!().map((i) => [i.name, i.format])).toEqual([
      ['steel.0', expect.stringMatching(/^Texm \d+ /)],
      ['броня', expect.stringMatching(/^Texm \d+ /)],
    ]);
  });

  test('an archive whose entries contain each other ends', () => {
    // Every entry is the whole data region, which holds an archive again.
    const inner = archive.bytes.slice();
    const view = new DataView(inner.buffer);
    for (let i = 0; i < 17; i++) {
      view.setUint32(21008 + 64 * i + 12, 21008 - 16, true);
      view.setUint32(21008 + 64 * i + 56, 16, true);
    }
    expect(openAsset(inner, { name: 'x.rlb' }).check().count('nres/overlap')).toBe(16);
  });
});

test('an RsLi archive is recognised and refused', () => {
  const bytes = Uint8Array.of(0x4e, 0x4c, 0, 1, ...new Array(60).fill(0));
  expect(() => openAsset(bytes, { name: 'sounds.lib' })).toThrow('nres/rsli');
});

test('info of a model tells what it holds and what was inferred', () => {
  const sample = samplesIn('msh', '.msh').find((s) => s.name === 'turret-seed-order.msh')!;
  const info = (openAsset(sample.bytes, { name: sample.name }) as Asset).info();
  expect(info).toMatchObject({ kind: 'MSH model', nodes: 5, meshes: 9, triangles: 114, vertices: 228 });
  expect(info.animation).toEqual({ frames: 48, keys: 20, frameMapWords: 144 });
  expect(info.inferred?.[0]).toMatchObject({ what: 'quaternion order', value: 'xyzw' });
  expect(info.chunks?.slice(0, 1)).toEqual([{ name: '1 (0x01) nodes', class: 'Res1', size: 190 }]);
});
