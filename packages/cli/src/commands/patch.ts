import type { Command } from 'commander';
import { type Action, examples } from '../program.ts';
import * as applying from './patch-apply.ts';
import * as make from './patch-make.ts';

export function define(command: Command, action: Action): void {
  make.define(command.command('make'), action);
  applying.define(command.command('apply'), action);
  command.addHelpText(
    'after',
    examples(
      ['unbake patch make hero.svo new.svo -o hero.patch.json', 'what the edit changed'],
      ['unbake patch apply hero.patch.json hero.svo -o new.svo', "the edit, on another's copy of the game"],
    ),
  );
}
