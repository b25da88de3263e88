import { editAsset } from '@unbake/formats';
import type { Command } from 'commander';
import { addEditOutput, checkEditOutput, EDIT_OUTPUT_HELP, type EditOutput, saveEdit } from '../edit-output.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usageError } from '../failure.ts';
import type { Io } from '../io/io.ts';
import { openArgument } from '../io/read-input.ts';
import { type Action, examples } from '../program.ts';

export function define(command: Command, action: Action): void {
  addEditOutput(
    command
      .argument('<file>', 'an SVO, YABX or RFZ file, archive!entry, or - for standard input')
      .argument('<path>', 'a field or an item of one, as dump names it: State[0]._cullMode, #10002._name')
      .argument('<value>', 'its new value')
      .argument('[more...]', 'further pairs of PATH and VALUE'),
  )
    .addHelpText(
      'after',
      `
Values: numbers (0x10, nan, inf, -inf too; f32:0.5 where a float is kept as a whole number, such as
_depthBias); several numbers as 1,0,0.5,1; four also as a colour, #RRGGBB or
#RRGGBBAA; texts as they are; references as #10005, State[0] or null; lists as '[#10003, #10004]' or
'["a", "b"]'; bytes as hex:00ff. All pairs are checked before anything is written, and nothing but the
given fields changes. ${EDIT_OUTPUT_HELP}
${examples(
  ["unbake set hero.svo 'State[0]._cullMode' 0 -o new.svo", 'draw both sides'],
  ["unbake set hero.svo 'Variant[0]._valueColor' '#ff8000' -o new.svo", 'a colour'],
  ["unbake set hero.svo 'Node[2]._translation.y' -1.5 'Node[2]._name' arm --in-place", 'two at once'],
  ["unbake set menu.rfz 'Glyph[3].cell_inc_x' 12 -o new.rfz", 'a metric of a font'],
)}`,
    )
    .action(action(set));
}

async function set(
  io: Io,
  file: string,
  path: string,
  value: string,
  more: string[],
  options: EditOutput,
): Promise<ExitCode> {
  const words = [path, value, ...more];
  if (words.length % 2 === 1) {
    throw usageError(`${words.at(-1)} has no value`, 'Give pairs of PATH and VALUE; quote values that hold blanks.');
  }
  const { input, asset } = await openArgument(io, file);
  await checkEditOutput(input, options);
  const session = editAsset(asset);
  for (let i = 0; i < words.length; i += 2) session.set(words[i]!, words[i + 1]!);
  await saveEdit(io, input, asset, session.save(), options);
  return EXIT.done;
}
