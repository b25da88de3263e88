import { useSignal } from '@preact/signals';
import { layoutText, type RgbaImage, renderText, type TextLayout } from '@unbake/formats';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import type { OpenFile } from '../../state/files.ts';
import type { FontFacts } from '../../worker/content-facts.ts';
import { characterText, codeText } from './glyph-text.ts';
import type { FontPages } from './pages.ts';
import { sampleText } from './sample-text.ts';

/** UTF-16 code units of a text, and texels a side of its picture. */
const MOST_TEXT = 400;
const MOST_TEXELS = 4096;
/** Missing characters that are named one by one. */
const MOST_NAMED = 40;

interface TextPreviewProps {
  file: OpenFile;
  font: FontFacts;
  pages: FontPages;
  onGlyph: (glyph: number) => void;
}

/** A text of one's own, drawn by the metrics of the font as the game does it, texel by texel. */
export function TextPreview({ font, pages, onGlyph }: TextPreviewProps) {
  const { description } = font;
  const text = useSignal(useMemo(() => sampleText(description), [description]));
  const scale = useSignal(1);
  const boxes = useSignal(false);
  const layout = useMemo(() => layoutText(description, text.value), [description, text.value]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const density = globalThis.devicePixelRatio || 1;
  const used = [...new Set(layout.placed.map(({ glyph }) => glyph.page))];
  const loaded: RgbaImage[] = [];
  for (const index of used) {
    const page = pages.page(index);
    // Glyphs of a page that is reduced would be cut from the wrong place.
    if (page && page.reduced === 1) loaded[index] = page;
  }
  const image = useMemo(
    () => renderText(layout, loaded, { maxSize: MOST_TEXELS }),
    [layout, ...used.map((index) => loaded[index])],
  );
  useEffect(() => {
    if (canvas.current) drawText(canvas.current, image, boxes.value ? layout : undefined);
  });
  return (
    <section class="font-text" aria-label={t('font.preview')}>
      <div class="font-text-bar">
        <label class="font-text-label" for="font-text">
          {t('font.type')}
        </label>
        <label>
          {t('font.scale')}
          <select
            value={scale.value}
            onChange={(event) => {
              scale.value = Number(event.currentTarget.value);
            }}
          >
            {[1, 2, 3, 4].map((n) => (
              <option key={n} value={n}>
                {n}×
              </option>
            ))}
          </select>
        </label>
        <label>
          <input
            type="checkbox"
            checked={boxes.value}
            onChange={(event) => {
              boxes.value = event.currentTarget.checked;
            }}
          />{' '}
          {t('font.boxes')}
        </label>
      </div>
      <textarea
        id="font-text"
        rows={2}
        spellcheck={false}
        maxLength={MOST_TEXT}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
      <Missing codes={layout.missing} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the table of glyphs does the same by keyboard */}
      <div
        class="font-picture"
        role="img"
        aria-label={t('font.drawn', { text: text.value })}
        onClick={(event) => {
          const place = canvas.current!.getBoundingClientRect();
          const x = ((event.clientX - place.left) / place.width) * image.width + layout.left;
          const y = ((event.clientY - place.top) / place.height) * image.height + layout.top;
          const hit = layout.placed.find(
            (p) => x >= p.x && y >= p.y && x < p.x + p.glyph.x2 - p.glyph.x1 && y < p.y + p.glyph.y2 - p.glyph.y1,
          );
          if (hit) onGlyph(description.glyphs.indexOf(hit.glyph));
        }}
      >
        <canvas
          ref={canvas}
          style={{
            width: `${(image.width * scale.value) / density}px`,
            height: `${(image.height * scale.value) / density}px`,
          }}
        />
      </div>
    </section>
  );
}

/** The characters of a text that the font has no glyph for, by name: they take no room in the game. */
function Missing({ codes }: { codes: readonly number[] }) {
  if (codes.length === 0) return <p class="font-missing" aria-live="polite" />;
  const named = codes.slice(0, MOST_NAMED).map((code) => `${characterText(code)} ${codeText(code)}`);
  return (
    <p class="font-missing warning" aria-live="polite">
      {t('font.missing', { n: codes.length })}: {named.join(', ')}
      {codes.length > MOST_NAMED && ' …'}
    </p>
  );
}

function drawText(canvas: HTMLCanvasElement, image: RgbaImage, layout: TextLayout | undefined): void {
  const { width, height, rgba } = image;
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0);
  if (!layout) return;
  context.strokeStyle = '#ffd23c';
  context.lineWidth = 1;
  for (const { glyph, x, y } of layout.placed) {
    const box = [
      x - layout.left + 0.5,
      y - layout.top + 0.5,
      glyph.x2 - glyph.x1 - 1,
      glyph.y2 - glyph.y1 - 1,
    ] as const;
    context.strokeRect(...box);
  }
}
