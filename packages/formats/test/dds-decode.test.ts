import { describe, expect, test } from 'vitest';
import { decodeDds } from '../src/dds/decode.ts';
import { readDds } from '../src/dds/read.ts';
import { type DdsFields, ddsBytes, hex, solidBc1, texels } from './dds-bytes.ts';

const decode = (fields: DdsFields, payload: ArrayLike<number>) =>
  texels(decodeDds(readDds(ddsBytes(fields, payload))).rgba);

describe('fault 007: channel order comes from the masks', () => {
  test('A8B8G8R8, bit 31 set', () => {
    const masks: DdsFields['masks'] = [0x000000ff, 0x0000ff00, 0x00ff0000, 0xff000000];
    expect(decode({ width: 2, height: 1, bitCount: 32, masks }, hex('01 02 03 04 FF 00 00 80'))).toEqual([
      [1, 2, 3, 4],
      [255, 0, 0, 128],
    ]);
  });

  test('X1R5G5B5', () => {
    const masks: DdsFields['masks'] = [0x7c00, 0x03e0, 0x001f, 0];
    const words = [0x7c00, 0x03e0, 0x001f, 0xffff, 0x8000];
    const payload = words.flatMap((word) => [word & 255, word >> 8]);
    expect(decode({ width: 5, height: 1, bitCount: 16, masks }, payload)).toEqual([
      [255, 0, 0, 255],
      [0, 255, 0, 255],
      [0, 0, 255, 255],
      [255, 255, 255, 255],
      [0, 0, 0, 255],
    ]);
  });

  test.each<[string, DdsFields['masks'], number[], number[]]>([
    ['R8G8B8A8', [0xff000000, 0xff0000, 0xff00, 0xff], [4, 3, 2, 1], [1, 2, 3, 4]],
    ['A2B10G10R10', [0x3ff, 0xffc00, 0x3ff00000, 0xc0000000], [0xff, 0x07, 0x00, 0x80], [255, 0, 0, 170]],
    ['R16G16', [0xffff0000, 0xffff, 0, 0], [0x80, 0x80, 0x7f, 0x7f], [127, 128, 0, 255]],
    ['G32', [0, 0xffffffff, 0, 0], [0xff, 0xff, 0xff, 0x7f], [0, 127, 0, 255]],
  ])('%s', (name, masks, payload, expected) => {
    const bytes = ddsBytes({ width: 1, height: 1, bitCount: 32, masks }, payload);
    const dds = readDds(bytes);
    expect(dds.format?.name).toBe(name);
    expect(texels(decodeDds(dds).rgba)).toEqual([expected]);
  });

  test('an alpha mask whose flag is clear is padding', () => {
    const masks: DdsFields['masks'] = [0xff0000, 0xff00, 0xff, 0xff000000];
    expect(decode({ width: 1, height: 1, bitCount: 32, masks, pixelFlags: 0x40 }, [3, 2, 1, 0])).toEqual([
      [1, 2, 3, 255],
    ]);
  });

  test('luminance by flag, or by three equal masks', () => {
    for (const pixelFlags of [0x20000, 0x40]) {
      const masks: DdsFields['masks'] = [0xff, 0xff, 0xff, 0];
      const dds = readDds(ddsBytes({ width: 2, height: 1, bitCount: 8, masks, pixelFlags }, [7, 200]));
      expect(dds.format?.name).toBe('L8');
      expect(texels(decodeDds(dds).rgba)).toEqual([
        [7, 7, 7, 255],
        [200, 200, 200, 255],
      ]);
    }
  });
});

test('fault 009: 24-bit rows are not padded, and opaque', () => {
  const masks: DdsFields['masks'] = [0xff0000, 0xff00, 0xff, 0];
  const payload = Array.from({ length: 18 }, (_, i) => i + 1);
  expect(decode({ width: 3, height: 2, bitCount: 24, masks }, payload)).toEqual(
    Array.from({ length: 6 }, (_, i) => [3 * i + 3, 3 * i + 2, 3 * i + 1, 255]),
  );
});

describe('fault 014: the fourth code of a three-colour block', () => {
  test.each(['00 00 FF FF FF FF FF FF', '34 12 34 12 FF FF FF FF'])('%s', (block) => {
    const dds = readDds(ddsBytes({ width: 4, height: 4, fourCC: 'DXT1' }, hex(block)));
    expect(texels(decodeDds(dds).rgba)).toEqual(Array(16).fill([0, 0, 0, 0]));
    expect(texels(decodeDds(dds, { opaqueBc1: true }).rgba)).toEqual(Array(16).fill([0, 0, 0, 255]));
  });

  test('BC2 and BC3 have four colours whatever the order', () => {
    const colour = hex('00 00 1F 00 FF FF FF FF');
    const alpha = Array(8).fill(0xff);
    const twoThirds = [0, 0, 170, 255];
    expect(decode({ width: 4, height: 4, fourCC: 'DXT3' }, [...alpha, ...colour])).toEqual(Array(16).fill(twoThirds));
    expect(decode({ width: 4, height: 4, fourCC: 'DXT5' }, [255, 255, 0, 0, 0, 0, 0, 0, ...colour])).toEqual(
      Array(16).fill(twoThirds),
    );
  });
});

/** `floor(x + 1/2)` of the exact fraction, by whole numbers only. */
const rounded = (numerator: number, denominator: number) =>
  Number((2n * BigInt(numerator) + BigInt(denominator)) / (2n * BigInt(denominator)));

describe('fault 016: exact interpolation, rounded once', () => {
  test('a flat grey BC1 block stays grey', () => {
    expect(decode({ width: 4, height: 4, fourCC: 'DXT1' }, hex('07 3A 63 18 AA AA AA AA'))).toEqual(
      Array(16).fill([47, 47, 47, 255]),
    );
  });

  test('a smooth BC4 block', () => {
    expect(decode({ width: 4, height: 4, fourCC: 'ATI1' }, hex('FF 00 92 24 49 92 24 49'))).toEqual(
      Array(16).fill([219, 219, 219, 255]),
    );
  });

  test('every pair of endpoints of every channel, in fours and threes', () => {
    const code = [0b11100100, 0b11100100, 0b11100100, 0b11100100];
    for (let a = 0; a < 64; a++) {
      for (let b = 0; b < 64; b++) {
        const [a5, b5] = [a >> 1, b >> 1];
        const c0 = (a5 << 11) | (a << 5) | a5;
        const c1 = (b5 << 11) | (b << 5) | b5;
        const row = decode({ width: 4, height: 1, fourCC: 'DXT1' }, [c0 & 255, c0 >> 8, c1 & 255, c1 >> 8, ...code]);
        const of = (w0: number, w1: number, all: number) => {
          const five = rounded((w0 * a5 + w1 * b5) * 255, 31 * all);
          return [five, rounded((w0 * a + w1 * b) * 255, 63 * all), five, 255];
        };
        expect(row).toEqual(
          c0 > c1
            ? [of(1, 0, 1), of(0, 1, 1), of(2, 1, 3), of(1, 2, 3)]
            : [of(1, 0, 1), of(0, 1, 1), of(1, 1, 2), [0, 0, 0, 0]],
        );
      }
    }
  });

  test('every pair of BC4 endpoints', () => {
    // Codes 0 to 7 in the first two rows.
    const codes = hex('88 C6 FA 88 C6 FA');
    for (let a0 = 0; a0 < 256; a0 += 3) {
      for (let a1 = 0; a1 < 256; a1++) {
        const values = decode({ width: 4, height: 2, fourCC: 'BC4U' }, [a0, a1, ...codes]).map((texel) => texel[0]);
        const between = (n: number) =>
          Array.from({ length: n - 1 }, (_, i) => rounded((n - 1 - i) * a0 + (i + 1) * a1, n));
        expect(values).toEqual(a0 > a1 ? [a0, a1, ...between(7)] : [a0, a1, ...between(5), 0, 255]);
      }
    }
  });
});

describe('fault 017: channel expansion', () => {
  test('4 bits: 0x7777 is 119', () => {
    const masks: DdsFields['masks'] = [0xf00, 0xf0, 0xf, 0xf000];
    const fields: DdsFields = { width: 2, height: 1, bitCount: 16, masks };
    expect(decode(fields, hex('77 77 FF FF'))).toEqual([
      [119, 119, 119, 119],
      [255, 255, 255, 255],
    ]);
  });

  test('5 and 6 bits: all values, white included', () => {
    const masks: DdsFields['masks'] = [0xf800, 0x7e0, 0x1f, 0];
    const words = Array.from({ length: 64 }, (_, v) => ((v >> 1) << 11) | (v << 5) | (v >> 1));
    const payload = words.flatMap((word) => [word & 255, word >> 8]);
    const shown = decode({ width: 64, height: 1, bitCount: 16, masks }, payload);
    expect(shown).toEqual(
      words.map((_, v) => [rounded((v >> 1) * 255, 31), rounded(v * 255, 63), rounded((v >> 1) * 255, 31), 255]),
    );
    expect(shown[63]).toEqual([255, 255, 255, 255]);
    const red = (v: number) => shown[2 * v]![0];
    expect([red(3), red(7), red(24), red(28)]).toEqual([25, 58, 197, 230]);
    expect([11, 12, 13, 14, 15, 48, 49, 50, 51, 52].map((v) => shown[v]![1])).toEqual([
      45, 49, 53, 57, 61, 194, 198, 202, 206, 210,
    ]);
  });

  test('small and large images of 16 bits give the same texels', () => {
    const masks: DdsFields['masks'] = [0x7c00, 0x3e0, 0x1f, 0x8000];
    const all = Array.from({ length: 65536 }, (_, word) => [word & 255, word >> 8]).flat();
    const large = decodeDds(readDds(ddsBytes({ width: 256, height: 256, bitCount: 16, masks }, all))).rgba;
    for (const at of [0, 0x1234, 0x7fff, 0x8000, 0xfffe]) {
      const small = decode({ width: 1, height: 1, bitCount: 16, masks }, all.slice(2 * at, 2 * at + 2));
      expect(small).toEqual([[...large.subarray(4 * at, 4 * at + 4)]]);
    }
  });
});

describe('fault 019: BC4 and BC5 shown as RGBA', () => {
  test('BC4 after a BC3 image into the same buffer', () => {
    const into = new Uint8Array(64);
    const bc3 = [9, 9, 0, 0, 0, 0, 0, 0, ...solidBc1(0xf81f)];
    decodeDds(readDds(ddsBytes({ width: 4, height: 4, fourCC: 'DXT5' }, bc3)), { into });
    const bc4 = ddsBytes({ width: 4, height: 4, fourCC: 'ATI1' }, [128, 128, 0, 0, 0, 0, 0, 0]);
    expect(texels(decodeDds(readDds(bc4), { into }).rgba)).toEqual(Array(16).fill([128, 128, 128, 255]));
  });

  test.each<[string, Partial<DdsFields>]>([
    ['ATI2', { fourCC: 'ATI2' }],
    ['BC5U', { fourCC: 'BC5U' }],
    ['DXGI 83', { dx10: { dxgi: 83 } }],
  ])('%s keeps red and green apart', (_name, fields) => {
    const payload = [128, 128, 0, 0, 0, 0, 0, 0, 64, 64, 0, 0, 0, 0, 0, 0];
    expect(decode({ width: 4, height: 4, ...fields }, payload)).toEqual(Array(16).fill([128, 64, 0, 255]));
  });
});

test('fault 105: sRGB tags change no pixel', () => {
  const block = hex('07 3A 63 18 1B 2C 3D 4E');
  const legacy = decode({ width: 4, height: 4, fourCC: 'DXT1' }, block);
  for (const dxgi of [70, 71, 72]) expect(decode({ width: 4, height: 4, dx10: { dxgi } }, block)).toEqual(legacy);
});

test('DXGI layouts', () => {
  const cases: [number, string, number[], number[]][] = [
    [28, 'A8B8G8R8', [1, 2, 3, 4], [1, 2, 3, 4]],
    [29, 'A8B8G8R8', [1, 2, 3, 4], [1, 2, 3, 4]],
    [65, 'A8', [9], [0, 0, 0, 9]],
    [85, 'R5G6B5', [0x00, 0xf8], [255, 0, 0, 255]],
    [86, 'A1R5G5B5', [0x00, 0x7c], [255, 0, 0, 0]],
    [87, 'A8R8G8B8', [3, 2, 1, 4], [1, 2, 3, 4]],
    [88, 'X8R8G8B8', [3, 2, 1, 4], [1, 2, 3, 255]],
    [91, 'A8R8G8B8', [3, 2, 1, 4], [1, 2, 3, 4]],
    [93, 'X8R8G8B8', [3, 2, 1, 4], [1, 2, 3, 255]],
    [115, 'A4R4G4B4', [0x34, 0x12], [34, 51, 68, 17]],
    [24, 'A2B10G10R10', [0xff, 0x03, 0, 0xc0], [255, 0, 0, 255]],
  ];
  for (const [dxgi, name, payload, expected] of cases) {
    const dds = readDds(ddsBytes({ width: 1, height: 1, dx10: { dxgi } }, payload));
    expect([dds.format?.name, texels(decodeDds(dds).rgba)[0]]).toEqual([name, expected]);
  }
});
