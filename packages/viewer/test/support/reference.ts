import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp, { type Sharp } from 'sharp';
import { painted } from './canvas.ts';

const folder = fileURLToPath(new URL('../reference/', import.meta.url));
/** With UNBAKE_PICTURES=1 the reference pictures are written anew; look at each before it is committed. */
const writing = process.env.UNBAKE_PICTURES === '1';

/** Width of the reference pictures in pixels; the height follows the canvas. */
const WIDTH = 320;
/** A pixel differs when a channel is further off than this: other drivers round and smooth edges in other ways. */
const CHANNEL = 32;
/** How much of what a sample covers may differ, so that small models count as much as large ones. */
export const TOLERANCE = 0.05;
/** The edge of a thin line is most of it: what covers fewer pixels is measured as if it covered these. */
const THIN = 600;

export interface Picture {
  width: number;
  height: number;
  /** RGB. */
  data: Uint8Array;
}

const VIEW = '.view3d-host > canvas';

/** Waits until the 3D view shows a file's model, and nothing but the model, and draws no further picture. */
export async function modelShown(page: Page, name: string): Promise<void> {
  await page.waitForFunction(
    ([canvas, label]) => {
      const element = document.querySelector<HTMLElement>(canvas!);
      return element?.getAttribute('aria-label')?.includes(label!) && Number(element.dataset.nodes ?? 0) > 0;
    },
    [VIEW, name],
  );
  await withoutGround(page);
  let before = -1;
  for (let same = 0; same < 2; ) {
    await painted(page);
    const now = await page.evaluate((s) => Number(document.querySelector<HTMLElement>(s)!.dataset.pictures), VIEW);
    same = now === before ? same + 1 : 0;
    before = now;
  }
}

/** Takes grid and axes away; the page keeps to it for every model. */
async function withoutGround(page: Page): Promise<void> {
  if (bare.has(page)) return;
  bare.add(page);
  await page.click('.view3d-toolbar [aria-controls=view3d-options]');
  const options = page.locator('#view3d-options');
  for (const name of ['Grid', 'Axes']) await options.getByLabel(name, { exact: true }).setChecked(false);
  await page.keyboard.press('Escape');
}

const bare = new WeakSet<Page>();

/** The model's canvas without what stands over it. */
export async function viewPicture(page: Page): Promise<Picture> {
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      for (const element of document.querySelectorAll<HTMLElement>('.view3d > :not(.view3d-host)')) {
        element.style.visibility = value ? 'hidden' : '';
      }
    }, hidden);
  await hide(true);
  const png = await page.locator(VIEW).screenshot();
  await hide(false);
  return read(sharp(png).resize({ width: WIDTH }));
}

/** What a canvas of pixels holds; clear pixels are black. */
export async function canvasPicture(page: Page, selector: string): Promise<Picture> {
  // The canvas is there before its picture is decoded.
  await page.waitForFunction((s) => {
    const canvas = document.querySelector<HTMLCanvasElement>(s);
    if (!canvas?.width || !canvas.height) return false;
    // Read from a copy: the browser warns of a canvas on the GPU that is read often.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })!;
    copy.drawImage(canvas, 0, 0);
    return copy.getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0);
  }, selector);
  await painted(page);
  const url = await page.evaluate((s) => document.querySelector<HTMLCanvasElement>(s)!.toDataURL(), selector);
  return read(sharp(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')).resize({ width: WIDTH }));
}

/** How far a picture is from its reference: 0 is the same, 1 and more has nothing in common with it. */
export async function fromReference(name: string, picture: Picture): Promise<number> {
  const path = `${folder}${name}.png`;
  if (writing && !existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    const raw = { width: picture.width, height: picture.height, channels: 3 as const };
    writeFileSync(path, await sharp(picture.data, { raw }).png({ palette: true, dither: 0, effort: 10 }).toBuffer());
  }
  return difference(await readReference(name), picture);
}

export function referenceNames(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.png'))
    .map((name) => name.slice(0, -4));
}

/** `wrong` makes of it what must not pass for it. */
export function readReference(
  name: string,
  wrong: 'upside down' | 'mirrored' | undefined = undefined,
): Promise<Picture> {
  const image = sharp(readFileSync(`${folder}${name}.png`));
  return read(wrong === 'mirrored' ? image.flop() : wrong === 'upside down' ? image.flip() : image);
}

/** Pixels that differ, for each pixel that `reference` covers. Whole rows more or less are another picture. */
export function difference(reference: Picture, picture: Picture): number {
  const { width, height } = reference;
  if (width !== picture.width || Math.abs(height - picture.height) > 1) return Number.POSITIVE_INFINITY;
  let differ = 0;
  for (let i = 0; i < Math.min(reference.data.length, picture.data.length); i += 3) {
    if (isFar(reference.data, i, picture.data, i)) differ++;
  }
  return differ / Math.max(THIN, coverage(reference));
}

/** Pixels that are not as the background, which is the colour of the first. */
export function coverage({ data }: Picture): number {
  let covered = 0;
  for (let i = 0; i < data.length; i += 3) if (isFar(data, i, data, 0)) covered++;
  return covered;
}

function isFar(a: Uint8Array, i: number, b: Uint8Array, j: number): boolean {
  return [0, 1, 2].some((k) => Math.abs(a[i + k]! - b[j + k]!) > CHANNEL);
}

async function read(image: Sharp): Promise<Picture> {
  const { data, info } = await image
    .flatten({ background: '#000' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}
