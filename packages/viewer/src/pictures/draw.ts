import type { ShownPixels } from '../worker/protocol.ts';
import { type Camera, type Size, windowOf } from './camera.ts';
import { type Channel, paint, type Window } from './paint.ts';

/** A rectangle of texels. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
  /** Drawn stronger than the others. */
  strong?: boolean;
}

export interface Drawing {
  camera: Camera;
  view: Size;
  density: number;
  channel: Channel;
  boxes: readonly Box[];
  /** The texel that is outlined. */
  cursor: { x: number; y: number } | undefined;
}

/** Pixels of the screen a texel from which on its edges are drawn. */
const GRID_FROM = 16;

/** Fills a canvas of the view's size with a picture, the edges of its texels, and boxes over it. */
export function draw(canvas: HTMLCanvasElement, pixels: ShownPixels, drawing: Drawing): void {
  const { camera, view, density, channel, boxes, cursor } = drawing;
  const width = Math.round(view.width * density);
  const height = Math.round(view.height * density);
  if (width === 0 || height === 0) return;
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  // Every pixel is made by the processor: a canvas of the GPU would copy them there and back.
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const image = context.createImageData(width, height);
  const window = windowOf(camera, view, density);
  paint(image.data, width, height, pixels, window, channel);
  context.putImageData(image, 0, 0);
  if (window.scale >= GRID_FROM * density) drawGrid(context, pixels, window);
  for (const box of boxes) if (!box.strong) outline(context, box, window, density);
  for (const box of boxes) if (box.strong) outline(context, box, window, density);
  if (cursor) outline(context, { ...cursor, w: 1, h: 1, strong: true }, window, density);
}

function drawGrid(context: CanvasRenderingContext2D, picture: Size, { x, y, scale }: Window): void {
  const { width, height } = context.canvas;
  const left = Math.max(0, -x * scale);
  const top = Math.max(0, -y * scale);
  const right = Math.min(width, (picture.width - x) * scale);
  const bottom = Math.min(height, (picture.height - y) * scale);
  context.fillStyle = 'rgb(128 128 128 / 35%)';
  for (let column = Math.max(0, Math.ceil(x)); column <= picture.width; column++) {
    const at = Math.round((column - x) * scale);
    if (at > width) break;
    context.fillRect(at, top, 1, bottom - top);
  }
  for (let row = Math.max(0, Math.ceil(y)); row <= picture.height; row++) {
    const at = Math.round((row - y) * scale);
    if (at > height) break;
    context.fillRect(left, at, right - left, 1);
  }
}

/** Two lines, dark outside and light inside: seen on any picture. */
function outline(context: CanvasRenderingContext2D, box: Box, { x, y, scale }: Window, density: number): void {
  const line = Math.max(1, Math.round(density)) * (box.strong ? 2 : 1);
  const left = Math.round((box.x - x) * scale);
  const top = Math.round((box.y - y) * scale);
  const width = Math.max(1, Math.round(box.w * scale));
  const height = Math.max(1, Math.round(box.h * scale));
  context.lineWidth = line;
  context.strokeStyle = 'rgb(0 0 0 / 75%)';
  context.strokeRect(left - 1.5 * line, top - 1.5 * line, width + 3 * line, height + 3 * line);
  context.strokeStyle = box.strong ? '#ffd23c' : 'rgb(255 255 255 / 80%)';
  context.strokeRect(left - line / 2, top - line / 2, width + line, height + line);
}
