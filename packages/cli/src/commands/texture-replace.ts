import {
  decodeDds,
  decodeTexm,
  type EditableTexture,
  editAsset,
  findTexture,
  type ReplacementOptions,
  type RgbaImage,
  readDds,
  readTexm,
  replacementFor,
} from '@unbake/formats';
import { type Command, Option } from 'commander';
import { addEditOutput, checkEditOutput, EDIT_OUTPUT_HELP, type EditOutput, saveEdit } from '../edit-output.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usageError } from '../failure.ts';
import type { Io } from '../io/io.ts';
import { openArgument, readBytes } from '../io/read-input.ts';
import { printable } from '../output/error.ts';
import { type PictureSource, readPicture, resized } from '../picture-source.ts';
import { type Action, examples } from '../program.ts';
import { TEXTURE_FORMATS } from '../texture-format.ts';

interface ReplaceOptions extends EditOutput {
  format: string;
  mips: 'keep' | 'full' | 'none';
  mipSpace: 'stored' | 'linear';
  resize?: { width: number; height: number };
}

/** `keep` and `source` are of the library; the others have names of their own there. */
const FORMATS = ['keep', 'source', ...Object.keys(TEXTURE_FORMATS)];

const LARGEST_SIDE = 16384;

export function define(command: Command, action: Action): void {
  addEditOutput(
    command
      .description('Another picture for a texture; every other texture, chunk and byte stays.')
      .argument('<file>', 'an SVO, RFZ, DDS, Texm or NRes file, archive!entry, or - for standard input')
      .argument('<name>', "the texture's name, or #2 by its number in texture list")
      .argument('<image>', 'a PNG, JPEG, WebP, TGA or DDS file, or - for standard input')
      .addOption(
        new Option('--format <format>', 'how it is stored; source: a DDS file as it is')
          .choices(FORMATS)
          .default('keep'),
      )
      .addOption(
        new Option('--mips <mips>', 'levels: as the texture has, down to 1x1, or one')
          .choices(['keep', 'full', 'none'])
          .default('keep'),
      )
      .addOption(
        new Option('--mip-space <space>', 'what levels are averaged in: stored values, or light')
          .choices(['stored', 'linear'])
          .default('stored'),
      )
      .addOption(new Option('--resize <WxH>', 'scale the picture first, such as 256x128').argParser(sizeOf)),
  )
    .addHelpText(
      'after',
      `
The texture keeps its format and its header; a full chain of mip levels stays a full one, made by a box
filter. Width, height, levels and size in the file's fields follow. Texels and blocks that show what they
showed keep their bytes. A DDS file of the same format goes in as it is, its own levels included.
${EDIT_OUTPUT_HELP}
${examples(
  ['unbake texture replace hero.svo face face.png -o new.svo', 'by name, in the same format'],
  ["unbake texture replace hero.svo '#0' face.tga --format dxt5 --mips full --in-place", 'by number, as DXT5'],
  ["unbake texture replace menu.rfz '#1' page.png -o new.rfz", 'a page of a font'],
  ['unbake texture replace hero.svo face photo.jpg --resize 256x256 -o new.svo', 'scaled'],
)}`,
    )
    .action(action(replace));
}

async function replace(io: Io, file: string, name: string, image: string, options: ReplaceOptions): Promise<ExitCode> {
  if (file === '-' && image === '-') throw usageError('only one of the files can be standard input');
  const { input, asset } = await openArgument(io, file);
  const others = image === '-' ? [] : [image];
  await checkEditOutput(input, options, others);
  const session = editAsset(asset);
  const texture = findTexture(session.textures(), name);
  const source = await pictureFor(await readBytes(io, image), image, options.resize);
  const { mips, mipSpace: space } = options;
  const wanted: ReplacementOptions = { format: TEXTURE_FORMATS[options.format] ?? options.format, mips, space };
  const replacement = replacementFor(texture, source, wanted);
  session.replaceTexture(texture, replacement);
  const bytes = session.save();
  for (const note of notesOn(texture, source, replacement)) io.stderr.write(`note: ${printable(note)}\n`);
  await saveEdit(io, input, asset, bytes, options, others);
  return EXIT.done;
}

/** What may surprise in the game. */
function notesOn(texture: EditableTexture, source: PictureSource, replacement: Uint8Array): string[] {
  const notes: string[] = [];
  const { stored } = texture;
  const made = stored.kind === 'dds' ? readDds(replacement) : readTexm(replacement);
  const { width, height } = made;
  const isPower = (side: number) => (side & (side - 1)) === 0;
  if (isPower(texture.width) && isPower(texture.height) && !(isPower(width) && isPower(height))) {
    notes.push(`${width}x${height} are no powers of two, as the old sides were; many games need them: --resize`);
  }
  if (!isPixels(source)) return notes;
  const shown = 'surfaces' in made ? decodeDds(made, stored.kind === 'dds' ? stored : {}) : decodeTexm(made);
  const [wanted, kept] = [alphasOf(source), alphasOf(shown)];
  if (wanted.size > 1 && kept.size === 1) notes.push('the format keeps no transparency: --format argb8888 or dxt5 do');
  else if (wanted.size > 2 && kept.size === 2) {
    notes.push('the format keeps texels fully opaque or fully transparent: --format dxt5 keeps the steps between');
  }
  return notes;
}

function isPixels(source: PictureSource): source is RgbaImage {
  return 'rgba' in source;
}

function alphasOf({ rgba }: RgbaImage): Set<number> {
  const found = new Set<number>();
  for (let at = 3; at < rgba.length; at += 4) found.add(rgba[at]!);
  return found;
}

async function pictureFor(bytes: Uint8Array, image: string, size: ReplaceOptions['resize']): Promise<PictureSource> {
  const source = await readPicture(bytes, image);
  if (!size) return source;
  return resized('surfaces' in source ? decodeDds(source) : source, size.width, size.height);
}

function sizeOf(text: string): { width: number; height: number } {
  const [, width, height] = /^(\d{1,5})[x×](\d{1,5})$/i.exec(text.trim())?.map(Number) ?? [];
  if (!width || !height || width > LARGEST_SIDE || height > LARGEST_SIDE) {
    throw usageError(`"${printable(text)}" is not a size`, `Give it as 256x128, 1 to ${LARGEST_SIDE} texels a side.`);
  }
  return { width, height };
}
