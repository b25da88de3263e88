import type { AvtsChunk } from '../avts/types.ts';
import { dataView } from '../binary/bytes.ts';
import { decodeText } from '../binary/text.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { Yabx } from '../yabx/types.ts';
import type { Svo } from './open.ts';
import { placeOf } from './place.ts';
import type { Image, IndexBuffer, VertexBuffer } from './stevia-types.ts';
import { decodeStream, type VertexStream } from './streams.ts';
import { type VertexLayout, vertexLayout } from './vertex-layout.ts';

/** A vertex buffer as values. */
export interface DecodedVertexBuffer {
  readonly source: VertexBuffer;
  readonly chunk: AvtsChunk;
  readonly layout: VertexLayout;
  /** Vertices present, which may be fewer than declared. */
  readonly vertexCount: number;
  /** One for each element that fits the stride, in declaration order. */
  readonly streams: readonly VertexStream[];
}

/** An index buffer as values: those present, which may be fewer than declared. */
export interface DecodedIndexBuffer {
  readonly source: IndexBuffer;
  readonly chunk: AvtsChunk;
  readonly values: Uint16Array | Uint32Array;
}

/** Inferred: vertex and index chunks beside an XBAY graph are big-endian like the graph (svo.md §5 [H]). DDS never is. */
export function geometryIsBigEndian(yabx: Yabx | undefined): boolean {
  return yabx?.bigEndian ?? false;
}

/** The chunk that a buffer or image names; reports `svo/chunk-missing` or `svo/chunk-ambiguous`. */
export function chunkOf(svo: Svo, source: VertexBuffer | IndexBuffer | Image, report: Report): AvtsChunk | undefined {
  const bytes = source.chunkFileName;
  const name = bytes ? decodeText(bytes).text : '';
  const found = bytes && bytes.length > 0 ? svo.chunks.find(bytes) : undefined;
  const place = placeOf(source, '_chunkFileName');
  if (!found) {
    report.add('svo/chunk-missing', { name }, place.range, place.path, source.kind === 'Image' ? 'warning' : 'error');
  } else if (found.fits > 1) {
    report.add('svo/chunk-ambiguous', { name, fits: found.fits }, place.range, place.path);
  }
  return found?.chunk;
}

/** Whether the file ends inside the chunk, which the directory's checks have reported already. */
export function isCut(chunk: AvtsChunk): boolean {
  return chunk.data.length < chunk.entry.size;
}

/**
 * Decodes a vertex buffer (svo.md §4); undefined when its chunk or layout is not known. Reads what is there when the
 * chunk is short.
 */
export function decodeVertexBuffer(svo: Svo, source: VertexBuffer, report: Report): DecodedVertexBuffer | undefined {
  const chunk = chunkOf(svo, source, report);
  const layout = vertexLayout(svo.stevia, source, report);
  if (!chunk || !layout || layout.stride <= 0) return undefined;
  const { stride } = layout;
  const fitting = layout.elements.filter((e) => e.fits);
  const lastByte = fitting.reduce((end, e) => Math.max(end, e.offset + e.size), 1);
  const { data } = chunk;
  const present = data.length < lastByte ? 0 : Math.floor((data.length - lastByte) / stride) + 1;
  const declared = source.vertexNumber ?? present;
  const vertexCount = Math.min(declared, present);
  const needed = Math.max(declared * stride, source.dataSize ?? 0);
  if (data.length < needed) {
    const short = declared > present ? '_vertexNumber' : '_dataSize';
    const place = placeOf(source, short);
    const args = { what: `${declared} vertices of ${stride} bytes`, needed, left: data.length };
    const severity = isCut(chunk) || short === '_dataSize' ? 'warning' : 'error';
    report.add('svo/buffer-size', args, place.range, place.path, severity);
  }
  const bigEndian = geometryIsBigEndian(svo.yabx);
  const streams = fitting.map((element) => decodeStream(data, stride, element, vertexCount, bigEndian));
  for (const stream of streams) reportNonFinite(source, stream, report);
  return { source, chunk, layout, vertexCount, streams };
}

function reportNonFinite(source: VertexBuffer, stream: VertexStream, report: Report): void {
  const { values, components } = stream;
  let count = 0;
  let first = 0;
  for (let at = 0; at < values.length; at += components) {
    let zero = 0;
    for (let c = 0; c < components; c++) zero += values[at + c]! * 0;
    if (zero === 0) continue;
    if (count++ === 0) first = at / components;
  }
  if (count === 0) return;
  const place = placeOf(source, '_chunkFileName');
  report.add('svo/non-finite', { what: stream.usage, count, first }, place.range, place.path);
}

/** Decodes an index buffer (svo.md §4); undefined when its chunk or index type is not known. */
export function decodeIndexBuffer(svo: Svo, source: IndexBuffer, report: Report): DecodedIndexBuffer | undefined {
  const chunk = chunkOf(svo, source, report);
  const size = source.indexType;
  if (size !== 2 && size !== 4) {
    const place = placeOf(source, '_indexType');
    report.add('svo/index-type', { type: size ?? 0 }, place.range, place.path);
    return undefined;
  }
  if (!chunk) return undefined;
  const { data } = chunk;
  const present = Math.floor(data.length / size);
  const declared = source.indexNumber ?? present;
  if (declared > present) {
    const place = placeOf(source, '_indexNumber');
    const args = { what: `${declared} indices of ${size} bytes`, needed: declared * size, left: data.length };
    report.add('svo/buffer-size', args, place.range, place.path, isCut(chunk) ? 'warning' : 'error');
  }
  const count = Math.min(declared, present);
  const values = size === 2 ? new Uint16Array(count) : new Uint32Array(count);
  const view = dataView(data);
  const little = !geometryIsBigEndian(svo.yabx);
  if (size === 2) for (let i = 0; i < count; i++) values[i] = view.getUint16(i * 2, little);
  else for (let i = 0; i < count; i++) values[i] = view.getUint32(i * 4, little);
  return { source, chunk, values };
}
