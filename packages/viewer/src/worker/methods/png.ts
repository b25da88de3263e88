import { decode, encode } from 'fast-png';
import type { Pixels } from '../protocol.ts';

/** PNG without loss: a canvas would drop the colours of transparent texels. */
export function encodePng({ width, height, rgba }: Pixels): Uint8Array<ArrayBuffer> {
  return encode({ width, height, data: rgba, depth: 8, channels: 4 }) as Uint8Array<ArrayBuffer>;
}

const PNG_MAGIC = [0x89, 0x50, 0x4e, 0x47];

export function isPng(bytes: Uint8Array): boolean {
  return PNG_MAGIC.every((byte, i) => bytes[i] === byte);
}

/** Any PNG as RGBA of 8 bits. */
export function decodePng(bytes: Uint8Array): Pixels {
  const { width, height, data, channels, depth, palette, transparency } = decode(bytes);
  const count = width * height;
  const rgba = new Uint8Array(count * 4);
  const sample = (i: number): number => (depth === 16 ? (data[i]! as number) >> 8 : (data[i]! as number));
  for (let i = 0; i < count; i++) {
    const at = i * 4;
    if (palette) {
      const color = palette[data[i]! as number] ?? [0, 0, 0];
      rgba.set([color[0]!, color[1]!, color[2]!, color[3] ?? 255], at);
      continue;
    }
    const from = i * channels;
    const grey = channels < 3;
    rgba[at] = sample(from);
    rgba[at + 1] = sample(grey ? from : from + 1);
    rgba[at + 2] = sample(grey ? from : from + 2);
    rgba[at + 3] = channels === 2 || channels === 4 ? sample(from + channels - 1) : 255;
    if (transparency && channels !== 2 && channels !== 4 && isKey(data, from, channels, transparency)) rgba[at + 3] = 0;
  }
  return { width, height, rgba };
}

function isKey(data: ArrayLike<number>, at: number, channels: number, key: ArrayLike<number>): boolean {
  for (let c = 0; c < channels; c++) if (data[at + c] !== key[c]) return false;
  return true;
}
