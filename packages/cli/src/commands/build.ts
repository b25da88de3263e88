import { basename } from 'node:path';
import { buildSvo, EditError, FormatError, type Svo, type SvoAsset, splitExtension } from '@unbake/formats';
import { type Command, Option } from 'commander';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { hasGeometry } from '../export-file.ts';
import { describeError, Failure, usageError } from '../failure.ts';
import { checkTarget } from '../io/atomic-write.ts';
import type { Io } from '../io/io.ts';
import { openArgument } from '../io/read-input.ts';
import { readSceneFile } from '../io/read-scene.ts';
import { diskFiles, type OutputOptions, writeMade } from '../io/write-output.ts';
import { printLosses } from '../output/report.ts';
import { type Action, examples } from '../program.ts';
import { checkBeforeSave } from '../save-check.ts';
import { TEXTURE_FORMATS } from '../texture-format.ts';

interface BuildOptions extends OutputOptions {
  template?: string;
  name?: string;
  textureFormat: string;
  mips: 'auto' | 'full' | 'none';
  weights: 'float' | 'packed';
}

export function define(command: Command, action: Action): void {
  command
    .argument('<model>', 'the model: .glb, or .gltf with its files, or - for a .glb on standard input')
    .requiredOption('-o, --output <file>', 'the new .svo, or - for standard output')
    .option('--template <file>', 'a model of the game: its schema, shader names and parameters are copied')
    .option('--name <name>', "stem of the names inside the file (default: the output's name)")
    .addOption(
      new Option('--texture-format <format>', 'auto, or one format for every picture')
        .choices(['auto', ...Object.keys(TEXTURE_FORMATS)])
        .default('auto'),
    )
    .addOption(
      new Option('--mips <levels>', 'levels of the textures; auto makes a full chain where a sampler asks for one')
        .choices(['auto', 'full', 'none'])
        .default('auto'),
    )
    .addOption(
      new Option('--weights <storage>', 'skin weights as floats, or packed into four bytes, exact to 1/255')
        .choices(['float', 'packed'])
        .default('float'),
    )
    .option('--overwrite', 'replace the output when it exists')
    .addHelpText(
      'after',
      `
A model that unbake export made of an SVO file brings its render states, shader, parameters and sampler
values back; of a model from elsewhere they come from the template's material of the same name, else
from its first. Without a template they are the published ones, which a game may not have.

auto keeps DDS pictures as they are (unbake export --textures dds) and the format of an earlier export;
else pictures become DXT1, with alpha DXT5, and argb8888 where a side is no multiple of 4.

Axes, units and winding stay as they are in the model. What the file has no place for, such as
animation, is listed at the end. What does not fit is refused with its place in the glTF file.
${examples(
  ['unbake build hero.glb -o hero.svo --template game/hero.svo', 'with the shaders of the game'],
  ['unbake build hero.gltf -o hero.svo --texture-format argb8888', 'textures without compression'],
  ['unbake build hero.glb -o hero.svo --mips none --overwrite', 'again, one level a texture'],
)}`,
    )
    .action(action(build));
}

async function build(io: Io, model: string, options: BuildOptions): Promise<ExitCode> {
  const fromStdin = model === '-';
  const inputs = fromStdin ? [] : [model];
  if (fromStdin && options.template === '-') throw usageError('only one of the files can be standard input');
  const template = options.template === undefined ? undefined : await readTemplate(io, options.template);
  inputs.push(...(template?.files ?? []));
  if (options.output !== '-') await checkTarget(options.output, { overwrite: options.overwrite, inputs });
  const shown = fromStdin ? '<stdin>' : model;
  const scene = await readSceneFile(shown, { pictures: true, ...(fromStdin ? { bytes: await io.stdin() } : {}) });
  if (!hasGeometry(scene)) throw usageError(`${shown} has no triangles`, 'Give a model with a mesh.');
  const { bytes, losses } = buildOrRefuse(shown, options, () =>
    buildSvo(scene, {
      baseName: options.name ?? stemOf(options.output === '-' ? model : options.output),
      textureFormat: TEXTURE_FORMATS[options.textureFormat] ?? options.textureFormat,
      mips: options.mips,
      weights: options.weights,
      ...(template ? { template: template.svo } : {}),
    }),
  );
  if (!losses.some(({ kind, what }) => kind === 'exact' && what === 'triangles')) {
    printLosses(io, losses);
    throw usageError(`${shown} has no triangle that can be stored`, 'Give a model with a mesh that the scene shows.');
  }
  checkBeforeSave(io, bytes, options.output, false);
  await writeMade(io, inputs, bytes, options);
  printLosses(io, losses);
  return EXIT.done;
}

/** What does not fit is wrong usage; its place is in the model, in the template, or the name. */
function buildOrRefuse<T>(model: string, { template }: BuildOptions, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    const { path, reason, expected } = error;
    const place =
      path === 'template' ? `the template ${template}` : path === 'baseName' ? '--name' : `${model}, ${path}`;
    throw usageError(`${place}: ${reason}`, `Expected ${expected}.`);
  }
}

function stemOf(path: string): string {
  return path === '-' ? 'model' : splitExtension(basename(path)).stem;
}

/** @throws Failure when it is no SVO file. */
async function readTemplate(io: Io, file: string): Promise<{ svo: Svo; files: string[] }> {
  const { input, asset } = await openArgument(io, file).catch((error) => {
    if (!(error instanceof FormatError)) throw error;
    const { exitCode, message, advice } = describeError(error);
    throw new Failure(exitCode, `the template ${file}: ${message}`, advice);
  });
  if (asset.format !== 'svo') {
    throw usageError(`the template ${file} is no SVO file (${asset.format})`, 'Give a model of the game.');
  }
  return { svo: (asset as SvoAsset).svo, files: diskFiles(input) };
}
