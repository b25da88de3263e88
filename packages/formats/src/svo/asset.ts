import type { Asset, AssetEntry, AssetImage } from '../asset.ts';
import { isAvts } from '../avts/read.ts';
import { NAME_SIZE } from '../avts/types.ts';
import { buildAvts, writeAvts } from '../avts/write.ts';
import { bytesEqual } from '../binary/bytes.ts';
import { toHex } from '../binary/hex.ts';
import { untilNul } from '../binary/text.ts';
import { Trace } from '../binary/trace.ts';
import { ddsImages } from '../dds/asset.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import type { FormatRow, OpenOptions } from '../format-row.ts';
import type { JsonValue } from '../scene/scene.ts';
import { findInYabx } from '../yabx/find.ts';
import { yabxToJson } from '../yabx/json.ts';
import { writeYabx } from '../yabx/write.ts';
import { checkSvo } from './checks.ts';
import { svoImages } from './images.ts';
import { svoInfo } from './info.ts';
import { openSvo, type Svo } from './open.ts';
import { svoToScene } from './to-scene.ts';
import { traceSvo } from './trace.ts';

/** SVO files: models, and the textures of fonts (svo.md §1). */
export const svoFormat: FormatRow = {
  id: 'svo',
  label: 'SVO model or font texture',
  extensions: ['.svo'],
  sniff: isAvts,
  open: openSvoAsset,
};

/** The asset of an SVO file, with the opened file for callers that need more than every format has. */
export interface SvoAsset extends Asset {
  readonly svo: Svo;
}

function openSvoAsset(bytes: Uint8Array, options: OpenOptions): SvoAsset {
  const base = options.base ?? 0;
  const svo = openSvo(bytes, { base, limits: options.limits });
  return {
    format: 'svo',
    bytes,
    svo,
    report: svo.report,
    check() {
      const all = new Report();
      all.addAll(svo.report);
      checkSvo(svo, all);
      return all;
    },
    info: () => svoInfo(svo),
    entries: () => entriesOf(svo),
    toJson: () => svoToJson(svo),
    trace() {
      const trace = new Trace('file', base, base + bytes.length);
      traceSvo(svo, trace);
      return trace;
    },
    ...(svo.yabx ? { find: (path: string) => findInYabx(svo.yabx!, path) } : {}),
    write: () => writeSvo(svo),
    canonical: () => canonicalSvo(svo),
    images: () => imagesOf(svo),
    scene: () => svoToScene(svo),
  };
}

/** The file made again from its records: directory, graph and chunks. An unedited file gives the same bytes. */
export function writeSvo(svo: Svo): Uint8Array {
  const replacements = new Map<number, Uint8Array>();
  if (svo.yabx && svo.graphChunk) {
    const graph = writeYabx(svo.yabx);
    // A chunk that comes out as it was is not replaced: a damaged directory may let others share its bytes.
    if (!bytesEqual(graph, svo.graphChunk.data)) replacements.set(svo.graphChunk.entry.index, graph);
  }
  return writeAvts(svo.avts, replacements);
}

/**
 * The file in the canonical layout (svo.md §1 [D], §2): chunks in the order of the directory at multiples of 0x80, a
 * canonical graph, zeros to a multiple of 0x80 at the end but in the file of a font. Residue, reserved bytes, tails of
 * names, gaps and bytes that no chunk has are left out; a damaged graph stays as it is.
 */
export function canonicalSvo(svo: Svo): Uint8Array {
  const { yabx, graphChunk } = svo;
  const whole = yabx !== undefined && yabx.objects.length === yabx.objectCount;
  const ofFont = yabx?.legacyLibraries.some((library) => library.name.text === 'HmfToSvo/svo') ?? false;
  const chunks = svo.avts.chunks.map((chunk) => ({
    name: untilNul(chunk.entry.nameField).subarray(0, NAME_SIZE - 1),
    kind: chunk.entry.kind,
    sequence: chunk.entry.sequence,
    data: whole && chunk === graphChunk ? writeYabx(yabx, { canonical: true }) : chunk.data,
  }));
  return buildAvts(chunks, !ofFont);
}

function entriesOf(svo: Svo): AssetEntry[] {
  return svo.avts.chunks.map(({ entry, data, class: kind }) => ({
    index: entry.index,
    name: entry.name,
    nameBytes: untilNul(entry.nameField),
    kind,
    size: entry.size,
    offset: entry.offset,
    data,
    more: { kindNumber: entry.kind, sequence: entry.sequence },
  }));
}

function imagesOf(svo: Svo): AssetImage[] {
  return svoImages(svo, new Report()).flatMap(({ name, dds, chunk }) => ddsImages(dds, chunk.data, name));
}

/** The directory as stored and the graph; chunks are listed, not repeated. */
export function svoToJson(svo: Svo): JsonValue {
  const { directory, gaps } = svo.avts;
  return {
    schema: 'unbake-svo-v1',
    avts: {
      entryCount: directory.declaredCount,
      residue: toHex(directory.residue),
      entries: svo.avts.chunks.map(({ entry, class: kind }) => ({
        index: entry.index,
        name: entry.name,
        nameField: trimmedHex(entry.nameField),
        kind: entry.kind,
        sequence: entry.sequence,
        size: entry.size,
        offset: entry.offset,
        reserved: trimmedHex(entry.reserved),
        class: kind,
      })),
      gaps: gaps.map(({ start, end, zero }) => ({ start, end, zero })),
    },
    yabx: svo.yabx ? yabxToJson(svo.yabx) : null,
  };
}

/** Hex without the zeros at the end. */
function trimmedHex(bytes: Uint8Array): string {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return toHex(bytes.subarray(0, end));
}
