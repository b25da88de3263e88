import { drawnGlyph } from '@unbake/formats';
import { t } from '../../i18n/i18n.ts';
import type { Box } from '../../pictures/draw.ts';
import { PictureView } from '../../pictures/picture-view.tsx';
import type { OpenFile } from '../../state/files.ts';
import { showTab } from '../../state/layout.ts';
import { select } from '../../state/selection.ts';
import { showPicture } from '../../state/shown-picture.ts';
import type { FontFacts } from '../../worker/content-facts.ts';
import { characterText, codeText } from './glyph-text.ts';
import type { FontPages } from './pages.ts';

interface GlyphDetailProps {
  file: OpenFile;
  font: FontFacts;
  pages: FontPages;
  /** Of the glyph; -1 for none, which shows the first page. */
  index: number;
}

/** The page of a glyph with its box, and its numbers as the file has them. */
export function GlyphDetail({ file, font, pages, index }: GlyphDetailProps) {
  const glyph = font.description.glyphs[index];
  const page = glyph?.page ?? 0;
  const facts = font.pages[page];
  const pixels = pages.page(page);
  const box: Box | undefined = glyph && { ...boxOf(glyph), strong: true };
  return (
    <div class="font-detail">
      {glyph && (
        <header class="font-glyph-head">
          <h3>
            <span class="font-character">{characterText(glyph.code)}</span> {codeText(glyph.code)}
          </h3>
          <Numbers font={font} index={index} />
          <button
            type="button"
            class="link chip"
            onClick={() => {
              select({ file: file.id, path: '', object: font.glyphs[index]!.object, from: 'font' });
              showTab('structure');
            }}
          >
            #{font.glyphs[index]!.object}
          </button>
        </header>
      )}
      {facts && pixels && facts.picture !== undefined ? (
        <PictureView
          key={page}
          pixels={pixels}
          channel="rgba"
          label={t('picture.view', { name: facts.name, width: facts.width, height: facts.height })}
          boxes={box && box.w > 0 ? [box] : []}
          focus={box && box.w > 0 ? box : undefined}
        >
          <span class="font-page">
            <button type="button" class="link" onClick={() => showPicture(file, facts.picture!)}>
              {facts.name}
            </button>
          </span>
        </PictureView>
      ) : (
        <p class="muted padded">{facts?.picture === undefined ? t('font.noPage', { n: page }) : t('app.loading')}</p>
      )}
    </div>
  );
}

function Numbers({ font, index }: { font: FontFacts; index: number }) {
  const glyph = font.description.glyphs[index]!;
  const drawn = drawnGlyph(font.description, glyph);
  const { kerning } = font.glyphs[index]!;
  return (
    <dl class="font-numbers">
      <dt>{t('font.box')}</dt>
      <dd>
        {glyph.x1}, {glyph.y1} – {glyph.x2}, {glyph.y2}
      </dd>
      <dt>{t('font.origin')}</dt>
      <dd>
        {glyph.originX}, {glyph.originY}
      </dd>
      <dt>{t('font.bearing')}</dt>
      <dd>
        {drawn.bearingX}, {drawn.bearingY}
      </dd>
      <dt>{t('font.advance')}</dt>
      <dd>
        {glyph.advance}
        {glyph.advanceY !== 0 && `, ${glyph.advanceY}`}
      </dd>
      {kerning > 0 && (
        <>
          <dt>{t('font.kerning')}</dt>
          <dd>{kerning}</dd>
        </>
      )}
    </dl>
  );
}

function boxOf({ x1, y1, x2, y2 }: { x1: number; y1: number; x2: number; y2: number }): Box {
  return { x: x1, y: y1, w: x2 - x1, h: y2 - y1 };
}
