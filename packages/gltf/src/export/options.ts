import type { Loss, RgbaImage } from '@unbake/formats';

/** Encodes a picture, lossless. The package has no codec of its own: a program passes one, such as sharp. */
export type EncodeImage = (image: RgbaImage, format: 'png' | 'webp') => Promise<Uint8Array>;

export interface ExportOptions {
  /**
   * png (default): glTF without extensions. webp: EXT_texture_webp. dds: the source's DDS files as they are through
   * MSFT_texture_dds, PNG where there is none; few programs show them. none: no textures.
   */
  textures?: 'png' | 'webp' | 'dds' | 'none';
  /** Needed whenever a picture has to be encoded: for png and webp, and for images of a scene that are no DDS. */
  encodeImage?: EncodeImage;
  /** The other levels of detail too, through MSFT_lod. Default false: the finest only. */
  allLods?: boolean;
  /** Stem of the file names of `exportGltf`. Default: the scene's name. */
  baseName?: string;
}

export interface GlbExport {
  bytes: Uint8Array;
  /** The scene's losses and the exporter's, in the order of `formatLosses`. */
  losses: Loss[];
}

export interface GltfExport {
  /** By plain file name, without folders; the .gltf first. */
  files: Map<string, Uint8Array>;
  losses: Loss[];
}
