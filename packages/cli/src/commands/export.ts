import { dirname, extname, join } from 'node:path';
import { type Asset, bytesEqual, FileNames, foldFileName, splitExtension } from '@unbake/formats';
import { type Command, Option } from 'commander';
import { addModelOptions } from '../anim/scene-options.ts';
import { forEachInput } from '../batch.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { exportModels, modelsIn } from '../export-archive.ts';
import {
  type ExportTarget,
  exportModel,
  type FileExport,
  hasGeometry,
  MODEL_TARGETS,
  noGeometryError,
} from '../export-file.ts';
import { basenameOf, type ExportCommandOptions, printDeviation, sceneOptions, writeExport } from '../export-steps.ts';
import { usageError } from '../failure.ts';
import { checkTarget } from '../io/atomic-write.ts';
import type { Io } from '../io/io.ts';
import { type Input, inputName, isFolder, openInput, resolveInput } from '../io/read-input.ts';
import { diskFiles } from '../io/write-output.ts';
import { printError } from '../output/error.ts';
import { printLosses } from '../output/report.ts';
import { plural } from '../output/table.ts';
import { picturesAsPng } from '../pictures.ts';
import { type Action, examples } from '../program.ts';

export function define(command: Command, action: Action): void {
  addModelOptions(
    command
      .argument('<file>', 'a file, a folder, archive!entry, or - for standard input')
      .requiredOption('-o, --output <out>', 'OUT.glb, OUT.gltf, OUT.obj, OUT.png, a folder, or - for standard output')
      .addOption(
        new Option('--to <kind>', 'kind of model when the output is a folder or -').choices([...MODEL_TARGETS]),
      )
      .addOption(
        new Option('--textures <kind>', 'how pictures are stored; dds keeps the originals, which few programs show')
          .choices(['png', 'webp', 'dds', 'none'])
          .default('png'),
      )
      .option('--sidecar', 'also write the values that glTF has no place for as OUT.unbake.json')
      .option('--assets <folder>', 'where other files of the game are (default: beside the file)')
      .option('--overwrite', 'replace files that exist'),
  )
    .addHelpText(
      'after',
      `
A folder as output gets the model and every texture as PNG. A folder as input is converted file by
file into the same tree below the output; .gltf and .obj get a folder each, having several files. An
archive gives every model and texture in it. Of an animated Parkan model the largest deviation of the
exported curves from the engine is said.
What could not be kept exactly is listed at the end.
${examples(
  ['unbake export hero.svo -o hero.glb', 'one file with everything'],
  ['unbake export hero.svo -o hero/', 'hero.glb and the textures as PNG'],
  ['unbake export models/ -o out/ --to glb', 'a folder of models'],
  ["unbake export 'units.rlb!hero.msh' -o hero.glb --assets game/", 'a model of an archive'],
  ['unbake export logo.dds -o logo.png', 'a texture'],
)}`,
    )
    .action(action(exportCommand));
}

async function exportCommand(io: Io, file: string, options: ExportCommandOptions): Promise<ExitCode> {
  if (file !== '-' && (await isFolder(file))) return exportFolder(io, file, options);
  const input = await resolveInput(file);
  const target = await targetOf(options);
  if (options.output !== '-' && target) {
    await checkTarget(options.output, { overwrite: options.overwrite, inputs: diskFiles(input) });
  }
  const { asset, base } = await openInput(io, input);
  if (asset.format === 'nres' && target !== 'png') {
    if (target) throw archiveError(asset, input.shown);
    return exportArchive(io, input, asset, base, options);
  }
  const scene = target === 'png' ? undefined : asset.scene?.(sceneOptions(io, input, options));
  const stem = splitExtension(inputName(input)).stem;

  if (target === 'png') return exportOnePicture(io, input, asset, options);
  if (target) {
    if (!hasGeometry(scene)) throw noGeometryError(asset, input.shown);
    const toStdout = options.output === '-';
    const outStem = toStdout ? stem : options.output.slice(0, -extname(options.output).length);
    const made = await exportModel(scene, target, basenameOf(outStem), options);
    if (toStdout) io.stdout.write(onlyFile(made));
    else await writeExport(io, input, made, dirname(options.output), options, options.output);
    printLosses(io, made.losses);
    if (target !== 'obj') printDeviation(io, asset, scene, options);
    return EXIT.done;
  }
  const names = new FileNames();
  const made: FileExport = { files: new Map(), losses: [] };
  if (hasGeometry(scene)) {
    const mainStem = splitExtension(names.take(stem, options.to ?? 'glb')).stem;
    const model = await exportModel(scene, options.to ?? 'glb', mainStem, options);
    for (const [name, data] of model.files) {
      names.reserve(name);
      made.files.set(name, data);
    }
    made.losses = model.losses;
  }
  let failed = 0;
  const pictures = await picturesAsPng(asset, stem, names, (image, error) => {
    failed++;
    printError(io, error, image.name);
  });
  // Models with files of their own have their pictures among them.
  const there = [...made.files.values()];
  for (const [name, data] of pictures) {
    const same = there.findIndex((file) => bytesEqual(file, data));
    if (same >= 0) there.splice(same, 1);
    else made.files.set(name, data);
  }
  if (made.files.size === 0) {
    if (failed > 0) return EXIT.batch;
    throw noGeometryError(asset, input.shown);
  }
  await writeExport(io, input, made, options.output, options);
  if (!hasGeometry(scene)) io.stderr.write(`${input.shown} has no geometry: only its textures were written\n`);
  printLosses(io, made.losses);
  if (hasGeometry(scene) && options.to !== 'obj') printDeviation(io, asset, scene, options);
  return failed > 0 ? EXIT.batch : EXIT.done;
}

/** Every model and every texture of an archive. */
async function exportArchive(
  io: Io,
  input: Input,
  asset: Asset,
  base: number,
  options: ExportCommandOptions,
): Promise<ExitCode> {
  const names = new FileNames();
  const { written, failed } = await exportModels(io, input, asset, base, options.output, names, options);
  let broken = 0;
  const stem = splitExtension(inputName(input)).stem;
  const pictures = await picturesAsPng(asset, stem, names, (image, error) => {
    broken++;
    printError(io, error, image.name);
  });
  if (pictures.size > 0) await writeExport(io, input, { files: pictures, losses: [] }, options.output, options);
  if (written + failed + pictures.size + broken === 0) {
    throw usageError(`${input.shown} has no model and no texture`, 'unbake ls lists its entries.');
  }
  const failures = failed + broken > 0 ? `, ${failed + broken} failed` : '';
  io.stderr.write(
    `${plural(written, 'model')} and ${plural(pictures.size, 'texture')} written to ${options.output}${failures}\n`,
  );
  return failed + broken > 0 ? EXIT.batch : EXIT.done;
}

/** An archive asked for as one model. */
function archiveError(asset: Asset, shown: string): Error {
  const models = [...modelsIn(asset)].map(({ path }) => path.join('!'));
  if (models.length === 0) return noGeometryError(asset, shown);
  return usageError(
    `${shown} is an archive, not one model`,
    `-o FOLDER writes all ${models.length}; one of them is '${shown}!${models[0]}'.`,
  );
}

/** Every model below a folder, into the same tree below the output. */
async function exportFolder(io: Io, folder: string, options: ExportCommandOptions): Promise<ExitCode> {
  if (options.output === '-' || extensionTarget(options.output)) {
    throw usageError('a folder is exported into a folder', 'Give -o FOLDER and --to glb, gltf or obj.');
  }
  const to = options.to ?? 'glb';
  const ownFolder = to !== 'glb';
  const namesIn = new Map<string, FileNames>();
  let written = 0;
  let skipped = 0;
  let broken = 0;
  const result = await forEachInput(io, [folder], { exclude: [options.output] }, async (input) => {
    const relative = input.relative ?? inputName(input);
    const { asset, base } = await openInput(io, input);
    if (asset.format === 'nres') {
      const target = join(options.output, dirname(relative), splitExtension(inputName(input)).stem);
      const made = await exportModels(io, input, asset, base, target, new FileNames(), options);
      written += made.written;
      broken += made.failed;
      return false;
    }
    const scene = asset.scene?.(sceneOptions(io, input, options));
    if (!hasGeometry(scene)) {
      skipped++;
      return false;
    }
    const below = dirname(relative);
    const key = foldFileName(below);
    let names = namesIn.get(key);
    if (!names) {
      names = new FileNames();
      namesIn.set(key, names);
    }
    const wanted = splitExtension(inputName(input)).stem;
    const stem = splitExtension(names.take(wanted, to)).stem;
    if (stem !== wanted) {
      io.stderr.write(
        `${input.shown}: written as ${stem}.${to}, because ${wanted}.${to} is not free or not a safe name\n`,
      );
    }
    const target = join(options.output, below, ownFolder ? stem : '');
    const main = join(target, `${stem}.${to}`);
    await checkTarget(main, { overwrite: options.overwrite, inputs: diskFiles(input) });
    await writeExport(io, input, await exportModel(scene, to, stem, options), target, options);
    if (to !== 'obj') printDeviation(io, asset, scene, options, `${input.shown}: `);
    written++;
    return false;
  });
  const without = skipped ? `, ${skipped} without geometry left out` : '';
  const failures = result.failed + broken ? `, ${result.failed + broken} failed` : '';
  io.stderr.write(
    `${plural(written, 'model')} of ${plural(result.files, 'file')} written to ${options.output}${without}${failures}\n`,
  );
  return broken > 0 ? EXIT.batch : result.exitCode;
}

async function exportOnePicture(io: Io, input: Input, asset: Asset, options: ExportCommandOptions): Promise<ExitCode> {
  const images = asset.images?.() ?? [];
  if (images.length === 0) throw usageError(`${input.shown} (${asset.format}) has no picture`);
  if (images.length > 1) {
    throw usageError(`${input.shown} has ${images.length} pictures`, 'Give a folder: -o FOLDER writes each of them.');
  }
  const { encodeImage } = await import('../image-encode.ts');
  const data = await encodeImage(images[0]!.decode(), 'png');
  const files = new Map([[basenameOf(options.output), data]]);
  await writeExport(io, input, { files, losses: [] }, dirname(options.output), options);
  return EXIT.done;
}

function onlyFile(made: FileExport): Uint8Array {
  if (made.files.size > 1) throw usageError('standard output takes one file', 'Use --to glb without --sidecar.');
  return [...made.files.values()][0]!;
}

/** What `-o` asks for; undefined for a folder. */
async function targetOf(options: ExportCommandOptions): Promise<ExportTarget | undefined> {
  if (options.output === '-') return options.to ?? 'glb';
  if (/[/\\]$/.test(options.output) || (await isFolder(options.output))) return undefined;
  const target = extensionTarget(options.output);
  if (target && target !== 'png' && options.to && options.to !== target) {
    throw usageError(`-o ${options.output} and --to ${options.to} do not agree`, 'Leave out --to.');
  }
  if (!target && extname(options.output) !== '') {
    throw usageError(
      `${extname(options.output)} files are not written`,
      'Give OUT.glb, OUT.gltf, OUT.obj, OUT.png, or a folder with / at the end.',
    );
  }
  return target;
}

function extensionTarget(output: string): ExportTarget | undefined {
  const extension = extname(output).slice(1).toLowerCase();
  return [...MODEL_TARGETS, 'png' as const].find((target) => target === extension);
}
