import type { Window } from './paint.ts';

/** How a picture is looked at: the texel in the middle of the view, and CSS pixels a texel. */
export interface Camera {
  x: number;
  y: number;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const MIN_ZOOM = 1 / 128;
export const MAX_ZOOM = 64;
/** A picture of a few texels is not blown up beyond this by itself. */
const MOST_FIT = 40;
/** Free pixels around a picture that fits. */
const MARGIN = 8;

/** The whole picture in view: whole pixels a texel where it is smaller than the view. */
export function fitted(picture: Size, view: Size): Camera {
  const across = (view.width - 2 * MARGIN) / picture.width;
  const down = (view.height - 2 * MARGIN) / picture.height;
  const free = Math.max(MIN_ZOOM, Math.min(across, down));
  const zoom = free >= 1 ? Math.min(MOST_FIT, Math.floor(free)) : free;
  return { x: picture.width / 2, y: picture.height / 2, zoom };
}

/** A part of the picture in view, with what is around it. */
export function framed(rect: { x: number; y: number; w: number; h: number }, picture: Size, view: Size): Camera {
  const size = { width: Math.max(1, rect.w) * 1.6, height: Math.max(1, rect.h) * 1.6 };
  const { zoom } = fitted(size, view);
  return kept({ x: rect.x + rect.w / 2, y: rect.y + rect.h / 2, zoom: Math.min(16, zoom) }, picture);
}

/** Nearer or further by a factor; the texel under a point of the view stays under it. */
export function zoomed(
  camera: Camera,
  factor: number,
  at: { x: number; y: number },
  view: Size,
  picture: Size,
): Camera {
  const zoom = snapped(Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, camera.zoom * factor)), factor);
  const dx = at.x - view.width / 2;
  const dy = at.y - view.height / 2;
  return kept(
    { x: camera.x + dx / camera.zoom - dx / zoom, y: camera.y + dy / camera.zoom - dy / zoom, zoom },
    picture,
  );
}

/** Whole pixels a texel from 2 on: fractions show texels of different sizes. */
function snapped(zoom: number, factor: number): number {
  if (zoom < 2) return Math.abs(zoom - 1) < 0.12 ? 1 : zoom;
  return Math.min(MAX_ZOOM, factor >= 1 ? Math.ceil(zoom - 1e-6) : Math.floor(zoom + 1e-6));
}

/** Moved by pixels of the view. */
export function panned(camera: Camera, dx: number, dy: number, picture: Size): Camera {
  return kept({ ...camera, x: camera.x - dx / camera.zoom, y: camera.y - dy / camera.zoom }, picture);
}

/** The same, with a texel in view: moved no further than it takes. */
export function showing(camera: Camera, texel: { x: number; y: number }, view: Size): Camera {
  const halfX = Math.max(0.5, view.width / camera.zoom / 2 - 2);
  const halfY = Math.max(0.5, view.height / camera.zoom / 2 - 2);
  const x = Math.min(texel.x + 0.5 + halfX, Math.max(texel.x + 0.5 - halfX, camera.x));
  const y = Math.min(texel.y + 0.5 + halfY, Math.max(texel.y + 0.5 - halfY, camera.y));
  return { ...camera, x, y };
}

/** The middle of the view never leaves the picture. */
function kept({ x, y, zoom }: Camera, { width, height }: Size): Camera {
  return { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)), zoom };
}

/** What `paint` draws for it. `density`: pixels of the screen a CSS pixel; whole ones begin the picture. */
export function windowOf(camera: Camera, view: Size, density: number): Window {
  const scale = camera.zoom * density;
  const x = Math.round((camera.x - view.width / camera.zoom / 2) * scale) / scale;
  const y = Math.round((camera.y - view.height / camera.zoom / 2) * scale) / scale;
  return { scale, x, y };
}

/** The texel under a point of the view; undefined beside the picture. */
export function texelAt(
  point: { x: number; y: number },
  window: Window,
  density: number,
  picture: Size,
): { x: number; y: number } | undefined {
  // By the middle of the screen's pixel, as it is painted.
  const x = Math.floor(window.x + (Math.floor(point.x * density) + 0.5) / window.scale);
  const y = Math.floor(window.y + (Math.floor(point.y * density) + 0.5) / window.scale);
  return x >= 0 && y >= 0 && x < picture.width && y < picture.height ? { x, y } : undefined;
}
