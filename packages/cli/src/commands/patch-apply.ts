import { applyPatch, editAsset } from '@unbake/formats';
import type { Command } from 'commander';
import { addEditOutput, checkEditOutput, EDIT_OUTPUT_HELP, type EditOutput, saveEdit } from '../edit-output.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usageError } from '../failure.ts';
import type { Io } from '../io/io.ts';
import { openArgument, readBytes } from '../io/read-input.ts';
import { malformed } from '../malformed.ts';
import { checkOriginal, hashOf, readPatch } from '../patch-file.ts';
import { type Action, examples } from '../program.ts';

export function define(command: Command, action: Action): void {
  addEditOutput(
    command
      .description('The edit of a patch on the file that it was made from; any other file is refused.')
      .argument('<patch>', 'the patch of unbake patch make, or - for standard input')
      .argument('<original>', 'the file as the game has it, archive!entry, or - for standard input'),
  )
    .addHelpText(
      'after',
      `
${EDIT_OUTPUT_HELP}
${examples(
  ['unbake patch apply hero.patch.json hero.svo -o new.svo', 'the same file as its maker has'],
  ['unbake patch apply hero.patch.json hero.svo --in-place', 'the old one stays as hero.svo.bak'],
)}`,
    )
    .action(action(patchApply));
}

async function patchApply(io: Io, patch: string, file: string, options: EditOutput): Promise<ExitCode> {
  if (file === '-' && patch === '-') throw usageError('only one of the files can be standard input');
  const made = readPatch(Buffer.from(await readBytes(io, patch)).toString('utf8'), patch);
  const { input, asset } = await openArgument(io, file);
  const others = patch === '-' ? [] : [patch];
  await checkEditOutput(input, options, others);
  if (hashOf(asset.bytes).sha256 === made.result.sha256 && made.result.sha256 !== made.original.sha256) {
    throw usageError(`${input.shown} has the edit of this patch already`, 'Give the file as the game has it.');
  }
  checkOriginal(made, asset.bytes, input.shown);
  const session = editAsset(asset);
  applyPatch(session, made.patch);
  const bytes = session.save();
  const { size, sha256 } = hashOf(bytes);
  if (size !== made.result.size || sha256 !== made.result.sha256) {
    throw malformed(patch, 'what it gives is not the file that it was made of', 'The patch was changed or is damaged.');
  }
  await saveEdit(io, input, asset, bytes, options, others);
  return EXIT.done;
}
