import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { keyOf } from '../state/files.ts';
import type { Pixels } from '../worker/protocol.ts';
import { knownThumb, makeThumb, type ThumbSource } from './thumb-store.ts';

/** How long a picture must be in view before it is made, in ms: fast scrolling asks for nothing. */
const REST = 60;
/** Texels a side that are asked for, enough for dense screens. */
const TEXELS = 192;

/** A small picture, made in the background while its place is in view; `children` stands in where there is none. */
export function Thumb({ file, picture, children }: ThumbSource & { children?: ComponentChildren }) {
  const source: ThumbSource = picture === undefined ? { file } : { file, picture };
  const shown = useSignal(knownThumb(source));
  const key = keyOf(file);
  useEffect(() => {
    const known = knownThumb(source);
    if (known) {
      shown.value = known;
      return undefined;
    }
    shown.value = undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      makeThumb(source, TEXELS, abort.signal).then(
        (pixels) => {
          if (!abort.signal.aborted) shown.value = { pixels };
        },
        () => {},
      );
    }, REST);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key, picture]);
  if (!shown.value) return <span class="thumb thumb-waiting" />;
  const { pixels } = shown.value;
  return pixels ? <PixelCanvas pixels={pixels} /> : <span class="thumb thumb-none">{children}</span>;
}

/** Texels as they are, over a checker; for small pictures. */
export function PixelCanvas({ pixels }: { pixels: Pixels }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { width, height, rgba } = pixels;
    const context = canvas.current?.getContext('2d', { willReadFrequently: true });
    context?.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0);
  }, [pixels]);
  // Few texels are shown large; the longer side fills its place.
  const few = Math.max(pixels.width, pixels.height) <= 64;
  const texels = `thumb-texels ${pixels.width >= pixels.height ? 'thumb-wide' : 'thumb-tall'}`;
  return (
    <canvas
      ref={canvas}
      class={few ? `thumb thumb-picture ${texels}` : 'thumb thumb-picture'}
      width={pixels.width}
      height={pixels.height}
    />
  );
}
