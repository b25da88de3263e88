import { allZero } from '../binary/bytes.ts';
import { crc32Bzip2 } from '../binary/crc32.ts';
import { alignUp } from '../binary/layout.ts';
import { untilNul } from '../binary/text.ts';
import { Writer } from '../binary/writer.ts';
import { encodeValue } from './encode-value.ts';
import { YABX_HEADER_SIZE } from './read.ts';
import { withNul, writeCompact, writeLong } from './strings.ts';
import type { Yabx, YabxField, YabxObject, YabxString } from './types.ts';
import { isFixedSize } from './values.ts';

export interface WriteYabxOptions {
  /**
   * Strings with one NUL and without padding, zeros behind the objects as the games' tools write them, right header and
   * count, no zeros behind the payload. Bytes other than zero are kept all the same.
   */
  canonical?: boolean;
}

/** Payload and header of a stream are multiples of this together (svo.md §2). */
const STREAM_ALIGN = 0x20;
/** Room for the lists before the objects; a larger schema makes the writer grow. */
const SCHEMA_SIZE = 0x1000;
/** Zeros behind the objects of an RFZ stream (svo.md §8). */
const RFZ_PADDING = 19;

/**
 * Writes an object graph (svo.md §2). While the payload comes out as it was read, the stored payload size and CRC are
 * written, right or wrong; else both are computed and the padding follows `paddingBehind`.
 * @throws RangeError when a string or the raw bytes of a field do not fit the form they are stored in.
 */
export function writeYabx(model: Yabx, options: WriteYabxOptions = {}): Uint8Array {
  const canonical = options.canonical ?? false;
  const content = writeContent(model, canonical);
  if (!canonical && model.readCrc !== undefined) {
    const payload = withPadding(content, model.padding, model.bigEndian);
    if (crc32Bzip2(payload) === model.readCrc)
      return writeStream(model, payload, model.payloadSize, model.crc, model.trailing);
  }
  const payload = withPadding(content, paddingBehind(model, content.length, canonical), model.bigEndian);
  const trailing = canonical && allZero(model.trailing) ? new Uint8Array(0) : model.trailing;
  return writeStream(model, payload, payload.length, crc32Bzip2(payload), trailing);
}

/**
 * The bytes behind the objects when something was edited. Zeros up to a multiple of 0x20 where the file read was
 * padded so, or the model was made anew; 19 zeros in an RFZ stream; as they were in any other case, since bytes other
 * than zero may be data, and another tool's rule is not known.
 */
function paddingBehind(model: Yabx, contentSize: number, canonical: boolean): Uint8Array {
  const { padding, payloadSize, readCrc } = model;
  if (!allZero(padding)) return padding;
  const made = canonical || readCrc === undefined;
  if (isRfzStream(model)) return made ? new Uint8Array(RFZ_PADDING) : padding;
  const aligned = padding.length < STREAM_ALIGN && (YABX_HEADER_SIZE + payloadSize) % STREAM_ALIGN === 0;
  if (!made && !aligned) return padding;
  const end = YABX_HEADER_SIZE + contentSize;
  return new Uint8Array(alignUp(end, STREAM_ALIGN) - end);
}

/** Whether this is the graph inside an RFZ font: it names `ruhuna::Database` as its legacy library (svo.md §8). */
function isRfzStream(model: Yabx): boolean {
  return model.legacyLibraries.some((library) => library.name.text === 'ruhuna::Database');
}

function writeStream(
  model: Yabx,
  payload: Uint8Array,
  payloadSize: number,
  crc: number,
  trailing: Uint8Array,
): Uint8Array {
  const { bigEndian } = model;
  const w = new Writer({ bigEndian, capacity: YABX_HEADER_SIZE + payload.length + trailing.length });
  w.ascii(bigEndian ? 'XBAY' : 'YABX');
  w.u16(model.version);
  w.u16(model.flags);
  w.u32(payloadSize);
  w.u32(crc);
  w.bytes(payload);
  w.bytes(trailing);
  return w.finish();
}

function withPadding(content: Uint8Array, padding: Uint8Array, bigEndian: boolean): Uint8Array {
  const w = new Writer({ bigEndian, capacity: content.length + padding.length });
  w.bytes(content);
  w.bytes(padding);
  return w.finish();
}

/** The payload without padding, in the order of the reader. */
function writeContent(model: Yabx, canonical: boolean): Uint8Array {
  let bodies = 0;
  for (const object of model.objects) bodies += 6 + object.bodySize;
  const w = new Writer({ bigEndian: model.bigEndian, capacity: bodies + SCHEMA_SIZE });
  const text = (s: YabxString): YabxString => (canonical ? canonicalString(s) : s);
  for (const library of model.legacyLibraries) {
    w.u8(library.flags);
    writeLong(w, text(library.name));
  }
  w.u8(0);
  writeCompact(w, text(model.name));
  for (const library of model.libraries) {
    writeCompact(w, text(library.name));
    w.u32(library.version);
  }
  w.i8(0);
  for (const { name, flags, parent, fields } of model.classes) {
    writeCompact(w, text(name));
    w.u8(flags);
    w.i16(parent);
    for (const field of fields) {
      writeCompact(w, text(field.name));
      w.u8(field.flags);
      w.i16(field.size);
    }
    w.i8(0);
  }
  w.i8(0);
  for (const local of model.localIds) {
    writeCompact(w, text(local.name));
    w.i16(local.id);
  }
  w.i8(0);
  for (const name of model.objectNames) writeCompact(w, text(name));
  w.i8(0);
  w.u16(canonical ? model.objects.length : model.objectCount);
  for (const object of model.objects) writeObject(w, object, canonical);
  return w.finish();
}

function writeObject(w: Writer, object: YabxObject, canonical: boolean): void {
  const raws = object.fields.map((field) => (canonical ? canonicalRaw(field, w.bigEndian) : field.raw));
  w.i16(object.classIndex);
  w.u32(bodySizeOf(object.fields, raws, object.leftover.length));
  object.fields.forEach((field, i) => {
    const raw = raws[i]!;
    if (!isFixedSize(field.size)) w.u32(raw.length);
    else if (raw.length !== field.size) {
      throw new RangeError(`#${object.id}.${field.name} has ${raw.length} bytes, its storage size is ${field.size}`);
    }
    w.bytes(raw);
  });
  w.bytes(object.leftover);
}

/** Size of a body as written: the fields with the size prefixes of dynamic ones, and the leftover bytes. */
export function bodySizeOf(fields: readonly YabxField[], raws: readonly Uint8Array[], leftover: number): number {
  let size = leftover;
  for (let i = 0; i < fields.length; i++) size += raws[i]!.length + (isFixedSize(fields[i]!.size) ? 0 : 4);
  return size;
}

/** A string field with one NUL and without zeros behind it, but for one with bytes behind a NUL inside; every other value has one encoding only. */
function canonicalRaw(field: YabxField, bigEndian: boolean): Uint8Array {
  const { value, raw } = field;
  if (value.kind !== 'str') return raw;
  const length = raw.length - 2 - value.padding.length;
  if (length > value.bytes.length + 1) return raw;
  const padding = allZero(value.padding) ? new Uint8Array(0) : value.padding;
  return encodeValue({ ...value, padding }, bigEndian);
}

/** One NUL behind the text. A name that is only a NUL stays: without bytes it would end its list. */
function canonicalString(s: YabxString): YabxString {
  const bytes = untilNul(s.bytes);
  return bytes.length === 0 || !allZero(s.bytes.subarray(bytes.length)) ? s : { bytes: withNul(bytes), text: s.text };
}
