import { FORMATS } from '@unbake/formats';
import { Command } from 'commander';
import { EXIT_MEANINGS, type ExitCode } from './exit-code.ts';
import type { Io, Sink } from './io/io.ts';

/** What a command does; its result is the exit code. Arguments and options are as commander passes them. */
// biome-ignore lint/suspicious/noExplicitAny: commander's own arguments, typed where each command names them
export type Work = (io: Io, ...args: any[]) => Promise<ExitCode>;

/** Turns a command's work into a commander action. */
export type Action = (work: Work) => (...args: unknown[]) => Promise<void>;

/** A file of `commands/`. */
export interface CommandModule {
  /** Adds arguments, options, subcommands and `.action(action(async (io, ...) => EXIT.done))`. */
  define(command: Command, action: Action): void;
}

/** Every command: its name, its line in the help, and its file, which is loaded only when it is called. */
const COMMANDS: readonly (readonly [name: string, summary: string, load: () => Promise<CommandModule>])[] = [
  ['info', 'what is in a file', () => import('./commands/info.ts')],
  ['ls', 'list the chunks or entries of a file', () => import('./commands/ls.ts')],
  ['dump', 'decoded fields as JSON', () => import('./commands/dump.ts')],
  ['hex', 'annotated hex: bytes, field, value', () => import('./commands/hex.ts')],
  ['coverage', 'which bytes of a file are explained, and by what', () => import('./commands/coverage.ts')],
  ['validate', 'check files and say what is wrong', () => import('./commands/validate.ts')],
  ['extract', 'write the parts of a file into a folder', () => import('./commands/extract.ts')],
  ['export', 'convert to glTF, OBJ or PNG', () => import('./commands/export.ts')],
  ['repack', 'read a file and write it back', () => import('./commands/repack.ts')],
  ['roundtrip', 'prove that files are written back byte for byte', () => import('./commands/roundtrip.ts')],
  ['build', 'make an SVO file of a glTF model', () => import('./commands/build.ts')],
  ['set', 'change values of a file', () => import('./commands/set.ts')],
  ['texture', 'list and replace the textures of a file', () => import('./commands/texture.ts')],
  ['apply', 'take back a dump that was edited', () => import('./commands/apply.ts')],
  ['diff', 'what differs between two files', () => import('./commands/diff.ts')],
  ['patch', 'pass on an edit without the data of the game', () => import('./commands/patch.ts')],
  ['font', 'take bitmap fonts apart, make, pack and preview them', () => import('./commands/font.ts')],
  ['view', 'open files in the viewer, served to this machine only', () => import('./commands/view.ts')],
  ['anim', 'sample, list and import the animation of Parkan models', () => import('./commands/anim.ts')],
];

export interface Program {
  command: Command;
  /** What the command that ran came to; undefined when none did. */
  exitCode: () => ExitCode | undefined;
}

/** Commander's view of the tool; only the commands called `wanted` (or all) get their arguments and options. */
export async function createProgram(io: Io, version: string, wanted: string | 'all'): Promise<Program> {
  let exitCode: ExitCode | undefined;
  const action: Action =
    (work) =>
    async (...args) => {
      exitCode = await work(io, ...args);
    };
  const program = new Command('unbake')
    .description('Open, check, export and bake back the 3D assets of SEGA SVO and Parkan MSH games.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
      getOutHelpWidth: () => 100,
      getErrHelpWidth: () => 100,
    })
    .showHelpAfterError('(unbake --help lists commands and options)')
    .addHelpText('after', programHelp());
  for (const [name, summary, load] of COMMANDS) {
    const command = program
      .command(name)
      .summary(summary)
      .description(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`);
    if (wanted !== name && wanted !== 'all') continue;
    (await load()).define(command, action);
    showOwnHelpAfterError(command, `unbake ${name}`);
  }
  return { command: program, exitCode: () => exitCode };
}

/** The help of the program and of every command and subcommand, for the documentation. */
export async function commandHelp(): Promise<{ name: string; help: string }[]> {
  const nowhere: Sink = { isTTY: false, closed: false, write() {}, drain: async () => {}, flush: async () => {} };
  const io: Io = { stdout: nowhere, stderr: nowhere, stdin: async () => new Uint8Array(), env: {} };
  const { command } = await createProgram(io, '', 'all');
  const list: { name: string; help: string }[] = [];
  const collect = (item: Command, name: string): void => {
    let help = '';
    item.configureOutput({ writeOut: (text) => (help += text) });
    item.outputHelp();
    list.push({ name, help });
    for (const sub of item.commands) collect(sub, `${name} ${sub.name()}`);
  };
  collect(command, 'unbake');
  return list;
}

/** The part of a command's help that shows how it is called. */
export function examples(...lines: readonly (readonly [call: string, what: string])[]): string {
  const width = Math.max(...lines.map(([call]) => call.length));
  return `\nExamples:\n${lines.map(([call, what]) => `  ${call.padEnd(width)}   ${what}`).join('\n')}`;
}

function showOwnHelpAfterError(command: Command, name: string): void {
  command.showHelpAfterError(`(${name} --help shows its arguments and options)`);
  for (const sub of command.commands) showOwnHelpAfterError(sub, `${name} ${sub.name()}`);
}

function programHelp(): string {
  const kinds = FORMATS.map((row) => `  ${row.label} (${row.extensions.join(' ')})`);
  const codes = EXIT_MEANINGS.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`);
  return `
Files are named by path, as archive!entry for an entry of an archive (also archive!#3), or - for
standard input. Results go to standard output, everything else to standard error.

Kinds of files:
${kinds.join('\n')}

Exit codes:
${codes.join('\n')}
${examples(
  ['unbake info hero.svo', 'what is inside'],
  ['unbake export hero.svo -o hero.glb', 'convert a model with its textures'],
  ['unbake validate assets/', 'check a folder'],
)}`;
}
