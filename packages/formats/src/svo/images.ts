import type { AvtsChunk } from '../avts/types.ts';
import { checkDds } from '../dds/checks.ts';
import { isDds, readDds } from '../dds/read.ts';
import type { Dds } from '../dds/types.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import { chunkOf, isCut } from './buffers.ts';
import { chunkPath, type Svo } from './open.ts';
import { placeOf } from './place.ts';
import type { Image } from './stevia-types.ts';

/** A DDS chunk with the Image objects that name it; none for a chunk that no object names. */
export interface SvoImage {
  readonly name: string;
  readonly chunk: AvtsChunk;
  readonly dds: Dds;
  readonly sources: readonly Image[];
}

/**
 * The pictures of a file (svo.md §6, §7), in the order of the Image objects, chunks that no object names behind. A chunk
 * whose DDS header cannot be read is left out; `dds.problem` tells of one whose pixels cannot. Nothing is decoded.
 */
export function svoImages(svo: Svo, report: Report): SvoImage[] {
  const byChunk = new Map<AvtsChunk, SvoImage | undefined>();
  for (const source of svo.stevia.all('Image')) {
    if (!source.chunkFileName?.length) {
      reportTexture(report, source, 'names no chunk', 'warning');
      continue;
    }
    const chunk = chunkOf(svo, source, report);
    if (!chunk) continue;
    if (!isDds(chunk.data)) {
      const what =
        chunk.data.length === 0 ? `chunk "${chunk.entry.name}" is empty` : `chunk "${chunk.entry.name}" is no DDS`;
      reportTexture(report, source, what, isCut(chunk) ? 'warning' : 'error');
      continue;
    }
    const known = byChunk.get(chunk);
    const image = known ?? readImage(svo, chunk, source.name || stem(chunk), report);
    byChunk.set(chunk, image && { ...image, sources: [...(known?.sources ?? []), source] });
    if (image) compareFields(source, image, report);
  }
  for (const chunk of svo.avts.chunks) {
    if (!byChunk.has(chunk) && isDds(chunk.data)) byChunk.set(chunk, readImage(svo, chunk, stem(chunk), report));
  }
  return [...byChunk.values()].filter((image): image is SvoImage => image !== undefined);
}

function readImage(svo: Svo, chunk: AvtsChunk, name: string, report: Report): SvoImage | undefined {
  const base = svo.base + chunk.entry.offset;
  const found = new Report();
  const dds = found.attempt(() => readDds(chunk.data, { report: found, base }));
  if (dds) checkDds(dds, found, base);
  report.addAll(found, chunkPath(chunk));
  return dds && { name, chunk, dds, sources: [] };
}

/** What the Image object says against what the texture is; the texture rules. */
function compareFields(source: Image, { dds, chunk }: SvoImage, report: Report): void {
  const facts: [string, number | undefined, number][] = [
    ['_width', source.width, dds.width],
    ['_height', source.height, dds.height],
    ['_dataSize', source.dataSize, chunk.entry.size],
  ];
  for (const [field, stated, real] of facts) {
    if (stated === undefined || stated === real) continue;
    reportTexture(report, source, `${field} is ${stated}, the texture has ${real}`, 'warning', field);
  }
}

function reportTexture(
  report: Report,
  source: Image,
  what: string,
  severity: 'warning' | 'error',
  field = '_chunkFileName',
): void {
  const place = placeOf(source, field);
  report.add('svo/texture', { what }, place.range, place.path, severity);
}

function stem(chunk: AvtsChunk): string {
  return chunk.entry.name.replace(/\.[a-z]+$/i, '');
}
