import type { Command } from 'commander';
import { type Action, examples } from '../program.ts';
import * as blend from './anim-blend.ts';
import * as importing from './anim-import.ts';
import * as sample from './anim-sample.ts';
import * as tracks from './anim-tracks.ts';

export function define(command: Command, action: Action): void {
  tracks.define(command.command('tracks'), action);
  sample.define(command.command('sample'), action);
  blend.define(command.command('blend'), action);
  importing.define(command.command('import'), action);
  command.addHelpText(
    'after',
    examples(
      ['unbake anim tracks hero.msh', 'the keys of every node'],
      ['unbake anim sample hero.msh --node arm --time 0:24:0.5', 'poses, as the engine computes them'],
      ['unbake anim import hero.msh edited.glb -o new.msh', 'animation from Blender into the model'],
    ),
  );
}
