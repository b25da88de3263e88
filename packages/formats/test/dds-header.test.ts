import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { checkDds } from '../src/dds/checks.ts';
import { decodeDds } from '../src/dds/decode.ts';
import { readDds } from '../src/dds/read.ts';
import { writeDds } from '../src/dds/write.ts';
import type { Code } from '../src/diagnostics/codes.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { FormatError } from '../src/diagnostics/format-error.ts';
import { openAsset } from '../src/open.ts';
import { type DdsFields, ddsBytes, hex, solidBc1, texels } from './dds-bytes.ts';

const WHITE = [255, 255, 255, 255];
const whiteBlock = hex('FF FF 00 00 00 00 00 00');

function read(bytes: Uint8Array) {
  const report = new Report();
  return { dds: readDds(bytes, { report }), report };
}

function found(report: Report) {
  return report.diagnostics.map((d) => `${d.severity} ${d.code} ${d.path}`);
}

describe('fault 001: a mip count of 0 is one level', () => {
  test.each([0x1007, 0x21007])('flags 0x%x', (flags) => {
    const bytes = ddsBytes({ width: 4, height: 4, fourCC: 'DXT1', flags, mips: 0 }, whiteBlock);
    const { dds, report } = read(bytes);
    expect(dds.mips).toBe(1);
    expect(texels(decodeDds(dds).rgba)).toEqual(Array(16).fill(WHITE));
    expect(found(report)).toEqual([]);
    expect(writeDds(dds)).toEqual(bytes);
  });
});

describe('fault 003: levels are whole blocks', () => {
  const colours = [0xf800, 0x07e0, 0x001f, 0xffff, 0x0000, 0xf81f, 0xffe0];
  const shown = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
    [0, 0, 0],
    [255, 0, 255],
    [255, 255, 0],
  ].map((rgb) => [...rgb, 255]);
  const payload = (count: number) => Array.from({ length: count }, (_, i) => solidBc1(colours[i % 7]!)).flat();

  test('8x6 in 32 + 8 + 8 + 8 bytes', () => {
    const { dds, report } = read(
      ddsBytes({ width: 8, height: 6, fourCC: 'DXT1', flags: 0x21007, mips: 4 }, payload(7)),
    );
    expect(dds.surfaces.map((s) => [s.width, s.height, s.offset, s.size])).toEqual([
      [8, 6, 128, 32],
      [4, 3, 160, 8],
      [2, 1, 168, 8],
      [1, 1, 176, 8],
    ]);
    expect(found(report)).toEqual([]);
    const first = texels(decodeDds(dds).rgba);
    for (let y = 0; y < 6; y++) {
      for (let x = 0; x < 8; x++) expect(first[y * 8 + x]).toEqual(shown[(y >> 2) * 2 + (x >> 2)]);
    }
    for (const level of [1, 2, 3]) {
      for (const texel of texels(decodeDds(dds, { level }).rgba)) expect(texel).toEqual(shown[3 + level]);
    }
  });

  test('10x10 in 72 + 32 + 8 + 8 bytes', () => {
    const { dds, report } = read(
      ddsBytes({ width: 10, height: 10, fourCC: 'DXT1', flags: 0x21007, mips: 4 }, payload(15)),
    );
    expect(dds.surfaces.map((s) => s.size)).toEqual([72, 32, 8, 8]);
    expect(found(report)).toEqual([]);
    expect(texels(decodeDds(dds, { level: 1 }).rgba)[0]).toEqual(shown[9 % 7]);
    expect(texels(decodeDds(dds, { level: 3 }).rgba)).toEqual([shown[14 % 7]]);
  });
});

describe('fault 004: images thinner than a block', () => {
  test('5x3 DXT1: no texel of the second block lands in the next row', () => {
    const { dds } = read(ddsBytes({ width: 5, height: 3, fourCC: 'DXT1' }, [...solidBc1(0xf800), ...solidBc1(0x001f)]));
    const { rgba } = decodeDds(dds);
    expect(rgba.length).toBe(5 * 3 * 4);
    const red = [255, 0, 0, 255];
    expect(texels(rgba)).toEqual(
      Array(3)
        .fill([red, red, red, red, [0, 0, 255, 255]])
        .flat(),
    );
  });

  test.each([
    [1, 1],
    [5, 1],
    [1, 5],
    [256, 1],
  ])('%dx%d DXT5', (width, height) => {
    const blocks = Math.ceil(width / 4) * Math.ceil(height / 4);
    const block = [200, 100, 0, 0, 0, 0, 0, 0, ...solidBc1(0x07e0)];
    const { dds, report } = read(ddsBytes({ width, height, fourCC: 'DXT5' }, Array(blocks).fill(block).flat()));
    expect(found(report)).toEqual([]);
    expect(texels(decodeDds(dds).rgba)).toEqual(Array(width * height).fill([0, 255, 0, 200]));
  });
});

describe('fault 005: the pitch field is not trusted', () => {
  const payload = [0xf800, 0x07e0, 0x001f, 0xffff].flatMap(solidBc1);
  test.each([
    [0, 0x1007],
    [0, 0x100f],
    [0xffffffff, 0x81007],
    [0xffffffff, 0x100f],
    [0x1000, 0x81007],
    [0x1000, 0x1007],
  ])('pitch 0x%x, flags 0x%x', (pitch, flags) => {
    const bytes = ddsBytes({ width: 8, height: 8, fourCC: 'DXT1', pitch, flags }, payload);
    const { dds, report } = read(bytes);
    const plain = read(ddsBytes({ width: 8, height: 8, fourCC: 'DXT1', pitch: 32, flags: 0x81007 }, payload)).dds;
    expect(decodeDds(dds).rgba).toEqual(decodeDds(plain).rgba);
    expect(found(report)).toEqual([]);
    checkDds(dds, report);
    expect(found(report)).toEqual(['info dds/pitch header.pitchOrLinearSize']);
    expect(writeDds(dds)).toEqual(bytes);
  });
});

describe('fault 006: optional header bits and odd sizes', () => {
  const odd: [string, Partial<DdsFields>, string][] = [
    ['no CAPS bit', { flags: 0x000a1006 }, 'warning dds/header header.flags'],
    ['header size 24', { size: 24 }, 'warning dds/header header.size'],
    ['no texture bit', { caps: 0 }, 'info dds/header header.caps'],
    ['no FourCC flag', { pixelFlags: 0 }, 'warning dds/header header.pixelFormat.flags'],
    ['a mip count beyond the chain', { mips: 77, flags: 0x21007 }, 'warning dds/header header.mipMapCount'],
  ];
  test.each(odd)('%s', (_name, fields, expected) => {
    const payload = [...whiteBlock, ...whiteBlock, ...whiteBlock];
    const bytes = ddsBytes({ width: 4, height: 4, fourCC: 'DXT1', ...fields }, payload);
    const { dds, report } = read(bytes);
    expect(found(report)).toEqual([expected]);
    expect(texels(decodeDds(dds).rgba)).toEqual(Array(16).fill(WHITE));
    expect(writeDds(dds)).toEqual(bytes);
  });
});

describe('fault 010: cube maps, whole and partial', () => {
  // A solid colour for each face and level: red is the face, green the level.
  const colour = (face: number, level: number) => (4 * face + 3) * 2048 + (8 * level + 5) * 32;
  const shown = (face: number, level: number) => [
    Math.floor(((4 * face + 3) * 510 + 31) / 62),
    Math.floor(((8 * level + 5) * 510 + 63) / 126),
    0,
    255,
  ];
  test.each([
    [0xfe00, ['+X', '-X', '+Y', '-Y', '+Z', '-Z']],
    [0x200 + 0x400 + 0x2000, ['+X', '-Y']],
  ])('caps2 0x%x', (caps2, faces) => {
    const payload = faces.flatMap((_, face) => [0, 1, 2].flatMap((level) => solidBc1(colour(face, level))));
    const fields: DdsFields = { width: 4, height: 4, fourCC: 'DXT1', flags: 0x21007, mips: 3, caps2 };
    const { dds, report } = read(ddsBytes(fields, payload));
    expect(found(report)).toEqual([]);
    expect([dds.faces, dds.cubeFaces]).toEqual([faces.length, faces]);
    for (let face = 0; face < faces.length; face++) {
      for (const level of [0, 1, 2]) {
        const { rgba, width } = decodeDds(dds, { face, level });
        expect(texels(rgba)).toEqual(Array(width * width).fill(shown(face, level)));
      }
    }
    expect(() => decodeDds(dds, { face: faces.length })).toThrow(RangeError);
    const asset = openAsset(ddsBytes(fields, payload), { name: 'Sky.DDS' });
    expect(asset.images?.().map((image) => image.name)).toEqual(faces.map((face) => `Sky_${face}`));
  });

  test('arrays of cube maps with a DX10 header', () => {
    const payload = Array.from({ length: 12 }, (_, i) => solidBc1(i * 2048)).flat();
    const dx10 = { dxgi: 71, misc: 4, arraySize: 2 };
    const { dds } = read(ddsBytes({ width: 4, height: 4, dx10 }, payload));
    expect([dds.layers, dds.faces, dds.surfaces.length]).toEqual([2, 6, 12]);
    const { rgba } = decodeDds(dds, { layer: 1, face: 3 });
    expect(rgba[0]).toBe(Math.floor((9 * 510 + 31) / 62));
  });
});

describe('fault 012: claims beyond the bytes are refused before anything is allocated', () => {
  const refused: [string, DdsFields, number, Code, string][] = [
    [
      '65535x65535 DXT1, no payload',
      { width: 65535, height: 65535, fourCC: 'DXT1' },
      0,
      'dds/size',
      'needs 2147483648 bytes, has 0',
    ],
    [
      '32768x32768 A8R8G8B8, 16 bytes',
      { width: 32768, height: 32768, bitCount: 32, masks: [0xff0000, 0xff00, 0xff, 0xff000000] },
      16,
      'dds/size',
      'needs 4294967296 bytes, has 16',
    ],
    [
      '16384x16384 DXT1, 16 bytes',
      { width: 16384, height: 16384, fourCC: 'DXT1' },
      16,
      'dds/oversize',
      'needs 134217728 bytes, has 16',
    ],
    [
      '0xFFFFFFFF squared',
      { width: 0xffffffff, height: 0xffffffff, fourCC: 'DXT5', mips: 0xffffffff },
      64,
      'dds/size',
      'has 64',
    ],
    ['no width', { width: 0, height: 4, fourCC: 'DXT5' }, 64, 'dds/size', 'width is 0'],
    ['no height', { width: 4, height: 0, fourCC: 'DXT5' }, 64, 'dds/size', 'height is 0'],
    [
      'an array of 4 billion',
      { width: 4, height: 4, dx10: { dxgi: 71, arraySize: 0xffffffff } },
      64,
      'dds/size',
      'array size',
    ],
    [
      'an array of 2000 in 64 bytes',
      { width: 4, height: 4, dx10: { dxgi: 71, arraySize: 2000 } },
      64,
      'dds/oversize',
      'needs 16000 bytes, has 64',
    ],
  ];
  test.each(refused)('%s', (_name, fields, payload, code, message) => {
    const bytes = ddsBytes(fields, new Uint8Array(payload).fill(7));
    const before = process.memoryUsage().arrayBuffers;
    const { dds, report } = read(bytes);
    expect(report.diagnostics.filter((d) => d.severity === 'error').map((d) => d.code)).toEqual([code]);
    expect(dds.problem?.message).toContain(message);
    expect(dds.surfaces).toEqual([]);
    expect(() => decodeDds(dds)).toThrow(FormatError);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 20);
    expect(writeDds(dds)).toEqual(bytes);
  });

  test('exactly 4 times what is there is zero-filled, a byte more is refused', () => {
    const fields: DdsFields = { width: 8, height: 8, bitCount: 8, masks: [255, 0, 0, 0], pixelFlags: 0x20000 };
    const sixteen = read(ddsBytes(fields, new Uint8Array(16).fill(9)));
    expect(found(sixteen.report)).toEqual(['warning dds/truncated surfaces']);
    expect(texels(decodeDds(sixteen.dds).rgba)).toEqual(
      Array.from({ length: 64 }, (_, i) => (i < 16 ? [9, 9, 9, 255] : [0, 0, 0, 255])),
    );
    const fifteen = read(ddsBytes(fields, new Uint8Array(15)));
    expect(found(fifteen.report)).toEqual(['error dds/oversize surfaces']);
  });
});

describe('fault 013: garbage bit counts', () => {
  test.each([0x95000000, 0, 7, 33, 64])('bit count 0x%x', (bitCount) => {
    for (const pixelFlags of [0, 0x40, 0x41, 0x20000]) {
      const bytes = ddsBytes(
        { width: 4, height: 4, bitCount, pixelFlags, masks: [0xff0000, 0xff00, 0xff, 0] },
        new Uint8Array(64),
      );
      const { dds, report } = read(bytes);
      expect(report.has('dds/format')).toBe(true);
      expect(dds.problem?.message).toMatch(/unsupported pixel format: dwRGBBitCount/);
      expect(dds.problem?.offset).toBe(0x58);
      expect(writeDds(dds)).toEqual(bytes);
    }
  });

  test.each<[string, Partial<DdsFields>, RegExp]>([
    ['an unknown FourCC', { fourCC: 'QQQQ' }, /dwFourCC is "QQQQ"/],
    ['a mask beyond the texel', { bitCount: 16, masks: [0xff0000, 0, 0, 0] }, /dwRBitMask is 0xFF0000/],
    ['a mask with a hole', { bitCount: 32, masks: [0xff0000, 0xf0f0, 0xff, 0] }, /dwGBitMask is 0xF0F0/],
    ['no masks', { bitCount: 32, masks: [0, 0, 0, 0] }, /no masks/],
    ['an unknown DXGI number', { dx10: { dxgi: 2 } }, /dxgiFormat is 2/],
    ['BC6H', { dx10: { dxgi: 95 } }, /not decoded/],
    ['a volume', { fourCC: 'DXT1', caps2: 0x200000, depth: 4 }, /volume of depth 4/],
  ])('%s is a clear refusal that keeps the bytes', (_name, fields, message) => {
    const bytes = ddsBytes({ width: 4, height: 4, ...fields }, new Uint8Array(64).fill(3));
    const { dds, report } = read(bytes);
    expect(report.count('dds/format')).toBe(1);
    expect(dds.problem?.message).toMatch(message);
    expect(() => decodeDds(dds)).toThrow(message);
    expect(writeDds(dds)).toEqual(bytes);
  });
});

describe('cut files', () => {
  const whole = ddsBytes(
    { width: 8, height: 8, fourCC: 'DXT5', flags: 0x21007, mips: 4 },
    Array.from({ length: 112 }, (_, i) => i),
  );
  test('every length is read, refused with a DDS code, and kept', () => {
    for (let length = 0; length < whole.length; length++) {
      const bytes = whole.subarray(0, length);
      const report = new Report();
      const dds = report.attempt(() => readDds(bytes, { report }));
      const expected =
        length < 4 || length < 128 ? ['dds/truncated'] : length < 128 + 28 ? ['dds/oversize'] : ['dds/truncated'];
      expect(
        report.diagnostics.map((d) => d.code),
        `${length} bytes`,
      ).toEqual(expected);
      if (dds) expect(writeDds(dds)).toEqual(bytes);
      if (dds && !dds.problem) {
        expect(dds.truncated).toBe(true);
        for (const s of dds.surfaces) expect(decodeDds(dds, { level: s.mip }).rgba.length).toBe(s.width * s.height * 4);
      }
    }
  });

  test('what is not DDS is dds/magic', () => {
    const report = new Report();
    report.attempt(() => readDds(new Uint8Array(200)));
    expect(report.diagnostics.map((d) => d.code)).toEqual(['dds/magic']);
  });

  test('positions in messages count from the outer file', () => {
    const report = new Report();
    const dds = readDds(whole.subarray(0, 200), { report, base: 0x1000 });
    expect(report.diagnostics[0]).toMatchObject({ code: 'dds/truncated', offset: 0x1080, length: 72 });
    expect(dds.surfaces[0]?.offset).toBe(0x80);
  });
});

test('damaged headers: read and kept, or refused; pixels never cost more than the bytes allow', () => {
  const samples = samplesIn('dds', '.dds').filter(({ bytes }) => bytes.length < 2000);
  const damage = fc.array(fc.tuple(fc.nat(0x93), fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 0x7f, 0x80, 0xff))), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(fc.constantFrom(...samples), damage, fc.nat(2000), (sample, changes, length) => {
      const bytes = sample.bytes.slice(0, Math.max(128, length));
      for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
      const report = new Report();
      const dds = report.attempt(() => readDds(bytes, { report }));
      if (!dds) return;
      expect(writeDds(dds)).toEqual(bytes);
      for (const surface of dds.surfaces.slice(0, 20)) {
        const image = report.attempt(() =>
          decodeDds(dds, { layer: surface.layer, face: surface.face, level: surface.mip }),
        );
        if (!image) continue;
        expect(image.rgba.length).toBe(surface.width * surface.height * 4);
        // At most 4 times the bytes present, at 2 texels a byte, and 15 further texels of an edge block.
        expect(image.rgba.length).toBeLessThanOrEqual(bytes.length * 4 * 2 * 4);
      }
    }),
    { numRuns: 3000 },
  );
});
