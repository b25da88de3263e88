import { basename } from 'node:path';
import {
  buildRfz,
  checkFontCounts,
  descriptionOf,
  fontFromBmFont,
  glyphProblems,
  packFont,
  pageSize,
  Report,
} from '@unbake/formats';
import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usageError } from '../failure.ts';
import { readBmFontPages } from '../font/bmfont-pages.ts';
import { u16 } from '../font/options.ts';
import { readFnt } from '../font/read-fnt.ts';
import { readFolder } from '../font/read-folder.ts';
import { buildOrRefuse, printFindings, printWarnings } from '../font/refusal.ts';
import { checkTarget } from '../io/atomic-write.ts';
import type { Io } from '../io/io.ts';
import { isFolder, readWhole } from '../io/read-input.ts';
import { type OutputOptions, writeMade } from '../io/write-output.ts';
import { printable } from '../output/error.ts';
import { plural } from '../output/table.ts';
import { type Action, examples } from '../program.ts';

interface PackOptions extends OutputOptions {
  name?: string;
  comment?: string;
  point?: number;
  margin?: number;
}

/** A font in memory, whole and checked. */
interface Packed {
  rfz: Uint8Array;
  glyphs: number;
  pages: number;
  /** What was made of the pictures. */
  notes: string[];
  /** Every file that was read. */
  inputs: string[];
}

export function define(command: Command, action: Action): void {
  command
    .argument('<source>', 'a BMFont .fnt file (text, XML or binary), or a folder that font unpack wrote')
    .requiredOption('-o, --output <file>', 'the .rfz, or - for standard output')
    .option('--name <name>', 'name of the typeface')
    .option('--comment <text>', 'the comment; of a BMFont it is the name when absent')
    .option('--point <n>', 'size in points', u16)
    .option('--margin <n>', 'margin of the glyphs on a page; of a BMFont its first padding when absent', u16)
    .option('--overwrite', 'replace the output when it exists')
    .addHelpText(
      'after',
      `
BMFont: pages are PNG or DDS files beside the .fnt. DDS pages of ARGB4444 stay byte for byte, all others
are converted to it; a greyscale PNG without alpha becomes white with its brightness as alpha. Characters
above U+FFFF and kerning pairs cannot be stored: they are left out and named.

Folder: what was not edited stays byte for byte. The font is made of metadata.json, glyphs.csv, the pages,
texture.svo and stream.yabx; the .fnt files are not read. A page whose DDS was edited is taken as it is;
one whose PNG no longer shows the same as its DDS is encoded in the format of the DDS.

A font that does not fit (a number too large for its field, a glyph outside its page, a page missing, one
code twice) is refused with exit code 2 before anything is written; a source that cannot be understood
gives 4.
${examples(
  ['unbake font pack menu.fnt -o menu.rfz', 'from a BMFont and its pages'],
  ['unbake font pack menu/ -o menu.rfz --overwrite', 'an unpacked folder'],
)}`,
    )
    .action(action(pack));
}

async function pack(io: Io, source: string, options: PackOptions): Promise<ExitCode> {
  if (options.output !== '-') await checkTarget(options.output, { overwrite: options.overwrite, inputs: [source] });
  const packed = (await isFolder(source))
    ? await packFolder(io, source, options)
    : await packBmFont(io, source, options);
  for (const note of packed.notes) io.stderr.write(`${printable(note)}\n`);
  await writeMade(io, packed.inputs, packed.rfz, options);
  io.stderr.write(`${plural(packed.glyphs, 'glyph')} on ${plural(packed.pages, 'page')}\n`);
  return EXIT.done;
}

async function packBmFont(io: Io, path: string, options: PackOptions): Promise<Packed> {
  const { bmfont, warnings } = await readFnt(await readWhole(path), path);
  printWarnings(io, warnings);
  const report = new Report();
  const placeOf = (place: string) => (place ? `${path}, ${place}` : path);
  const mapped = () => fontFromBmFont(bmfont, report, { ...options, fileName: basename(path) });
  const { font } = buildOrRefuse(mapped, placeOf);
  const { dds, notes, inputs } = await readBmFontPages(bmfont.pages, path);
  const sizes = buildOrRefuse(() => dds.map(pageSize), placeOf);
  // All of them are named before the font is refused.
  for (const { code, problem } of glyphProblems(font, sizes)) {
    report.add('rfz/glyph', { code, problem }, { start: 0, end: 0 }, `chars[id=${code}]`, 'error');
  }
  checkFontCounts(font, sizes, report, 'pages');
  printFindings(io, report);
  if (report.totals.error > 0) {
    throw usageError(`${path}: ${plural(report.totals.error, 'problem')} named above; nothing was written`);
  }
  const rfz = buildOrRefuse(() => buildRfz(font, dds), placeOf);
  return { rfz, glyphs: font.glyphs.length, pages: dds.length, notes, inputs: [path, ...inputs] };
}

async function packFolder(io: Io, dir: string, options: PackOptions): Promise<Packed> {
  const { folder, placeOf, notes, inputs } = await readFolder(dir);
  for (const key of ['name', 'comment', 'point', 'margin'] as const) {
    const value = options[key];
    if (value !== undefined) folder.metadata[key] = value;
  }
  const rfz = buildOrRefuse(() => packFont(folder), placeOf);
  const report = new Report();
  const sizes = buildOrRefuse(() => folder.pages.map((page, i) => pageSize(page.dds, i)), placeOf);
  checkFontCounts(descriptionOf(folder), sizes, report, dir);
  printFindings(io, report);
  return { rfz, glyphs: folder.glyphs.length, pages: folder.pages.length, notes, inputs };
}
