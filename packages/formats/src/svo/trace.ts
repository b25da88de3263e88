import type { AvtsChunk } from '../avts/types.ts';
import type { Trace } from '../binary/trace.ts';
import { readDds } from '../dds/read.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import type { DecodedIndexBuffer, DecodedVertexBuffer } from './buffers.ts';
import { geometryOf } from './geometry.ts';
import { chunkPath, openSvo, type Svo } from './open.ts';

/** Vertices of a buffer that get a node for each of their elements; a larger buffer is one field, or a hex view drowns. */
const MAX_TRACED_VERTICES = 4096;
/** Indices a field. */
const INDICES_A_ROW = 12;

/**
 * Every named range of the file: directory, graph, textures by surface, vertices by element, indices by row. Gaps are
 * `padding` where they are zero; others stay unexplained, so that coverage shows them.
 */
export function traceSvo(svo: Svo, trace: Trace): void {
  const { base, bytes, graphChunk } = svo;
  openSvo(bytes, { base, trace });
  const geometry = geometryOf(svo, new Report());
  const vertices = new Map<AvtsChunk, DecodedVertexBuffer>();
  const indices = new Map<AvtsChunk, DecodedIndexBuffer>();
  for (const { id } of svo.stevia.all('VertexBuffer')) {
    const buffer = geometry.vertexBuffer(id);
    if (buffer) vertices.set(buffer.chunk, buffer);
  }
  for (const { id } of svo.stevia.all('IndexBuffer')) {
    const buffer = geometry.indexBuffer(id);
    if (buffer) indices.set(buffer.chunk, buffer);
  }
  const traced = new Set<number>();
  for (const chunk of svo.avts.chunks) {
    if (chunk === graphChunk || chunk.data.length === 0 || traced.has(chunk.entry.offset)) continue;
    traced.add(chunk.entry.offset);
    traceChunk(base, chunk, vertices.get(chunk), indices.get(chunk), trace);
  }
  for (const gap of svo.avts.gaps) if (gap.zero) trace.field('padding', base + gap.start, base + gap.end, gap.data);
}

function traceChunk(
  base: number,
  chunk: AvtsChunk,
  vertices: DecodedVertexBuffer | undefined,
  indices: DecodedIndexBuffer | undefined,
  trace: Trace,
): void {
  const start = base + chunk.entry.offset;
  const end = start + chunk.data.length;
  trace.open(chunkPath(chunk), start);
  let reached = start;
  if (chunk.class === 'dds') {
    const dds = new Report().attempt(() => readDds(chunk.data, { base: start, trace }));
    if (dds) reached = end;
  } else if (vertices) reached = traceVertices(start, vertices, trace);
  else if (indices) reached = traceIndices(start, indices, trace);
  if (reached < end)
    trace.field(reached === start ? 'data' : 'rest', reached, end, chunk.data.subarray(reached - start));
  trace.close(end);
}

function traceVertices(start: number, buffer: DecodedVertexBuffer, trace: Trace): number {
  const { layout, vertexCount, streams } = buffer;
  const { stride } = layout;
  const fitting = layout.elements.filter((e) => e.fits);
  if (vertexCount === 0 || vertexCount > MAX_TRACED_VERTICES) return start;
  let reached = start;
  for (let v = 0; v < vertexCount; v++) {
    const at = start + v * stride;
    const end = Math.min(at + stride, start + buffer.chunk.data.length);
    trace.open(`vertices[${v}]`, at);
    reached = at;
    for (const [i, element] of fitting.entries()) {
      const { values, components } = streams[i]!;
      const name = element.index > 0 ? `${element.usage}${element.index}` : element.usage;
      const value = Array.from(values.subarray(v * components, (v + 1) * components));
      trace.field(name, at + element.offset, at + element.offset + element.size, value);
      reached = at + element.offset + element.size;
    }
    if (reached < end) trace.field('unused', reached, end, undefined);
    reached = end;
    trace.close(end);
  }
  return reached;
}

function traceIndices(start: number, { values }: DecodedIndexBuffer, trace: Trace): number {
  const size = values.BYTES_PER_ELEMENT;
  for (let i = 0; i < values.length; i += INDICES_A_ROW) {
    const row = values.subarray(i, i + INDICES_A_ROW);
    trace.field(`indices[${i}]`, start + i * size, start + (i + row.length) * size, Array.from(row));
  }
  return start + values.length * size;
}
