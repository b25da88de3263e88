import type { Pixels } from '../worker/protocol.ts';

/** What of a picture is shown: its colours over a checker or as they are, or one channel as grey. */
export const CHANNELS = ['rgba', 'rgb', 'r', 'g', 'b', 'a'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The part of a picture that is in view. */
export interface Window {
  /** Pixels of the screen a texel, above 0. */
  scale: number;
  /** Texel at the left and upper edge of the screen; fractions count. */
  x: number;
  y: number;
}

/** Greys of the checker under transparent texels, and the side of its squares in pixels of the screen. */
export interface Checker {
  light: number;
  dark: number;
  side: number;
}

export const CHECKER: Checker = { light: 0xcc, dark: 0x99, side: 8 };

/**
 * Draws a window of a picture, each pixel of the screen by the nearest texel; pixels beside the picture become transparent.
 * What is drawn is opaque, so that a canvas keeps it to the bit. From far off a halved copy is drawn instead, the one
 * whose texels come nearest to the screen's.
 * @param target RGBA of `width` by `height`.
 */
export function paint(
  target: Uint8ClampedArray,
  width: number,
  height: number,
  picture: Pixels & { smaller?: readonly Pixels[] },
  window: Window,
  channel: Channel,
  checker: Checker = CHECKER,
): void {
  const { image, shift } = levelFor(picture, window.scale);
  const out = new Uint32Array(target.buffer, target.byteOffset, width * height);
  const source = image.rgba;
  const texels =
    source.byteOffset % 4 === 0
      ? new Uint32Array(source.buffer, source.byteOffset, image.width * image.height)
      : new Uint32Array(source.slice().buffer);
  const columns = axis(width, window.x, window.scale, picture.width, shift);
  const rows = axis(height, window.y, window.scale, picture.height, shift);
  for (let py = 0; py < height; py++) {
    const row = rows[py]!;
    const to = py * width;
    if (row < 0) out.fill(0, to, to + width);
    else if (py > 0 && row === rows[py - 1] && channel !== 'rgba') out.copyWithin(to, to - width, to);
    else if (channel === 'rgba') overChecker(out, to, texels, row * image.width, columns, py, checker);
    else grey(out, to, texels, row * image.width, columns, channel);
  }
}

function levelFor(picture: Pixels & { smaller?: readonly Pixels[] }, scale: number): { image: Pixels; shift: number } {
  const levels = picture.smaller ?? [];
  const shift = scale >= 1 ? 0 : Math.min(levels.length, Math.round(Math.log2(1 / scale)));
  return shift === 0 ? { image: picture, shift } : { image: levels[shift - 1]!, shift };
}

/** By pixel: the texel of the level that its middle is on; -1 beside the picture. */
function axis(count: number, start: number, scale: number, size: number, shift: number): Int32Array {
  const found = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const texel = Math.floor(start + (i + 0.5) / scale);
    found[i] = texel < 0 || texel >= size ? -1 : texel >> shift;
  }
  return found;
}

const OPAQUE = 0xff000000;

function grey(
  out: Uint32Array,
  to: number,
  texels: Uint32Array,
  from: number,
  columns: Int32Array,
  channel: Channel,
): void {
  const shift = { rgb: -1, rgba: -1, r: 0, g: 8, b: 16, a: 24 }[channel];
  for (let px = 0; px < columns.length; px++) {
    const column = columns[px]!;
    if (column < 0) out[to + px] = 0;
    else if (shift < 0) out[to + px] = (texels[from + column]! | OPAQUE) >>> 0;
    else out[to + px] = (OPAQUE | (((texels[from + column]! >>> shift) & 0xff) * 0x010101)) >>> 0;
  }
}

function overChecker(
  out: Uint32Array,
  to: number,
  texels: Uint32Array,
  from: number,
  columns: Int32Array,
  py: number,
  { light, dark, side }: Checker,
): void {
  const odd = Math.floor(py / side) & 1;
  for (let px = 0; px < columns.length; px++) {
    const column = columns[px]!;
    if (column < 0) {
      out[to + px] = 0;
      continue;
    }
    const texel = texels[from + column]!;
    const alpha = texel >>> 24;
    if (alpha === 255) {
      out[to + px] = texel;
      continue;
    }
    const ground = ((Math.floor(px / side) & 1) === odd ? light : dark) * (255 - alpha);
    const r = Math.round(((texel & 0xff) * alpha + ground) / 255);
    const g = Math.round((((texel >>> 8) & 0xff) * alpha + ground) / 255);
    const b = Math.round((((texel >>> 16) & 0xff) * alpha + ground) / 255);
    out[to + px] = (OPAQUE | (b << 16) | (g << 8) | r) >>> 0;
  }
}
