import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { decodeDds } from '../src/dds/decode.ts';
import { isDds, readDds } from '../src/dds/read.ts';
import { writeDds } from '../src/dds/write.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { FormatError } from '../src/diagnostics/format-error.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const samples = samplesIn('dds', '.dds');

interface ExpectedSurface {
  layer: number;
  face: number;
  mip: number;
  width: number;
  height: number;
  rgba8Sha256: string;
  complete: boolean;
}

describe.each(samples)('$name', ({ bytes, expected }) => {
  const report = new Report();
  const dds = readDds(bytes, { report });
  const grey = expected.alsoAcceptable?.['grey (R in R, G and B)'] !== undefined;

  /** The truth's hashes of BC4 are of (v, 0, 0, 255); the specification decided on grey. */
  function asInTruth(rgba: Uint8Array): Uint8Array {
    return grey ? rgba.map((byte, i) => (i % 4 === 1 || i % 4 === 2 ? 0 : byte)) : rgba;
  }

  test('writes back byte for byte, from records', () => {
    expect(writeDds(dds)).toEqual(bytes);
  });

  test.runIf(expected.outcome === 'unsupported')('is kept, and opens or refuses clearly', () => {
    expect([dds.width, dds.height]).toEqual([expected.width, expected.height]);
    if (dds.problem) {
      expect(dds.problem.code).toBe('dds/format');
      expect(() => decodeDds(dds)).toThrow(FormatError);
    } else expect(decodeDds(dds).rgba.length).toBe(expected.width * expected.height * 4);
  });

  test.runIf(expected.surfaces)('header and surfaces equal the expected ones', () => {
    const { dx10 } = dds.header;
    expect({
      width: dds.width,
      height: dds.height,
      format: dx10 ? `DX10:${dx10.dxgiFormat}` : dds.format?.name,
      mips: dds.mips,
      layers: dds.layers,
      faces: dds.faces,
      truncated: dds.truncated,
    }).toEqual({
      width: expected.width,
      height: expected.height,
      format: expected.format,
      mips: expected.mips,
      layers: expected.layers,
      faces: expected.faces,
      truncated: expected.truncated,
    });
    expect(report.diagnostics.map((d) => d.code)).toEqual(expected.truncated ? ['dds/truncated'] : []);
    const rough = expected.toleranceForPixels !== undefined;
    const decoded: ExpectedSurface[] = dds.surfaces.map((s) => ({
      layer: s.layer,
      face: s.face,
      mip: s.mip,
      width: s.width,
      height: s.height,
      rgba8Sha256: rough
        ? expected.surfaces[0].rgba8Sha256
        : sha256(asInTruth(decodeDds(dds, { level: s.mip, layer: s.layer, face: s.face }).rgba)),
      complete: s.data.length === s.size,
    }));
    expect(decoded).toEqual(expected.surfaces);
  });

  test.runIf(grey)('BC4 shows as grey', () => {
    expect(sha256(decodeDds(dds).rgba)).toBe(expected.alsoAcceptable['grey (R in R, G and B)']);
  });

  test.runIf(expected.pixels)('pixels lie within the tolerance', () => {
    const { rgba } = decodeDds(dds);
    const truth = Buffer.from(expected.pixels, 'hex');
    expect(rgba.length).toBe(truth.length);
    for (let i = 0; i < truth.length; i++) {
      expect(Math.abs(rgba[i]! - truth[i]!), `byte ${i}`).toBeLessThanOrEqual(expected.toleranceForPixels);
    }
  });

  test('reads the same at any byte offset of a dirty buffer', () => {
    for (const shift of [1, 2, 3, 5]) {
      const dirty = new Uint8Array(bytes.length + 64).fill(0xa5);
      dirty.set(bytes, shift);
      const shifted = readDds(dirty.subarray(shift, shift + bytes.length));
      expect(writeDds(shifted)).toEqual(bytes);
      if (!dds.problem) expect(decodeDds(shifted).rgba).toEqual(decodeDds(dds).rgba);
    }
  });

  test('decodes into a given buffer, odd offsets included, and nowhere else', () => {
    if (dds.problem) return;
    const plain = decodeDds(dds).rgba;
    for (const shift of [0, 1, 2, 3]) {
      const dirty = new Uint8Array(plain.length + 16).fill(0xa5);
      const { rgba } = decodeDds(dds, { into: dirty.subarray(shift, shift + plain.length + 4) });
      expect(rgba).toEqual(plain);
      expect(dirty.subarray(0, shift).every((b) => b === 0xa5)).toBe(true);
      expect(dirty.subarray(shift + plain.length).every((b) => b === 0xa5)).toBe(true);
    }
    expect(() => decodeDds(dds, { into: new Uint8Array(plain.length - 1) })).toThrow(RangeError);
  });
});

test('isDds takes any bytes', () => {
  expect(isDds(new Uint8Array(0))).toBe(false);
  expect(isDds(new TextEncoder().encode('DDS '))).toBe(true);
  expect(isDds(new TextEncoder().encode('DDX ....'))).toBe(false);
});
