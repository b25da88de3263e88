import { bytesEqual } from '../binary/bytes.ts';
import { ddsImages, formatText } from '../dds/asset.ts';
import { decodeDds } from '../dds/decode.ts';
import { encodeDds } from '../dds/encode.ts';
import { fullMipCount } from '../dds/levels.ts';
import { buildMips } from '../dds/mips.ts';
import type { Dds } from '../dds/types.ts';
import { writeDds } from '../dds/write.ts';
import { FormatError } from '../diagnostics/format-error.ts';
import type { RgbaImage } from '../scene/scene.ts';
import { EditError } from '../yabx/edit-error.ts';
import type { ReplacementOptions } from './replacement.ts';
import type { EditableTexture, StoredDds } from './texture.ts';

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
    width: picture.width,
    height: picture.height,
    format: picture.format,
    mips: picture.mips,
    bytes,
    stored: { kind: 'dds', dds, layer: Math.floor(i / dds.faces), face: i % dds.faces },
  }));
}

/** The DDS file that replaces the one of a texture: see `replacementFor`. */
export function replacementDds(
  name: string,
  stored: StoredDds,
  source: RgbaImage | Dds,
  options: ReplacementOptions,
): Uint8Array {
  const { dds, layer, face } = stored;
  const kept = options.format === undefined || options.format === 'keep';
  const mips = options.mips ?? 'keep';
  if (kept && !dds.format) {
    throw new EditError(name, `the format of the texture (${formatText(dds)}) is not known`, 'a format by name');
  }
  const format = kept ? dds.format!.name : options.format!;
  if (isDdsFile(source)) {
    const wanted = format === 'source' || (source.format?.name === format && mips === 'keep');
    if (wanted) return sourceAsItIs(name, dds, source);
  } else if (format === 'source') {
    throw new EditError(name, 'the picture is not a DDS file', 'a DDS file for format "source"');
  }
  return placedErrors(name, () => {
    const image = isDdsFile(source) ? decodeDds(source) : source;
    const levels = keptLevels(stored, image);
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

function sourceAsItIs(name: string, dds: Dds, source: Dds): Uint8Array {
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
function keptLevels({ dds, layer, face }: StoredDds, image: RgbaImage): RgbaImage[] | undefined {
  if (dds.problem || dds.width !== image.width || dds.height !== image.height) return undefined;
  const first = decodeDds(dds, { layer, face });
  if (!bytesEqual(first.rgba, image.rgba)) return undefined;
  const levels = [first];
  for (let level = 1; level < dds.mips; level++) levels.push(decodeDds(dds, { layer, face, level }));
  return levels;
}

/** A format error as an edit that does not fit. */
export function placedErrors<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new EditError(name, error.detail, 'another picture, format or number of mip levels');
  }
}

export function isDdsFile(source: RgbaImage | Dds): source is Dds {
  return 'surfaces' in source;
}
