import type { WebGLRenderer } from 'three';

/** What a GPU takes. */
export interface TextureCapabilities {
  /** BC1, BC2, BC3 of numbers. */
  readonly s3tc: boolean;
  /** BC1, BC2, BC3 of sRGB colours. */
  readonly s3tcSrgb: boolean;
  /** BC4, BC5. */
  readonly rgtc: boolean;
  /** BC7. */
  readonly bptc: boolean;
  /** Texels a side. */
  readonly maxTextureSize: number;
}

/** Nothing is known of the GPU: every texture is decoded, at its full size. */
export const DECODE_ALL: TextureCapabilities = {
  s3tc: false,
  s3tcSrgb: false,
  rgtc: false,
  bptc: false,
  maxTextureSize: Number.POSITIVE_INFINITY,
};

/** What the GPU behind a renderer takes. */
export function textureCapabilities(renderer: Pick<WebGLRenderer, 'extensions' | 'capabilities'>): TextureCapabilities {
  const has = (name: Parameters<WebGLRenderer['extensions']['has']>[0]) => renderer.extensions.has(name);
  return {
    s3tc: has('WEBGL_compressed_texture_s3tc'),
    s3tcSrgb: has('WEBGL_compressed_texture_s3tc_srgb'),
    rgtc: has('EXT_texture_compression_rgtc'),
    bptc: has('EXT_texture_compression_bptc'),
    maxTextureSize: renderer.capabilities.maxTextureSize,
  };
}
