import { t } from '../i18n/i18n.ts';
import type { ShownPixels } from '../worker/protocol.ts';

/** Place and value of a texel, in words of the file: what stands there, not what the screen makes of it. */
export function Texel({
  pixels,
  at,
  live,
}: {
  pixels: ShownPixels;
  at: { x: number; y: number } | undefined;
  /** Said aloud: the keys have moved it. */
  live: boolean;
}) {
  if (!at) {
    return (
      <p class="texel muted" aria-live="off">
        {pixels.reduced > 1 ? t('picture.reduced', { n: pixels.reduced }) : t('picture.hint')}
      </p>
    );
  }
  const { width, rgba, reduced } = pixels;
  const index = (at.y * width + at.x) * 4;
  const [r = 0, g = 0, b = 0, a = 0] = rgba.subarray(index, index + 4);
  const hex = [r, g, b, a].map((value) => value.toString(16).padStart(2, '0').toUpperCase()).join('');
  return (
    <p class="texel" aria-live={live ? 'polite' : 'off'}>
      <span class="texel-swatch" style={{ '--texel': `rgb(${r} ${g} ${b} / ${a / 255})` }} aria-hidden="true" />
      <span class="texel-place">
        {at.x * reduced}, {at.y * reduced}
      </span>
      <span>
        <b>R</b> {r} <b>G</b> {g} <b>B</b> {b} <b>A</b> {a}
      </span>
      <code>#{hex}</code>
      {reduced > 1 && <span class="muted">{t('picture.mean', { n: reduced })}</span>}
    </p>
  );
}
