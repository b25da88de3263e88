import {
  decodeDds,
  fontDatabaseOf,
  fontPagesOf,
  fontSvoOf,
  glyphProblems,
  layoutText,
  Report,
  type RgbaImage,
  readDds,
  renderText,
} from '@unbake/formats';
import { type Command, InvalidArgumentError } from 'commander';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { Failure } from '../failure.ts';
import { codeNames } from '../font/code-names.ts';
import { openFont } from '../font/open-font.ts';
import { printFindings, printWarnings } from '../font/refusal.ts';
import { encodeImage } from '../image-encode.ts';
import type { Io } from '../io/io.ts';
import { checkOutput, type OutputOptions, writeResult } from '../io/write-output.ts';
import { plural } from '../output/table.ts';
import { type Action, examples } from '../program.ts';

type Rgba = [number, number, number, number];

interface PreviewOptions extends OutputOptions {
  text: string;
  background?: Rgba;
}

/** Texels; larger pictures are cut. */
const MAX_SIDE = 8192;

export function define(command: Command, action: Action): void {
  command
    .argument('<file>', 'an .rfz font, archive!entry, or - for standard input')
    .requiredOption('--text <text>', 'what to draw; \\n begins a line, \\\\ is a backslash')
    .requiredOption('-o, --output <file>', 'the PNG, or - for standard output')
    .option('--background <colour>', 'RRGGBB or RRGGBBAA in hex; transparent when absent', colour)
    .option('--overwrite', 'replace the output when it exists')
    .addHelpText(
      'after',
      `
Every UTF-16 code unit is a character, as in the game. Characters that the font does not have take no
room and are named; texels outside a page are not drawn. Exit code 1: the font is damaged, and what could
be read was drawn.
${examples(
  ['unbake font preview menu.rfz --text "New game" -o menu.png', 'white on nothing, as stored'],
  ['unbake font preview menu.rfz --text "A\\nB" --background 202040 -o menu.png', 'two lines on blue'],
)}`,
    )
    .action(action(preview));
}

async function preview(io: Io, file: string, options: PreviewOptions): Promise<ExitCode> {
  const { input, rfz, report } = await openFont(io, file);
  await checkOutput(input, options);
  printFindings(io, report);
  const font = rfz.yabx && fontDatabaseOf(rfz.yabx);
  if (!font) throw new Failure(EXIT.format, `${input.shown}: the stream holds no ruhuna::Database`);
  const svo = fontSvoOf(font);
  const pages = svo ? fontPagesOf(svo) : [];
  const layout = layoutText(font.description, unescaped(options.text));

  const drawn = new Set(layout.placed.map(({ glyph }) => glyph));
  const warnings = glyphProblems(font.description, pages)
    .filter(({ index }) => drawn.has(font.description.glyphs[index]!))
    .map(({ code, problem }) => `glyph ${codeNames([code])}: ${problem}`);
  const images = new Map<number, RgbaImage>();
  for (const index of new Set(layout.placed.map(({ glyph }) => glyph.page))) {
    const page = pages[index];
    if (!page) continue;
    const findings = new Report();
    const image = findings.attempt(() => decodeDds(readDds(page.chunk.data)));
    if (image) images.set(index, image);
    else warnings.push(`page ${index} (${page.name}) is not drawn: ${findings.diagnostics[0]!.message}`);
  }
  if (layout.missing.length > 0) {
    const count = plural(layout.missing.length, 'character is', 'characters are');
    warnings.push(`${count} not in the font: ${codeNames(layout.missing)}`);
  }
  const width = layout.right - layout.left;
  const height = layout.bottom - layout.top;
  if (width > MAX_SIDE || height > MAX_SIDE) {
    warnings.push(`the text is ${width}x${height} texels, the picture is cut at ${MAX_SIDE}`);
  }
  printWarnings(io, warnings);
  const ordered = Array.from({ length: pages.length }, (_, i) => images.get(i) ?? EMPTY);
  const image = renderText(layout, ordered, { maxSize: MAX_SIDE, background: options.background });
  await writeResult(io, input, await encodeImage(image, 'png'), options);
  return rfz.complete ? EXIT.done : EXIT.findings;
}

const EMPTY: RgbaImage = { width: 0, height: 0, rgba: new Uint8Array(0) };

function unescaped(text: string): string {
  return text.replace(/\\([n\\])/g, (_, letter) => (letter === 'n' ? '\n' : '\\'));
}

function colour(text: string): Rgba {
  const hex = /^#?([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(text);
  if (!hex) throw new InvalidArgumentError('Give it as RRGGBB or RRGGBBAA in hex.');
  const value = Number.parseInt(`${hex[1]}${hex[2] ?? 'ff'}`, 16);
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}
