import { checkAvts } from '../avts/checks.ts';
import { readAvts } from '../avts/read.ts';
import type { Avts, AvtsChunk } from '../avts/types.ts';
import type { Limits } from '../binary/limits.ts';
import { joinPath, type Trace } from '../binary/trace.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import { isYabx, readYabx } from '../yabx/read.ts';
import type { Yabx } from '../yabx/types.ts';
import { type ChunkLookup, chunkLookup } from './chunks.ts';
import { readStevia, type Stevia } from './stevia.ts';

/** An opened SVO file: the directory, the object graph and the typed view of it. Geometry and pixels are not touched. */
export interface Svo {
  readonly bytes: Uint8Array;
  /** Position of the file in an outer one. */
  readonly base: number;
  readonly avts: Avts;
  /** Finds chunks by the names that objects give. */
  readonly chunks: ChunkLookup;
  /** The chunk that holds the graph. */
  readonly graphChunk: AvtsChunk | undefined;
  /** Undefined when there is none or it cannot be read; the report says why. */
  readonly yabx: Yabx | undefined;
  /** Empty without a graph. */
  readonly stevia: Stevia;
  readonly report: Report;
}

export interface OpenSvoOptions {
  report?: Report;
  /** Gets the directory and the graph; the chunks are added by `traceSvo`. */
  trace?: Trace | undefined;
  base?: number;
  limits?: Limits | undefined;
}

/**
 * Opens an SVO file: directory (svo.md §1) and object graph (§2). A file whose graph cannot be read still lists its
 * chunks, so that its textures can be decoded.
 * @throws FormatError `avts/magic` or `avts/truncated` when there is no directory.
 */
export function openSvo(bytes: Uint8Array, options: OpenSvoOptions = {}): Svo {
  const report = options.report ?? new Report();
  const base = options.base ?? 0;
  const { trace } = options;
  const avts = readAvts(bytes, { report, trace, base });
  checkAvts(avts, report, base);
  const graphChunk = avts.chunks.find((c) => isYabx(c.data)) ?? avts.chunks.find((c) => c.class === 'yabx');
  let yabx: Yabx | undefined;
  if (graphChunk) {
    const start = base + graphChunk.entry.offset;
    const found = new Report();
    trace?.open(chunkPath(graphChunk), start);
    const limits = options.limits ? { limits: options.limits } : {};
    yabx = found.attempt(() => readYabx(graphChunk.data, { report: found, trace, base: start, ...limits }));
    trace?.close(start + graphChunk.data.length);
    report.addAll(found, chunkPath(graphChunk));
  } else {
    const range = { start: base, end: base + bytes.length };
    report.add('svo/graph-missing', { chunks: avts.chunks.length }, range, '');
  }
  const stevia = readStevia(yabx);
  return { bytes, base, avts, chunks: chunkLookup(avts), graphChunk, yabx, stevia, report };
}

/** Path of a chunk in traces and diagnostics. */
export function chunkPath(chunk: AvtsChunk, field = ''): string {
  const path = `chunks[${chunk.entry.index}]`;
  return field ? joinPath(path, field) : path;
}
