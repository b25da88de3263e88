import {
  type BlockCodec,
  buildMips,
  type Dds,
  decodeSurface,
  FormatError,
  type RgbaImage,
  readDds,
  type SceneImage,
} from '@unbake/formats';
import type { TextureCapabilities } from './capabilities.ts';
import type { Notice } from './notice.ts';

/** What a texture means: sRGB colours, or directions. */
export type TextureUse = 'colour' | 'normal';

/** The pixels of a texture as they go to the GPU. Plain data: it may be made in a worker. */
export interface TextureData {
  readonly codec: 'rgba' | 'bc1' | 'bc2' | 'bc3' | 'bc5' | 'bc7';
  /** Largest first, each half of the one before. */
  readonly levels: readonly TextureLevel[];
  /** The source has one level only for want of a place for more: mips may be made from it. */
  readonly mayBuildMips: boolean;
}

export interface TextureLevel {
  /** In texels. */
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * The levels of an image: compressed as they are where the GPU takes them, else RGBA. Levels larger than the GPU takes are
 * left out; where none is small enough, halves of the smallest are made. Undefined, with a notice, for a picture that
 * cannot be decoded.
 */
export function textureData(
  image: SceneImage,
  use: TextureUse,
  capabilities: TextureCapabilities,
  notices: Notice[] = [],
): TextureData | undefined {
  try {
    const dds = image.dds && readDds(image.dds);
    const data = dds ? ddsData(dds, use, capabilities) : pictureData(image, capabilities.maxTextureSize);
    const { width, height } = data.levels[0]!;
    if (width < image.width || height < image.height) {
      const { name } = image;
      const shown = { shownWidth: width, shownHeight: height };
      notices.push({ code: 'texture-reduced', image: name, width: image.width, height: image.height, ...shown });
    }
    return data;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    notices.push({ code: 'texture-unreadable', image: image.name, reason: error.message });
    return undefined;
  }
}

function ddsData(dds: Dds, use: TextureUse, capabilities: TextureCapabilities): TextureData {
  if (dds.problem) throw dds.problem;
  const { maxTextureSize } = capabilities;
  const format = dds.format!;
  const surfaces = dds.surfaces.slice(0, dds.mips);
  const fitting = surfaces.filter((s) => Math.max(s.width, s.height) <= maxTextureSize);
  if (fitting.length === 0) {
    const smallest = surfaces[surfaces.length - 1]!;
    return { codec: 'rgba', levels: [shrunk(decodeSurface(format, smallest), maxTextureSize)], mayBuildMips: false };
  }
  const codec = format.kind === 'block' ? gpuCodec(format.codec, use, capabilities) : undefined;
  const whole = fitting.every((s) => s.data.length === s.size);
  if (codec && whole && isUploadable(fitting)) {
    return { codec, levels: fitting.map(({ width, height, data }) => ({ width, height, data })), mayBuildMips: false };
  }
  const levels = fitting.map((surface) => level(decodeSurface(format, surface)));
  const twoChannels = format.kind === 'block' && format.codec === 'bc5';
  if (use === 'normal' && twoChannels) for (const { data } of levels) restoreZ(data);
  return { codec: 'rgba', levels, mayBuildMips: false };
}

function pictureData(image: SceneImage, maxTextureSize: number): TextureData {
  return { codec: 'rgba', levels: [shrunk(image.decode(), maxTextureSize)], mayBuildMips: true };
}

/**
 * The codec in which the GPU shows the blocks as the decoder does; undefined where it does not. BC4, and BC5 as a colour,
 * are always decoded: WebGL shows one as red, and has no way to swizzle.
 */
function gpuCodec(
  codec: BlockCodec,
  use: TextureUse,
  capabilities: TextureCapabilities,
): TextureData['codec'] | undefined {
  switch (codec) {
    case 'bc1':
    case 'bc2':
    case 'bc3':
      return (use === 'colour' ? capabilities.s3tcSrgb : capabilities.s3tc) ? codec : undefined;
    case 'bc5':
      return use === 'normal' && capabilities.rgtc ? codec : undefined;
    case 'bc7':
      return capabilities.bptc ? codec : undefined;
    default:
      return undefined;
  }
}

/** WebGL takes whole blocks on level 0, and on further levels whole blocks or sides of 1 and 2. */
function isUploadable(levels: readonly { width: number; height: number }[]): boolean {
  return levels.every(({ width, height }, i) =>
    [width, height].every((side) => side % 4 === 0 || (i > 0 && side < 4 && side !== 3)),
  );
}

function level({ width, height, rgba }: RgbaImage): TextureLevel {
  return { width, height, data: rgba };
}

/** The picture, halved until both sides are within the limit. */
function shrunk(image: RgbaImage, maxTextureSize: number): TextureLevel {
  let small = image;
  while (Math.max(small.width, small.height) > maxTextureSize) small = buildMips(small, 2)[1]!;
  return level(small);
}

/** Blue from red and green: the third coordinate of a unit vector. */
function restoreZ(rgba: Uint8Array): void {
  for (let i = 0; i < rgba.length; i += 4) {
    const x = rgba[i]! / 127.5 - 1;
    const y = rgba[i + 1]! / 127.5 - 1;
    rgba[i + 2] = Math.round(127.5 + 127.5 * Math.sqrt(Math.max(0, 1 - x * x - y * y)));
  }
}
