import {
  type Asset,
  type AssetEntry,
  type AssetInfo,
  detectFormat,
  type EntryAttributes,
  Report as FindingReport,
  FORMATS,
  type NresEntry,
  type Report,
  readNresDirectory,
  typeName,
} from '@unbake/formats';
import { openRef, WHOLE_MAX } from '../../lib/open-ref.ts';
import { readSlice } from '../../lib/read-slice.ts';
import { sizeOf } from '../../lib/source-size.ts';
import type { EntryFacts, FileFacts, FileRef, Finding } from '../protocol.ts';
import type { WorkContext } from '../worker.ts';
import { syncSource } from './sync-source.ts';

/** Bytes of an entry of a large archive that are read to see what it is. */
const HEAD = 16;

export async function open(context: WorkContext, ref: FileRef): Promise<FileFacts> {
  const size = sizeOf(ref.source);
  context.progress(0, size);
  if (size > WHOLE_MAX) return openDirectory(context, ref, size);
  const asset = await openRef(ref);
  await context.breathe();
  return factsOf(asset, size);
}

export async function check(_: WorkContext, ref: FileRef): Promise<Finding[]> {
  return findingsOf((await openRef(ref)).check());
}

/** The bytes of an entry as a file of their own. */
export async function entry(_: WorkContext, ref: FileRef, index: number): Promise<Blob> {
  const found = (await openRef(ref)).entries()[index];
  return new Blob(found ? [found.data as Uint8Array<ArrayBuffer>] : []);
}

function factsOf(asset: Asset, size: number): FileFacts {
  const info = asset.info();
  const row = FORMATS.find((format) => format.id === asset.format);
  return {
    format: asset.format,
    label: row?.label ?? asset.format,
    size,
    info,
    entries: asset.entries().map(entryFacts),
    findings: findingsOf(asset.report),
    directoryOnly: false,
    has: {
      scene: asset.scene !== undefined,
      images: asset.images !== undefined && hasImages(asset, info),
      graph: asset.format === 'svo' || asset.format === 'rfz' || asset.format === 'yabx',
      animation: asset.format === 'msh' && info.animation !== undefined && info.animation !== null,
      font: asset.format === 'rfz',
      edit: asset.format === 'svo' || asset.format === 'rfz' || asset.format === 'yabx' || asset.format === 'dds',
    },
  };
}

function hasImages(asset: Asset, info: AssetInfo): boolean {
  if (info.textures) return info.textures.length > 0;
  return (asset.images?.().length ?? 0) > 0;
}

function entryFacts({ index, name, kind, size, offset, data, more }: AssetEntry): EntryFacts {
  const attributes = attributesOf(more);
  const format = detectFormat(data, name, attributes)?.id;
  return { index, name, kind, size, offset, ...(format ? { format } : {}), ...(attributes ? { attributes } : {}) };
}

function attributesOf(more: AssetEntry['more']): EntryAttributes | undefined {
  const { type, attr1, attr2 } = more ?? {};
  if (typeof type !== 'number' || typeof attr1 !== 'number' || typeof attr2 !== 'number') return undefined;
  return { type, attr1, attr2 };
}

export function findingsOf(report: Report): Finding[] {
  return report.diagnostics.map(({ code, severity, message, offset, length, path }) => ({
    code,
    severity,
    message,
    offset,
    length,
    path,
  }));
}

/** An archive too large to be read whole: its entries are opened as slices of the file. */
async function openDirectory(context: WorkContext, ref: FileRef, size: number): Promise<FileFacts> {
  const report = new FindingReport();
  const directory = readNresDirectory(syncSource(ref.source), { report });
  const entries: EntryFacts[] = [];
  for (const item of directory.entries) {
    const head = await readSlice(ref.source, item.offset, item.offset + Math.min(HEAD, item.size));
    entries.push(largeEntry(item, head));
    if (entries.length % 64 === 0) {
      context.progress(entries.length, directory.entries.length);
      await context.breathe();
    }
  }
  const row = FORMATS.find((format) => format.id === 'nres');
  return {
    format: 'nres',
    label: row?.label ?? 'nres',
    size,
    info: { kind: row?.label ?? 'nres', name: ref.name },
    entries,
    findings: findingsOf(report),
    directoryOnly: true,
    has: { scene: false, images: false, graph: false, animation: false, font: false, edit: false },
  };
}

function largeEntry({ index, name, type, attr1, attr2, size, offset }: NresEntry, head: Uint8Array): EntryFacts {
  const attributes = { type, attr1, attr2 };
  const format = detectFormat(head, name, attributes)?.id;
  return { index, name, kind: typeName(type), size, offset, attributes, ...(format ? { format } : {}) };
}
