import { bytesEqual } from '../binary/bytes.ts';
import { decodeDds } from '../dds/decode.ts';
import { buildMips } from '../dds/mips.ts';
import type { Dds } from '../dds/types.ts';
import type { RgbaImage } from '../scene/scene.ts';
import { texmImage } from '../texm/asset.ts';
import { decodeTexm } from '../texm/decode.ts';
import { encodeTexm } from '../texm/encode.ts';
import { rectInside } from '../texm/read.ts';
import { fullMipCount, isTexmFormat, TEXM_FORMATS, type Texm, type TexmFormat } from '../texm/types.ts';
import { writeTexm } from '../texm/write.ts';
import { EditError } from '../yabx/edit-error.ts';
import type { ReplacementOptions } from './replacement.ts';
import type { EditableTexture } from './texture.ts';
import { isDdsFile, placedErrors } from './texture-dds.ts';

const PALETTE_COLOURS = 256;

/** The picture of a Texm texture. */
export function texmTexture(owner: number, name: string, texm: Texm, bytes: Uint8Array): EditableTexture {
  const { width, height, format, mips } = texmImage(texm, name);
  return { name, names: [], owner, width, height, format, mips, bytes, stored: { kind: 'texm', texm } };
}

/** The Texm texture that replaces another one: see `replacementFor`. Its Page rectangles stay. */
export function replacementTexm(
  name: string,
  texm: Texm,
  source: RgbaImage | Dds,
  options: ReplacementOptions,
): Uint8Array {
  const format = targetFormat(name, texm, options.format);
  return placedErrors(name, () => {
    const image = isDdsFile(source) ? decodeDds(source) : source;
    const outside = texm.page?.rects.findIndex((rect) => !rectInside(rect, image)) ?? -1;
    if (outside >= 0) {
      const reason = `rectangle ${outside} of its Page block leaves a picture of ${image.width}x${image.height}`;
      throw new EditError(name, reason, `a picture as large as ${texm.width}x${texm.height}`);
    }
    const levels = levelsFor(texm, image, options);
    const edited = encodeTexm(levels, { format, palette: paletteFor(name, texm, format, image) }, texm);
    return writeTexm({ ...edited, levels: edited.levels.map((level, i) => keepUnchanged(texm, edited, level, i)) });
  });
}

function targetFormat(name: string, texm: Texm, wanted: string | undefined): TexmFormat {
  const kept = wanted === undefined || wanted === 'keep';
  if (kept && isTexmFormat(texm.format) && texm.levels.length > 0) return texm.format;
  const known = Object.entries(TEXM_FORMATS).map(([number, { label }]) => ({ number, label }));
  // Three channels of 8 bits are stored in 32 bits here.
  const label = wanted === 'R8G8B8' ? 'X8R8G8B8' : wanted;
  const found = known.find((format) => !kept && (wanted === format.number || label === format.label));
  if (found) return Number(found.number) as TexmFormat;
  const reason = kept
    ? `its pixels (format ${texm.format}) cannot be read`
    : `a Texm texture has no format "${wanted}"`;
  throw new EditError(name, reason, known.map((format) => `${format.number} (${format.label})`).join(', '));
}

/** The levels to write: those that exist where the picture is the present one. */
function levelsFor(texm: Texm, image: RgbaImage, { mips = 'keep', space }: ReplacementOptions): RgbaImage[] {
  const full = fullMipCount(image.width, image.height);
  const wasFull = texm.levels.length > 1 && texm.levels.length === fullMipCount(texm.width, texm.height);
  const count =
    mips === 'full' || (mips === 'keep' && wasFull)
      ? full
      : mips === 'none'
        ? 1
        : Math.max(1, Math.min(full, texm.levels.length));
  const same = texm.levels.length > 0 && texm.width === image.width && texm.height === image.height;
  if (!same || !isTexmFormat(texm.format) || !bytesEqual(decodeTexm(texm).rgba, image.rgba)) {
    return buildMips(image, count, space);
  }
  const kept = texm.levels.slice(0, count).map((_, i) => decodeTexm(texm, i));
  return [...kept, ...buildMips(kept[kept.length - 1]!, count - kept.length + 1, space).slice(1)];
}

/** The palette that has every colour of the picture: the present one, else one of the picture's own colours. */
function paletteFor(name: string, texm: Texm, format: TexmFormat, image: RgbaImage): Uint8Array | undefined {
  if (format !== 0) return undefined;
  const colourAt = (bytes: Uint8Array, at: number, red: number) =>
    (bytes[at + red]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2 - red]!;
  const colours = new Set<number>();
  for (let at = 0; at < image.rgba.length; at += 4) colours.add(colourAt(image.rgba, at, 0));
  const { palette } = texm;
  if (palette) {
    const present = new Set<number>();
    for (let at = 0; at < palette.length; at += 4) present.add(colourAt(palette, at, 2));
    if ([...colours].every((colour) => present.has(colour))) return palette;
  }
  if (colours.size > PALETTE_COLOURS) {
    const reason = `the picture has ${colours.size} colours, its format has a palette of ${PALETTE_COLOURS}`;
    throw new EditError(name, reason, 'a picture of fewer colours, or another format');
  }
  const made = new Uint8Array(4 * PALETTE_COLOURS);
  let at = 0;
  for (const colour of colours) {
    made.set([colour & 255, (colour >> 8) & 255, colour >> 16], at);
    at += 4;
  }
  return made;
}

/** Puts the texture's own bytes back wherever they decode to the same pixel: unused bytes, the choice of equal colours. */
function keepUnchanged(texm: Texm, edited: Texm, level: Texm['levels'][number], index: number): Texm['levels'][number] {
  const old = texm.levels[index];
  const samePalette = edited.palette === texm.palette || !edited.palette;
  if (!old || !samePalette || edited.format !== texm.format) return level;
  if (old.width !== level.width || old.height !== level.height) return level;
  const before = decodeTexm(texm, index).rgba;
  const after = decodeTexm(edited, index).rgba;
  const data = level.data.slice();
  const unit = data.length / (level.width * level.height);
  for (let i = 0; i < level.width * level.height; i++) {
    let same = true;
    for (let c = 4 * i; c < 4 * i + 4; c++) same &&= before[c] === after[c];
    if (same) data.set(old.data.subarray(i * unit, (i + 1) * unit), i * unit);
  }
  return { ...level, data };
}
