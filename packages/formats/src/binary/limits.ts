/** Upper bounds that keep a hostile file from costing more than a real one. */
export interface Limits {
  /** Width and height of an image, in texels (svo.md §7). */
  readonly maxImageSize: number;
  /** Objects of one YABX table (svo.md §2). */
  readonly maxObjects: number;
  /** Bytes that an LZW stream may decode to. */
  readonly maxDecodedBytes: number;
}

export const DEFAULT_LIMITS: Limits = {
  maxImageSize: 16384,
  maxObjects: 55534,
  maxDecodedBytes: 1 << 30,
};
