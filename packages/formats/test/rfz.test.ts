import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleDir, samplesIn } from '../../../test-support/samples.ts';
import { concatBytes } from '../src/binary/bytes.ts';
import { coverageOf } from '../src/binary/trace.ts';
import { type Diagnostic, Report } from '../src/diagnostics/diagnostic.ts';
import { FormatError } from '../src/diagnostics/format-error.ts';
import { rfzFormat } from '../src/font/asset.ts';
import { decodeLzw } from '../src/rfz/lzw-decode.ts';
import { encodeLzw } from '../src/rfz/lzw-encode.ts';
import { readRfz } from '../src/rfz/read.ts';
import type { Rfz } from '../src/rfz/types.ts';
import { encodeRfz, writeRfz } from '../src/rfz/write.ts';
import type { YabxField } from '../src/yabx/types.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const sample = samplesIn('font', '.rfz')[0]!;

function read(bytes: Uint8Array): { rfz: Rfz; report: Report } {
  const report = new Report();
  return { rfz: readRfz(bytes, { report }), report };
}

const brief = (d: Diagnostic) => [d.code, d.severity, d.offset, d.path];

/** A field as the expected files print it. */
function shown({ value, raw }: YabxField): unknown[] {
  if (value.kind === 'blob') return [value.kind, { size: raw.length, sha256: sha256(raw) }];
  return [value.kind, value.value];
}

describe.each(samplesIn('font', '.rfz'))('RFZ $name', ({ bytes, expected }) => {
  test('stream, schema and every field equal the expected ones', () => {
    const { rfz, report } = read(bytes);
    expect(report.diagnostics).toEqual([]);
    expect([bytes.length, sha256(bytes)]).toEqual([expected.bytes, expected.sha256]);
    expect([rfz.stream.length, sha256(rfz.stream)]).toEqual([expected.decompressedBytes, expected.decompressedSha256]);
    expect([rfz.complete, rfz.leftover.length, rfz.codes.length]).toEqual([true, 0, bytes.length - 4]);
    const yabx = rfz.yabx!;
    const truth = expected.yabx;
    expect({
      endian: yabx.bigEndian ? 'big' : 'little',
      version: yabx.version,
      flags: yabx.flags,
      payload: yabx.payloadSize,
      crc: yabx.crc.toString(16).toUpperCase(),
      crcOk: yabx.crc === yabx.readCrc,
      legacy: yabx.legacyLibraries.map((l) => [l.flags, l.name.text]),
      name: yabx.name.text,
      libraries: yabx.libraries.map((l) => [l.name.text, l.version]),
      classes: yabx.classes.map((c) => ({
        name: c.name.text,
        flag: c.flags,
        parent: c.parent,
        fields: c.fields.map((f) => [f.name.text, f.flags, f.size]),
      })),
      localIds: yabx.localIds,
      objectNames: yabx.objectNames,
      objectCount: yabx.objectCount,
      objects: yabx.objects.map((o) => ({
        id: o.id,
        class: o.className,
        offset: o.offset,
        size: o.bodySize,
        fields: o.fields.map((f) => [f.name, ...shown(f)]),
      })),
      padding: yabx.padding.length,
      paddingZero: yabx.padding.every((b) => b === 0),
    }).toEqual(truth);
  });

  test('is written back byte for byte, from its codes and from its stream alone', () => {
    const { rfz } = read(bytes);
    expect(Buffer.compare(writeRfz(rfz), bytes)).toBe(0);
    expect(Buffer.compare(writeRfz(rfz, true), bytes)).toBe(0);
    expect(Buffer.compare(encodeRfz(rfz.stream), bytes)).toBe(0);
  });

  test('at another place of a dirty buffer it is the same', () => {
    const dirty = new Uint8Array(bytes.length + 24).fill(0xa5);
    dirty.set(bytes, 11);
    const { rfz, report } = read(dirty.subarray(11, 11 + bytes.length));
    expect(report.diagnostics).toEqual([]);
    expect(sha256(rfz.stream)).toBe(expected.decompressedSha256);
    expect(Buffer.compare(writeRfz(rfz), bytes)).toBe(0);
  });

  test('the asset knows font, entries, pages and every byte', () => {
    const asset = rfzFormat.open(bytes, { name: 'a.rfz' });
    const { avts, yabx } = expected.svo;
    const pages = avts.entries.filter((e: { class: string }) => e.class === 'dds');
    expect(asset.check().diagnostics).toEqual([]);
    expect(asset.info()).toMatchObject({
      kind: 'RFZ font',
      name: expected.yabx.name,
      objects: expected.yabx.objectCount,
      font: { name: 'Oracle Mix', point: 20, glyphCount: expected.bmfont.glyphs, pageCount: 2, lineHeight: 26 },
    });
    const entries = asset.entries();
    expect(entries.map((e) => [e.kind, sha256(e.data)])).toEqual([
      ['yabx', expected.decompressedSha256],
      ['svo', expected.svo.sha256],
      ...pages.map((p: { sha256: string }) => ['dds', p.sha256]),
    ]);
    for (const { offset, data, more } of entries.slice(1)) {
      expect(more).toEqual({ of: 'stream' });
      expect(sha256(entries[0]!.data.subarray(offset, offset + data.length))).toBe(sha256(data));
    }
    expect(yabx.name).toBe(`__HmfToSvo__${expected.yabx.name}`);
    expect(asset.images!().map((i) => [i.name, i.width, i.height, i.format, sha256(i.decode().rgba)])).toEqual(
      expected.svo.images.map(({ name, dds }: { name: string; dds: Record<string, unknown> }) => [
        name.replace('.dds', ''),
        dds.width,
        dds.height,
        dds.format,
        dds.rgba8Sha256,
      ]),
    );
    const coverage = coverageOf(asset.trace().root, bytes.length);
    expect(coverage).toEqual({
      covered: [
        { start: 0, end: 4, path: 'magic' },
        { start: 4, end: bytes.length, path: 'codes' },
      ],
      gaps: [],
      overlaps: [],
    });
    expect(Buffer.compare(asset.write(), bytes)).toBe(0);
    expect(asset.toJson()).toMatchObject({
      schema: 'unbake-rfz-v1',
      magic: '59530200',
      leftover: '',
      complete: true,
      stream: { objectCount: expected.yabx.objectCount },
    });
  });
});

describe('malformed RFZ files', () => {
  const dir = sampleDir('svo/bad');
  const names = readdirSync(dir).filter((n) => n.endsWith('.rfz'));
  test('none is forgotten', () => expect(names.length).toBe(4));

  test.each(names)('%s gives the expected findings and keeps its bytes', (name) => {
    const bytes = new Uint8Array(readFileSync(`${dir}/${name}`));
    const expected = JSON.parse(readFileSync(`${dir}/${name.replace('.rfz', '.expected.json')}`, 'utf8'));
    const report = new Report();
    const rfz = report.attempt(() => readRfz(bytes, { report }));
    const errors = report.diagnostics.filter((d) => d.severity === 'error').map((d) => d.code);
    expect(errors).toEqual(expected.diagnostics.map((d: { code: string }) => d.code));
    expect(rfz !== undefined).toBe(expected.readable.stream !== false);
    if (rfz) expect(Buffer.compare(writeRfz(rfz), bytes)).toBe(0);
    if (name === 'rfz_cut.rfz') expect(rfz?.yabx?.objects.length).toBe(11);
    if (name === 'rfz_code_too_big.rfz') expect(rfz?.stream.length).toBe(2);
    expect(() => {
      if (rfz) rfzFormat.open(bytes, {}).check();
    }).not.toThrow();
  });

  test('fault 076: a code two ahead is an error with its bit and byte', () => {
    const { report } = read(concatBytes([Uint8Array.of(0x59, 0x53, 2, 0), Uint8Array.of(0x20, 0xc0, 0x40)]));
    expect(report.diagnostics.map(brief)).toEqual([['rfz/corrupt', 'error', 5, 'codes']]);
    expect(report.diagnostics[0]!.message).toBe(
      'code 257 at bit 9 of the codes, the highest possible here is 256; 1 bytes decoded',
    );
  });

  test('an output beyond the limit ends there', () => {
    const report = new Report();
    const limits = { maxImageSize: 16384, maxObjects: 55534, maxDecodedBytes: 1000 };
    const rfz = readRfz(sample.bytes, { report, limits });
    expect(report.diagnostics.map((d) => d.code)).toContain('rfz/oversize');
    expect(rfz.stream.length).toBeLessThanOrEqual(1000);
    expect([rfz.complete, Buffer.compare(writeRfz(rfz), sample.bytes)]).toEqual([false, 0]);
  });
});

describe('fault 080: bits behind the last code', () => {
  const withTail = (...tail: number[]) => concatBytes([sample.bytes, Uint8Array.from(tail)]);

  test('zero bytes are fine and kept', () => {
    for (const tail of [[0], [0, 0, 0, 0], new Array<number>(64).fill(0)]) {
      const bytes = withTail(...tail);
      const { rfz, report } = read(bytes);
      expect(report.diagnostics).toEqual([]);
      expect(sha256(rfz.stream)).toBe(sample.expected.decompressedSha256);
      expect(Buffer.compare(writeRfz(rfz), bytes)).toBe(0);
    }
  });

  test('other bytes are a warning and kept', () => {
    const bytes = withTail(0xff, 0xff);
    const { rfz, report } = read(bytes);
    const end = sample.bytes.length;
    expect(report.diagnostics.map(brief)).toEqual([['rfz/leftover', 'warning', end - 1, 'leftover']]);
    expect(sha256(rfz.stream)).toBe(sample.expected.decompressedSha256);
    expect([...rfz.leftover]).toEqual([0xff, 0xff]);
    expect(Buffer.compare(writeRfz(rfz), bytes)).toBe(0);
  });

  test('a set bit in the last byte is a warning too', () => {
    const bytes = sample.bytes.slice();
    bytes[bytes.length - 1]! |= 1;
    const { rfz, report } = read(bytes);
    expect(report.diagnostics.map((d) => d.message)).toEqual([
      '1 bits behind the last code of the graph, with 1 bytes that are not zero',
    ]);
    expect(Buffer.compare(writeRfz(rfz), bytes)).toBe(0);
  });

  test('a cut stream is an error that names the size that is missing', () => {
    const bytes = sample.bytes.subarray(0, sample.bytes.length - 1);
    const { rfz, report } = read(bytes);
    const errors = report.diagnostics.filter((d) => d.severity === 'error');
    expect(errors.map(brief)).toEqual([['yabx/truncated', 'error', rfz.stream.length, 'stream']]);
    expect(errors[0]!.message).toBe(`needs ${sample.expected.decompressedBytes} bytes, ${rfz.stream.length} left`);
    expect(rfz.yabx!.objects.length).toBe(sample.expected.yabx.objectCount);
    expect(rfz.complete).toBe(false);
    expect(Buffer.compare(writeRfz(rfz), bytes)).toBe(0);
  });

  test('a payload size that would stop the stream in the middle is not believed', () => {
    const stream = decodeLzw(sample.bytes.subarray(4)).bytes.slice();
    stream.set([0x00, 0x10, 0, 0], 8);
    const bytes = encodeRfz(stream);
    const { rfz, report } = read(bytes);
    expect(rfz.yabx!.objects.length).toBe(sample.expected.yabx.objectCount);
    expect(report.diagnostics.map((d) => d.code)).toContain('yabx/payload-size');
    expect(Buffer.compare(writeRfz(rfz), bytes)).toBe(0);
  });
});

describe('RFZ writing', () => {
  /** Codes of another encoder: literals only. */
  function literalCodes(stream: Uint8Array): Uint8Array {
    let bits = '';
    let next = 256;
    let width = 9;
    let first = true;
    for (const byte of stream) {
      bits += byte.toString(2).padStart(width, '0');
      if (first) first = false;
      else if (next === 4094) {
        next = 256;
        width = 9;
        first = true;
      } else {
        if (next + 2 === 2 ** width && width < 12) width++;
        next++;
      }
    }
    return Uint8Array.from(bits.match(/.{1,8}/g)!, (b) => Number.parseInt(b.padEnd(8, '0'), 2));
  }

  test('codes of another encoder are kept while nothing is edited, and the edit is encoded', () => {
    const stream = decodeLzw(sample.bytes.subarray(4)).bytes;
    const bytes = concatBytes([sample.bytes.subarray(0, 4), literalCodes(stream), Uint8Array.of(0, 7)]);
    expect(bytes.length).toBeGreaterThan(stream.length);
    const { rfz } = read(bytes);
    expect(sha256(rfz.stream)).toBe(sample.expected.decompressedSha256);
    expect(Buffer.compare(writeRfz(rfz), bytes)).toBe(0);

    const yabx = rfz.yabx!;
    const database = yabx.objects[0]!;
    const fields = database.fields.map((f) => (f.name === 'point' ? { ...f, raw: Uint8Array.of(21, 0) } : f));
    const edited = writeRfz({
      ...rfz,
      yabx: { ...yabx, objects: [{ ...database, fields }, ...yabx.objects.slice(1)] },
    });
    const again = read(edited);
    expect(again.report.diagnostics.map((d) => d.code)).toEqual(['rfz/leftover']);
    expect([...again.rfz.leftover]).toEqual([0, 7]);
    const changed = [...again.rfz.stream.keys()].filter((i) => again.rfz.stream[i] !== rfz.stream[i]);
    const at = fields.find((f) => f.name === 'point')!.offset;
    expect(changed.filter((i) => i < 12 || i > 15)).toEqual([at]);
    expect(Buffer.compare(again.rfz.codes, encodeLzw(again.rfz.stream))).toBe(0);
  });
});

describe('damaged RFZ files stay bounded', () => {
  test('cut at every 64th byte', () => {
    for (let cut = 0; cut < sample.bytes.length; cut += 64) {
      const bytes = sample.bytes.subarray(0, cut);
      const report = new Report();
      const rfz = report.attempt(() => readRfz(bytes, { report }));
      if (cut < 4) {
        expect(report.diagnostics.map((d) => d.code)).toEqual(['rfz/magic']);
        continue;
      }
      expect(report.has('yabx/truncated')).toBe(true);
      expect(rfz!.stream.length).toBeLessThan(sample.expected.decompressedBytes);
      expect(rfz!.complete).toBe(false);
      expect(Buffer.compare(writeRfz(rfz!), bytes)).toBe(0);
      if (cut % 1024 === 0) rfzFormat.open(bytes, {}).check();
    }
  }, 30_000);

  test('any change of bytes gives findings or a FormatError, and the bytes back', () => {
    const size = sample.bytes.length;
    const change = fc.tuple(
      fc.nat(2000).map((n) => 4 + (n < 1500 ? n : (n * 7919) % (size - 4))),
      fc.nat(255),
    );
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const bytes = sample.bytes.slice();
        for (const [at, byte] of changes) bytes[at] = byte;
        const asset = rfzFormat.open(bytes, {});
        asset.check();
        asset.info();
        asset.entries();
        expect(Buffer.compare(asset.write(), bytes)).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  test('any bytes behind the magic', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (tail) => {
        const bytes = concatBytes([Uint8Array.of(0x59, 0x53, 2, 0), tail]);
        expect(Buffer.compare(rfzFormat.open(bytes, {}).write(), bytes)).toBe(0);
      }),
    );
  });

  test('anything else is a FormatError, whatever its size', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 8 }), (bytes) => {
        if (rfzFormat.sniff(bytes)) return;
        expect(() => readRfz(bytes)).toThrow(FormatError);
      }),
    );
  });
});
