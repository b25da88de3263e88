import { LODS, type MshSceneOptions, STATES } from '@unbake/formats';
import { type Command, Option } from 'commander';
import { usageError } from '../failure.ts';
import { quatOrderOption, rotationSenseOption } from './model.ts';

/** The options of `export` that only Parkan models have; their names are those of `MshSceneOptions`. */
export type ModelOptions = Omit<MshSceneOptions, 'name'>;

const GROUP = 'Options for Parkan models:';

export function addModelOptions(command: Command): Command {
  const options = [
    new Option('--lod <n>', 'level of detail, 0 the finest to 3; 4 is the collision geometry').argParser(
      upTo(LODS - 1, 'levels of detail'),
    ),
    new Option('--state <n>', '0 intact, 1 and 2 damaged').argParser(upTo(STATES - 1, 'states')),
    new Option('--all-lods', 'every level of detail (MSFT_lod)'),
    new Option('--hulls', 'collision geometry too'),
    axisOption('Z up to Y up: in every number, by a root node, or not (default: bake)'),
    new Option('--winding <way>', 'turn triangles that disagree with their normals').choices(['auto', 'keep', 'flip']),
    fpsOption('frames a second of the animation (default: 30)'),
    new Option('--bake <n>', 'animation keys every 1/n frame').argParser(bakeSteps),
    quatOrderOption(),
    rotationSenseOption(),
  ];
  for (const option of options) command.addOption(option.helpGroup(GROUP));
  return command;
}

export function axisOption(description: string): Option {
  return new Option('--axis <way>', description).choices(['bake', 'root', 'none']);
}

export function fpsOption(description: string): Option {
  return new Option('--fps <n>', description).argParser(framesPerSecond);
}

/** The part of a command's options that goes into the scene. */
export function modelOptions(options: ModelOptions): ModelOptions {
  const { lod, state, allLods, hulls, axis, winding, fps, bake, quatOrder, rotationSense } = options;
  return { lod, state, allLods, hulls, axis, winding, fps, bake, quatOrder, rotationSense };
}

function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw usageError(`"${text}" is not a whole number`);
  return Number(text);
}

function upTo(last: number, what: string): (text: string) => number {
  return (text) => {
    const number = wholeNumber(text);
    if (number > last) throw usageError(`"${text}": ${what} are 0 to ${last}`);
    return number;
  };
}

function bakeSteps(text: string): number {
  const steps = wholeNumber(text);
  if (steps < 1 || steps > 1000) throw usageError(`--bake ${text}: keys a frame are 1 to 1000`);
  return steps;
}

function framesPerSecond(text: string): number {
  const fps = text.trim() === '' ? Number.NaN : Number(text);
  if (!(fps > 0 && fps <= 10_000)) {
    throw usageError(`"${text}" is not a number of frames a second`, 'Give a number above 0, such as 30.');
  }
  return fps;
}
