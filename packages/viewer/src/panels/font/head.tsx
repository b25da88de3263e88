import type { ComponentChildren } from 'preact';
import { formatNumber, t } from '../../i18n/i18n.ts';
import type { FontFacts } from '../../worker/content-facts.ts';

/** What the font says of itself. */
export function FontHead({ font }: { font: FontFacts }) {
  const { description, glyphs, pages } = font;
  const { name, baseName, comment, point, maxAscent, maxDescent, margin, pageWidth, pageHeight } = description;
  const kerned = glyphs.filter((glyph) => glyph.kerning > 0).length;
  return (
    <header class="font-head">
      <h2>{name || baseName}</h2>
      {comment && <p class="muted">{comment}</p>}
      <dl>
        <Fact label={t('font.glyphs')}>{formatNumber(glyphs.length)}</Fact>
        <Fact label={t('font.point')}>{point}</Fact>
        <Fact label={t('font.lineHeight')}>
          {maxAscent + maxDescent} = {maxAscent} + {maxDescent}
        </Fact>
        <Fact label={t('font.pages')}>
          {pages.length} × {pageWidth}×{pageHeight}
        </Fact>
        <Fact label={t('font.margin')}>{margin}</Fact>
        {kerned > 0 && <Fact label={t('font.kerned')}>{kerned}</Fact>}
      </dl>
    </header>
  );
}

function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
