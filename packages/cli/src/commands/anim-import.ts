import {
  AnimationChoiceError,
  animationTables,
  type ImportedScene,
  importDeviation,
  importScene,
  type Msh,
  readAnimation,
  readMsh,
  type Scene,
  writeReplaced,
} from '@unbake/formats';
import { type Command, Option } from 'commander';
import { type AnimatedModel, nodeTitle, openModel, quatOrderOption, type ReadingOptions } from '../anim/model.ts';
import { axisOption, fpsOption } from '../anim/scene-options.ts';
import { shortNumber, smallNumber } from '../anim/values.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usageError } from '../failure.ts';
import { buildOrRefuse } from '../font/refusal.ts';
import { checkTarget } from '../io/atomic-write.ts';
import type { Io } from '../io/io.ts';
import { inputName } from '../io/read-input.ts';
import { readSceneFile } from '../io/read-scene.ts';
import { diskFiles, type OutputOptions, writeMade } from '../io/write-output.ts';
import { colorsFor } from '../output/color.ts';
import { printable } from '../output/error.ts';
import { plural } from '../output/table.ts';
import { type Action, examples } from '../program.ts';
import { checkBeforeSave } from '../save-check.ts';

interface ImportOptions extends OutputOptions, ReadingOptions {
  tolerance?: number;
  fps?: number;
  animation?: string;
  axis?: 'bake' | 'root' | 'none';
  force?: boolean;
}

/** Nodes that are listed one by one. */
const SHOWN_NODES = 12;

export function define(command: Command, action: Action): void {
  command
    .description('The animation of an edited glTF scene into a model; all but its animation tables stays as it is.')
    .argument('<file>', 'the model, archive!entry, or - for standard input')
    .argument('<edited>', 'the edited scene, .glb or .gltf')
    .requiredOption('-o, --output <file>', 'the new .msh, or - for standard output')
    .addOption(
      new Option(
        '--tolerance <x>',
        'keys that are missed by less are left out: length units, and radians (default: 1e-4)',
      ).argParser(toleranceOf),
    )
    .addOption(fpsOption('frames a second of the scene (default: as exported, else 30)'))
    .option('--animation <name>', "one of the scene's animations, or #1 by number (default: all)")
    .addOption(axisOption('how the scene was exported (default: as it says itself, else bake)'))
    .addOption(quatOrderOption())
    .addOption(
      new Option(
        '--rotation-sense <sense>',
        'how the scene was exported (default: as it says itself, else conjugate)',
      ).choices(['conjugate', 'stored']),
    )
    .option('--force', 'write the model even when it has errors')
    .option('--overwrite', 'replace the output when it exists')
    .addHelpText(
      'after',
      `
Nodes are matched by name, else by number; what does not match is listed. A node that moves as before
keeps its keys: an unedited scene gives back the same file. Other nodes get a key at every whole frame,
less those that the tolerance makes superfluous. The model is checked as by unbake validate before it is
written.
${examples(
  ['unbake export hero.msh -o hero.glb', 'first the scene, to be edited in Blender'],
  ['unbake anim import hero.msh hero.glb -o new.msh', 'then its animation back'],
  ["unbake anim import 'units.rlb!hero.msh' hero.glb -o new.msh", 'a model of an archive'],
)}`,
    )
    .action(action(animImport));
}

async function animImport(io: Io, file: string, edited: string, options: ImportOptions): Promise<ExitCode> {
  if (file === '-' && edited === '-') throw usageError('only one of the files can be standard input');
  const model = await openModel(io, file, options);
  const inputs = [...diskFiles(model.input), edited];
  if (options.output !== '-') await checkTarget(options.output, { overwrite: options.overwrite, inputs });
  const scene = await readSceneFile(edited);
  const imported = importOrRefuse(model, scene, edited, options);
  const { msh, asset, input } = model;
  const name = inputName(input);
  const bytes = imported.changes.length === 0 ? asset.write() : writeReplaced(msh, imported.changes);
  checkBeforeSave(io, bytes, name, options.force === true);
  await writeMade(io, inputs, bytes, options);
  report(io, model, scene, imported, bytes, options);
  return EXIT.done;
}

function importOrRefuse(model: AnimatedModel, scene: Scene, edited: string, options: ImportOptions): ImportedScene {
  const { animation, fps, axis, tolerance, force = false } = options;
  const { rotationSense } = options;
  const { order } = model.quatOrder;
  try {
    return buildOrRefuse(
      () => importScene(model.msh, scene, { order, animation, fps, axis, rotationSense, tolerance, force }),
      (path) => titleIn(model.msh, path),
    );
  } catch (error) {
    if (!(error instanceof AnimationChoiceError)) throw error;
    const names = error.names.map((name) => `"${printable(name)}"`).join(', ') || 'none';
    throw usageError(`${edited}: ${error.message}`, `--animation chooses one; the scene has ${names}.`);
  }
}

/** `nodes[3].keys[2]` with the node's name. */
function titleIn(msh: Msh, path: string): string {
  const [, node, rest] = /^nodes\[(\d+)\](.*)$/.exec(path) ?? [];
  return node === undefined ? path : `node ${nodeTitle(msh, Number(node))}${rest}`;
}

function report(
  io: Io,
  { msh, quatOrder }: AnimatedModel,
  scene: Scene,
  imported: ImportedScene,
  bytes: Uint8Array,
  options: ImportOptions,
): void {
  const say = (text: string) => io.stderr.write(`${printable(text)}\n`);
  const color = colorsFor(io, io.stderr);
  for (const mismatch of imported.mismatches) io.stderr.write(`${color.yellow('warning')}: ${printable(mismatch)}\n`);
  if (imported.edited.length === 0) {
    say('no node moves otherwise than before: the model is as it was');
    return;
  }
  const { edited, rewritten, tracks, fps } = imported;
  const keysOf = (node: number) => plural(tracks[node]!.keys.length, 'key');
  for (const node of edited.slice(0, SHOWN_NODES)) say(`  #${node} ${nodeTitle(msh, node)}: ${keysOf(node)}`);
  if (edited.length > SHOWN_NODES) say(`  and ${plural(edited.length - SHOWN_NODES, 'node')} more`);
  const kept = msh.nodes.length - edited.length - rewritten.length;
  say(`${plural(edited.length, 'node')} with new keys, ${kept} as before, at ${shortNumber(fps)} frames a second`);
  if (rewritten.length > 0) {
    say(`${plural(rewritten.length, 'node')} moving as before got new keys too: their frame map was not canonical`);
  }
  const made = readMsh(bytes);
  const anim = readAnimation(animationTables(made), quatOrder.order);
  const { position, angle } = importDeviation(anim, made, scene, imported, options.animation);
  const [far, turned] = [position, angle].map(smallNumber);
  say(`largest difference from the scene at whole frames: position ${far}, angle ${turned} rad`);
}

function toleranceOf(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) {
    throw usageError(`"${text}" is not a tolerance`, 'Give a number from 0 on, such as 0.001.');
  }
  return value;
}
