import type { FilterMode, SceneTexture, WrapMode } from '@unbake/formats';
import {
  ClampToEdgeWrapping,
  type CompressedPixelFormat,
  CompressedTexture,
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearMipmapNearestFilter,
  type MinificationTextureFilter,
  MirroredRepeatWrapping,
  NearestFilter,
  NearestMipmapLinearFilter,
  NearestMipmapNearestFilter,
  NoColorSpace,
  RED_GREEN_RGTC2_Format,
  RepeatWrapping,
  RGBA_BPTC_Format,
  RGBA_S3TC_DXT1_Format,
  RGBA_S3TC_DXT3_Format,
  RGBA_S3TC_DXT5_Format,
  SRGBColorSpace,
  type Texture,
  type Wrapping,
} from 'three';
import type { TextureData, TextureUse } from './texture-data.ts';

/** UV sets that three.js has attributes for. */
export const UV_SETS = 4;

const FORMATS: Record<Exclude<TextureData['codec'], 'rgba'>, CompressedPixelFormat> = {
  bc1: RGBA_S3TC_DXT1_Format,
  bc2: RGBA_S3TC_DXT3_Format,
  bc3: RGBA_S3TC_DXT5_Format,
  bc5: RED_GREEN_RGTC2_Format,
  bc7: RGBA_BPTC_Format,
};

const WRAP: Record<WrapMode, Wrapping> = {
  repeat: RepeatWrapping,
  mirror: MirroredRepeatWrapping,
  clamp: ClampToEdgeWrapping,
};

const FILTER = { point: NearestFilter, linear: LinearFilter } as const;

/** By mip filter, then by filter within a level. */
const MIN_FILTER: Record<FilterMode | 'none', Record<FilterMode, MinificationTextureFilter>> = {
  none: FILTER,
  point: { point: NearestMipmapNearestFilter, linear: LinearMipmapNearestFilter },
  linear: { point: NearestMipmapLinearFilter, linear: LinearMipmapLinearFilter },
};

/** A sampler of the scene with its pixels. The levels are used as they are and kept, so that a lost context can refill. */
export function makeTexture(source: SceneTexture, data: TextureData, use: TextureUse, uv: number): Texture {
  const [first] = data.levels;
  const { width, height } = first!;
  const levels = [...data.levels];
  let texture: DataTexture | CompressedTexture;
  if (data.codec === 'rgba') {
    texture = new DataTexture(first!.data as Uint8Array<ArrayBuffer>, width, height);
    if (levels.length > 1) texture.mipmaps = levels as unknown as DataTexture['mipmaps'];
  } else {
    texture = new CompressedTexture(
      levels as unknown as CompressedTexture['mipmaps'],
      width,
      height,
      FORMATS[data.codec],
    );
  }
  const builds = levels.length === 1 && data.mayBuildMips && source.mipFilter !== 'none';
  texture.generateMipmaps = builds;
  texture.name = source.name;
  texture.channel = uv;
  texture.wrapS = WRAP[source.wrapU];
  texture.wrapT = WRAP[source.wrapV];
  texture.magFilter = FILTER[source.magFilter];
  texture.minFilter = MIN_FILTER[levels.length > 1 || builds ? source.mipFilter : 'none'][source.minFilter];
  // The bytes are sRGB whether a DDS header says so or not: that is how the pictures were made.
  texture.colorSpace = use === 'colour' ? SRGBColorSpace : NoColorSpace;
  const aniso = source.raw._anisoNumber;
  if (typeof aniso === 'number' && aniso > 1) texture.anisotropy = Math.min(16, aniso);
  texture.needsUpdate = true;
  return texture;
}
