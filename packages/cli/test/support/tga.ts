import type { RgbaImage } from '@unbake/formats';

export interface TgaOptions {
  bits: 16 | 24 | 32;
  /** Else the bottom row is first, as most programs write it. */
  topDown?: boolean;
  rightToLeft?: boolean;
  rle?: boolean;
  /** What the header says of alpha; absent: as many as the depth has. */
  alphaBits?: number;
}

/** A true colour TGA file. Run-length packets go on over the ends of rows. */
export function tga({ width, height, rgba }: RgbaImage, options: TgaOptions): Uint8Array {
  const { bits, topDown = false, rightToLeft = false, rle = false } = options;
  const alphaBits = options.alphaBits ?? { 16: 1, 24: 0, 32: 8 }[bits];
  const descriptor = alphaBits | (topDown ? 0x20 : 0) | (rightToLeft ? 0x10 : 0);
  const out = [0, 0, rle ? 10 : 2, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  out.push(width & 255, width >> 8, height & 255, height >> 8, bits, descriptor);
  const texels: number[][] = [];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = rightToLeft ? width - 1 - column : column;
      const y = topDown ? row : height - 1 - row;
      const [r, g, b, a] = rgba.subarray(4 * (y * width + x)) as unknown as [number, number, number, number];
      const word = ((a >> 7) << 15) | ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
      texels.push(bits === 16 ? [word & 255, word >> 8] : bits === 24 ? [b, g, r] : [b, g, r, a]);
    }
  }
  for (let i = 0; i < texels.length; ) {
    if (!rle) {
      out.push(...texels[i++]!);
      continue;
    }
    const equal = (j: number) => j + 1 < texels.length && String(texels[j]) === String(texels[j + 1]);
    const repeats = equal(i);
    let run = 1;
    while (run < 128 && i + run < texels.length && (repeats ? equal(i + run - 1) : !equal(i + run))) run++;
    out.push(repeats ? 0x80 | (run - 1) : run - 1);
    out.push(...(repeats ? texels[i]! : texels.slice(i, i + run).flat()));
    i += run;
  }
  return Uint8Array.from(out);
}
