import { basename } from 'node:path';
import { buildRfz, splitExtension } from '@unbake/formats';
import { type Command, Option } from 'commander';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usageError } from '../failure.ts';
import { readCharacters } from '../font/characters.ts';
import { codeNames } from '../font/code-names.ts';
import { makeFont, PAGE_SIZES } from '../font/make-font.ts';
import { u16, wholeNumber } from '../font/options.ts';
import { readOutlines } from '../font/read-outlines.ts';
import { buildOrRefuse, printWarnings } from '../font/refusal.ts';
import { checkTarget } from '../io/atomic-write.ts';
import type { Io } from '../io/io.ts';
import { readBytes } from '../io/read-input.ts';
import { type OutputOptions, writeMade } from '../io/write-output.ts';
import { plural } from '../output/table.ts';
import { type Action, examples } from '../program.ts';

interface MakeOptions extends OutputOptions {
  size: number;
  chars: string;
  pageSize: string;
  margin: number;
  name?: string;
  comment?: string;
}

const MAX_SIZE = 1024;

export function define(command: Command, action: Action): void {
  command
    .argument('<font>', 'a TrueType, OpenType or WOFF file, or - for standard input')
    .requiredOption('--size <n>', `height of the em square in texels, 1 to ${MAX_SIZE}`, emSize)
    .requiredOption('--chars <file>', 'which characters: a text file, or - for standard input')
    .requiredOption('-o, --output <file>', 'the .rfz, or - for standard output')
    .addOption(
      new Option('--page-size <n>', 'width and height of a page in texels')
        .choices(PAGE_SIZES.map(String))
        .default('512'),
    )
    .option('--margin <n>', 'texels between glyphs, and to the edges of a page', u16, 1)
    .option('--name <name>', 'name of the typeface; that of the font file when absent')
    .option('--comment <text>', 'the comment; the name when absent')
    .option('--overwrite', 'replace the output when it exists')
    .addHelpText(
      'after',
      `
The characters file holds the characters themselves, in any order; each is taken once, line ends do not
count. A file of code points alone, such as "U+0020-U+007E U+3042", is read as that list; # begins a
comment in it. Characters that the font does not have, or above U+FFFF, are left out and named.

Glyphs are white with their coverage as alpha, drawn without hinting; pages are ARGB4444, the last one
only as high as it needs to be. The file is called after the output: menu.rfz has pages menu_0000.dds.
The same input gives the same file.
${examples(
  ['unbake font make Menu.ttf --size 24 --chars chars.txt -o menu.rfz', 'what chars.txt holds'],
  ['unbake font make Menu.otf --size 64 --chars - --page-size 1024 -o menu.rfz', 'large pages'],
)}`,
    )
    .action(action(make));
}

async function make(io: Io, path: string, options: MakeOptions): Promise<ExitCode> {
  const { output, chars, size } = options;
  if (path === '-' && chars === '-') throw usageError('font and characters cannot both be standard input');
  const inputs = [path, chars].filter((input) => input !== '-');
  if (output !== '-') await checkTarget(output, { overwrite: options.overwrite, inputs });
  const { codes, skipped, warnings } = readCharacters(await readBytes(io, chars), shown(chars));
  const source = await readOutlines(await readBytes(io, path), shown(path), size, codes);
  warnings.push(...source.warnings.map((warning) => `${shown(path)}: ${warning}`));
  if (skipped.length > 0) {
    const count = plural(skipped.length, 'character is', 'characters are');
    warnings.push(`${count} above U+FFFF and cannot be stored: ${codeNames(skipped)}`);
  }
  if (source.missing.length > 0) {
    const count = plural(source.missing.length, 'character is', 'characters are');
    warnings.push(`${count} not in ${shown(path)}: ${codeNames(source.missing)}`);
  }
  if (source.hasKerning) {
    warnings.push(`${shown(path)}: its kerning is left out, text is spaced by the advances alone`);
  }
  printWarnings(io, warnings);
  if (source.outlines.length === 0) {
    throw usageError(`${shown(path)} has none of the characters of ${shown(chars)}`, 'Choose others with --chars.');
  }
  const name = options.name ?? source.name;
  const { font, pages } = await makeFont(source, {
    baseName: output === '-' ? 'font' : splitExtension(basename(output)).stem,
    name,
    comment: options.comment ?? name,
    size,
    pageSize: Number(options.pageSize),
    margin: options.margin,
  });
  const rfz = buildOrRefuse(
    () => buildRfz(font, pages),
    (place) => PLACES[place] ?? place,
  );
  await writeMade(io, inputs, rfz, options);
  io.stderr.write(`${plural(font.glyphs.length, 'glyph')} on ${plural(pages.length, 'page')}\n`);
  return EXIT.done;
}

/** The library's words for what a user gives here. */
const PLACES: { [place: string]: string } = {
  baseName: 'the name of the output',
  name: '--name',
  comment: '--comment',
  margin: '--margin',
};

function shown(path: string): string {
  return path === '-' ? '<stdin>' : path;
}

function emSize(text: string): number {
  return wholeNumber(text, 1, MAX_SIZE);
}
