import type { RgbaImage } from '../scene/scene.ts';
import { fullMipCount, levelSide } from './levels.ts';

/** What is averaged: the stored numbers, or light (sRGB decoded and encoded again; alpha is always averaged as stored). */
export type MipSpace = 'stored' | 'linear';

/**
 * The mip chain of an image, itself first: `count` levels, at most the full chain. Each level is the area average (box
 * filter) of the one before it, rounded to nearest, halves up; odd sides weigh the texels that they share. Channels are
 * averaged apart: colour is not weighted by alpha.
 */
export function buildMips(image: RgbaImage, count: number, space: MipSpace = 'stored'): RgbaImage[] {
  const levels = [image];
  const last = Math.min(count, fullMipCount(image.width, image.height));
  const toValue = space === 'linear' ? SRGB_TO_LINEAR : IDENTITY;
  while (levels.length < last) levels.push(halve(levels[levels.length - 1]!, toValue));
  return levels;
}

const IDENTITY = Float64Array.from({ length: 256 }, (_, v) => v);
/** sRGB bytes to linear light, 0 to 255. */
const SRGB_TO_LINEAR = Float64Array.from({ length: 256 }, (_, v) => {
  const s = v / 255;
  return 255 * (s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4);
});

function linearToSrgb(value: number): number {
  const l = value / 255;
  return 255 * (l <= 0.0031308 ? l * 12.92 : 1.055 * l ** (1 / 2.4) - 0.055);
}

/** For each texel of the smaller side: the first texel of the larger one, and weights that sum to 1. */
function spans(from: number, to: number): { first: number; weights: number[] }[] {
  return Array.from({ length: to }, (_, i) => {
    const start = (i * from) / to;
    const end = ((i + 1) * from) / to;
    const first = Math.floor(start);
    const weights: number[] = [];
    for (let at = first; at < end && at < from; at++) {
      weights.push((Math.min(end, at + 1) - Math.max(start, at)) / (end - start));
    }
    return { first, weights };
  });
}

/** Sums of weights such as 1/3 fall short of a half by rounding; this much is forgiven. */
const ROUNDING = 1e-9;

function halve(image: RgbaImage, toValue: Float64Array): RgbaImage {
  const width = levelSide(image.width, 1);
  const height = levelSide(image.height, 1);
  const columns = spans(image.width, width);
  const rows = spans(image.height, height);
  const rgba = new Uint8Array(width * height * 4);
  const linear = toValue !== IDENTITY;
  for (let y = 0, to = 0; y < height; y++) {
    const row = rows[y]!;
    for (let x = 0; x < width; x++, to += 4) {
      const column = columns[x]!;
      let r = 0;
      let g = 0;
      let b = 0;
      let a = 0;
      for (let j = 0; j < row.weights.length; j++) {
        let at = ((row.first + j) * image.width + column.first) * 4;
        for (let i = 0; i < column.weights.length; i++, at += 4) {
          const weight = row.weights[j]! * column.weights[i]!;
          r += weight * toValue[image.rgba[at]!]!;
          g += weight * toValue[image.rgba[at + 1]!]!;
          b += weight * toValue[image.rgba[at + 2]!]!;
          a += weight * image.rgba[at + 3]!;
        }
      }
      rgba[to] = Math.floor((linear ? linearToSrgb(r) : r) + 0.5 + ROUNDING);
      rgba[to + 1] = Math.floor((linear ? linearToSrgb(g) : g) + 0.5 + ROUNDING);
      rgba[to + 2] = Math.floor((linear ? linearToSrgb(b) : b) + 0.5 + ROUNDING);
      rgba[to + 3] = Math.floor(a + 0.5 + ROUNDING);
    }
  }
  return { width, height, rgba };
}
