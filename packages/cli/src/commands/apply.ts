import { type EditSession, editAsset, type JsonValue } from '@unbake/formats';
import type { Command } from 'commander';
import { addEditOutput, checkEditOutput, EDIT_OUTPUT_HELP, type EditOutput, saveEdit } from '../edit-output.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usageError } from '../failure.ts';
import type { Io } from '../io/io.ts';
import { openArgument, readBytes } from '../io/read-input.ts';
import { malformed } from '../malformed.ts';
import { readJsonText } from '../patch-file.ts';
import { type Action, examples } from '../program.ts';

export function define(command: Command, action: Action): void {
  addEditOutput(
    command
      .argument('<file>', 'the file that the dump was made of, archive!entry, or - for standard input')
      .argument('<edited>', 'the edited JSON document of unbake dump, whole or of one PATH, or - for standard input'),
  )
    .addHelpText(
      'after',
      `
Values of the object graph may be edited, and objects added or taken away at the end of the table. What
does not fit is refused with its path in the document, and then nothing is written.
${EDIT_OUTPUT_HELP}
${examples(
  ['unbake dump hero.svo > hero.json', 'first the dump, to be edited as text'],
  ['unbake apply hero.svo hero.json -o new.svo', 'then the file with the edits'],
  ["unbake dump hero.svo 'State[0]' > state.json", 'or one object'],
  ['unbake apply hero.svo state.json --in-place', 'the same way back'],
)}`,
    )
    .action(action(apply));
}

async function apply(io: Io, file: string, edited: string, options: EditOutput): Promise<ExitCode> {
  if (file === '-' && edited === '-') throw usageError('only one of the files can be standard input');
  const { input, asset } = await openArgument(io, file);
  const others = edited === '-' ? [] : [edited];
  await checkEditOutput(input, options, others);
  const document = readJsonText(Buffer.from(await readBytes(io, edited)).toString('utf8'), edited);
  const session = editAsset(asset);
  applyDocument(session, document, edited, asset.format);
  await saveEdit(io, input, asset, session.save(), options, others);
  return EXIT.done;
}

function applyDocument(session: EditSession, document: JsonValue, edited: string, format: string): void {
  const advice = 'Give the JSON that unbake dump prints for this file.';
  if (document === null || typeof document !== 'object' || Array.isArray(document)) {
    throw malformed(edited, 'it is no JSON object', advice);
  }
  const { schema, data, path, value } = document;
  if (schema !== 'unbake-dump-v1' && schema !== 'unbake-dump-at-v1') {
    throw malformed(edited, `schema is ${JSON.stringify(schema) ?? 'missing'}`, advice);
  }
  if (document.format !== format) {
    throw usageError(`${edited} is a dump of a file of kind ${JSON.stringify(document.format)}, not ${format}`, advice);
  }
  if (data !== undefined) session.apply(data, 'data');
  else if (typeof path === 'string' && value !== undefined) session.setJson(path, value);
  else throw malformed(edited, 'it has neither "data" nor "path" and "value"', advice);
}
