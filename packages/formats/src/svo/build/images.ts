import { bytesEqual } from '../../binary/bytes.ts';
import { decodeDds } from '../../dds/decode.ts';
import { type EncodeDdsOptions, encodeDds } from '../../dds/encode.ts';
import { parsePixelFormat } from '../../dds/pixel-format.ts';
import { readDds } from '../../dds/read.ts';
import type { Dds } from '../../dds/types.ts';
import { FormatError } from '../../diagnostics/format-error.ts';
import { type FileNames, pictureStem } from '../../scene/file-name.ts';
import type { LossList } from '../../scene/losses.ts';
import type { RgbaImage, Scene, SceneImage } from '../../scene/scene.ts';
import { EditError } from '../../yabx/edit-error.ts';
import { Draft } from './drafts.ts';
import type { BuildSvoOptions } from './options.ts';
import { RawObject } from './raw-values.ts';
import { resourceValues } from './resource.ts';

/** A DDS chunk to be. */
export interface NewImage {
  readonly draft: Draft;
  readonly chunkName: string;
  readonly bytes: Uint8Array;
}

/** Encodes pictures as DDS files and makes their Images, each once. */
export class NewImages {
  readonly #scene: Scene;
  readonly #options: BuildSvoOptions;
  readonly #prefix: string;
  readonly #names: FileNames;
  readonly #losses: LossList;
  readonly #made = new Map<number, NewImage>();

  constructor(scene: Scene, options: BuildSvoOptions, prefix: string, names: FileNames, losses: LossList) {
    this.#scene = scene;
    this.#options = options;
    this.#prefix = prefix;
    this.#names = names;
    this.#losses = losses;
  }

  get all(): readonly NewImage[] {
    return [...this.#made.values()];
  }

  /** @throws EditError for a picture that cannot be decoded, is too large, or has no such format. */
  use(index: number): Draft {
    const known = this.#made.get(index);
    if (known) return known.draft;
    const made = this.#make(index);
    this.#made.set(index, made);
    return made.draft;
  }

  /** Images that no texture uses are kept. */
  useAll(): void {
    for (const index of this.#scene.images.keys()) this.use(index);
  }

  #make(index: number): NewImage {
    const image = this.#scene.images[index]!;
    const place = `images[${index}]`;
    const bytes = placed(place, () => this.#encode(index, image));
    const { width, height, mips } = readDds(bytes);
    const fileName = this.#names.take(pictureStem(image.name), 'dds', this.#options.baseName);
    const chunkName = `${this.#prefix}${fileName}`;
    const raw = new RawObject(new RawObject(image.raw).list('sources')[0]);
    const draft = new Draft('Image', place, {
      _height: height,
      _width: width,
      _maxMipmapLevel: mips,
      _format: raw.u32('_format') ?? 1,
      _compressCustomOption: raw.text('_compressCustomOption') ?? '',
      _alphaMode: raw.u32('_alphaMode') ?? 2,
      _fileName: fileName,
      _chunkFileName: chunkName,
      _dataSize: bytes.length,
      ...resourceValues(image.name || fileName.slice(0, -'.dds'.length), raw, 2),
    });
    return { draft, chunkName, bytes };
  }

  #encode(index: number, image: SceneImage): Uint8Array {
    const { textureFormat = 'auto', mips = 'auto' } = this.#options;
    const stored = image.dds && readDds(image.dds);
    if (stored?.problem)
      throw new EditError(`images[${index}]`, stored.problem.detail, 'a DDS file that can be decoded');
    if (stored && textureFormat === 'auto' && mips === 'auto' && !stored.truncated) {
      this.#losses.add('exact', 'images', 'DDS files as they are');
      return image.dds!;
    }
    const picture = stored ? decodeDds(stored) : image.decode();
    const levels = mips === 'auto' ? this.#levelsOf(index, stored) : mips;
    const options = {
      mips: levels,
      format: textureFormat === 'auto' ? this.#format(picture, image, stored) : textureFormat,
    };
    const bytes = encodeDds(picture, options);
    const exact = bytesEqual(decodeDds(readDds(bytes)).rgba, picture.rgba);
    const name = readDds(bytes).format?.name ?? '';
    this.#losses.add(exact ? 'exact' : 'approximated', 'images', exact ? `as ${name}` : `compressed as ${name}`);
    return bytes;
  }

  #levelsOf(index: number, stored: Dds | undefined): number | 'none' | 'full' {
    if (stored) return stored.mips;
    const source = new RawObject(new RawObject(this.#scene.images[index]!.raw).list('sources')[0]);
    const levels = source.u32('_maxMipmapLevel');
    if (levels) return levels;
    return this.#scene.textures.some((t) => t.image === index && t.mipFilter !== 'none') ? 'full' : 'none';
  }

  /** The format of an earlier export where the picture still fits it, else by size and alpha. */
  #format(picture: RgbaImage, image: SceneImage, stored: Dds | undefined): string {
    const before = stored?.format ?? parsePixelFormat(image.format);
    const alpha = alphaOf(picture);
    if (before && keepsPicture(picture, before.name, alpha)) return before.name;
    if (picture.width % 4 !== 0 || picture.height % 4 !== 0) return 'A8R8G8B8';
    return alpha === 'none' ? 'DXT1' : 'DXT5';
  }
}

type Alpha = 'none' | 'on-off' | 'graded';

function alphaOf({ rgba }: RgbaImage): Alpha {
  let alpha: Alpha = 'none';
  for (let i = 3; i < rgba.length; i += 4) {
    if (rgba[i] === 255) continue;
    if (rgba[i] !== 0) return 'graded';
    alpha = 'on-off';
  }
  return alpha;
}

/** A compressed format keeps any picture that has no more alpha than it can hold; others must give it back exactly. */
function keepsPicture(picture: RgbaImage, format: string, alpha: Alpha): boolean {
  if (format === 'DXT1') return alpha !== 'graded';
  if (format === 'DXT3' || format === 'DXT5') return true;
  const options: EncodeDdsOptions = { format, mips: 'none' };
  try {
    return bytesEqual(decodeDds(readDds(encodeDds(picture, options))).rgba, picture.rgba);
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

/** What cannot be encoded is refused with the place of the picture. */
function placed<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new EditError(
      place,
      error.detail,
      'a picture beside or in the model that can be decoded, of 1 to 16384 texels a side',
    );
  }
}
