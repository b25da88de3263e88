import { bytesEqual } from '../binary/bytes.ts';
import { DEFAULT_LIMITS } from '../binary/limits.ts';
import { asciiLower } from '../binary/text.ts';
import { ddsImages, formatText } from '../dds/asset.ts';
import { decodeDds } from '../dds/decode.ts';
import { encodeDds } from '../dds/encode.ts';
import { fullMipCount } from '../dds/levels.ts';
import { buildMips, type MipSpace } from '../dds/mips.ts';
import type { Dds } from '../dds/types.ts';
import { writeDds } from '../dds/write.ts';
import { FormatError } from '../diagnostics/format-error.ts';
import type { RgbaImage } from '../scene/scene.ts';
import { EditError } from '../yabx/edit-error.ts';

/** A picture that can be replaced: one layer and face of a DDS file. */
export interface EditableTexture {
  /** For people. */
  readonly name: string;
  /** Whatever else names it: chunk, Image, file name. */
  readonly names: readonly string[];
  /** Which image or page of the file it is. */
  readonly owner: number;
  readonly dds: Dds;
  readonly bytes: Uint8Array;
  readonly layer: number;
  readonly face: number;
}

/** The pictures of one DDS file. */
export function pictureTextures(
  owner: number,
  name: string,
  names: readonly (string | undefined)[],
  dds: Dds,
  bytes: Uint8Array,
): EditableTexture[] {
  const pictures = ddsImages(dds, bytes, name);
  const shared = pictures.length === 1 ? names.filter((n): n is string => n !== undefined && n !== '') : [];
  return pictures.map((picture, i) => ({
    name: picture.name,
    names: shared,
    owner,
    dds,
    bytes,
    layer: Math.floor(i / dds.faces),
    face: i % dds.faces,
  }));
}

/**
 * The texture of a name: `#2` (place in the list), else its exact name, else without regard to case, with or without
 * extension.
 * @throws EditError that lists the textures when none or several fit.
 */
export function findTexture(textures: readonly EditableTexture[], wanted: string): EditableTexture {
  const listed = textures.map((t, i) => `#${i} ${t.name}`).join(', ') || 'nothing: the file has no textures';
  const byIndex = /^#(\d+)$/.exec(wanted);
  if (byIndex) {
    const found = textures[Number(byIndex[1])];
    if (found) return found;
    throw new EditError(wanted, 'there is no such texture', listed);
  }
  const folded = (name: string) => asciiLower(name.replace(/\.(?:dds|tga|png)$/i, ''));
  const steps = [(name: string) => name === wanted, (name: string) => folded(name) === folded(wanted)];
  for (const fits of steps) {
    const found = textures.filter((t) => [t.name, ...t.names].some(fits));
    if (found.length === 1) return found[0]!;
    if (found.length > 1) {
      const names = found.map((t) => `#${textures.indexOf(t)} ${t.name}`).join(', ');
      throw new EditError(wanted, `${found.length} textures are called so`, `one of ${names}`);
    }
  }
  throw new EditError(wanted, 'there is no such texture', listed);
}

export interface ReplacementOptions {
  /**
   * `keep` (default): the format of the texture. `source`: a DDS file as it is. Else the name of a format for
   * `encodeDds`.
   */
  format?: string;
  /**
   * `keep` (default): as many levels as the texture has, a full chain where it has one. A DDS file that goes in as it
   * is brings its own.
   */
  mips?: 'keep' | 'full' | 'none';
  /** What mip levels are averaged in (box filter); absent: `stored`. */
  space?: MipSpace;
}

/**
 * The DDS file that replaces the one of a texture. The header is kept but for what changes, and so is every texel or
 * block that decodes to the new pixels. While level 0 is unchanged pixel for pixel the levels that exist stay as they
 * are; else all further levels are made from it. A DDS file as source goes in as it is when its format is the one
 * wanted and no mip levels are asked for.
 * @throws EditError when the picture is too large, the format is not written, or a picture of an array or cube map
 * would change size, format or number of levels.
 */
export function replacementDds(
  texture: EditableTexture,
  source: RgbaImage | Dds,
  options: ReplacementOptions = {},
): Uint8Array {
  const { name, dds } = texture;
  const kept = options.format === undefined || options.format === 'keep';
  const mips = options.mips ?? 'keep';
  checkSize(name, source);
  if (kept && !dds.format) {
    throw new EditError(name, `the format of the texture (${formatText(dds)}) is not known`, 'a format by name');
  }
  const format = kept ? dds.format!.name : options.format!;
  if (isDds(source)) {
    const wanted = format === 'source' || (source.format?.name === format && mips === 'keep');
    if (wanted) return sourceAsItIs(texture, source);
  } else if (format === 'source') {
    throw new EditError(name, 'the picture is not a DDS file', 'a DDS file for format "source"');
  }
  return placedErrors(name, () => {
    const image = isDds(source) ? decodeDds(source) : source;
    const { layer, face } = texture;
    const levels = keptLevels(texture, image);
    const target = { original: dds, format, layer, face };
    if (!levels) return encodeDds(image, { ...target, ...(mips === 'keep' ? {} : { mips }), space: options.space });
    const full = fullMipCount(image.width, image.height);
    const count = mips === 'full' ? full : mips === 'none' ? 1 : dds.mips;
    if (count === dds.mips && format === dds.format?.name) return writeDds(dds);
    const kept = levels.slice(0, count);
    const more = buildMips(kept[kept.length - 1]!, count - kept.length + 1, options.space).slice(1);
    return encodeDds([...kept, ...more], target);
  });
}

function checkSize(name: string, { width, height }: { width: number; height: number }): void {
  const most = DEFAULT_LIMITS.maxImageSize;
  if (width >= 1 && height >= 1 && width <= most && height <= most) return;
  throw new EditError(name, `the picture is ${width}x${height}`, `1 to ${most} texels a side`);
}

function sourceAsItIs({ name, dds }: EditableTexture, source: Dds): Uint8Array {
  if (source.truncated) throw new EditError(name, 'the DDS file is cut off', 'a whole file');
  if (source.surfaces.length === 0)
    throw new EditError(name, source.problem?.detail ?? 'the DDS file is empty', 'a whole file');
  const pictures = source.layers * source.faces;
  const present = dds.layers * dds.faces;
  if (pictures !== present) {
    throw new EditError(name, `the DDS file holds ${pictures} pictures`, `${present}, as the texture has`);
  }
  return writeDds(source);
}

/** The decoded levels of a texture when the first is the image, pixel for pixel. */
function keptLevels({ dds, layer, face }: EditableTexture, image: RgbaImage): RgbaImage[] | undefined {
  if (dds.problem || dds.width !== image.width || dds.height !== image.height) return undefined;
  const first = decodeDds(dds, { layer, face });
  if (!bytesEqual(first.rgba, image.rgba)) return undefined;
  const levels = [first];
  for (let level = 1; level < dds.mips; level++) levels.push(decodeDds(dds, { layer, face, level }));
  return levels;
}

function placedErrors<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new EditError(name, error.detail, 'another picture, format or number of mip levels');
  }
}

function isDds(source: RgbaImage | Dds): source is Dds {
  return 'surfaces' in source;
}
