import type { Command } from 'commander';
import { type Action, type CommandModule, examples } from '../program.ts';
import * as make from './font-make.ts';
import * as pack from './font-pack.ts';
import * as preview from './font-preview.ts';
import * as svo from './font-svo.ts';
import * as unpack from './font-unpack.ts';

const SUBCOMMANDS: readonly (readonly [name: string, summary: string, module: CommandModule])[] = [
  ['svo', 'make the texture SVO of a font from its pages', svo],
  ['unpack', 'take a font apart into files that can be edited', unpack],
  ['pack', 'make a font from a BMFont or an unpacked folder', pack],
  ['preview', 'draw a text with a font as the game does', preview],
  ['make', 'make a font from a TrueType or OpenType file', make],
];

export function define(command: Command, action: Action): void {
  for (const [name, summary, module] of SUBCOMMANDS) {
    const sub = command
      .command(name)
      .summary(summary)
      .description(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`);
    module.define(sub, action);
  }
  command.addHelpText(
    'after',
    examples(
      ['unbake font unpack menu.rfz -o menu/', 'pages, glyphs and metrics as files'],
      ['unbake font pack menu/ -o new.rfz', 'the edited folder as a font'],
      ['unbake font preview new.rfz --text "New game" -o menu.png', 'how it looks'],
    ),
  );
}
