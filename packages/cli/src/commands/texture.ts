import type { Command } from 'commander';
import { type Action, examples } from '../program.ts';
import * as list from './texture-list.ts';
import * as replace from './texture-replace.ts';

export function define(command: Command, action: Action): void {
  list.define(command.command('list'), action);
  replace.define(command.command('replace'), action);
  command.addHelpText(
    'after',
    examples(
      ['unbake texture list hero.svo', 'names, sizes and formats'],
      ['unbake texture replace hero.svo face face.png -o new.svo', 'another picture, in the same format'],
    ),
  );
}
