import { dirname, join } from 'node:path';
import type { Asset, Scene, SceneOptions } from '@unbake/formats';
import { deviationLines } from './anim/deviation-report.ts';
import { type ModelOptions, modelOptions } from './anim/scene-options.ts';
import type { FileExport, ModelTarget } from './export-file.ts';
import { type OutputFile, writeFilesAtomic } from './io/atomic-write.ts';
import { assetFinder } from './io/find-asset.ts';
import type { Io } from './io/io.ts';
import type { Input } from './io/read-input.ts';
import { diskFiles } from './io/write-output.ts';
import { printable } from './output/error.ts';
import { formatBytes } from './output/table.ts';

/** The options of `unbake export`. */
export interface ExportCommandOptions extends ModelOptions {
  output: string;
  to?: ModelTarget;
  textures: 'png' | 'webp' | 'dds' | 'none';
  sidecar?: boolean;
  overwrite?: boolean;
  assets?: string;
}

export async function writeExport(
  io: Io,
  input: Input,
  made: FileExport,
  folder: string,
  options: ExportCommandOptions,
  mainPath?: string,
): Promise<void> {
  const files: OutputFile[] = Array.from(made.files, ([name, data], index) => ({
    path: index === 0 && mainPath !== undefined ? mainPath : join(folder, name),
    data,
  }));
  // The main file last: when it is there, everything that it refers to is.
  const [main, ...parts] = files;
  await writeFilesAtomic([...parts, main!], { overwrite: options.overwrite, inputs: diskFiles(input) });
  for (const { path, data } of files) io.stdout.write(`${printable(path)} (${formatBytes(data.length)})\n`);
}

export function printDeviation(io: Io, asset: Asset, scene: Scene, options: ExportCommandOptions, prefix = ''): void {
  for (const line of deviationLines(asset, scene, options)) io.stderr.write(`${printable(prefix + line)}\n`);
}

export function sceneOptions(io: Io, input: Input, options: ExportCommandOptions): SceneOptions {
  const beside = input.path === undefined ? [] : [dirname(input.path)];
  return {
    findAsset: assetFinder(io, options.assets === undefined ? beside : [options.assets, ...beside]),
    ...modelOptions(options),
  };
}

export function basenameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
