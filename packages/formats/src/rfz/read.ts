import { subview } from '../binary/bytes.ts';
import { Cursor } from '../binary/cursor.ts';
import { hexBytes } from '../binary/hex.ts';
import { DEFAULT_LIMITS, type Limits } from '../binary/limits.ts';
import type { Trace } from '../binary/trace.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import { formatError } from '../diagnostics/format-error.ts';
import { isYabx, readYabx, YABX_HEADER_SIZE } from '../yabx/read.ts';
import type { Yabx } from '../yabx/types.ts';
import { decodeLzw, type LzwDecoded } from './lzw-decode.ts';
import { RFZ_MAGIC, RFZ_MAGIC_SIZE, type Rfz } from './types.ts';

/** Path of everything whose offset is a position in the decompressed stream. */
export const STREAM_PATH = 'stream';

export interface ReadRfzOptions {
  report?: Report;
  /** Records magic, codes and leftover bytes; for a trace of the stream read it as the YABX file that it is. */
  trace?: Trace | undefined;
  /** Position of the file inside an outer one. */
  base?: number;
  limits?: Limits;
}

/** Whether the bytes start as an RFZ file does. Never throws. */
export function isRfz(head: Uint8Array): boolean {
  return head.length >= RFZ_MAGIC_SIZE && RFZ_MAGIC.every((byte, i) => head[i] === byte);
}

/**
 * Reads a font file (svo.md §8): codes, stream, object graph. A damaged file gives what comes before the damage.
 * Findings about the graph have the path `stream.` and positions in the stream.
 * @throws FormatError `rfz/magic`, and nothing else.
 */
export function readRfz(bytes: Uint8Array, options: ReadRfzOptions = {}): Rfz {
  const report = options.report ?? new Report();
  const base = options.base ?? 0;
  if (!isRfz(bytes))
    throw formatError('rfz/magic', { found: hexBytes(bytes, RFZ_MAGIC_SIZE) || 'nothing' }, base, 'magic');
  const all = subview(bytes, RFZ_MAGIC_SIZE, bytes.length - RFZ_MAGIC_SIZE);
  const { decoded, graphBits } = decodeStream(all, (options.limits ?? DEFAULT_LIMITS).maxDecodedBytes);

  const c = Cursor.over(bytes, { truncated: 'yabx/truncated', trace: options.trace, base });
  const magic = c.take('magic', RFZ_MAGIC_SIZE);
  const usedBytes = decoded.end === 'stop' ? Math.ceil(decoded.bits / 8) : all.length;
  const codes = c.take('codes', usedBytes);
  const leftover = c.left > 0 ? c.rest('leftover') : subview(all, all.length, 0);

  const damaged = decoded.end === 'corrupt' || decoded.end === 'full';
  const place = { start: base + RFZ_MAGIC_SIZE + (decoded.bits >>> 3), end: base + bytes.length };
  if (decoded.end === 'corrupt') {
    const { bits: bit, code, highest } = decoded;
    report.add('rfz/corrupt', { bit, code, highest, decoded: decoded.bytes.length }, place, 'codes');
  } else if (decoded.end === 'full') {
    report.add('rfz/oversize', { limit: decoded.bytes.length }, place, 'codes');
  }
  const graph = readGraph(decoded.bytes, damaged, report, options);
  // Zero bits behind the last code are how every file ends; a graph whose header is wrong has no end to measure from.
  const set = graph.complete ? bytesSetFrom(all, graphBits) : 0;
  if (set > 0 && (decoded.bits === graphBits || graph.yabx!.trailing.length > 0)) {
    const start = base + RFZ_MAGIC_SIZE + (graphBits >>> 3);
    report.add('rfz/leftover', { bits: all.length * 8 - graphBits, bytes: set }, { start, end: place.end }, 'leftover');
  }
  return { magic, codes, leftover, stream: decoded.bytes, ...graph };
}

/**
 * Decodes until the graph is whole by the size in its header, so that zero bits and foreign bytes behind it are not taken
 * for codes. Where all that follows are codes to the last bit, they belong to the stream: data behind the graph, or a
 * graph whose header is wrong. `graphBits` is where the codes of the graph end by its header.
 */
function decodeStream(codes: Uint8Array, maxBytes: number): { decoded: LzwDecoded; graphBits: number } {
  const head = decodeLzw(codes, { stopAt: YABX_HEADER_SIZE, maxBytes });
  const size = streamSize(head.bytes);
  const decoded = decodeLzw(codes, size === undefined ? { maxBytes } : { stopAt: size, maxBytes });
  const graphBits = decoded.bits;
  if (decoded.end !== 'stop' || bytesSetFrom(codes, graphBits) === 0) return { decoded, graphBits };
  const whole = decodeLzw(codes, { maxBytes });
  const isClean = whole.end === 'end' && bytesSetFrom(codes, whole.bits) === 0;
  return { decoded: isClean ? whole : decoded, graphBits };
}

/** How many bytes from a bit on, the rest of its byte included, have a bit set. */
function bytesSetFrom(codes: Uint8Array, bit: number): number {
  const from = bit >>> 3;
  let set = 0;
  for (let i = from; i < codes.length; i++) {
    if ((i === from ? codes[i]! & (0xff >>> (bit & 7)) : codes[i]!) !== 0) set++;
  }
  return set;
}

/** Size of a stream by the header of its YABX; undefined when it does not start with one. */
function streamSize(head: Uint8Array): number | undefined {
  if (head.length < YABX_HEADER_SIZE || !isYabx(head)) return undefined;
  const bigEndian = head[0] === 0x58;
  const size = Cursor.over(subview(head, 8, 4), { truncated: 'yabx/truncated', bigEndian }).u32('payloadSize');
  return YABX_HEADER_SIZE + size;
}

function readGraph(
  stream: Uint8Array,
  damaged: boolean,
  report: Report,
  options: ReadRfzOptions,
): { yabx: Yabx | undefined; complete: boolean } {
  const findings = new Report();
  const limits = options.limits ? { limits: options.limits } : {};
  const yabx = findings.attempt(() => readYabx(stream, { report: findings, ...limits }));
  const size = streamSize(stream);
  if (yabx && size !== undefined && size > stream.length && !findings.has('yabx/truncated')) {
    // The cut took zeros of the padding only; the size that is missing is an error all the same.
    const args = { needed: size, left: stream.length };
    findings.add('yabx/truncated', args, { start: stream.length, end: stream.length }, '');
  }
  const complete = !damaged && yabx !== undefined && !findings.has('yabx/truncated');
  // That a damaged stream ends early is said already.
  const consequence = new Set(damaged ? ['yabx/truncated', 'yabx/payload-size'] : []);
  report.addAll(findings, STREAM_PATH, (d) => !consequence.has(d.code));
  return { yabx, complete };
}
