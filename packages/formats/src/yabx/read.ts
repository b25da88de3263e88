import { allZero, subview } from '../binary/bytes.ts';
import { crc32Bzip2 } from '../binary/crc32.ts';
import { Cursor } from '../binary/cursor.ts';
import { hexBytes } from '../binary/hex.ts';
import { DEFAULT_LIMITS, type Limits } from '../binary/limits.ts';
import type { Trace } from '../binary/trace.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import { formatError } from '../diagnostics/format-error.ts';
import { readObjects } from './objects.ts';
import { readSchema } from './schema.ts';
import type { Yabx } from './types.ts';

/** Magic, version, flags, payload size, CRC. */
export const YABX_HEADER_SIZE = 16;

export interface ReadYabxOptions {
  /** Takes the findings; without it they are dropped. */
  report?: Report;
  trace?: Trace | undefined;
  /** Position of the chunk in the outer file. */
  base?: number;
  limits?: Limits;
}

/** Whether the bytes start as a YABX or XBAY stream does. Never throws. */
export function isYabx(head: Uint8Array): boolean {
  return byteOrderOf(head) !== undefined;
}

/**
 * Reads an object graph (svo.md §2); every view in the result is on `bytes`. Objects before a damaged place are kept,
 * objects of a class that makes no sense are kept as bytes.
 * @throws FormatError `yabx/magic`, `yabx/truncated` or `yabx/string-length` when header or schema cannot be read.
 */
export function readYabx(bytes: Uint8Array, options: ReadYabxOptions = {}): Yabx {
  const report = options.report ?? new Report();
  const present = bytes.length - YABX_HEADER_SIZE;
  const declared = declaredPayload(bytes);
  // A payload size that cuts short a graph that the chunk holds whole is wrong: the chunk is read.
  const declaredEnd = YABX_HEADER_SIZE + declared;
  const cutShort =
    declared < present && !readsWithin(bytes, declaredEnd, options) && readsWithin(bytes, bytes.length, options);
  const size = cutShort ? bytes.length : Math.min(bytes.length, declaredEnd);
  const model = readPayload(bytes, size, report, options);
  const base = options.base ?? 0;
  // A cut graph is `yabx/truncated` already.
  if ((declared > present && model.objects.length === model.objectCount) || cutShort) {
    const range = { start: base + 8, end: base + 12 };
    report.add('yabx/payload-size', { declared, present }, range, 'header.payloadSize');
  } else if (model.trailing.length > 0) {
    options.trace?.field('trailing', base + size, base + bytes.length, model.trailing);
    const range = { start: base + size, end: base + bytes.length };
    report.add('yabx/trailing', { bytes: model.trailing.length, where: 'payload' }, range, 'trailing');
  }
  return model;
}

function byteOrderOf(head: Uint8Array): 'little' | 'big' | undefined {
  const magic = head.length < 4 ? '' : String.fromCharCode(head[0]!, head[1]!, head[2]!, head[3]!);
  return magic === 'YABX' ? 'little' : magic === 'XBAY' ? 'big' : undefined;
}

/** The payload size in the header; 0 where there is no header, which then fails where it is read. */
function declaredPayload(bytes: Uint8Array): number {
  if (bytes.length < YABX_HEADER_SIZE) return 0;
  const bigEndian = byteOrderOf(bytes) === 'big';
  return Cursor.over(subview(bytes, 8, 4), { truncated: 'yabx/truncated', bigEndian }).u32('payloadSize');
}

/** Whether the whole graph lies in the first `size` bytes. */
function readsWithin(bytes: Uint8Array, size: number, options: ReadYabxOptions): boolean {
  const report = new Report();
  const read = report.attempt(() => readPayload(bytes, size, report, { ...options, trace: undefined }));
  return read !== undefined && read.objects.length === read.objectCount;
}

/** Reads header and graph from the first `size` bytes; the rest of `bytes` is trailing. */
function readPayload(bytes: Uint8Array, size: number, report: Report, options: ReadYabxOptions): Yabx {
  const base = options.base ?? 0;
  const order = byteOrderOf(bytes);
  if (order === undefined && bytes.length >= 4) {
    throw formatError('yabx/magic', { found: hexBytes(bytes, 4) }, base, 'header.magic');
  }
  const bigEndian = order === 'big';
  const window = subview(bytes, 0, size);
  const c = Cursor.over(window, { truncated: 'yabx/truncated', bigEndian, trace: options.trace, base });
  const header = c.group('header', () => ({
    magic: c.magic('magic', bigEndian ? 'XBAY' : 'YABX', 'yabx/magic'),
    version: c.u16('version'),
    flags: c.u16('flags'),
    payloadSize: c.u32('payloadSize'),
    crc: c.u32('crc'),
  }));
  const readCrc = crc32Bzip2(subview(bytes, YABX_HEADER_SIZE, size - YABX_HEADER_SIZE));
  // Of a payload that is not all there nothing follows from its CRC.
  if (readCrc !== header.crc && size === YABX_HEADER_SIZE + header.payloadSize) {
    report.add('yabx/crc', { stored: header.crc, computed: readCrc }, c.behind(4), 'header.crc');
  }

  const { schema, layouts } = readSchema(c, report);
  const objectCount = c.u16('objectCount');
  const most = (options.limits ?? DEFAULT_LIMITS).maxObjects;
  const { objects, end, missing } = readObjects({
    bytes: window,
    start: c.offset,
    base,
    count: Math.min(objectCount, most),
    classes: schema.classes,
    layouts,
    context: { bigEndian, objectCount },
    report,
    trace: options.trace,
  });
  const place = { start: base + end, end: base + size };
  if (missing !== undefined) {
    report.add('yabx/truncated', { needed: missing.needed, left: missing.left }, place, `objects[${objects.length}]`);
  }
  const whole = YABX_HEADER_SIZE + header.payloadSize <= bytes.length;
  if (objectCount > most || (missing !== undefined && !missing.inBody && whole)) {
    const range = { start: c.position - 2, end: c.position };
    report.add('yabx/object-count', { declared: objectCount, read: objects.length }, range, 'objectCount');
  }
  const padding = subview(window, end, size - end);
  if (padding.length > 0) options.trace?.field('padding', place.start, place.end, padding);
  if (objects.length === objectCount && !allZero(padding)) {
    report.add('yabx/trailing', { bytes: padding.length, where: 'objects' }, place, 'padding', 'warning');
  }
  return {
    bigEndian,
    version: header.version,
    flags: header.flags,
    payloadSize: header.payloadSize,
    crc: header.crc,
    readCrc,
    ...schema,
    objectCount,
    objects,
    padding,
    trailing: subview(bytes, size, bytes.length - size),
  };
}
