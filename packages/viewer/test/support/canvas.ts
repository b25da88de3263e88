import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';

/** The texels that the picture view draws, each read at the middle of its pixels; RGBA of the screen. */
export function texelsOf(page: Page, width: number, height: number): Promise<number[]> {
  return page.evaluate(
    ([w, h]) => {
      const canvas = document.querySelector<HTMLCanvasElement>('.picture-canvas')!;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      let [left, top, right, bottom] = [canvas.width, canvas.height, -1, -1];
      for (let y = 0; y < canvas.height; y++) {
        for (let x = 0; x < canvas.width; x++) {
          if (data[(y * canvas.width + x) * 4 + 3] !== 255) continue;
          left = Math.min(left, x);
          right = Math.max(right, x);
          top = Math.min(top, y);
          bottom = Math.max(bottom, y);
        }
      }
      const across = (right - left + 1) / w!;
      const down = (bottom - top + 1) / h!;
      if (across < 1 || Math.abs(across - down) > 1e-6) throw new Error(`${across} by ${down} pixels a texel`);
      const texels: number[] = [];
      for (let y = 0; y < h!; y++) {
        for (let x = 0; x < w!; x++) {
          const at = (Math.floor(top + (y + 0.5) * down) * canvas.width + Math.floor(left + (x + 0.5) * across)) * 4;
          texels.push(...data.subarray(at, at + 4));
        }
      }
      return texels;
    },
    [width, height],
  );
}

/** The picture as the gallery shows it, colours from one view and alpha from another; RGBA. */
export async function shownPicture(page: Page, width: number, height: number): Promise<Uint8Array> {
  await channel(page, 'a');
  const alpha = await texelsOf(page, width, height);
  await channel(page, 'rgb');
  const colours = await texelsOf(page, width, height);
  return Uint8Array.from(colours, (value, i) => (i % 4 === 3 ? alpha[i - 3]! : value));
}

export async function channel(page: Page, name: string): Promise<void> {
  await page.click(`.channel-${name} span`);
  await painted(page);
}

/** Waits until what was changed is drawn. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
