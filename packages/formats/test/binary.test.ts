import { describe, expect, test } from 'vitest';
import { bytesEqual, f32Array, firstDifference, subview } from '../src/binary/bytes.ts';
import { crc32Bzip2 } from '../src/binary/crc32.ts';
import { Cursor } from '../src/binary/cursor.ts';
import { float16ToNumber } from '../src/binary/float16.ts';
import { decodeCp1251, decodeText } from '../src/binary/text.ts';
import { coverageOf, Trace } from '../src/binary/trace.ts';
import { Writer } from '../src/binary/writer.ts';
import { FormatError } from '../src/diagnostics/format-error.ts';

const bytesOf = (hex: string) => Uint8Array.from(hex.split(' ').map((h) => Number.parseInt(h, 16)));

test('CRC-32/BZIP2 check value (svo.md §2)', () => {
  expect(crc32Bzip2(new TextEncoder().encode('123456789'))).toBe(0xfc891918);
});

describe('text', () => {
  test.each([
    ['83 65 83 58 83 67', 'テスト', 'shift_jis'],
    ['83 65 83 58 83', 'テス\uFFFD', 'shift_jis'],
    ['95 5C', '表', 'shift_jis'],
    ['C3 BD C4', 'ﾃｽﾄ', 'shift_jis'],
    ['E3 81 82', 'あ', 'utf-8'],
    ['61 62', 'ab', 'ascii'],
    ['FF FE FD', 'ÿþý', 'latin1'],
  ])('%s shows as %s', (hex, text, encoding) => {
    expect(decodeText(bytesOf(hex))).toEqual({ text, encoding });
  });
  test('CP1251', () => expect(decodeCp1251(bytesOf('CA F3 E1'))).toBe('Куб'));
});

describe('Cursor', () => {
  const make = (bytes: Uint8Array, trace?: Trace) =>
    Cursor.over(bytes, { truncated: 'avts/truncated', base: 0x100, trace });

  test('speaks positions of the outer file and names the field that does not fit', () => {
    const c = make(bytesOf('01 02 03'));
    expect(c.u16('a')).toBe(0x0201);
    const error = (() => {
      try {
        return c.group('g', () => c.u32('b'));
      } catch (e) {
        return e as FormatError;
      }
    })();
    expect(error).toBeInstanceOf(FormatError);
    expect((error as FormatError).message).toBe('avts/truncated at 0x102, g.b: needs 4 bytes, 1 left');
  });

  test('a count never exceeds what the bytes left can hold', () => {
    expect(make(bytesOf('FF FF FF FF 00 00 00 00')).count('n', 'u32', 2)).toEqual({ declared: 0xffffffff, usable: 2 });
    expect(make(bytesOf('FF FF 00')).count('n', 'i16', 1)).toEqual({ declared: -1, usable: 0 });
  });

  test('big-endian windows and a dirty buffer around the view', () => {
    const outer = bytesOf('AA 00 01 02 03 AA');
    const c = Cursor.over(subview(outer, 1, 4), { truncated: 'avts/truncated', bigEndian: true });
    const sub = c.sub('s', 4);
    expect(sub.u32('x')).toBe(0x00010203);
    expect(sub.left).toBe(0);
  });

  test('the trace covers what was read and lists the rest', () => {
    const trace = new Trace();
    const c = make(bytesOf('01 02 03 04 05'), trace);
    c.group('head', () => c.u16('a'));
    c.seek(3);
    c.u8('b');
    const { covered, gaps } = coverageOf(trace.root, 0x105);
    expect(covered).toEqual([
      { start: 0x100, end: 0x102, path: 'head.a' },
      { start: 0x103, end: 0x104, path: 'b' },
    ]);
    expect(gaps).toEqual([
      { start: 0, end: 0x100 },
      { start: 0x102, end: 0x103 },
      { start: 0x104, end: 0x105 },
    ]);
  });
});

test('the writer mirrors the cursor in both byte orders', () => {
  for (const bigEndian of [false, true]) {
    const w = new Writer({ bigEndian, capacity: 1 });
    w.u8(200);
    w.i8(-2);
    w.u16(50000);
    w.i16(-3);
    w.u32(4000000000);
    w.i32(-4);
    w.f32(1.5);
    w.ascii('ok');
    w.padTo(24);
    const c = Cursor.over(w.finish(), { truncated: 'avts/truncated', bigEndian });
    expect([c.u8('a'), c.i8('b'), c.u16('c'), c.i16('d'), c.u32('e'), c.i32('f'), c.f32('g')]).toEqual([
      200, -2, 50000, -3, 4000000000, -4, 1.5,
    ]);
    expect(c.take('t', 2)).toEqual(bytesOf('6F 6B'));
    expect(c.left).toBe(4);
  }
});

test('the writer keeps every kind of value that makes its buffer grow', () => {
  type Put = [put: (w: Writer) => void, bytes: string];
  const puts: Put[] = [
    [(w) => w.u8(1), '01'],
    [(w) => w.i8(-1), 'FF'],
    [(w) => w.u16(0x102), '02 01'],
    [(w) => w.i16(-2), 'FE FF'],
    [(w) => w.u32(0x1020304), '04 03 02 01'],
    [(w) => w.i32(-3), 'FD FF FF FF'],
    [(w) => w.f32(1), '00 00 80 3F'],
    [(w) => w.bytes(Uint8Array.of(7, 8, 9)), '07 08 09'],
    [(w) => w.ascii('ab'), '61 62'],
  ];
  for (const [put, bytes] of puts) {
    const w = new Writer();
    w.zeros(1024);
    put(w);
    expect(w.finish().subarray(1024)).toEqual(bytesOf(bytes));
  }
});

test('float16', () => {
  expect([0x3c00, 0xc000, 0x0001, 0x7bff, 0x8000].map(float16ToNumber)).toEqual([1, -2, 2 ** -24, 65504, -0]);
  expect(float16ToNumber(0x7c00)).toBe(Number.POSITIVE_INFINITY);
  expect(float16ToNumber(0x7e00)).toBeNaN();
});

test('bytes helpers stay inside a view', () => {
  const outer = bytesOf('FF 00 00 80 3F FF');
  const view = subview(outer, 1, 4);
  expect(f32Array(view, 0, 1)[0]).toBe(1);
  expect(() => subview(view, 1, 4)).toThrow(RangeError);
  expect(bytesEqual(view, bytesOf('00 00 80 3F'))).toBe(true);
  expect(firstDifference(view, bytesOf('00 00'))).toBe(2);
});
