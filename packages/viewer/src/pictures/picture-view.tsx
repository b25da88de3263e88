import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { formatNumber, t } from '../i18n/i18n.ts';
import type { ShownPixels } from '../worker/protocol.ts';
import { type Camera, fitted, framed, panned, type Size, showing, texelAt, windowOf, zoomed } from './camera.ts';
import { type Box, draw } from './draw.ts';
import type { Channel } from './paint.ts';
import { pointers } from './pointers.ts';
import { Texel } from './texel.tsx';

export interface PictureViewProps {
  pixels: ShownPixels;
  channel: Channel;
  /** What the canvas shows, for screen readers. */
  label: string;
  /** Outlined rectangles, in texels. */
  boxes?: readonly Box[];
  /** Brought into view when it changes. */
  focus?: Box | undefined;
  /** Further controls of its bar. */
  children?: ComponentChildren;
}

const FAR = 16;

/** A picture to look into: zoom to the texels, drag, and read the texel under the pointer or under the cursor keys. */
export function PictureView({ pixels, channel, label, boxes = [], focus, children }: PictureViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useSignal<Size>({ width: 0, height: 0 });
  /** Undefined: the whole picture. */
  const camera = useSignal<Camera | undefined>(undefined);
  const cursor = useSignal<{ x: number; y: number } | undefined>(undefined);
  const byKeys = useSignal(false);
  const picture: Size = pixels;
  const now = camera.value ?? fitted(picture, view.value);
  const density = globalThis.devicePixelRatio || 1;

  useLayoutEffect(() => {
    const element = canvas.current!.parentElement!;
    const observer = new ResizeObserver(() => {
      view.value = { width: element.clientWidth, height: element.clientHeight };
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // Another level of a texture shows the same part of it.
  const before = useRef(picture);
  useLayoutEffect(() => {
    const { width, height } = before.current;
    before.current = picture;
    const at = camera.value;
    if ((width === picture.width && height === picture.height) || !at) return;
    const ratio = picture.width / width;
    camera.value = { x: at.x * ratio, y: (at.y * picture.height) / height, zoom: at.zoom / ratio };
    cursor.value = undefined;
  }, [picture.width, picture.height]);
  useEffect(() => {
    if (focus && view.value.width > 0) camera.value = framed(focus, picture, view.value);
  }, [focus?.x, focus?.y, focus?.w, focus?.h, view.value.width > 0]);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (canvas.current)
        draw(canvas.current, pixels, {
          camera: now,
          view: view.value,
          density,
          channel,
          boxes,
          cursor: byKeys.value ? cursor.value : undefined,
        });
    });
    return () => cancelAnimationFrame(frame);
  });

  const zoom = (factor: number, at = { x: view.value.width / 2, y: view.value.height / 2 }) => {
    camera.value = zoomed(camera.value ?? fitted(picture, view.value), factor, at, view.value, picture);
  };
  const pan = (dx: number, dy: number) => {
    camera.value = panned(camera.value ?? fitted(picture, view.value), dx, dy, picture);
  };
  const readAt = (x: number, y: number) => {
    byKeys.value = false;
    const shown = camera.value ?? fitted(picture, view.value);
    cursor.value = texelAt({ x, y }, windowOf(shown, view.value, density), density, picture);
  };
  const fit = () => {
    camera.value = undefined;
  };
  const moves = useRef({ zoom, pan, readAt });
  moves.current = { zoom, pan, readAt };
  useEffect(() => pointers(canvas.current!, () => moves.current), []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = event.shiftKey ? FAR : 1;
    const step = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] }[event.key];
    if (step) {
      const from = cursor.value ?? { x: Math.floor(now.x), y: Math.floor(now.y) };
      const next = {
        x: Math.max(0, Math.min(picture.width - 1, from.x + (cursor.value ? step[0]! : 0))),
        y: Math.max(0, Math.min(picture.height - 1, from.y + (cursor.value ? step[1]! : 0))),
      };
      byKeys.value = true;
      cursor.value = next;
      if (camera.value) camera.value = showing(camera.value, next, view.value);
    } else if (event.key === '+' || event.key === '=') zoom(2);
    else if (event.key === '-') zoom(0.5);
    else if (event.key === '0') fit();
    else return;
    event.preventDefault();
  };

  return (
    <div class="picture">
      <div class="picture-bar">
        {children}
        <span class="picture-zoom">
          <button
            type="button"
            aria-label={t('picture.zoomOut')}
            title={t('picture.zoomOut')}
            onClick={() => zoom(1 / 2)}
          >
            −
          </button>
          <output aria-label={t('picture.zoom')}>{zoomText(now.zoom / pixels.reduced)}</output>
          <button type="button" aria-label={t('picture.zoomIn')} title={t('picture.zoomIn')} onClick={() => zoom(2)}>
            +
          </button>
          <button type="button" aria-pressed={camera.value === undefined} onClick={fit}>
            {t('picture.fit')}
          </button>
          <button
            type="button"
            onClick={() => {
              camera.value = { ...now, zoom: 1 };
            }}
          >
            1:1
          </button>
        </span>
      </div>
      <div
        class="picture-area"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the texel that is read
        tabIndex={0}
        aria-label={label}
        aria-describedby="picture-keys"
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} class="picture-canvas" />
        <span id="picture-keys" class="hidden">
          {t('picture.keys')}
        </span>
      </div>
      <Texel pixels={pixels} at={cursor.value} live={byKeys.value} />
    </div>
  );

  function zoomText(value: number): string {
    return `${formatNumber(value >= 0.1 ? Math.round(value * 100) : Math.round(value * 1000) / 10)} %`;
  }
}
