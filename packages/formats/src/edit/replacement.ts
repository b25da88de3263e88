import { DEFAULT_LIMITS } from '../binary/limits.ts';
import type { MipSpace } from '../dds/mips.ts';
import type { Dds } from '../dds/types.ts';
import type { RgbaImage } from '../scene/scene.ts';
import { EditError } from '../yabx/edit-error.ts';
import type { EditableTexture } from './texture.ts';
import { replacementDds } from './texture-dds.ts';
import { replacementTexm } from './texture-texm.ts';

export interface ReplacementOptions {
  /**
   * `keep` (default): the format of the texture. `source`: a DDS file as it is, in place of a DDS file. Else the name of
   * a format for `encodeDds`; of a Texm texture a number such as `565`, or the name of that layout.
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
 * The bytes that replace those of a texture: a DDS file, or a Texm texture. Headers are kept but for what changes, and so
 * is every texel or block that decodes to the new pixels. While level 0 is unchanged pixel for pixel the levels that exist
 * stay as they are; else all further levels are made from it. A DDS file goes in as it is when its format is the one
 * wanted and no mip levels are asked for.
 * @throws EditError when the picture is too large, the format is not written, or a picture of an array or cube map
 * would change size, format or number of levels.
 */
export function replacementFor(
  texture: EditableTexture,
  source: RgbaImage | Dds,
  options: ReplacementOptions = {},
): Uint8Array {
  const { width, height } = source;
  const most = DEFAULT_LIMITS.maxImageSize;
  if (!(width >= 1 && height >= 1 && width <= most && height <= most)) {
    throw new EditError(texture.name, `the picture is ${width}x${height}`, `1 to ${most} texels a side`);
  }
  const { stored } = texture;
  return stored.kind === 'dds'
    ? replacementDds(texture.name, stored, source, options)
    : replacementTexm(texture.name, stored.texm, source, options);
}
