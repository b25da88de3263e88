import { join } from 'node:path';
import {
  type Asset,
  type AssetEntry,
  entryFormat,
  type FileNames,
  FormatError,
  openEntry,
  splitExtension,
} from '@unbake/formats';
import { exportModel, hasGeometry } from './export-file.ts';
import { type ExportCommandOptions, printDeviation, sceneOptions, writeExport } from './export-steps.ts';
import { Failure } from './failure.ts';
import type { Io } from './io/io.ts';
import type { Input } from './io/read-input.ts';
import { printError } from './output/error.ts';

/** Archives inside archives that are followed. */
const MAX_DEPTH = 8;

/** A model inside an archive. */
export interface ArchiveModel {
  /** The archive that has it. */
  archive: Asset;
  entry: AssetEntry;
  /** Position of that archive in the file on disk. */
  base: number;
  /** Names of the entries that lead to it, outermost first. */
  path: string[];
}

/** The models of an archive, those of archives inside it too. An archive that cannot be opened has none. */
export function* modelsIn(archive: Asset, base = 0, path: readonly string[] = []): Generator<ArchiveModel> {
  for (const entry of archive.entries()) {
    const kind = entryFormat(entry)?.id;
    const here = [...path, entry.name];
    if (kind === 'msh') yield { archive, entry, base, path: here };
    if (kind !== 'nres' || here.length > MAX_DEPTH) continue;
    const inner = tryOpen(archive, entry, base);
    if (inner) yield* modelsIn(inner, base + entry.offset, here);
  }
}

/** Writes every model of an archive into a folder; one that fails is said, and the rest goes on. */
export async function exportModels(
  io: Io,
  input: Input,
  archive: Asset,
  base: number,
  folder: string,
  names: FileNames,
  options: ExportCommandOptions,
): Promise<{ written: number; failed: number }> {
  const to = options.to ?? 'glb';
  const counts = { written: 0, failed: 0 };
  for (const model of modelsIn(archive, base)) {
    const shown = [input.shown, ...model.path].join('!');
    try {
      const asset = openEntry(model.archive, model.entry, model.base);
      const scene = asset.scene?.(sceneOptions(io, input, options));
      if (!hasGeometry(scene)) {
        io.stderr.write(`${shown} has no geometry and is left out\n`);
        continue;
      }
      const stem = splitExtension(names.take(splitExtension(model.entry.name).stem, to)).stem;
      const target = to === 'glb' ? folder : join(folder, stem);
      await writeExport(io, input, await exportModel(scene, to, stem, options), target, options);
      if (to !== 'obj') printDeviation(io, asset, scene, options, `${shown}: `);
      counts.written++;
    } catch (error) {
      if (!(error instanceof FormatError || error instanceof Failure)) throw error;
      counts.failed++;
      printError(io, error, shown);
    }
  }
  return counts;
}

function tryOpen(archive: Asset, entry: AssetEntry, base: number): Asset | undefined {
  try {
    return openEntry(archive, entry, base);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return undefined;
  }
}
